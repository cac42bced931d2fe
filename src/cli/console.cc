#include "cli/console.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "document/disk.h"
#include "document/lines.h"
#include "oracle/make_spec.h"
#include "plan/effort.h"
#include "report/lines.h"
#include "report/summary.h"
#include "report/terminal.h"
#include "report/words.h"
#include "run/highlighted.h"

namespace whittle {
namespace {

/// Prints to standard error, without control characters: a text may quote a test or a file name. If
/// that cannot be written, as a log on a full disk, the run goes on:
/// fmt::print would throw.
template <typename... Values>
void tell(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = printable_lines(fmt::format(format, std::forward<Values>(values)...));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string sizes(std::uint64_t tokens, std::uint64_t bytes) {
  return fmt::format("{}, {}", counted(tokens, "token"), counted(bytes, "byte"));
}
void print_stages(const Report& report) {
  tell("{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", "stage", "asked", "tested", "interesting",
       "time", "bytes gone");
  for (const auto& [name, counts] : report.stages)
    tell("{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", name, with_commas(counts.asked),
         with_commas(counts.tested()), with_commas(counts.interesting), short_time(counts.time),
         with_commas(counts.bytes_removed));
}

/// Prints the refusals of each step of the test, and its share of the time.
void print_steps(const Report& report) {
  tell("{:<32} {:>9} {:>9} {:>11} {:>12}\n", "test stage", "tested", "refused", "time",
       "of the time");
  for (const StepCounts& step : report.steps)
    tell("{:<32} {:>9} {:>9} {:>11} {:>12}\n", step.name, with_commas(step.tested),
         with_commas(step.refused), short_time(step.time), percent_of(step.share, 1.0));
}

/// One row for each function, and which of them are still there.
void print_functions(const FunctionsLeft& functions) {
  const auto print = [](std::string_view what, const std::vector<std::string>& names) {
    for (const std::string& name : names) tell("{:<32} {:>9}\n", name, what);
  };
  tell("{:<32} {:>9}\n", "function", "");
  print("kept", functions.kept);
  print("emptied", functions.emptied);
  print("removed", functions.removed);
}

bool has_file(const Document& document, const std::string& path) {
  return std::ranges::find(document.files(), path, &File::path) != document.files().end();
}

/// The place of the best so far, in words. With `-o -` it is printed at the end. The file that the
/// run is known by may have been removed.
std::string where(const Report& report, bool prints_result) {
  if (prints_result) return "on standard output";
  if (report.result.files().empty() || !has_file(report.original, report.target) ||
      has_file(report.result, report.target))
    return "in " + report.target;
  return fmt::format("in {}, without {}", shown(report.result.files().front().path), report.target);
}

void print_ending(const Report& report, bool prints_result) {
  const std::string enough = fmt::format("stopped by --until '{}'", report.enough);
  const std::string_view why =
      report.ending == RunEnding::interrupted ? "interrupted"
      : report.ending == RunEnding::max_tests ? "the limit of --max-tests is reached"
      : report.ending == RunEnding::enough    ? std::string_view(enough)
                                              : "the limit of --max-time is reached";
  print_message("",
                fmt::format("{}; the best so far ({} of {} bytes) is {}", why,
                            with_commas(report.result.size()), with_commas(report.original.size()),
                            where(report, prints_result)),
                fmt::format("continue with: whittle --resume {}", shell_quoted(report.target)));
}

/// The first of these that is set says how characters are written.
bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value && *value) {
      const std::string_view locale = value;
      return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos;
    }
  return false;
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

/// Whether the terminal understands escape sequences.
bool can_draw() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) && term && *term && std::string_view(term) != "dumb";
}

LiveView::Options view_options(const Console::Style& style, LiveView::Controls controls) {
  using enum LiveView::Style;
  LiveView::Options options;
  options.style = style.quiet || style.progress == ProgressStyle::none ? none
                  : style.progress == ProgressStyle::plain             ? plain
                  : can_draw()                                         ? view
                                                                       : plain;
  options.coloured = !is_set("NO_COLOR");
  options.unicode = shows_unicode();
  options.keys = isatty(STDIN_FILENO);
  options.controls = std::move(controls);
  options.highlight = highlighted;
  return options;
}

/// The width of the terminal; 0 if there is none: nobody wants broken lines in a file.
std::size_t terminal_width() {
  const std::optional<Terminal::Size> terminal = Terminal::size_of(STDERR_FILENO);
  return terminal ? terminal->width : 0;
}

/// A line with a command to type stays whole, so that it can be copied.
std::string wrapped_message(const std::string& line, std::size_t width) {
  const bool has_command = line.contains(": whittle ") || line.starts_with("  ran:");
  return has_command ? line : wrapped(line, width, 4);
}

}  // namespace

std::string in_columns(std::string_view text, std::size_t indent) {
  return wrapped(text, terminal_width(), indent);
}

namespace {

std::string message_text(std::string_view prefix, std::string_view message, std::string_view more) {
  const std::size_t width = terminal_width();
  std::string text = wrapped_message(fmt::format("whittle: {}{}", prefix, message), width) + '\n';
  while (!more.empty()) {
    const std::size_t end = std::min(more.find('\n'), more.size());
    text += wrapped_message(fmt::format("  {}", more.substr(0, end)), width) + '\n';
    more.remove_prefix(std::min(end + 1, more.size()));
  }
  return text;
}

bool only_blanks(const Document& document) {
  return std::ranges::all_of(document.files(),
                             [](const File& file) { return is_all_space(*file.bytes); });
}

/// On a terminal a result is shown after the summary if it has at most so many lines.
constexpr std::size_t most_lines_shown = 40;

}  // namespace

void print_message(std::string_view prefix, std::string_view message, std::string_view more) {
  tell("{}", message_text(prefix, message, more));
}

Console::Console(Style style, Interrupt& interrupt, LiveView::Controls controls)
    : style_(style), interrupt_(interrupt), live_(view_options(style, std::move(controls))) {
  if (style_.quiet) interrupt_.set_last_words("");
}

void Console::started(const RunStart& event) {
  // A search that begins anew is the same run.
  if (std::exchange(has_begun_, true) || style_.quiet) return;
  interrupt_.set_last_words(
      printable_lines(fmt::format("whittle: interrupted; the best so far is {}\n"
                                  "  continue with: whittle --resume {}\n",
                                  style_.prints_result ? "kept with the run" : "in " + event.target,
                                  shell_quoted(event.target))));
  std::string text =
      message_text("",
                   fmt::format("{} ({}), {}; the test takes {}", shown(event.files.front()),
                               sizes(event.tokens, event.bytes), counted(event.jobs, "job"),
                               short_time(event.test_takes)),
                   "");
  if (!event.parsed_as.empty()) text += message_text("", event.parsed_as, "");
  live_.print(text);
}

void Console::noticed(const Notice& event) {
  if (style_.quiet && event.kind != Notice::Kind::warning) return;
  live_.print(message_text(event.kind == Notice::Kind::warning ? "warning: "
                           : event.kind == Notice::Kind::hint  ? "hint: "
                                                               : "",
                           event.message, event.way_out));
}

void Console::ended(const Report& report) {
  live_.finish();
  if (!has_begun_) {  // stopped before the search began
    if (!style_.quiet)
      tell("whittle: {}; {} is unchanged\n",
           report.ending == RunEnding::interrupted ? "interrupted"
                                                   : "the limit of --max-time is reached",
           report.target);
    return;
  }
  if (style_.verbose) print_stages(report);
  if (style_.verbose && !report.steps.empty()) print_steps(report);
  if (style_.verbose && report.functions) print_functions(*report.functions);
  if (report.result.size() == 0 && report.original.size() > 0)
    print_message(
        "warning: ",
        fmt::format("an empty input is interesting: {} may accept too much", report.test_name), "");
  else if (only_blanks(report.result) && !only_blanks(report.original))
    print_message(
        "warning: ",
        fmt::format("only blanks are left: {} may accept anything that is not empty",
                    report.test_name),
        "or it reads another copy of FILE, by an absolute path; it must read the one in the "
        "folder it is started in");
  if (style_.quiet) return;
  if (report.ending == RunEnding::no_gain)
    print_message("",
                  fmt::format("stopped after {} without a gain; to try more: --effort normal",
                              counted(quick_patience, "test")),
                  "");
  else if (report.ending != RunEnding::finished)
    print_ending(report, style_.prints_result);
  const std::size_t width = terminal_width();
  tell("{}\n", wrapped("whittle: " + summary_line(report), width, 4));
  for (const std::string& line : summary_details(report))
    tell("{}\n", wrapped("  " + line, width, 4));
  if (style_.prints_result || !style_.shows_result || !isatty(STDERR_FILENO)) return;
  if (const std::string text = result_as_text(report.result, most_lines_shown); !text.empty())
    tell("\n{}", text);
}

}  // namespace whittle
