#include <stdio.h>
#include <string.h>
struct a {
  int x;
};
struct b {
  float y;
};
static int get(struct a* p, struct b* q) {
  p->x = 5;
#ifdef BAD
  q->y = 2;
#else
  float f = 2;
  memcpy(&q->y, &f, sizeof f);
#endif
  return p->x;
}
int main(void) {
  static union {
    struct a a;
    struct b b;
    int pad[2];
  } u;
#ifdef BAD
  void* v = &u.pad;
  printf("%d\n", get(v, v));
#else
  struct b z;
  printf("%d\n", get(&u.a, &z));
#endif
}
