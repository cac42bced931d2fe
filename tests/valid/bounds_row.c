#include <stdio.h>
int m[3][4];
int main(void) {
  for (int i = 0; i < 12; ++i)
#ifdef BAD
    m[0][i] = i;
#else
    m[i / 4][i % 4] = i;
#endif
  printf("%d\n", m[2][3]);
}
