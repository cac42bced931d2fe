/* An element before a global array. */
#include <stdio.h>
int a[4], b[4] = {1, 1, 1, 1}, c[4];
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int at = -argc;
#else
  volatile int at = argc;
#endif
  b[at] = 5;
  printf("%d\n", b[2]);
  return 0;
}
