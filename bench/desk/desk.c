/* A desk calculator: one expression a line; variables, functions, memory, statistics, a stack, other bases, dates. For bench/debloat. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_variables = 64, most_name = 16, most_history = 32, most_samples = 256, most_stack = 64 };

struct variable {
  char name[most_name];
  double value;
  int is_constant;
};

struct history {
  char* lines[most_history];
  int count;
};

struct statistics {
  double samples[most_samples];
  int count;
};

static struct variable variables[most_variables];
static int variable_count;
static struct history history;
static struct statistics statistics;
static double stack[most_stack];
static int stack_size;
static double memory;
static int base = 10;
static int precision = 6;
static int is_quiet;
static int errors;
static const char* at;

static void fail(const char* what) {
  if (!is_quiet && errors == 0) printf("error: %s\n", what);
  ++errors;
}

static void skip_blanks(void) {
  while (*at == ' ' || *at == '\t') ++at;
}

static int accept(char c) {
  skip_blanks();
  if (*at != c) return 0;
  ++at;
  return 1;
}

static struct variable* find_variable(const char* name) {
  for (int i = 0; i < variable_count; ++i)
    if (strcmp(variables[i].name, name) == 0) return &variables[i];
  return NULL;
}

static struct variable* make_variable(const char* name) {
  struct variable* found = find_variable(name);
  if (found) return found;
  if (variable_count == most_variables) {
    fail("too many variables");
    return NULL;
  }
  found = &variables[variable_count++];
  strncpy(found->name, name, most_name - 1);
  found->name[most_name - 1] = 0;
  found->value = 0;
  found->is_constant = 0;
  return found;
}

static void define_constant(const char* name, double value) {
  struct variable* constant = make_variable(name);
  if (!constant) return;
  constant->value = value;
  constant->is_constant = 1;
}

static double factorial(double n) {
  double product = 1;
  if (n < 0 || n != floor(n) || n > 170) {
    fail("no factorial");
    return 0;
  }
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

static double gcd(double a, double b) {
  long x = labs((long)a), y = labs((long)b);
  while (y != 0) {
    long rest = x % y;
    x = y;
    y = rest;
  }
  return (double)x;
}

static double is_prime(double n) {
  long value = (long)n;
  if (value < 2) return 0;
  for (long i = 2; i * i <= value; ++i)
    if (value % i == 0) return 0;
  return 1;
}

static void add_sample(double value) {
  if (statistics.count == most_samples) {
    fail("too many samples");
    return;
  }
  statistics.samples[statistics.count++] = value;
}

static double mean(void) {
  double sum = 0;
  if (statistics.count == 0) return 0;
  for (int i = 0; i < statistics.count; ++i) sum += statistics.samples[i];
  return sum / statistics.count;
}

static double deviation(void) {
  double middle = mean(), sum = 0;
  if (statistics.count < 2) return 0;
  for (int i = 0; i < statistics.count; ++i) {
    double distance = statistics.samples[i] - middle;
    sum += distance * distance;
  }
  return sqrt(sum / (statistics.count - 1));
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(void) {
  double sorted[most_samples];
  int count = statistics.count;
  if (count == 0) return 0;
  memcpy(sorted, statistics.samples, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare);
  if (count % 2) return sorted[count / 2];
  return (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

static void push(double value) {
  if (stack_size == most_stack)
    fail("the stack is full");
  else
    stack[stack_size++] = value;
}

static double pop(void) {
  if (stack_size == 0) {
    fail("the stack is empty");
    return 0;
  }
  return stack[--stack_size];
}

static long days_before(int year, int month, int day) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  long days = (year - 1) * 365L + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
  int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  for (int i = 0; i < month - 1; ++i) {
    days += lengths[i];
    if (i == 1 && is_leap) ++days;
  }
  return days + day;
}

static double call(const char* name, double* arguments, int count) {
  if (count == 1) {
    double x = arguments[0];
    if (strcmp(name, "sqrt") == 0) {
      if (x < 0) {
        fail("no root");
        return 0;
      }
      return sqrt(x);
    }
    if (strcmp(name, "abs") == 0) return fabs(x);
    if (strcmp(name, "floor") == 0) return floor(x);
    if (strcmp(name, "sin") == 0) return sin(x);
    if (strcmp(name, "cos") == 0) return cos(x);
    if (strcmp(name, "exp") == 0) return exp(x);
    if (strcmp(name, "ln") == 0) return log(x);
    if (strcmp(name, "fact") == 0) return factorial(x);
    if (strcmp(name, "prime") == 0) return is_prime(x);
    if (strcmp(name, "push") == 0) {
      push(x);
      return x;
    }
  }
  if (count == 2) {
    if (strcmp(name, "min") == 0) return arguments[0] < arguments[1] ? arguments[0] : arguments[1];
    if (strcmp(name, "max") == 0) return arguments[0] > arguments[1] ? arguments[0] : arguments[1];
    if (strcmp(name, "gcd") == 0) return gcd(arguments[0], arguments[1]);
    if (strcmp(name, "pow") == 0) return pow(arguments[0], arguments[1]);
  }
  if (count == 3 && strcmp(name, "date") == 0)
    return (double)days_before((int)arguments[0], (int)arguments[1], (int)arguments[2]);
  if (count == 0) {
    if (strcmp(name, "pop") == 0) return pop();
    if (strcmp(name, "mean") == 0) return mean();
    if (strcmp(name, "median") == 0) return median();
    if (strcmp(name, "dev") == 0) return deviation();
  }
  fail("no such function");
  return 0;
}

static double sum(void);

static double number(void) {
  char* end;
  double value;
  if (at[0] == '0' && (at[1] == 'x' || at[1] == 'b')) {
    int radix = at[1] == 'x' ? 16 : 2;
    at += 2;
    value = (double)strtol(at, &end, radix);
  } else {
    value = strtod(at, &end);
  }
  if (end == at) fail("a number is missing");
  at = end;
  return value;
}

static void read_name(char* name) {
  int length = 0;
  while (isalnum((unsigned char)*at) || *at == '_') {
    if (length < most_name - 1) name[length++] = *at;
    ++at;
  }
  name[length] = 0;
}

static double named(void) {
  char name[most_name];
  read_name(name);
  if (accept('(')) {
    double arguments[4] = {0, 0, 0, 0};
    int count = 0;
    if (!accept(')')) {
      do {
        double value = sum();
        if (count < 4) arguments[count++] = value;
      } while (accept(','));
      if (!accept(')')) fail("')' is missing");
    }
    return call(name, arguments, count);
  }
  struct variable* variable = find_variable(name);
  if (!variable) {
    fail("no such variable");
    return 0;
  }
  return variable->value;
}

static double primary(void) {
  skip_blanks();
  if (accept('(')) {
    double value = sum();
    if (!accept(')')) fail("')' is missing");
    return value;
  }
  if (accept('-')) return -primary();
  if (isalpha((unsigned char)*at)) return named();
  return number();
}

static double power(void) {
  double value = primary();
  if (accept('^')) return pow(value, power());
  while (accept('!')) value = factorial(value);
  return value;
}

static double product(void) {
  double value = power();
  for (;;) {
    if (accept('*')) {
      value *= power();
    } else if (accept('/')) {
      double divisor = power();
      if (divisor == 0) {
        fail("division by zero");
        return 0;
      }
      value /= divisor;
    } else if (accept('%')) {
      double divisor = power();
      if (divisor == 0) {
        fail("division by zero");
        return 0;
      }
      value = fmod(value, divisor);
    } else {
      return value;
    }
  }
}

static double sum(void) {
  double value = product();
  for (;;) {
    if (accept('+'))
      value += product();
    else if (accept('-'))
      value -= product();
    else
      return value;
  }
}

static void print_in_base(long value) {
  char digits[80];
  int count = 0;
  int is_negative = value < 0;
  if (is_negative) value = -value;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value > 0);
  if (is_negative) putchar('-');
  while (count > 0) putchar(digits[--count]);
  putchar('\n');
}

static void print_value(double value) {
  if (base != 10)
    print_in_base((long)value);
  else
    printf("%.*g\n", precision, value);
}

static void remember(const char* line) {
  if (history.count == most_history) {
    free(history.lines[0]);
    memmove(history.lines, history.lines + 1, (most_history - 1) * sizeof *history.lines);
    --history.count;
  }
  char* copy = malloc(strlen(line) + 1);
  if (!copy) return;
  strcpy(copy, line);
  history.lines[history.count++] = copy;
}

static void forget_history(void) {
  for (int i = 0; i < history.count; ++i) free(history.lines[i]);
  history.count = 0;
}

static void print_help(void) {
  puts("EXPRESSION, or NAME = EXPRESSION, or one of:");
  puts(":base N, :precision N, :sample X, :store, :recall, :vars, :history, :clear, :quiet, :help");
}

static int is_command(const char* line, const char* name) {
  size_t length = strlen(name);
  return strncmp(line, name, length) == 0 && (line[length] == 0 || line[length] == ' ');
}

static void command(const char* line, double last) {
  const char* argument = strchr(line, ' ');
  double value = argument ? atof(argument) : 0;
  if (is_command(line, ":base")) {
    if (value == 2 || value == 8 || value == 10 || value == 16)
      base = (int)value;
    else
      fail("no such base");
  } else if (is_command(line, ":precision")) {
    if (value >= 1 && value <= 17) precision = (int)value;
  } else if (is_command(line, ":sample")) {
    add_sample(value);
  } else if (is_command(line, ":store")) {
    memory = last;
  } else if (is_command(line, ":recall")) {
    print_value(memory);
  } else if (is_command(line, ":vars")) {
    for (int i = 0; i < variable_count; ++i)
      if (!variables[i].is_constant) printf("%s = %g\n", variables[i].name, variables[i].value);
  } else if (is_command(line, ":history")) {
    for (int i = 0; i < history.count; ++i) printf("%d: %s\n", i + 1, history.lines[i]);
  } else if (is_command(line, ":clear")) {
    forget_history();
    statistics.count = 0;
    stack_size = 0;
  } else if (is_command(line, ":quiet")) {
    is_quiet = 1;
  } else if (is_command(line, ":help")) {
    print_help();
  } else {
    fail("no such command");
  }
}

static double evaluate(const char* line) {
  char name[most_name];
  at = line;
  skip_blanks();
  if (isalpha((unsigned char)*at)) {
    read_name(name);
    if (accept('=')) {
      double value = sum();
      struct variable* variable = make_variable(name);
      if (variable && variable->is_constant)
        fail("is constant");
      else if (variable && errors == 0)
        variable->value = value;
      return value;
    }
    at = line;
  }
  return sum();
}

int main(int argc, char** argv) {
  char line[1024];
  double last = 0;
  int all_errors = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-q") == 0) is_quiet = 1;
    if (strcmp(argv[i], "-x") == 0) base = 16;
    if (strcmp(argv[i], "-h") == 0) {
      print_help();
      return 0;
    }
  }
  define_constant("pi", 3.14159265358979);
  define_constant("e", 2.71828182845905);
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    errors = 0;
    if (line[0] == 0 || line[0] == '#') continue;
    remember(line);
    if (line[0] == ':') {
      command(line, last);
    } else {
      double value = evaluate(line);
      skip_blanks();
      if (*at != 0) fail("what is this?");
      if (errors == 0) {
        last = value;
        print_value(value);
      }
    }
    all_errors += errors;
  }
  forget_history();
  return all_errors > 0;
}
