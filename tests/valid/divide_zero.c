/* Division by zero whose result nobody uses. */
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#ifdef BAD
  volatile int by = argc - 1;
#else
  volatile int by = argc;
#endif
  int unused = 7 / by;
  (void)unused;
  puts("done");
  return 0;
}
