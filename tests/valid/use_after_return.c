/* A variable of a function that has returned. */
#include <stdio.h>
int *kept;
void keep(int x) {
#ifdef BAD
  int here[4];
#else
  static int here[4];
#endif
  here[0] = x;
  kept = here;
}
int main(int argc, char **argv) {
  (void)argv;
  keep(argc);
  int *volatile p = kept;
  printf("%d\n", *p > -1000000 || *p < 0);
  return 0;
}
