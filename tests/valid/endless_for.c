// A loop without side effects whose condition is no constant must end (C11 6.8.5).
#include <stdio.h>
int main(int count, char** arguments) {
  (void)arguments;
#ifdef BAD
  for (unsigned i = 1; i != 0; i += 2 * (unsigned)count) {
  }
#else
  for (unsigned i = 1; i < 100; i += 2 * (unsigned)count) {
  }
#endif
  printf("end\n");
}
