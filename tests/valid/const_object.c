// A const object is changed through a pointer (C11 6.7.3).
#include <stdio.h>
int main(void) {
#ifdef BAD
  const int value = 3;
#else
  int value = 3;
#endif
  *(int*)&value = 4;
  printf("%d\n", value);
}
