/* An element of an array that was not written. */
#include <stdio.h>
int main(int argc, char **argv) {
  int a[8];
  (void)argv;
#ifdef BAD
  for (int i = argc; i < 8; i++) a[i] = i;
#else
  for (int i = argc - 1; i < 8; i++) a[i] = i;
#endif
  volatile int at = 0;
  printf("%d\n", a[at] > 100 ? 1 : 2);
  return 0;
}
