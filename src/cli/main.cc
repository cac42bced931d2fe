#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/program.h"

namespace whittle {
namespace {

/// A file that is opened while one of these is closed would get its number, and our messages would
/// be written into it.
void open_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) (void)::open("/dev/null", O_RDWR);  // the lowest number is `fd`
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  whittle::open_standard_streams();
  return whittle::run_program(whittle::called_as(argc > 0 ? argv[0] : ""),
                              std::vector<std::string>(argv + 1, argv + argc));
}
