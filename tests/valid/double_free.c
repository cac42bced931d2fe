/* A block that is freed twice, with another one in between so that the library does not notice. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(24), *b = malloc(24);
  if (!a || !b) return 1;
  free(a);
  free(b);
#ifdef BAD
  free(a);
#endif
  puts("done");
  return 0;
}
