#include <stdio.h>
#include "shapes.h"
#define LIMIT 16
typedef unsigned long cents;
enum color { RED, GREEN = 5, BLUE };
static const int rate = 19;
struct price { int whole; int part; };
static int twice(int n) { return n + n; }
static int sum(const int *from, int count, int unused) {
  int total = 0, steps = 0;
  int seen[2] = {1, 2};
  for (int i = 0; i < LIMIT; i++) {
    total += from[i] + seen[i];
    steps++;
  }
  return total;
}
static void report(const char *text) {
  puts(text);
  flush();
}
int main(void) {
  struct price p = {3, 50}, *q = &p;
  cents c = twice(p.whole) + rate;
  int a[] = {1, 2};
  if (q->part > 1) {
    report("over");
  }
  return sum(a, 2, GREEN) + c;
}
