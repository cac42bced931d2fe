/* A variable of a block that has ended. */
#include <stdio.h>
int main(int argc, char **argv) {
  int *volatile p = 0;
  (void)argv;
#ifndef BAD
  int x = argc;
  p = &x;
#endif
  {
#ifdef BAD
    int x = argc;
    p = &x;
#endif
    *p += 1;
  }
  printf("%d\n", *p);
  return 0;
}
