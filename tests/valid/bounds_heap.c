/* A byte behind a block of the heap. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char *p = malloc(8);
  (void)argv;
  if (!p) return 1;
#ifdef BAD
  p[7 + argc] = 1;
#else
  p[6 + argc] = 1;
#endif
  puts("done");
  free(p);
  return 0;
}
