/* A float that no int can hold. */
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile double large = 1e10 * argc;
#else
  volatile double large = 1e9 * argc;
#endif
  printf("%d\n", (int)large != 0);
  return 0;
}
