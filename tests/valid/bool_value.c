/* A _Bool that is neither 0 nor 1. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  bool b;
#ifdef BAD
  unsigned char byte = (unsigned char)(argc + 1);
#else
  unsigned char byte = (unsigned char)argc;
#endif
  (void)argv;
  memcpy(&b, &byte, 1);
  printf("%d\n", b ? 1 : 1);
  return 0;
}
