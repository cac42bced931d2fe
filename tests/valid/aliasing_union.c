// A union may be read through another member than the one that was written (C11 6.5.2.3), a pointer
// to one must not.
#include <stdio.h>
union Number {
  float real;
  unsigned bits;
};
__attribute__((noinline)) static unsigned bits_of(union Number* number, unsigned* bits,
                                                  float* real) {
#ifdef BAD
  *bits = 1;
  *real = 2.0f;
  return *bits + (number == 0);
#else
  (void)bits;
  (void)real;
  number->bits = 1;
  number->real = 2.0f;
  return number->bits;
#endif
}
int main(void) {
  union Number number;
  printf("%u\n", bits_of(&number, &number.bits, &number.real));
}
