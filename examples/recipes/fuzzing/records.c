/* Reads records: a tag, a length and bytes. Two mistakes are hidden in it, for the fuzzer to find. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *name;

static int record(const unsigned char *data, size_t size) {
  if (size < 2) return -1;
  size_t length = data[1];
  if (data[0] == 'N') { /* a name: its length is not checked against what follows */
    name = malloc(length + 1);
    memcpy(name, data + 2, length);
    name[length] = 0;
  }
  if (data[0] == 'D') free(name); /* deletes the name, perhaps twice */
  return (int)length + 2;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
  if (!file) return 1;
  unsigned char *data = malloc(4096);
  size_t size = fread(data, 1, 4096, file);
  data = realloc(data, size ? size : 1);
  for (size_t at = 0; at < size;) {
    const int used = record(data + at, size - at);
    if (used < 0) return 1;
    at += (size_t)used;
  }
  return 0;
}
