#include "run/publish.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/program_name.h"
#include "document/lexer.h"
#include "oracle/make_spec.h"
#include "run/functions_left.h"
#include "run/programs_run.h"
#include "store/recording.h"
#include "syntax/errors.h"
#include "syntax/tree.h"

namespace whittle {
namespace {

/// The user's test as a shell would run it on the result.
std::string command_on(const Document& result, const TestOptions& test) {
  std::vector<std::string> paths;
  for (const File& file : result.files())
    if (file.kind == File::Kind::regular) paths.push_back(file.path);
  if (!test.conditions.command.empty()) {
    const std::string first = shell_quoted(expanded(test.conditions.command, paths));
    if (test.conditions.versus.empty()) return first;
    return first + "\n" + shell_quoted(expanded(test.conditions.versus, paths));
  }
  if (test.script.empty()) {
    std::string text;
    for (const TestStage& stage : test.conditions.stages)
      text += (text.empty() ? "" : "\n") +
              shell_quoted(expanded(shell_step(stage.name, stage.command).command, paths));
    return text;
  }
  std::vector<std::string> words = {test.script};
  words.insert(words.end(), paths.begin(), paths.end());
  return shell_quoted(words);
}

/// How many blanks the files have that were binary: most were written over bytes that could not be
/// removed.
std::size_t blanks_in(const Document& document, const std::vector<std::string>& binary_files) {
  std::size_t blanks = 0;
  for (const File& file : document.files())
    if (std::ranges::count(binary_files, file.path) > 0)
      blanks += static_cast<std::size_t>(std::ranges::count(*file.bytes, ' '));
  return blanks;
}

/// The path of the copy of the original; empty if there is none.
std::string original_at(const Opened& opened) {
  const Request& request = opened.ready.request;
  const std::string& file = request.files.front();
  const std::string place = !opened.copies.empty() ? opened.copies.front()
                            : request.output       ? file
                                                   : file + ".orig";
  return opened.ready.files->exists(place) ? shown(place) : "";
}

/// The part of a report that is about the files.
void add_files(Report& report, Opened& opened, const Confirmed& confirmed) {
  const Ready& ready = opened.ready;
  if (ready.request.view)  // the contents of FILE, for callers that print it
    if (Result<Document> file = ready.files->as_on_disk(confirmed.result)) {
      report.original = ready.files->loaded();
      report.result = std::move(*file);
    }
  if (ready.search.plan == "debloat")
    report.functions = functions_left(report.original, report.result, *ready.search.stage_maker);
  report.target = target_of(ready.request);
  report.original_at = original_at(opened);
  if (confirmed.searched.is_over() && keeps_record(ready.request.record, opened.folder.path()))
    report.history_at = shown(opened.folder.path());
  report.blanks = blanks_in(report.result, ready.search.stage_maker->binary_files);
}

/// Whether the tokens are those of `whole` without some of them. Reads `whole` in blocks of lines,
/// as no token is longer than a line, and only up to the last token of `part`: all tokens of 100 MB
/// would take 700 MB.
bool is_part_of(BytesView part, BytesView whole) {
  constexpr std::size_t block_size = std::size_t{1} << 18;
  const std::vector<Lexeme> tokens = lex(part);
  auto wanted = tokens.begin();
  while (wanted != tokens.end() && !whole.empty()) {
    const std::size_t line_end = whole.find('\n', block_size);
    const BytesView block = whole.substr(0, line_end);
    whole.remove_prefix(block.size());
    for (const Lexeme& token : lex(block))
      if (wanted != tokens.end() && token.in(block) == wanted->in(part)) ++wanted;
  }
  return wanted == tokens.end();
}

/// The part of a report that is about text that the original does not have.
void add_comparison(Report& report, const Ready& ready, const Document& result) {
  const StageMaker& maker = *ready.search.stage_maker;
  report.only_deleted = !maker.delete_only_files.empty();
  report.chose_delete_only = !ready.request.search.delete_only;
  report.chose_well_formed = !ready.request.search.well_formed;
  for (const File& file : result.files()) {
    const auto before = std::ranges::find(ready.original.files(), file.path, &File::path);
    if (file.kind != File::Kind::regular || before == ready.original.files().end() ||
        file.bytes == before->bytes)
      continue;
    report.has_new_text = report.has_new_text || !is_part_of(*file.bytes, *before->bytes);
    const Language& language = maker.trees->language(file.path, *before->bytes);
    if (language.parser != Parser::tree_sitter || before->bytes->size() > quick_to_parse) continue;
    if (const ErrorCounter errors(language, file.bytes);
        errors.errors() > 0 && ErrorCounter(language, before->bytes).errors() == 0)
      report.new_errors += errors.errors();
  }
}

/// The part of a report that is about the test.
void add_test(Report& report, Opened& opened, const Confirmed& confirmed) {
  const Ready& ready = opened.ready;
  report.test_name = ready.test.name;
  report.unconfirmed = confirmed.unconfirmed;
  report.confirmed = confirmed.passed;
  report.rate = ready.rate;
  report.failure = ready.test.sentence;
  report.test_command = command_on(confirmed.result, ready.request.test);
  // A run that was stopped has no last test.
  report.output = confirmed.output.empty() ? confirmed.searched.watchers->recorder.last_output()
                                           : confirmed.output;
  report.blamed = ready.request.blamed;
  report.goods = ready.request.test.conditions.goods;
  report.programs = programs_named(ready.request.test, ready.recipe.test.script);
  for (const std::string& path : opened.compilers) {
    std::erase(report.programs, program_name(path));
    report.programs.push_back(path);
  }
  report.shared = opened.elsewhere ? opened.elsewhere->from_other_runs() : 0;
  report.jobs = opened.elsewhere ? opened.elsewhere->slots() : slots_of(ready.request);
  report.bugs = confirmed.searched.watchers->other_failures.failures();
}

}  // namespace

Result<Published> publish(Opened& opened, const Confirmed& confirmed) {
  const Ready& ready = opened.ready;
  if (confirmed.result.size() == 0 && ready.original.size() > 0 &&
      !ready.request.test.allow_empty) {
    if (Result<void> given = ready.files->give_back(ready.original); !given)
      return std::unexpected(given.error());
    if (Result<void> removed = opened.folder.remove(); !removed)
      return std::unexpected(removed.error());
    return Published::nothing;
  }
  if (Result<void> saved = save(opened, confirmed.result, Durability::synced); !saved)
    return std::unexpected(saved.error());
  if (confirmed.searched.is_over() && ready.request.tidy && confirmed.unconfirmed == 0)
    for (const std::string& copy : opened.copies) ready.files->remove(copy);
  return Published::result;
}

Report report_of(Opened& opened, const Confirmed& confirmed) {
  Report report = report_of(confirmed.searched.end, opened.ready.original, confirmed.result);
  const bool by_user = opened.ready.stop.reason() == StopReasons::Reason::user;
  if (report.ending == RunEnding::interrupted && !by_user) report.ending = RunEnding::max_time;
  report.best_number = confirmed.best_number;
  if (const probe::Coverage& seen = *opened.ready.search.stage_maker->coverage; !seen.empty())
    report.probe = Probed{seen.recorder, seen.functions, seen.idle_functions};
  add_files(report, opened, confirmed);
  add_comparison(report, opened.ready, confirmed.result);
  add_test(report, opened, confirmed);
  return report;
}

bool keeps_record(KeepRecord record, const std::string& folder) {
  constexpr std::uint64_t small = 5'000'000;
  return record == KeepRecord::always ||
         (record == KeepRecord::if_small && Recording::size_of(folder) < small);
}

Result<void> close(Opened& opened, const Confirmed& confirmed, const Report& report) {
  if (!confirmed.searched.is_over()) return {};
  return opened.ready.request.lend_record || !report.history_at.empty()
             ? opened.folder.remove_but_record()
             : opened.folder.remove();
}

}  // namespace whittle
