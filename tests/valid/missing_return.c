/* A function that ends without a value, which is used. */
#include <stdio.h>
static int half(int x) {
  if (x > 100) return x / 2;
#ifndef BAD
  return 0;
#endif
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%d\n", half(argc) < 1000000);
  return 0;
}
