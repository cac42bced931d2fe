/* A member of a null pointer, of which only the address is used. */
#include <stdio.h>
struct list { int value; int other; };
int main(int argc, char **argv) {
  struct list here = {1, 2};
  (void)argv;
#ifdef BAD
  struct list *volatile p = argc == 1 ? 0 : &here;
#else
  struct list *volatile p = argc == 1 ? &here : 0;
#endif
  int *other = &p->other;
  printf("%d\n", other != 0);
  return 0;
}
