/* A loop that does not end and does nothing. */
#include <stdio.h>
int main(int argc, char **argv) {
  unsigned i = (unsigned)argc;
  (void)argv;
#ifdef BAD
  while (i != 2) i += 2;
#else
  while (i != 9) i += 2;
#endif
  printf("%u\n", i);
  return 0;
}
