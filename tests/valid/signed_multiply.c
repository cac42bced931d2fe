/* The product of two unsigned shorts is an int, and overflows. */
#include <stdio.h>
int main(int argc, char **argv) {
  unsigned short x = (unsigned short)(65534 + argc);
  (void)argv;
#ifdef BAD
  printf("%u\n", (unsigned)(x * x));
#else
  printf("%u\n", (unsigned)x * x);
#endif
  return 0;
}
