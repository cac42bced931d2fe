#include <stdio.h>
#include <stdlib.h>

#define LIMIT 16

typedef struct node {
  int value;
  struct node *next;
} node;

enum colour { red, green = 4, blue };

static unsigned counts[LIMIT] = {1, 2, 3};

static node *push(node *head, int value) {
  node *made = malloc(sizeof *made);
  if (!made) return head;
  made->value = value; /* the newest comes first */
  made->next = head;
  return made;
}

int sum(const node *list, int (*weigh)(int)) {
  int total = 0;
  for (; list; list = list->next) {
    switch (list->value % 3) {
      case 0:
        total += weigh ? weigh(list->value) : 1;
        break;
      default:
        total -= ~list->value & 0xff;
    }
  }
  return total;
}

int main(int argc, char **argv) {
  node *list = NULL;
  int i = 0, j = argc * 2;
  while (i < LIMIT && j > 0) {
    list = push(list, i++ + (int)counts[i % LIMIT]);
    do j--; while (j & 1);
  }
  // one line for each argument
  for (int k = 1; k < argc; k++) printf("%s: %d\n", argv[k], sum(list, NULL));
  if (argc > 1) goto end;
  else puts("no " "arguments");
end:
  free(list);
  return 0;
}
