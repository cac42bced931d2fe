/* Two changes of one variable in an expression. */
#include <stdio.h>
int main(int argc, char **argv) {
  int i = argc;
  (void)argv;
#ifdef BAD
  i = i++ + i++;
#else
  i = i + (i + 1);
#endif
  printf("%d\n", i);
  return 0;
}
