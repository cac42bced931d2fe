/// A run in a browser: `--serve` and `--report FILE.html` during a run, `whittle view FILE` and
/// `whittle report FILE` afterwards or from beside.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/exit_codes.h"
#include "cli/options.h"
#include "document/new_file.h"
#include "page/serve.h"
#include "report/event.h"

namespace whittle {

/// The page of a run with `--serve`, and its report with `--report`.
class RunPage final : public Observer {
 public:
  /// Null if neither option was given. Sees to it that the record is there until `finish`.
  static Result<std::unique_ptr<RunPage>> open(Options& options);

  void started(const RunStart& /*event*/) override { has_started_ = true; }
  /// The page that reads the events of the run; null without `--serve`.
  Serve* server() const { return serve_.get(); }

  /// The run has ended, well or not: gives open pages the end, writes the report, and removes the
  /// record unless it is to be kept.
  Result<void> finish();

 private:
  RunPage() = default;

  std::string folder_;
  std::unique_ptr<Serve> serve_;
  std::string report_;  // empty: none
  Rights rights_ = 0600;
  bool quiet_ = false;
  bool has_started_ = false;
  KeepRecord record_ = KeepRecord::never;
};

/// Shows the run on FILE until Ctrl-C.
Result<ExitCode> view_run(const Options& options);

/// Writes the report of the run on FILE.
Result<ExitCode> report_run(const Options& options);

}  // namespace whittle
