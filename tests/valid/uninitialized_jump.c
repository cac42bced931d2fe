#include <stdio.h>
int main(int argc, char** argv) {
#ifndef BAD
  int k = 7;
#endif
  if (argc > 0) goto in;
  {
#ifdef BAD
    int k = 7;
#endif
  in:
    printf("%d\n", k + 1);
  }
}
