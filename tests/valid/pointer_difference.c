/* The difference of pointers into two arrays. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(8), *b = malloc(8);
  if (!a || !b) return 1;
#ifdef BAD
  printf("%d\n", (int)(b - a) != 0);
#else
  printf("%d\n", (int)(a + 4 - a) != 0);
#endif
  free(a);
  free(b);
  return 0;
}
