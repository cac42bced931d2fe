#include <stdio.h>
int pick(int n) {
  int r;
#ifndef BAD
  r = 3;
#endif
  switch (n) {
    case 5:
      r = 1;
      break;
    case 6:
      r = 2;
  }
  return r;
}
int main(void) {
  int s = 0;
  for (int i = 4; i < 7; ++i) s += pick(i) > 1;
  printf("%d\n", s);
}
