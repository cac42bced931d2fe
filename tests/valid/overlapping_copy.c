/* memcpy of bytes to a place that overlaps them. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char text[32] = "abcdefghijklmnop";
  volatile size_t count = 7 + (size_t)argc;
  (void)argv;
#ifdef BAD
  memcpy(text + 2, text, count);
#else
  memmove(text + 2, text, count);
#endif
  printf("%c\n", text[0]);
  return 0;
}
