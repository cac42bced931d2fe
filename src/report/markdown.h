/// A text to paste into a bug report: the reduced input, the command and its output, versions, and
/// how the bug was found.
#pragma once

#include <string>
#include <vector>

#include "report/event.h"
#include "report/report.h"

namespace whittle {

struct MarkdownFacts {
  std::string called;                 ///< how whittle was called, as for a shell
  std::vector<std::string> versions;  ///< of the programs that the test runs
};

std::string markdown_report(const RunStart& start, const Report& report,
                            const MarkdownFacts& facts);

}  // namespace whittle
