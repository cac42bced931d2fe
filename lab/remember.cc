/// whittle-remember: a test that asks a folder of verdicts before it runs a subject's own test. For
/// `lab/`, where many algorithms ask about the same candidates.
///
/// It is the interpreter of a test script, so that a remembered verdict costs one process:
///
///     #!/path/to/whittle-remember
///     input.c
///     /folder/of/verdicts
///     /file/that/notes/each/test
///     /path/to/the/real/test.sh
///     hash of the original input
///
/// Notes for each test: the size of the candidate, its microseconds, and whether they are
/// remembered. What is killed meanwhile leaves no verdict, nor does the original: a test that makes
/// a /dev of its own refuses it once, before whittle goes elsewhere with its folders.
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"

namespace {

using std::string;

/// In one write, so that the lines of tests that run at once do not mix.
void note(const string& path, std::size_t size, long micros, bool remembered) {
  const string line = fmt::format("{} {} {}\n", size, micros, remembered ? 1 : 0);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || ::write(file, line.data(), line.size()) < 0) std::perror("whittle-remember");
  ::close(file);
}

string content(const string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && string(arguments[1]) == "--hash") {
    fmt::print("{}\n", whittle::hash_of(content(arguments[2])).hex());
    return 0;
  }
  std::ifstream script(count > 1 ? arguments[1] : "");
  string shebang, name, verdicts, times, test, original;
  for (string* line : {&shebang, &name, &verdicts, &times, &test, &original})
    std::getline(script, *line);
  if (!script) {
    fmt::print(stderr, "whittle-remember: the interpreter of a script that lab/lab makes\n");
    return 2;
  }
  const string candidate = content(name);
  const string key = whittle::hash_of(candidate).hex();
  arguments[1] = test.data();
  if (key == original) {
    ::execv(test.c_str(), arguments + 1);
    return 127;
  }
  const string verdict = verdicts + "/" + key;
  int status = 0;
  long micros = 0;
  if (std::ifstream(verdict) >> status >> micros) {
    note(times, candidate.size(), micros, true);
    return status;
  }
  const auto began = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (::posix_spawn(&child, test.c_str(), nullptr, nullptr, arguments + 1, environ) != 0)
    return 127;
  int ended = 0;
  ::waitpid(child, &ended, 0);
  micros = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                                 began)
               .count();
  status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
  const string unfinished = fmt::format("{}.{}", verdict, ::getpid());
  std::ofstream(unfinished) << status << ' ' << micros << '\n';
  ::rename(unfinished.c_str(), verdict.c_str());
  note(times, candidate.size(), micros, false);
  return status;
}
