// A use of the old pointer after realloc, even if the block has not moved (C11 7.22.3.5).
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int* old = malloc(4 * sizeof *old);
  old[0] = 3;
  int* now = realloc(old, 8 * sizeof *now);
  if (!now) return 1;
#ifdef BAD
  printf("%d\n", old[0]);
#else
  printf("%d\n", now[0]);
#endif
  free(now);
}
