#include "cli/batch.h"

#include <fmt/format.h>
#include <optional>
#include <utility>

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "document/disk.h"
#include "report/lines.h"
#include "report/words.h"
#include "run/batch.h"
#include "run/stop.h"

namespace whittle {
namespace {

/// Prints the events of a batch.
class BatchConsole final : public BatchObserver {
 public:
  BatchConsole(const Options& options, Interrupt& interrupt)
      : options_(options), interrupt_(interrupt) {}

  void began(std::size_t files, std::chrono::microseconds limit) override {
    say(fmt::format("the command runs on each of {} in {}, for at most {} (see --timeout)",
                    counted(files, "file"), shown(options_.request.files.front()),
                    short_time(limit)));
  }
  void sorted(const BatchReport& report) override {
    warn_of_hangs(report);
    if (report.groups.empty()) return;
    std::size_t failing = 0;
    for (const FailureGroup& group : report.groups) failing += group.inputs.size();
    say(fmt::format("{} {} in {}; the smallest of each is reduced", counted(failing, "file"),
                    failing == 1 ? "fails" : "fail", counted(report.groups.size(), "way")));
  }
  Observer& begins(std::size_t number, const BatchReport& report) override {
    const FailureGroup& group = report.groups[number - 1];
    say(fmt::format("{} of {}: {} ({} bytes): {}", number, report.groups.size(),
                    shown(group.inputs.front().path), with_commas(group.inputs.front().bytes),
                    group.failure));
    return console_.emplace(Console::Style{.quiet = !options_.verbose, .verbose = options_.verbose},
                            interrupt_);
  }
  std::string failed(const FailureGroup& group, const Error& failure) override {
    if (console_) console_->finish();
    const Error error = in_options(failure, call_of(options_.request));
    print_message(
        "warning: ", fmt::format("{}: {}", shown(group.inputs.front().path), error.message),
        error.way_out);
    return error.message;
  }

 private:
  void say(const std::string& message) const {
    if (!options_.quiet) print_message("", message, "");
  }
  static void warn_of_hangs(const BatchReport& report) {
    if (report.hangs.empty()) return;
    print_message("warning: ",
                  fmt::format("the command still runs after {} on {}, which batch does not reduce",
                              short_time(report.limit), counted(report.hangs.size(), "file")),
                  fmt::format("reduce one of them alone: whittle --slower-than {:g}s -o small {} "
                              "-- COMMAND @@",
                              std::chrono::duration<double>(report.limit).count(),
                              shown(report.hangs.front().path)));
  }

  const Options& options_;
  Interrupt& interrupt_;
  std::optional<Console> console_;  // of the run that is in progress
};

void print_table(const BatchReport& report) {
  fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", "files", "bytes", "reduced", "result", "failure");
  for (const FailureGroup& group : report.groups)
    fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", group.inputs.size(),
               with_commas(group.inputs.front().bytes),
               group.result.empty() ? "-" : with_commas(group.bytes),
               group.result.empty() ? "-" : shown(group.result), printable(group.failure));
  for (const NotReduced& rest : not_reduced(report))
    if (!rest.inputs.empty())
      fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", rest.inputs.size(), "", "", "", rest.why);
}

}  // namespace

Result<ExitCode> run_batch(Options options) {
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  options.request.phrase = notice_in_options;
  BatchConsole console(options, interrupt);
  const Result<BatchReport> report = reduce_batch(options.request, console);
  if (!report) return std::unexpected(report.error());
  if (report->groups.empty()) return exit_interrupted;  // before anything was known
  print_table(*report);
  return report->interrupted ? exit_interrupted : exit_success;
}

}  // namespace whittle
