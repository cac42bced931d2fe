/// `--report FILE.md`: what a bug report needs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "document/new_file.h"
#include "report/event.h"
#include "report/report.h"

namespace whittle {

/// The file of `--report FILE.md`; nothing without that option. An error if it must not be written.
Result<std::optional<std::string>> markdown_file(const Options& options);

/// The programs that a test runs: those of its commands, and compilers that its shell commands
/// name.
std::vector<std::string> programs_of(const Conditions& conditions);

struct BugReport {
  std::string path;
  std::vector<std::string> programs;  ///< whose versions are in the report
  std::vector<std::string> goods;     ///< commands that accept the result
  Rights rights;
};

Result<void> write_markdown(const BugReport& to, const RunStart& start, const Report& report,
                            bool quiet);

}  // namespace whittle
