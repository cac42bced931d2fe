#include <stdio.h>
#include <string.h>

enum { ITEMS = 4, MICRO = 1000000 };

struct item {
  const char *name;
  int count;
  long price; /* in millionths */
};

static struct item items[ITEMS] = {
  {"paper", 12, 3 * MICRO},
  {"ink", 2, 25 * MICRO + 500000},
  {"stapler", 1, 14 * MICRO},
  {"clips", 40, 20000},
};

int discount_from;
static int rounding = 5;

static long total(const struct item *list, int count) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += list[i].count * list[i].price;
  return sum;
}

/* At most three points for what is missing; no part at all is no limit. */
static double points(unsigned long part) {
  double rest = -part / 1e6;
  return rest > 3 ? 3 : rest;
}

static int rating(int base, unsigned long part) {
  return base * 10 + points(part);
}

static int first_discount(const int *levels) {
  if (discount_from <= 0) return 0;
  return levels[0];
}

static int bonus(int level) {
  int given = first_discount(&level);
  return rating(67, given + 2) - 673 + given;
}

static void print_line(const struct item *item) {
  char line[64];
  memset(line, '.', sizeof line);
  line[sizeof line - 1] = 0;
  memcpy(line, item->name, strlen(item->name));
  printf("%.20s %3d %6ld.%02ld\n", line, item->count, item->price / MICRO, item->price % MICRO / 10000);
}

static long rounded(long value) {
  return (value + rounding) / 10 * 10;
}

int main(void) {
  for (int i = 0; i < ITEMS; i++) print_line(&items[i]);
  int regular = bonus(9), seasonal = bonus(5);
  printf("total %ld\n", rounded(total(items, ITEMS)));
  printf("bonus %d %d\n", regular, seasonal);
  return 0;
}
