#include <stdio.h>

static int table[8] = {200, 17, -3, 255, 128, 64, 1, 99};

static unsigned mix(unsigned seed, unsigned value) {
  seed ^= value;
  seed *= 16777619u;
  return seed;
}

static int clamp(int value, int low, int high) {
  if (value < low) return low;
  if (value > high) return high;
  return value;
}

static unsigned narrow(int value) {
  return (unsigned short)(signed char)value;
}

static unsigned rows(int times) {
  unsigned sum = 0;
  for (int i = 0; i < times; ++i)
    for (int j = 0; j < 8; ++j) sum += (unsigned)clamp(table[j] * i, -100, 100);
  return sum;
}

int main(void) {
  unsigned seed = 2166136261u;
  for (int i = 0; i < 8; ++i) {
    seed = mix(seed, narrow(table[i]) + 1);
    seed = mix(seed, (unsigned)clamp(table[i], 0, 90));
  }
  seed = mix(seed, rows(5));
  printf("checksum = %08X\n", seed);
  return 0;
}
