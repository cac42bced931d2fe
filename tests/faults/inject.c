// Preloaded into whittle: the n-th call of one function fails, or the process ends in its place.
//
//   FAULT_PROGRAM   the program to watch; others that inherit LD_PRELOAD, such as tests, are left alone
//   FAULT_COUNTS    a file of COUNTERS numbers of 8 bytes: how often each function was called
//   FAULT_AT        NAME:N:ERRNO, or NAME:N:exit; nothing only counts
//   FAULT_OLD       a file system that cannot rename without replacing, so that files get their names by a link
//
// Counts live in a shared mapping, so they are right however the process ends. Children that a fork makes are not
// watched: the number of a call in a child depends on timing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CALL_write, CALL_pwrite, CALL_fsync, CALL_rename, CALL_link, CALL_unlink, CALL_mkdir, CALL_open, CALL_close,
       CALL_mmap, CALL_fork, CALL_pipe, CALL_poll, CALL_ftruncate, CALL_rmdir, COUNTERS = 16 };
static const char* const names[] = {"write", "pwrite", "fsync", "rename", "link", "unlink", "mkdir", "open", "close",
                                    "mmap", "fork", "pipe", "poll", "ftruncate", "rmdir"};

static atomic_ulong* counts;
static pid_t watched;
static int chosen = -1, how;
static unsigned long at;

__attribute__((constructor)) static void begin(void) {
  const char* program = getenv("FAULT_PROGRAM");
  const char* file = getenv("FAULT_COUNTS");
  const char* fault = getenv("FAULT_AT");
  char self[4096] = "";
  if (!program || !file || readlink("/proc/self/exe", self, sizeof self - 1) < 0 || strcmp(self, program) != 0) return;
  const long fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void* shared = (void*)syscall(SYS_mmap, NULL, COUNTERS * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (shared == MAP_FAILED) return;
  char name[32], what[32];
  if (fault && sscanf(fault, "%31[^:]:%lu:%31s", name, &at, what) == 3) {
    for (int i = 0; i < (int)(sizeof names / sizeof *names); ++i)
      if (strcmp(names[i], name) == 0) chosen = i;
    how = strcmp(what, "exit") == 0 ? -1 : atoi(what);
  }
  counts = shared;
  watched = getpid();
}

// Whether this call is the one to fail. errno is then set.
static int fails(int call) {
  if (!counts || getpid() != watched) return 0;
  const unsigned long number = 1 + atomic_fetch_add(&counts[call], 1);
  if (call != chosen || number != at) return 0;
  if (how < 0) syscall(SYS_exit_group, 99);
  errno = how;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAULTY(call, type, name, parameters, arguments) \
  type name parameters {                                \
    if (fails(CALL_##call)) return (type)-1;            \
    return REAL(name) arguments;                        \
  }
FAULTY(write, ssize_t, write, (int fd, const void* data, size_t size), (fd, data, size))
FAULTY(pwrite, ssize_t, pwrite, (int fd, const void* data, size_t size, off_t place), (fd, data, size, place))
FAULTY(pwrite, ssize_t, pwrite64, (int fd, const void* data, size_t size, off64_t place), (fd, data, size, place))
FAULTY(fsync, int, fsync, (int fd), (fd))
FAULTY(fsync, int, fdatasync, (int fd), (fd))
FAULTY(rename, int, rename, (const char* from, const char* to), (from, to))
FAULTY(rename, int, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to))
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  if (fails(CALL_rename)) return -1;
  if (flags && getenv("FAULT_OLD")) {
    errno = EINVAL;
    return -1;
  }
  return REAL(renameat2)(a, from, b, to, flags);
}
FAULTY(link, int, link, (const char* from, const char* to), (from, to))
FAULTY(link, int, linkat, (int a, const char* from, int b, const char* to, int flags), (a, from, b, to, flags))
FAULTY(unlink, int, unlink, (const char* path), (path))
FAULTY(unlink, int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
FAULTY(unlink, int, remove, (const char* path), (path))
FAULTY(rmdir, int, rmdir, (const char* path), (path))
FAULTY(mkdir, int, mkdir, (const char* path, mode_t mode), (path, mode))
FAULTY(mkdir, int, mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode))
FAULTY(ftruncate, int, ftruncate, (int fd, off_t size), (fd, size))
FAULTY(ftruncate, int, ftruncate64, (int fd, off64_t size), (fd, size))
FAULTY(mmap, void*, mmap, (void* place, size_t size, int rights, int flags, int fd, off_t from), (place, size, rights, flags, fd, from))
FAULTY(mmap, void*, mmap64, (void* place, size_t size, int rights, int flags, int fd, off64_t from), (place, size, rights, flags, fd, from))
FAULTY(pipe, int, pipe, (int ends[2]), (ends))
FAULTY(pipe, int, pipe2, (int ends[2], int flags), (ends, flags))
FAULTY(poll, int, poll, (struct pollfd* fds, nfds_t count, int time), (fds, count, time))
FAULTY(poll, int, ppoll, (struct pollfd* fds, nfds_t count, const struct timespec* time, const sigset_t* mask), (fds, count, time, mask))
FAULTY(fork, pid_t, fork, (void), ())

// A file that cannot be closed properly is closed all the same.
int close(int fd) {
  const int fault = fails(CALL_close), error = errno;
  const int result = REAL(close)(fd);
  if (!fault) return result;
  errno = error;
  return -1;
}

#define FAULTY_OPEN(name, parameters, arguments)                       \
  int name parameters {                                                \
    mode_t mode = 0;                                                   \
    if (flags & (O_CREAT | __O_TMPFILE)) {                             \
      va_list rest;                                                    \
      va_start(rest, flags);                                           \
      mode = va_arg(rest, mode_t);                                     \
      va_end(rest);                                                    \
    }                                                                  \
    if (fails(CALL_open)) return -1;                                   \
    return REAL(name) arguments;                                       \
  }
FAULTY_OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
FAULTY_OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
FAULTY_OPEN(openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
FAULTY_OPEN(openat64, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

int clone(int (*child)(void*), void* stack, int flags, void* argument, ...) {
  va_list rest;
  va_start(rest, argument);
  void* first = va_arg(rest, void*);
  void* second = va_arg(rest, void*);
  void* third = va_arg(rest, void*);
  va_end(rest);
  if (fails(CALL_fork)) return -1;
  return REAL(clone)(child, stack, flags, argument, first, second, third);
}
int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* attributes,
                char* const words[], char* const variables[]) {
  return fails(CALL_fork) ? errno : REAL(posix_spawn)(pid, path, actions, attributes, words, variables);
}
