/* report.c - reads rows of numbers and prints a table of sums.
 *
 * A program like any other, but for one function: gcc 12 dies of it with
 *   internal compiler error: in force_constant_size, at gimplify.cc
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 16, most_rows = 1024 };

struct cell {
  double value;
  int is_set;
};

struct table {
  struct cell cells[most_rows][most_columns];
  int rows;
  int columns;
  char title[80];
};

static const char *program = "report";

static void complain(const char *what, int line) {
  fprintf(stderr, "%s: line %d: %s\n", program, line, what);
}

/* The next number of a line, or nothing. */
static const char *next_number(const char *text, double *value) {
  char *end;
  while (isspace((unsigned char)*text) || *text == ',') ++text;
  if (!*text) return 0;
  errno = 0;
  *value = strtod(text, &end);
  if (end == text || errno == ERANGE) return 0;
  return end;
}

static int read_row(struct table *table, const char *line, int number) {
  int column = 0;
  double value;
  const char *rest = line;
  if (table->rows == most_rows) {
    complain("too many rows", number);
    return 0;
  }
  while ((rest = next_number(rest, &value))) {
    if (column == most_columns) {
      complain("too many columns", number);
      return 0;
    }
    table->cells[table->rows][column].value = value;
    table->cells[table->rows][column].is_set = 1;
    ++column;
  }
  if (column > table->columns) table->columns = column;
  ++table->rows;
  return 1;
}

static double sum_of_column(const struct table *table, int column) {
  double sum = 0;
  int row;
  for (row = 0; row < table->rows; ++row)
    if (table->cells[row][column].is_set) sum += table->cells[row][column].value;
  return sum;
}

static double mean_of_column(const struct table *table, int column) {
  int count = 0, row;
  for (row = 0; row < table->rows; ++row) count += table->cells[row][column].is_set;
  return count ? sum_of_column(table, column) / count : 0;
}

static int width_of(int columns) {
  return columns > 8 ? 9 : 12;
}

static int fold();

/* Views a row as bytes, as long as the row is wide. */
static int checksum(struct table *table, int row) {
  int bytes = table->columns * (int)sizeof(double);
  int total = 0, i;
  union view {
    char bytes[width_of(table->columns) * most_columns];
    int first;
  };
  total += fold((union view)table->rows);
  for (i = 0; i < bytes; ++i) total += ((char *)&table->cells[row][0])[i];
  return total & INT_MAX;
}

static int fold(int value) {
  return value ^ value >> 7;
}

static void print_line(int columns, int width) {
  int i;
  for (i = 0; i < columns * width; ++i) putchar('-');
  putchar('\n');
}

static void print_table(const struct table *table) {
  int column, row, width = width_of(table->columns);
  printf("%s\n", table->title);
  print_line(table->columns, width);
  for (row = 0; row < table->rows; ++row) {
    for (column = 0; column < table->columns; ++column) {
      if (table->cells[row][column].is_set)
        printf("%*.2f", width, table->cells[row][column].value);
      else
        printf("%*s", width, "");
    }
    putchar('\n');
  }
  print_line(table->columns, width);
  for (column = 0; column < table->columns; ++column)
    printf("%*.2f", width, sum_of_column(table, column));
  putchar('\n');
  for (column = 0; column < table->columns; ++column)
    printf("%*.2f", width, mean_of_column(table, column));
  putchar('\n');
}

int main(int argc, char **argv) {
  static struct table table;
  char line[4096];
  int number = 0, failures = 0, row, check = 0;
  if (argc > 1) program = argv[1];
  strcpy(table.title, argc > 2 ? argv[2] : "report");
  while (fgets(line, sizeof line, stdin)) {
    ++number;
    if (line[0] == '#' || line[0] == '\n') continue;
    if (!read_row(&table, line, number)) ++failures;
  }
  print_table(&table);
  for (row = 0; row < table.rows; ++row) check += checksum(&table, row);
  printf("check: %d\n", check);
  return failures != 0;
}
