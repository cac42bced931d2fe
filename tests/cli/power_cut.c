// Records what a program does to files below $TRACE_ROOT, one line for each call, to the file $TRACE. For power_cut.sh,
// which loads it before the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most = 4096 };
static int number_of[most];  // of the open file behind a descriptor; 0: not traced
static int opened;

static void line(const char* text, size_t size) {
  static int log = -1;
  if (log < 0) log = (int)syscall(SYS_openat, AT_FDCWD, getenv("TRACE"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (syscall(SYS_write, log, text, size) != (long)size) abort();
}
__attribute__((format(printf, 1, 2))) static void say(const char* format, ...) {
  char text[3 * PATH_MAX];
  va_list rest;
  va_start(rest, format);
  const int size = vsnprintf(text, sizeof(text), format, rest);
  va_end(rest);
  line(text, (size_t)size);
}
// The path below the root, or nothing.
static const char* below(int folder, const char* path, char* whole) {
  const char* root = getenv("TRACE_ROOT");
  char base[PATH_MAX] = "";
  if (path[0] != '/' && folder == AT_FDCWD && !getcwd(base, sizeof(base))) return NULL;
  if (path[0] != '/' && folder != AT_FDCWD) {
    char link[64];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", folder);
    const ssize_t size = readlink(link, base, sizeof(base) - 1);
    if (size < 0) return NULL;
    base[size] = 0;
  }
  snprintf(whole, 2 * PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path);
  const size_t size = root ? strlen(root) : 0;
  return size && strncmp(whole, root, size) == 0 && (whole[size] == '/' || whole[size] == 0) ? whole + size : NULL;
}
static void say_bytes(const char* what, int fd, long long at, const unsigned char* bytes, size_t size) {
  char* text = malloc(64 + 2 * size);
  int used = sprintf(text, "%s %d %lld ", what, number_of[fd], at);
  for (size_t i = 0; i < size; ++i) used += sprintf(text + used, "%02x", bytes[i]);
  text[used++] = '\n';
  line(text, (size_t)used);
  free(text);
}
static int traced(int fd) { return fd >= 0 && fd < most && number_of[fd] > 0; }
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_traced(int folder, const char* path, int flags, mode_t mode) {
  const int fd = (int)syscall(SYS_openat, folder, path, flags, mode);
  char whole[2 * PATH_MAX];
  const int error = errno;
  const char* name = fd >= 0 && fd < most ? below(folder, path, whole) : NULL;
  if (name) {
    number_of[fd] = ++opened;
    say("open %d %d %s\n", opened, flags & (O_CREAT | O_TRUNC), name);
  }
  errno = error;
  return fd;
}
#define MODE                                          \
  mode_t mode = 0;                                    \
  if (flags & (O_CREAT | O_TMPFILE)) {                \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode = va_arg(rest, mode_t);                      \
    va_end(rest);                                     \
  }
int open(const char* path, int flags, ...) { MODE return open_traced(AT_FDCWD, path, flags, mode); }
int open64(const char* path, int flags, ...) { MODE return open_traced(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char* path, int flags, ...) { MODE return open_traced(folder, path, flags, mode); }
int openat64(int folder, const char* path, int flags, ...) { MODE return open_traced(folder, path, flags, mode); }
int close(int fd) {
  if (fd >= 0 && fd < most) number_of[fd] = 0;
  return (int)syscall(SYS_close, fd);
}
ssize_t write(int fd, const void* bytes, size_t size) {
  const ssize_t done = syscall(SYS_write, fd, bytes, size);
  if (done > 0 && traced(fd)) say_bytes("write", fd, (long long)lseek(fd, 0, SEEK_CUR) - done, bytes, (size_t)done);
  return done;
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t at) {
  const ssize_t done = syscall(SYS_pwrite64, fd, bytes, size, at);
  if (done > 0 && traced(fd)) say_bytes("write", fd, at, bytes, (size_t)done);
  return done;
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t at) { return pwrite64(fd, bytes, size, at); }
int ftruncate64(int fd, off64_t size) {
  const int result = (int)syscall(SYS_ftruncate, fd, size);
  if (result == 0 && traced(fd)) say("cut %d %lld\n", number_of[fd], (long long)size);
  return result;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
static int sync_traced(long call, int fd) {
  const int result = (int)syscall(call, fd);
  if (result == 0 && traced(fd)) say("sync %d\n", number_of[fd]);
  return result;
}
int fsync(int fd) { return sync_traced(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_traced(SYS_fdatasync, fd); }
static int moved(const char* what, int result, int folder, const char* from, int to_folder, const char* to) {
  char a[2 * PATH_MAX], b[2 * PATH_MAX];
  const int error = errno;
  const char* first = result == 0 ? below(folder, from, a) : NULL;
  const char* second = result == 0 ? below(to_folder, to, b) : NULL;
  if (first && second) say("%s %s\t%s\n", what, first, second);
  errno = error;
  return result;
}
int rename(const char* from, const char* to) {
  return moved("rename", (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), AT_FDCWD, from, AT_FDCWD, to);
}
int renameat2(int folder, const char* from, int to_folder, const char* to, unsigned flags) {
  return moved("rename", (int)syscall(SYS_renameat2, folder, from, to_folder, to, flags), folder, from, to_folder, to);
}
int link(const char* from, const char* to) {
  return moved("link", (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), AT_FDCWD, from, AT_FDCWD, to);
}
static int named(const char* what, int result, int folder, const char* path) {
  char a[2 * PATH_MAX];
  const int error = errno;
  const char* name = result == 0 ? below(folder, path, a) : NULL;
  if (name) say("%s %s\n", what, name);
  errno = error;
  return result;
}
int mkdir(const char* path, mode_t mode) {
  return named("mkdir", (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode), AT_FDCWD, path);
}
int rmdir(const char* path) {
  return named("remove", (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR), AT_FDCWD, path);
}
int unlink(const char* path) { return named("remove", (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0), AT_FDCWD, path); }
int unlinkat(int folder, const char* path, int flags) {
  return named("remove", (int)syscall(SYS_unlinkat, folder, path, flags), folder, path);
}
