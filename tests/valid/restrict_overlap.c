// An object that is changed through one restrict pointer and read through another (C11 6.7.3.1).
#include <stdio.h>
__attribute__((noinline)) static int sum(int* restrict to, const int* restrict from) {
  int before = *from;
  *to = 1;
  return before + *from;
}
int main(void) {
  int values[2] = {5, 7};
#ifdef BAD
  printf("%d\n", sum(values, values));
#else
  printf("%d\n", sum(values, values + 1));
#endif
}
