/* An int and a short at one place, through pointers that come from elsewhere. */
#include <stdio.h>
#ifdef BAD
typedef short other;
#else
typedef char other;
#endif
__attribute__((noinline)) int both(int *a, other *b) {
  *a = 1;
  *b = 0;
  return *a;
}
int main(int argc, char **argv) {
  int x[2] = {argc, argc};
  void *p = x;
  (void)argv;
  printf("%d\n", both(x, p));
  return 0;
}
