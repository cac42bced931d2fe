/* A negative value shifted to the left. */
#include <stdio.h>
int main(int argc, char **argv) {
  volatile int x = -argc;
  (void)argv;
#ifdef BAD
  printf("%d\n", x << 3);
#else
  printf("%d\n", x * 8);
#endif
  return 0;
}
