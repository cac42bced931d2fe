#include "cli/console.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unistd.h>

#include "document/disk.h"
#include "plan/effort.h"
#include "report/words.h"

namespace whittle {
namespace {

std::string sizes(std::uint64_t tokens, std::uint64_t bytes) {
  return fmt::format("{}, {}", counted(tokens, "token"), counted(bytes, "byte"));
}
std::string sizes(const Measure& measure) {
  return sizes(static_cast<std::uint64_t>(measure.tokens),
               static_cast<std::uint64_t>(measure.bytes));
}

void print_stages(const Report& report) {
  fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", "stage", "asked", "tested",
             "interesting", "time", "bytes gone");
  for (const auto& [name, counts] : report.stages)
    fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", name, with_commas(counts.asked),
               with_commas(counts.tested()), with_commas(counts.interesting),
               short_time(counts.time), with_commas(counts.bytes_removed));
}

/// What each step of the test refused, and its part of the time.
void print_steps(const Report& report) {
  fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>12}\n", "test stage", "tested", "refused",
             "time", "of the time");
  for (const StepCounts& step : report.steps)
    fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>10.0f} %\n", step.name,
               with_commas(step.tested), with_commas(step.refused), short_time(step.time),
               100 * share_of_time(step, report.steps));
}

std::string refusals_by_step(const Report& report) {
  std::string text;
  for (const StepCounts& step : report.steps)
    text += fmt::format("{}{} {} ({:.0f} % of the time)", text.empty() ? "" : ", ", step.name,
                        with_commas(step.refused), 100 * share_of_time(step, report.steps));
  return text;
}

/// One row for each function, and which of them are still there.
void print_functions(const FunctionsLeft& functions) {
  const auto print = [](std::string_view what, const std::vector<std::string>& names) {
    for (const std::string& name : names) fmt::print(stderr, "{:<32} {:>9}\n", name, what);
  };
  fmt::print(stderr, "{:<32} {:>9}\n", "function", "");
  print("kept", functions.kept);
  print("emptied", functions.emptied);
  print("removed", functions.removed);
}

void print_verified(const Verified& verified) {
  if (verified.was_minimal)
    fmt::print(stderr, "whittle: verified: no single {} can go ({} tried)\n", verified.element,
               with_commas(verified.tried));
  else
    fmt::print(stderr, "whittle: verify found more: {} -> {}; now no single {} can go ({} tried)\n",
               sizes(verified.before), sizes(verified.after), verified.element,
               with_commas(verified.tried));
}

/// Where the best so far is. With `-o -` it is printed at the end.
std::string where(const std::string& target, bool prints_result) {
  return prints_result ? "on standard output" : "in " + target;
}

void print_ending(const Report& report, bool prints_result) {
  const std::string enough = fmt::format("stopped by --until '{}'", report.enough);
  const std::string_view why = report.ending == RunEnding::interrupted ? "interrupted"
                               : report.ending == RunEnding::max_tests
                                   ? "all tests allowed are spent"
                               : report.ending == RunEnding::enough ? std::string_view(enough)
                                                                    : "the time allowed is over";
  fmt::print(stderr,
             "whittle: {}; the best so far ({} of {} bytes) is {}\n"
             "  continue with: whittle --resume {}\n",
             why, with_commas(report.result.size()), with_commas(report.original.size()),
             where(report.target, prints_result), report.target);
}

void print_totals(const Report& report) {
  const std::size_t tested = report.counts.tested();
  fmt::print(stderr, "whittle: {} -> {}; {} ({} ahead), {} remembered, {}\n", sizes(report.before),
             sizes(report.after), counted(tested, "test"),
             with_commas(report.activity.started - std::min(report.activity.started, tested)),
             with_commas(report.counts.remembered), short_time(report.time));
  if (const auto& functions = report.functions)
    fmt::print(stderr, "whittle: {} kept, {} emptied, {} removed; {} of {} left\n",
               counted(functions->kept.size(), "function"), with_commas(functions->emptied.size()),
               with_commas(functions->removed.size()), with_commas(functions->statements_after),
               counted(functions->statements_before, "statement"));
  if (!report.steps.empty())
    fmt::print(stderr, "whittle: refused by {}\n", refusals_by_step(report));
  if (const Listening& listening = report.listening; listening.explained > 0)
    fmt::print(stderr, "whittle: messages of a compiler explained {} of {}; {} of {} succeeded\n",
               with_commas(listening.explained), counted(listening.refusals, "refusal"),
               with_commas(listening.repaired), counted(listening.repairs, "repair"));
  if (report.blanks > 0 && report.before.bytes > 0)
    fmt::print(stderr,
               "whittle: {} of the {} are blanks: what they replaced could not be removed\n",
               with_commas(report.blanks),
               counted(static_cast<std::uint64_t>(report.after.bytes), "byte"));
  if (report.counts.untested > 0)
    fmt::print(stderr, "whittle: {} not tested: more syntax errors than the original\n",
               counted(report.counts.untested, "candidate"));
  if (report.counts.timed_out > 0)
    fmt::print(stderr,
               "whittle: {} of {} reached the time limit and counted as not interesting; "
               "see --timeout\n",
               with_commas(report.counts.timed_out), counted(tested, "test"));
}

}  // namespace

void print_message(std::string_view prefix, std::string_view message, std::string_view more) {
  fmt::print(stderr, "whittle: {}{}\n", prefix, message);
  while (!more.empty()) {
    const std::size_t end = std::min(more.find('\n'), more.size());
    fmt::print(stderr, "  {}\n", more.substr(0, end));
    more.remove_prefix(std::min(end + 1, more.size()));
  }
}

void Console::started(const RunStart& event) {
  interrupt_.set_last_words(
      fmt::format("whittle: interrupted; the best so far is {}\n"
                  "  continue with: whittle --resume {}\n",
                  style_.prints_result ? "kept with the run" : "in " + event.target, event.target));
  const auto style = style_.quiet             ? Progress::Style::none
                     : isatty(fileno(stderr)) ? Progress::Style::terminal
                                              : Progress::Style::plain;
  live_ = std::make_unique<Live>(style, event.bytes);
  if (style_.quiet) return;
  fmt::print(stderr, "whittle: {} ({}), {}; the test takes {}\n", shown(event.files.front()),
             sizes(event.tokens, event.bytes), counted(event.jobs, "job"),
             short_time(event.test_takes));
  if (!event.parsed_as.empty()) fmt::print(stderr, "whittle: {}\n", event.parsed_as);
}

void Console::noticed(const Notice& event) {
  if (style_.quiet && event.kind != Notice::Kind::warning) return;
  if (live_) live_->progress.clear();
  print_message(event.kind == Notice::Kind::warning ? "warning: "
                : event.kind == Notice::Kind::hint  ? "hint: "
                                                    : "",
                event.message, event.way_out);
}

void Console::told(const Told& event) {
  live_->tally.told(event);
  live_->progress.told(event);
}

void Console::activity(const Activity& event) {
  live_->tally.activity(event);
  live_->progress.activity(event);
}

void Console::ended(const Report& report) {
  const bool by_user = report.ending == RunEnding::interrupted;
  if (!live_) {  // stopped before the search began
    fmt::print(stderr, "whittle: {}; {} is as it was\n",
               by_user ? "interrupted" : "the time allowed is over", report.target);
    return;
  }
  live_->progress.clear();
  if (report.verified && !style_.quiet) print_verified(*report.verified);
  if (style_.verbose) print_stages(report);
  if (style_.verbose && !report.steps.empty()) print_steps(report);
  if (style_.verbose && report.functions) print_functions(*report.functions);
  for (const auto& [failure, path] : report.other_failures)
    fmt::print(stderr, "whittle: another failure was seen: {}\n  saved in: {}\n", failure, path);
  if (report.result.size() == 0 && report.original.size() > 0)
    fmt::print(stderr, "whittle: warning: an empty input is interesting: {} may accept too much\n",
               report.test_name);
  if (style_.quiet && !by_user) return;
  if (report.ending == RunEnding::no_gain)
    fmt::print(stderr, "whittle: stopped after {} without a gain; to try more: --effort normal\n",
               counted(quick_patience, "test"));
  else if (report.ending != RunEnding::finished)
    print_ending(report, style_.prints_result);
  print_totals(report);
  if (report.left_out > 0 && !report.verified)
    fmt::print(stderr,
               "whittle: {} of the result left untried, as parts of them were refused; to try "
               "all: --effort full\n",
               counted(report.left_out, "edit"));
}

}  // namespace whittle
