// The length of an array is at least 1 (C11 6.7.6.2).
#include <stdio.h>
#include <stdlib.h>
int main(int count, char** arguments) {
  (void)arguments;
#ifdef BAD
  int values[count - 2];
#else
  int values[count];
#endif
  printf("%d\n", (int)(sizeof values / sizeof *values));
}
