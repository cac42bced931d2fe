/// The programs that a test runs, for reports: maintainers ask for the exact compiler first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/prepare.h"

namespace whittle {

/// The programs of the commands of a test, and the compilers that its shell commands and its script
/// name.
std::vector<std::string> programs_named(const TestOptions& test, std::string_view script);

/// A compiler that a run of the test starts by its name, also one that `make` or a script in
/// another file starts.
struct StartedCompiler {
  std::string path;
  std::string level;  ///< the last option -O* of its command; may be empty

  friend bool operator==(const StartedCompiler&, const StartedCompiler&) = default;
};

/// One more run of the test on the original.
struct NotedRun {
  std::vector<StartedCompiler> started = {};  ///< in order of their first start
  Outcome outcome = Outcome::uninteresting;
  bool interrupted = false;
  std::vector<std::string> passes = {};  ///< lines of LLVM's -opt-bisect-limit
};

/// Gives `words` to all starts of `compiler` with its level.
Result<NotedRun> run_and_note(Ready& ready, const StartedCompiler& compiler = {},
                              const std::string& words = {});

/// The paths of the compilers that a run of the test on the original starts, in their order.
std::vector<std::string> compilers_run(Ready& ready);

}  // namespace whittle
