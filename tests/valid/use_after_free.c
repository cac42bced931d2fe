/* A read of a block after it was freed. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, sizeof(int));
  if (!p) return 1;
#ifdef BAD
  free(p);
  printf("%d\n", p[2] == p[3] || p[2] != p[3]);
#else
  printf("%d\n", p[2] == p[3] || p[2] != p[3]);
  free(p);
#endif
  return 0;
}
