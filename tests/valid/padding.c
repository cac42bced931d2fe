// The value of padding is unspecified (C11 6.2.6.1): a comparison of all bytes may differ.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Pair {
  char letter;
  int number;
};
int main(void) {
#ifdef BAD
  struct Pair* one = malloc(sizeof *one);
#else
  struct Pair* one = calloc(1, sizeof *one);
#endif
  struct Pair* two = calloc(1, sizeof *two);
  if (!one || !two) return 1;
  one->letter = two->letter = 'x';
  one->number = two->number = 7;
  printf("%d\n", memcmp(one, two, sizeof *one) == 0);
  free(one);
  free(two);
}
