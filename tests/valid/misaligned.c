/* An int at an odd address. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  _Alignas(8) char bytes[16] = {0};
  char *volatile at = bytes + argc;
  int x = 5;
  (void)argv;
#ifdef BAD
  *(int *)(void *)at = x;
#else
  memcpy(at, &x, sizeof x);
#endif
  printf("%d\n", bytes[1]);
  return 0;
}
