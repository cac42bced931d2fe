/* Signed overflow. */
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
#ifdef BAD
  int x = INT_MAX - 1 + argc;
#else
  unsigned x = INT_MAX - 1 + argc;
#endif
  (void)argv;
  printf("%d\n", x + argc != 0);
  return 0;
}
