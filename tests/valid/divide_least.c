/* The least int divided by -1. */
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int by = -argc;
#else
  volatile int by = -argc - 1;
#endif
  printf("%d\n", INT_MIN / by);
  return 0;
}
