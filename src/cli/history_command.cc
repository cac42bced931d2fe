#include "cli/history_command.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <string>

#include "cli/advice.h"
#include "cli/written_files.h"
#include "document/disk.h"
#include "document/goal.h"
#include "report/lines.h"
#include "report/run_state.h"
#include "report/words.h"
#include "run/explain.h"
#include "run/kept_bugs.h"
#include "run/unfinished.h"
#include "store/recording.h"

namespace whittle {
namespace {

Result<void> print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return fail(ErrorKind::disk, "cannot write to standard output");
  return {};
}

void print_row(std::string_view number, std::string_view time, const Measure& size,
               std::string_view pass) {
  fmt::print("{:>6} {:>9} {:>10} {:>11} {:>9}  {}\n", number, time,
             with_commas(static_cast<std::uint64_t>(size.tokens)),
             with_commas(static_cast<std::uint64_t>(size.bytes)),
             with_commas(static_cast<std::uint64_t>(size.lines)), pass);
}

/// Prints a row for each best whose document is stored.
class BestRows final : public Observer {
 public:
  explicit BestRows(std::size_t stored) : stored_(stored) {}
  void improved(const BestFound& best) override {
    if (best.number > stored_) return;
    print_row(std::to_string(best.number),
              clock_time(std::chrono::duration_cast<std::chrono::seconds>(best.at)),
              {static_cast<std::int64_t>(best.tokens), static_cast<std::int64_t>(best.bytes),
               static_cast<std::int64_t>(best.lines)},
              pass_of(best.stage));
  }

 private:
  std::size_t stored_;
};

Result<void> list_bests(const Recording& recording) {
  const Result<Document> original = recording.best(0);
  if (!original) return std::unexpected(original.error());
  fmt::print("{:>6} {:>9} {:>10} {:>11} {:>9}  {}\n", "best", "time", "tokens", "bytes", "lines",
             "pass");
  print_row("0", "0:00", measure(*original), "(the original)");
  BestRows rows(recording.best_count());
  recording.tell(rows);
  return {};
}

Result<std::size_t> number_in(const std::string& text, std::size_t most) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number > most)
    return fail(ErrorKind::usage,
                fmt::format("'{}' is not the number of a best, from 0 to {}", text, most),
                "0 is the original; list them: whittle history FILE");
  return number;
}

/// Nobody may read the copy who may not read `file`.
Result<void> save(const Document& best, const std::string& file, const std::string& path,
                  bool force) {
  const IfThere if_there = force ? IfThere::is_replaced : IfThere::is_kept;
  std::error_code ignored;
  if (!force && std::filesystem::exists(path, ignored))
    return fail(ErrorKind::usage, fmt::format("{} exists; -o does not overwrite it", shown(path)),
                "write to another place, or overwrite it: --force");
  const Rights most = rights_for_script({file}, path);
  const auto write = [&](const File& one, const std::string& to) {
    return write_file(to, *one.bytes, {one.mode & most.mode, most.for_group}, Durability::renamed,
                      if_there);
  };
  if (best.files().size() == 1) return write(best.files().front(), path);
  Result<void> written;
  for (const File& one : best.files()) {
    if (one.kind != File::Kind::regular) continue;
    const std::filesystem::path to = std::filesystem::path(path) / one.path;
    if (written) written = make_folders(to.parent_path().string(), most, Durability::renamed);
    if (written) written = write(one, to.string());
  }
  return written;
}

Result<Recording> open_record(const Options& options) {
  return Recording::open(run_folder_of(options.request.files.front()));
}

}  // namespace

Result<ExitCode> show_history(const Options& options) {
  const Result<Recording> recording = open_record(options);
  if (!recording) return std::unexpected(recording.error());
  if (options.request.files.size() == 1) {
    if (Result<void> listed = list_bests(*recording); !listed)
      return std::unexpected(listed.error());
    return exit_success;
  }
  const Result<std::size_t> number = number_in(options.request.files[1], recording->best_count());
  if (!number) return std::unexpected(number.error());
  const Result<Document> best = recording->best(*number);
  if (!best) return std::unexpected(best.error());
  const std::optional<std::string>& output = options.request.output;
  if ((!output || output == "-") && best->files().size() != 1)
    return fail(ErrorKind::usage,
                fmt::format("best {} has {}", *number, counted(best->files().size(), "file")),
                "write them to a folder: -o FOLDER");
  if (Result<void> written = output && output != "-" ? save(*best, options.request.files.front(),
                                                            *output, options.request.force)
                                                     : print(*best->files().front().bytes);
      !written)
    return std::unexpected(written.error());
  return exit_success;
}

Result<ExitCode> show_bugs(const Options& options) {
  const std::string& file = options.request.files.front();
  const std::vector<KeptBug> bugs = kept_bugs(bugs_folder_of(file));
  if (bugs.empty())
    return fail(ErrorKind::stale, fmt::format("no other bug of {} is known", shown(file)),
                fmt::format("looked for: {}", shown(bugs_folder_of(file))));
  fmt::print("{:>3} {:>11}  {}\n", "bug", "bytes", "failure");
  for (const KeptBug& bug : bugs)
    fmt::print("{:>3} {:>11}  {}\n", bug.number, with_commas(bug.bytes), printable(bug.failure));
  return exit_success;
}

Result<ExitCode> show_explanation(const Options& options) {
  const Result<Recording> recording = open_record(options);
  if (!recording) return std::unexpected(recording.error());
  const Result<Explanation> explanation = explain(*recording);
  if (!explanation) return std::unexpected(explanation.error());
  const bool to_file = options.json && *options.json != "-";
  if (to_file)
    if (Result<void> free = check_may_write(*options.json, "--json", options.request.force); !free)
      return std::unexpected(free.error());
  const std::string text =
      in_options(options.json ? to_json_lines(*explanation) : to_text(*explanation));
  if (Result<void> written =
          to_file ? write_file(*options.json, with_program(text),
                               rights_for_report(options.request.files, *options.json))
                  : print(text);
      !written)
    return std::unexpected(written.error());
  return exit_success;
}

}  // namespace whittle
