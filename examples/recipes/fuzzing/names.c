/* Reads lines: "N text" remembers a name, "D" deletes it, others are skipped. Two mistakes are hidden in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static char line[4096];
  char *name = NULL;
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
  if (!file) return 1;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == 'N') name = strcpy(malloc(16), line + 2); /* longer names do not fit */
    if (line[0] == 'D') free(name);                          /* deleted twice if two lines say so */
  }
  return 0;
}
