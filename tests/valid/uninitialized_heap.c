/* A block of the heap that was not written. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
#ifdef BAD
  int *p = malloc(64);
#else
  int *p = calloc(16, 4);
#endif
  if (!p) return 1;
  printf("%d\n", p[9] & 1 ? 1 : 2);
  free(p);
  return 0;
}
