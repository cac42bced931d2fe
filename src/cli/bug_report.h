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

struct BugReport {
  std::string path;
  Rights rights;
};

Result<void> write_markdown(const BugReport& to, const RunStart& start, const Report& report,
                            bool quiet);

/// `whittle report FILE -o FILE.md`: the same from the record in this run folder.
Result<void> write_markdown_of_record(const BugReport& to, const std::string& folder, bool quiet);

}  // namespace whittle
