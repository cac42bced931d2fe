/* Counts lines, words and bytes, and has features that hardly anybody asks for. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_words = 512, longest_word = 64 };

struct totals {
  long lines, words, bytes;
};

static int verbose = 0;

static void usage(void) {
  puts("usage: count [-l|-w|-c|-m|-s|-v|-h] < TEXT");
  puts("  -l lines   -w words   -c bytes");
  puts("  -m the most frequent word   -s the words, sorted");
}

static void note(const char* text) {
  if (verbose) fprintf(stderr, "count: %s\n", text);
}

static int is_word(int c) {
  return isalnum(c) || c == '_' || c == '\'';
}

static int compare(const void* a, const void* b) {
  return strcmp(a, b);
}

static int read_words(char words[most_words][longest_word]) {
  int count = 0, length = 0, c;
  while ((c = getchar()) != EOF) {
    if (is_word(c)) {
      /* A longer word overflows: this is the bug that debloating is to remove. */
      words[count][length++] = (char)tolower(c);
    } else if (length > 0) {
      words[count++][length] = 0;
      length = 0;
      if (count == most_words) break;
    }
  }
  return count;
}

static void print_sorted(void) {
  static char words[most_words][longest_word];
  int count = read_words(words);
  qsort(words, (size_t)count, longest_word, compare);
  for (int i = 0; i < count; ++i) puts(words[i]);
}

static void print_most_frequent(void) {
  static char words[most_words][longest_word];
  int count = read_words(words), best = 0, best_run = 0, run = 0;
  qsort(words, (size_t)count, longest_word, compare);
  for (int i = 0; i < count; ++i) {
    run = i > 0 && strcmp(words[i], words[i - 1]) == 0 ? run + 1 : 1;
    if (run > best_run) {
      best_run = run;
      best = i;
    }
  }
  if (count > 0) printf("%s %d\n", words[best], best_run);
}

static struct totals count(void) {
  struct totals all = {0, 0, 0};
  int in_word = 0, c;
  while ((c = getchar()) != EOF) {
    ++all.bytes;
    if (c == '\n') ++all.lines;
    if (is_word(c)) {
      if (!in_word) ++all.words;
      in_word = 1;
    } else {
      in_word = 0;
    }
  }
  return all;
}

int main(int argc, char** argv) {
  char what = 'a';
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-' || argv[i][1] == 0 || argv[i][2] != 0) {
      usage();
      return 2;
    }
    if (argv[i][1] == 'h') {
      usage();
      return 0;
    }
    if (argv[i][1] == 'v') {
      verbose = 1;
      continue;
    }
    what = argv[i][1];
  }
  note("reading");
  if (what == 's') {
    print_sorted();
    return 0;
  }
  if (what == 'm') {
    print_most_frequent();
    return 0;
  }
  struct totals all = count();
  note("done");
  switch (what) {
    case 'l':
      printf("%ld\n", all.lines);
      break;
    case 'w':
      printf("%ld\n", all.words);
      break;
    case 'c':
      printf("%ld\n", all.bytes);
      break;
    case 'a':
      printf("%ld %ld %ld\n", all.lines, all.words, all.bytes);
      break;
    default:
      usage();
      return 2;
  }
  return 0;
}
