/* A pointer far behind an array, never used to read or write. */
#include <stdio.h>
int a[4];
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int at = 10 + argc;
#else
  volatile int at = 3 + argc;
#endif
  int *p = &a[at];
  printf("%d\n", p != a);
  return 0;
}
