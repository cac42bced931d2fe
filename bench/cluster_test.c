/* cluster_test MILLISECONDS FILE: the test of bench/cluster. Waits, then exits with 0 if FILE
   begins with the marker. It is small and static, so that what is measured is whittle and not the
   start of a shell. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const long milliseconds = atol(arguments[1]);
  const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  if (milliseconds > 0) nanosleep(&pause, NULL);
  static const char marker[] = "interesting";
  char begin[sizeof(marker) - 1];
  const int file = open(arguments[2], O_RDONLY);
  return file < 0 || read(file, begin, sizeof(begin)) != sizeof(begin) ||
         memcmp(begin, marker, sizeof(begin)) != 0;
}
