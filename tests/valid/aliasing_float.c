/* An int that is read as a float. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int x = argc;
  float f;
  (void)argv;
#ifdef BAD
  f = *(float *)&x;
#else
  memcpy(&f, &x, sizeof f);
#endif
  printf("%d\n", f < 1);
  return 0;
}
