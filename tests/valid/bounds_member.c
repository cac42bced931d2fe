/* An element behind an array inside of a struct: the object around it is large enough. */
#include <stdio.h>
struct pair { int a[4]; int b[4]; };
int main(int argc, char **argv) {
  struct pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  (void)argv;
#ifdef BAD
  volatile int at = 3 + argc;
#else
  volatile int at = 2 + argc;
#endif
  p.a[at] = 9;
  printf("%d\n", p.b[1]);
  return 0;
}
