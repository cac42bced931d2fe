/// What a user reads on standard error: notices, the progress line, and the summary at the end.
#pragma once

#include <cstdio>
#include <memory>
#include <string_view>

#include "cli/interrupt.h"
#include "report/event.h"
#include "report/progress.h"
#include "report/report.h"
#include "report/tally.h"

namespace whittle {

/// Prints "whittle: ", the prefix and the message, then each line of `more`, indented.
void print_message(std::string_view prefix, std::string_view message, std::string_view more);

class Console final : public Observer {
 public:
  struct Style {
    bool quiet = false;          ///< only warnings and errors
    bool verbose = false;        ///< also what each stage did
    bool prints_result = false;  ///< the result goes to standard output at the end
  };
  /// The console tells `interrupt` what to print if the process must end at once. `interrupt` must
  /// outlive the console.
  Console(Style style, Interrupt& interrupt) : style_(style), interrupt_(interrupt) {}

  void started(const RunStart& event) override;
  void noticed(const Notice& event) override;
  void told(const Told& event) override;
  void activity(const Activity& event) override;
  void ended(const Report& report) override;

 private:
  struct Live {
    Live(Progress::Style style, std::size_t bytes)
        : tally(bytes), progress(tally, stderr, style, bytes) {}
    Tally tally;
    Progress progress;
  };

  Style style_;
  Interrupt& interrupt_;
  std::unique_ptr<Live> live_;  // null until the search begins
};

}  // namespace whittle
