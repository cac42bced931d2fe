/* A shift by the width of its type. */
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int by = 31 + argc;
#else
  volatile int by = 30 + argc;
#endif
  printf("%u\n", 1u << by);
  return 0;
}
