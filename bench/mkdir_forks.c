// For bench/mkdir_stages.sh: turns the program under test into a server that runs it again and again, so that loading it and starting a
// sanitizer's runtime is paid once. Linked with -Wl,--wrap=main. Each line of stdin is a request; its answer goes to stdout:
//
//     run WORD...    forks and runs main with these arguments, stdout and stderr to ./log; its exit status, as a shell has it
//     rm PATH        as rm -rf; the exit status
//     stat PATH      as stat -c '%F %a %h'
//
// A program that reads variables before it sets them sees what the start left on its stack and heap. It must see the same here as if it had been
// started anew. So the server has a stack of its own and uses no heap, and main begins with the stack pointer that it would have had.
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char own_stack[262144] __attribute__((used, aligned(16)));
static void* stack_pointer __attribute__((used));   // as main is called
static char* arguments[4096] __attribute__((used));  // and the environment behind them, where main expects it
static long count __attribute__((used));

__asm__(
    ".globl __wrap_main\n"
    "__wrap_main:\n"
    "  mov %rsp, stack_pointer(%rip)\n"
    "  lea own_stack+262144(%rip), %rsp\n"
    "  mov (%rsi), %rdi\n"
    "  call serve\n"
    "  mov stack_pointer(%rip), %rsp\n"
    "  mov count(%rip), %rdi\n"
    "  lea arguments(%rip), %rsi\n"
    "  mov environ@GOTPCREL(%rip), %rdx\n"
    "  mov (%rdx), %rdx\n"
    "  xor %eax, %eax\n"
    "  jmp __real_main\n");

static char line[4096];

/// The next line of stdin; whether there is one.
static int next_line(void) {
  for (unsigned i = 0; i < sizeof line && read(0, line + i, 1) == 1; ++i)
    if (line[i] == '\n') {
      line[i] = 0;
      return 1;
    }
  return 0;
}

static void split(char* program, char* words) {
  count = 0;
  arguments[count++] = program;
  for (char* word = strtok(words, " "); word; word = strtok(0, " ")) arguments[count++] = word;
  arguments[count] = 0;
  for (long i = 0; environ[i]; ++i) arguments[count + 1 + i] = environ[i];
}

static void redirect(void) {
  const int log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0666), none = open("/dev/null", O_RDONLY);
  dup2(none, 0);
  dup2(log, 1);
  dup2(log, 2);
  close(none);
  close(log);
}

static int remove_one(const char* path, const struct stat* info, int kind, struct FTW* where) {
  return remove(path);
}

/// In a child, since this uses the heap.
static _Noreturn void answer_stat(const char* path) {
  struct stat info;
  if (lstat(path, &info) != 0)
    puts("none");
  else
    printf("%s %o %lu\n", S_ISDIR(info.st_mode) ? "directory" : "other", info.st_mode & 07777, (unsigned long)info.st_nlink);
  fflush(stdout);
  _exit(0);
}

/// Returns in the children that are to run main.
__attribute__((used)) static void serve(char* program) {
  while (next_line()) {
    const int is_stat = strncmp(line, "stat ", 5) == 0;
    const pid_t child = fork();
    if (child == 0) {
      if (is_stat) answer_stat(line + 5);
      if (strncmp(line, "rm ", 3) == 0) _exit(nftw(line + 3, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0);
      redirect();
      split(program, line + strlen("run "));
      return;
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (is_stat) continue;
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    const char digits[] = {(char)('0' + code / 100), (char)('0' + code / 10 % 10), (char)('0' + code % 10), '\n'};
    if (write(1, digits, sizeof digits) != sizeof digits) break;
  }
  _exit(0);
}
