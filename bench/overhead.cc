// What a test costs beside the test: LocalOracle on a 10 KB file against a bare posix_spawn loop.
//
//     overhead [tests]
//
// Both run the same program, turn about in blocks so that other load on the machine hits both
// alike.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

#include "oracle/local_oracle.h"

extern char** environ;

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

double bare(const std::string& program) {
  const auto begin = Clock::now();
  std::string argument = "a.c";
  char* argv[] = {const_cast<char*>(program.c_str()), argument.data(), nullptr};
  pid_t pid = 0;
  if (::posix_spawn(&pid, program.c_str(), nullptr, nullptr, argv, environ)) std::abort();
  int status = 0;
  ::waitpid(pid, &status, 0);
  return Microseconds(Clock::now() - begin).count();
}

double asked(LocalOracle& oracle, const Document& candidate) {
  const auto begin = Clock::now();
  if (!oracle.start(1, candidate) || !oracle.wait()) std::abort();
  return Microseconds(Clock::now() - begin).count();
}

double median(std::vector<double>& times) {
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

void compare(const char* name, TestSpec spec, std::size_t tests) {
  const std::string program = spec.steps[0].command[0];
  auto oracle = LocalOracle::make(std::move(spec), {});
  if (!oracle) std::abort();
  const Document candidate = Document::single("a.c", Bytes(10'000, 'x'));
  std::vector<double> bare_times, asked_times;
  for (std::size_t i = 0; i < tests; ++i) {
    bare_times.push_back(bare(program));
    asked_times.push_back(asked(**oracle, candidate));
  }
  const double a = median(bare_times), b = median(asked_times);
  fmt::print("{:<28} {:>10.0f} {:>10.0f} {:>10.0f}\n", name, a, b, b - a);
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  using namespace whittle;
  const std::size_t tests = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000;
  const std::filesystem::path script =
      std::filesystem::temp_directory_path() / "whittle-overhead.sh";
  std::ofstream(script) << "#!/bin/sh\nexit 0\n";
  std::filesystem::permissions(script, std::filesystem::perms(0755));

  fmt::print("{:<28} {:>10} {:>10} {:>10}\n", "median of us per test", "spawn", "whittle",
             "overhead");
  compare("/bin/true", script_test("/bin/true"), tests);
  compare("#!/bin/sh, exit 0", script_test(script), tests);
  TestSpec captured = script_test(script);
  captured.steps[0].expect.output_lacks = {*Pattern::compile("panic")};
  compare("the same, output looked at", captured, tests);
  TestSpec sandboxed = script_test(script);
  sandboxed.sandbox = true;
  compare("the same, sandboxed", sandboxed, tests / 4);
  std::filesystem::remove(script);
}
