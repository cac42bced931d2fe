// The summary is the only part of a run that everybody reads. So it has the figures that a user
// compares (sizes, tests, time), then the checks and warnings, and a hint only if the figures of
// this run support it.
#include "report/summary.h"

#include <algorithm>
#include <fmt/format.h>

#include "report/lines.h"
#include "report/run_state.h"
#include "report/words.h"

namespace whittle {
namespace {

std::string sizes(const Measure& measure) {
  return fmt::format("{}, {}", counted(static_cast<std::uint64_t>(measure.tokens), "token"),
                     counted(static_cast<std::uint64_t>(measure.bytes), "byte"));
}

std::string lines_of(const Report& report) {
  const auto lines = [](const Measure& measure) {
    return static_cast<std::uint64_t>(measure.lines);
  };
  std::string text = fmt::format("{} -> {}", with_commas(lines(report.before)),
                                 counted(lines(report.after), "line"));
  const bool has_copy = !report.original_at.empty() && report.original_at != report.target;
  if (has_copy) text += "; the original is in " + report.original_at;
  if (!report.history_at.empty())
    text += (has_copy ? ", the history in " : "; the history is in ") + report.history_at;
  return text;
}

/// The five passes that removed most, and the rest: the figures add up to the difference between
/// the original and the result.
std::string most_removed_by(const Report& report) {
  std::string text;
  std::size_t count = 0;
  std::int64_t others = report.counts.tokens_removed;
  for (const PassRow& row : passes_by_gain(report.stages)) {
    const std::int64_t tokens = row.counts.tokens_removed, bytes = row.counts.bytes_removed;
    if (++count > 5 || tokens < 0 || (tokens == 0 && bytes <= 0)) break;
    text += fmt::format(
        "{}{} {}", text.empty() ? "" : ", ", row.name,
        tokens > 0 ? with_commas(tokens) : counted(static_cast<std::uint64_t>(bytes), "byte"));
    others -= tokens;
  }
  return others == 0 || text.empty() ? text
                                     : fmt::format("{}, others {}", text, with_commas(others));
}

std::string refusals_by_step(const Report& report) {
  std::string text;
  for (const StepCounts& step : report.steps)
    text += fmt::format("{}{} {} ({} of the time)", text.empty() ? "" : ", ", step.name,
                        with_commas(step.refused), percent_of(step.share, 1.0));
  return text;
}

std::string last_test(const Report& report) {
  if (!report.confirmed) return "";
  if (report.unconfirmed == 0) return "the final test, in a clean folder, passed";
  return fmt::format(
      "{} did not pass the final test, in a clean folder; the result is the last "
      "version that did",
      counted(report.unconfirmed, "later version"));
}

/// How often the result fails, if the failure comes and goes.
std::string rate_of_result(const Report& report) {
  const KeptRate& rate = *report.rate;
  const std::string before = fmt::format("{} of {}", rate.original.failed, rate.original.all);
  std::string text;
  if (report.confirmed && rate.result.all > 0)
    text = fmt::format(
        "fails in {} of {} runs (the original: {}): at least {} with 99 % confidence",
        rate.result.failed, rate.result.all, before, percent_of(rate.promised.least, 1.0));
  else
    text = fmt::format("its rate was not measured; the original failed in {} runs", before);
  if (rate.withdrawn > 0)
    text += fmt::format("; {} withdrawn, because later runs showed that they fail too seldom",
                        counted(rate.withdrawn, "version"));
  return text;
}

std::string verified(const Report& report) {
  std::string text;
  if (report.verified && report.verified->was_minimal)
    text = fmt::format("verified: no single {} can be removed ({} tried)", report.verified->element,
                       with_commas(report.verified->tried));
  else if (report.verified)
    text = fmt::format("verify found more: {} -> {}; now no single {} can be removed ({} tried)",
                       sizes(report.verified->before), sizes(report.verified->after),
                       report.verified->element, with_commas(report.verified->tried));
  const std::string last = report.rate ? rate_of_result(report) : last_test(report);
  return text + (text.empty() || last.empty() ? "" : "; ") + last;
}

/// The warnings of the run. Information and hints are left out: they were about its beginning.
std::vector<std::string> noticed(const Report& report) {
  std::vector<std::string> lines;
  const ToldCounts& counts = report.counts;
  if (counts.timed_out > 0)
    lines.push_back(
        fmt::format("{} of {} reached the time limit and counted as not interesting; see --timeout",
                    with_commas(counts.timed_out), counted(counts.tested(), "test")));
  if (counts.untested > 0)
    lines.push_back(
        fmt::format("{} not tested: more syntax errors than the original{}",
                    counted(counts.untested, "candidate"),
                    report.chose_well_formed ? "; to test them: --well-formed=off" : ""));
  if (report.new_errors > 0)
    lines.push_back(
        fmt::format("the result has {}, and the original none; to avoid that: "
                    "--well-formed",
                    counted(report.new_errors, "syntax error")));
  if (report.blanks > 0 && report.before.bytes > 0)
    lines.push_back(
        fmt::format("{} of the {} are blanks in place of bytes that could not be removed",
                    with_commas(report.blanks),
                    counted(static_cast<std::uint64_t>(report.after.bytes), "byte")));
  if (const auto& listening = report.listening; listening && listening->explained > 0)
    lines.push_back(
        fmt::format("compiler messages explained {} of {}; {} of {} succeeded",
                    with_commas(listening->explained), counted(listening->refusals, "refusal"),
                    with_commas(listening->repaired), counted(listening->repairs, "repair")));
  if (const auto& probe = report.probe)
    lines.push_back(fmt::format("probe ({}): {} of {} never ran", probe->recorder,
                                with_commas(probe->never_ran),
                                counted(probe->functions, "function")));
  for (const KeptBug& bug : report.bugs)
    lines.push_back(fmt::format("another failure was seen: {}; {} in {}", bug.failure,
                                counted(bug.bytes, "byte"), bug.folder));
  if (!report.bugs.empty())
    lines.push_back(fmt::format("to reduce one of them: whittle --resume --bug {} {}",
                                report.bugs.front().number, report.target));
  for (const Notice& notice : report.notices)
    if (notice.kind == Notice::Kind::warning) lines.push_back("warned: " + notice.message);
  return lines;
}

}  // namespace

std::string summary_line(const Report& report) {
  const std::string shared =
      report.shared > 0 ? fmt::format(", {} from other runs", with_commas(report.shared)) : "";
  return fmt::format("{} -> {}; {} run, {} used, {} remembered{}; {}", sizes(report.before),
                     sizes(report.after), counted(report.tests_run(), "test"),
                     with_commas(report.counts.tested()), with_commas(report.counts.remembered),
                     shared, short_time(report.time));
}

std::vector<std::string> summary_details(const Report& report) {
  std::vector<std::string> lines = {lines_of(report)};
  if (const std::string most = most_removed_by(report); !most.empty())
    lines.push_back("tokens removed by: " + most);
  if (const auto& functions = report.functions)
    lines.push_back(fmt::format(
        "{} kept, {} emptied, {} removed; {} of {} left",
        counted(functions->kept.size(), "function"), with_commas(functions->emptied.size()),
        with_commas(functions->removed.size()), with_commas(functions->statements_after),
        counted(functions->statements_before, "statement")));
  if (!report.steps.empty()) lines.push_back("refused by " + refusals_by_step(report));
  if (const std::string text = verified(report); !text.empty()) lines.push_back(text);
  for (std::string& line : noticed(report)) lines.push_back(std::move(line));
  for (const std::string& line : what_to_try(report)) lines.push_back("to try: " + line);
  return lines;
}

std::vector<std::string> what_to_try(const Report& report) {
  std::vector<std::string> lines;
  const ToldCounts& counts = report.counts;
  const std::size_t tests = counts.tested();
  if (report.left_out > 0 && !report.verified)
    lines.push_back(
        fmt::format("{} of the result left untried, because parts of them were refused; to try "
                    "all: --effort full",
                    counted(report.left_out, "edit")));
  if (report.only_deleted && report.chose_delete_only)
    lines.push_back(
        "all values are as they were; to shorten and replace them too: "
        "--delete-only=off");
  if (tests < 20) return lines;  // too few to say anything
  if (!report.only_deleted && report.has_new_text)
    lines.push_back("some text was replaced; to see only text of the original: --delete-only");
  const std::chrono::microseconds each = counts.time / static_cast<std::int64_t>(tests);
  if (each > std::chrono::seconds(2))
    lines.push_back(
        fmt::format("a test took {} on average; a quick check that refuses most "
                    "candidates saves time: --precheck COMMAND",
                    short_time(each)));
  if (counts.timed_out * 10 > tests)
    lines.push_back(
        fmt::format("{} of the tests reached the time limit: a shorter --timeout saves time",
                    percent_of(counts.timed_out, tests)));
  const std::size_t run = report.tests_run();
  if (report.jobs > 1 && run > 3 * tests)
    lines.push_back(
        fmt::format("only {} of the tests were used: fewer jobs (-j) would hardly take longer",
                    percent_of(tests, run)));
  return lines;
}

std::string result_as_text(const Document& result, std::size_t most_lines) {
  std::string text;
  for (const File& file : result.files()) {
    if (file.kind != File::Kind::regular) continue;
    if (file.bytes->find('\0') != file.bytes->npos) return {};
    if (result.files().size() > 1) text += fmt::format("--- {}\n", printable(file.path));
    for (BytesView rest = *file.bytes; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (end > 1000) return {};
      text += printable(rest.substr(0, end)) + '\n';
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return static_cast<std::size_t>(std::ranges::count(text, '\n')) > most_lines ? std::string()
                                                                               : text;
}

}  // namespace whittle
