#include "cli/bug_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "cli/console.h"
#include "cli/written_files.h"
#include "process/known_tools.h"
#include "process/local_tools.h"
#include "process/program.h"
#include "report/lines.h"
#include "report/markdown.h"
#include "run/programs_run.h"
#include "store/recording.h"

namespace whittle {
namespace {

/// The version that a program prints: all of its lines if it is a compiler, else the first one.
std::string version_of(const std::string& program) {
  const Result<std::string> path = find_program(program);
  if (!path) return {};
  const std::string_view option = version_option(program);
  LocalTools tools(LocalTools::Options{});
  const std::string command =
      fmt::format("exec {} {} 2>&1", shell_quoted(*path), option.empty() ? "--version" : option);
  const std::vector<std::optional<std::string>> printed = tools.run({{"/bin/sh", "-c", command}});
  if (!printed.front()) return {};
  std::string text = *printed.front();
  if (option.empty()) text.resize(std::min(text.find('\n'), text.size()));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Result<std::optional<std::string>> markdown_file(const Options& options) {
  if (!options.markdown) return std::nullopt;
  if (Result<void> free = check_may_write(*options.markdown, "--report", options.request.force);
      !free)
    return std::unexpected(free.error());
  return *options.markdown;
}

Result<void> write_markdown(const BugReport& to, const RunStart& start, const Report& report,
                            bool quiet) {
  MarkdownFacts facts;
  std::vector<std::string> called = {"whittle"};
  called.insert(called.end(), start.options.begin(), start.options.end());
  called.insert(called.end(), start.words.begin(), start.words.end());
  facts.called = shell_quoted(called);
  for (const std::string& program : report.programs)
    if (std::string version = version_of(program); !version.empty())
      facts.versions.push_back(std::move(version));
  if (Result<void> written =
          write_file(to.path, report_header() + markdown_report(start, report, facts), to.rights);
      !written)
    return written;
  if (!quiet) print_message("", "the report is in " + shown(to.path), "");
  return {};
}

Result<void> write_markdown_of_record(const BugReport& to, const std::string& folder, bool quiet) {
  const Result<Recording> record = Recording::open(folder);
  if (!record) return std::unexpected(record.error());
  struct Ends final : Observer {
    void started(const RunStart& event) override { start = event; }
    void ended(const Report& event) override { report = event; }
    RunStart start;
    std::optional<Report> report;
  } ends;
  record->tell(ends);
  if (!ends.report)
    return fail(ErrorKind::stale, fmt::format("the run in {} has no end yet", shown(folder)),
                "a run that was killed can be continued: whittle --resume FILE");
  const Result<Document> original = record->best(0);
  Result<Document> result = record->best(std::min(ends.report->best_number, record->best_count()));
  if (!original) return std::unexpected(original.error());
  if (!result) return std::unexpected(result.error());
  ends.start.bytes = original->size();
  ends.report->result = std::move(*result);
  return write_markdown(to, ends.start, *ends.report, quiet);
}

}  // namespace whittle
