/* A shift by a negative count. */
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int by = -argc;
#else
  volatile int by = argc - 1;
#endif
  printf("%u\n", 8u >> by);
  return 0;
}
