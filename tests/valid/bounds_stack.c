/* An element behind an array on the stack. */
#include <stdio.h>
int main(int argc, char **argv) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  (void)argv;
#ifdef BAD
  int count = 4 + argc;
#else
  int count = 3 + argc;
#endif
  for (int i = 0; i < count; i++) sum += a[i] ? 1 : 1;
  printf("%d\n", sum > 3);
  return 0;
}
