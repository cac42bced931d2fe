/* A string literal that is changed. */
#include <stdio.h>
int main(int argc, char **argv) {
#ifdef BAD
  char *text = "text";
#else
  char text[] = "text";
#endif
  (void)argv;
  text[argc] = 'x';
  puts(text);
  return 0;
}
