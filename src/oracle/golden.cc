// The failure to keep is found by executing the command on the original, so that a user need not
// write a pattern. Errors that have nothing to do with the input are refused here with a way out: a
// program that does not exist, a command that does not end, and a command that does not fail.
//
// Numbers, paths and addresses are masked by their look. Names of files, temporary folders without
// a slash and names of threads do not look like anything, so they are masked by observation: two
// more runs show the words that vary.
//
// Most tools exit with 1 for any broken input. A line that only the original
// prints is kept as well if the command ends in the same way on an empty file or on half of the
// original, or if that line says what is wrong: pytest exits with 1 for any test that fails. Of a
// command that succeeds, a warning is kept.
#include "oracle/golden.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

#include "base/reason.h"
#include "base/replace_all.h"
#include "failure/mask.h"
#include "failure/output_lines.h"
#include "failure/telling_line.h"
#include "oracle/make_spec.h"

namespace whittle {

namespace fs = std::filesystem;

namespace {

/// The main command alone, without an expectation: prechecks and further commands have their own
/// conditions, and the failure of the main command is the unknown.
TestSpec main_command_of(const TestSpec& spec) {
  TestSpec golden = spec;
  const auto preparing = static_cast<std::ptrdiff_t>(spec.preparing_steps);
  golden.steps.assign(spec.steps.begin(), spec.steps.begin() + preparing);
  golden.steps.push_back(spec.steps[spec.main_step]);
  golden.steps.back().expect = {};
  golden.main_step = spec.preparing_steps;
  return golden;
}

/// Whether `word` is in a file of the document as a whole word.
bool has_word(const Document& document, BytesView word) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  };
  return std::ranges::any_of(document.files(), [&](const File& file) {
    const Bytes& bytes = *file.bytes;
    for (std::size_t at = 0; (at = bytes.find(word, at)) != Bytes::npos; ++at) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !is_part(bytes[at - 1])) && (end == bytes.size() || !is_part(bytes[end])))
        return true;
    }
    return false;
  });
}

/// Whether a shell misses a program that the document names: it runs or reads the document.
bool misses_named_program(const Document& document, const CommandRun& run) {
  constexpr std::string_view not_found = ": not found", command_not_found = ": command not found";
  return std::ranges::any_of(output_lines(run), [&](std::string line) {
    for (const std::string_view end : {command_not_found, not_found})
      if (line.ends_with(end)) {
        line.resize(line.size() - end.size());
        return has_word(document, BytesView(line).substr(line.rfind(' ') + 1));
      }
    return false;
  });
}

/// The failure in the run of the main command, or why there is none to keep.
Result<Failure> failure_to_keep(const Document& document, const Witness& witness,
                                std::size_t main_step) {
  if (witness.commands.size() <= main_step)
    return fail(ErrorKind::not_interesting, "the view's ENCODE fails on what its DECODE printed",
                fmt::format("ran:    {}{}", witness.ran, first_lines(witness)));
  const CommandRun& run = witness.commands.back();
  if (run.timed_out)
    return fail(ErrorKind::not_interesting, {Reason::command_hangs, {witness.ran}},
                fmt::format("the command did not end within {:.3g} s",
                            std::chrono::duration<double>(run.duration).count()),
                "to keep that, set test.conditions.slower_than; if it needs more time, "
                "test.timeout\nran:    " +
                    witness.ran);
  // A shell, env or timeout exits in this way if it cannot start the program, whatever the input.
  if (run.exit_status == 126 || (run.exit_status == 127 && !misses_named_program(document, run)))
    return fail(ErrorKind::test,
                {Reason::command_is_missing,
                 {std::to_string(run.exit_status), witness.ran + first_lines(witness)}},
                fmt::format("the command exits with {}: {}", run.exit_status,
                            run.exit_status == 127 ? "a program was not found"
                                                   : "a program could not be run"),
                fmt::format("to keep that, set test.conditions.exits\nran:    {}{}", witness.ran,
                            first_lines(witness)));
  Failure failure = failure_on(document, run);
  if (!failure.is_failure())
    return fail(ErrorKind::not_interesting,
                {Reason::command_shows_nothing, {"", witness.ran + first_lines(witness)}},
                "the command exits with 0 and prints nothing that looks like a failure",
                fmt::format("say what to keep in test.conditions\nran:    {}{}", witness.ran,
                            first_lines(witness)));
  return failure;
}

/// Whether the command receives the path of the candidate; if not, it may look for the file's name.
bool takes_path(const TestSpec& golden) {
  return std::ranges::any_of(golden.steps, [](const Step& step) {
    return std::ranges::any_of(step.command,
                               [](const std::string& word) { return word.contains("@@"); });
  });
}

constexpr std::string_view another_name = "another_name";

/// The end of the name of a file without its suffixes.
std::size_t end_of_stem(const std::string& path) {
  return std::min(path.find('.', path.rfind('/') + 2), path.size());
}

/// The document with its only file under another name; as it is if it has several files, or if the
/// command names the file or finds it by itself.
Document under_another_name(const TestSpec& golden, const Document& document) {
  if (document.files().size() != 1 || !golden.paths.empty() || !takes_path(golden)) return document;
  File file = document.files().front();
  const std::size_t name = file.path.rfind('/') + 1;
  const std::size_t stem_end = end_of_stem(file.path);
  for (const Step& step : golden.steps)
    for (const std::string& word : step.command)
      if (word.find(file.path.substr(name)) != std::string::npos) return document;
  file.path.replace(name, stem_end - name, another_name);
  return Document({std::move(file)});
}

/// A program of one file in Rust has the name of its file, which is part of the names of its
/// functions: `my_bug::main` in my-bug.rs.
void undo_another_name(std::vector<Frame>& frames, const Document& original) {
  const std::string& path = original.files().front().path;
  const std::size_t name = path.rfind('/') + 1;
  std::string stem = path.substr(name, end_of_stem(path) - name);
  std::ranges::replace(stem, '-', '_');
  for (Frame& frame : frames) replace_all(frame.pattern, another_name, quoted_pattern(stem));
}

/// The document with an empty line in front of each file.
Document with_line_in_front(const Document& document) {
  std::vector<File> files = document.files();
  for (File& file : files)
    if (file.kind == File::Kind::regular) file.bytes = share("\n" + *file.bytes);
  return Document(std::move(files));
}

/// Each file up to the end of the line in its middle.
Document first_half(const Document& document) {
  std::vector<File> files = document.files();
  for (File& file : files) {
    if (file.kind != File::Kind::regular) continue;
    const std::size_t line_end = file.bytes->find('\n', file.bytes->size() / 2);
    const std::size_t end =
        line_end < file.bytes->size() - 1 ? line_end + 1 : file.bytes->size() / 2;
    file.bytes = share(file.bytes->substr(0, end));
  }
  return Document(std::move(files));
}

/// Whether each part of a path is in the document, as in the place of a value that a tool checks:
/// `/paths/~1items~1{id}/get/parameters/1`, in which `~1` is a slash (RFC 6901).
bool has_each_part(const Document& document, BytesView path) {
  for (std::size_t begin = path.find('/') + 1; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string part(path.substr(begin, end - begin));
    replace_all(part, "~1", "/");
    replace_all(part, "~0", "~");
    const bool is_number = part.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number && !has_word(document, part)) return false;
    begin = end + 1;
  }
  return true;
}

/// Requires: `document` outlives the result.
NamedInInput names_in(const Document& document) {
  return [&document](BytesView path) {
    return has_word(document, path) || (path.starts_with('/') && has_each_part(document, path));
  };
}

/// The runs of the main command, one after another. Each `Result` is false if the user interrupts.
class GoldenRuns {
 public:
  /// `compares` tells whether `compare` will be called.
  GoldenRuns(const TestSpec& spec, const Document& original, LocalOracle::Options options,
             bool compares)
      : golden_(main_command_of(spec)),
        original_(original),
        options_(std::move(options)),
        compares_(compares) {
    options_.slots = 1;
  }

  /// Runs the command on the original until it fails, at most `most` times.
  Result<bool> find(std::size_t most) {
    for (std::size_t run = 0; run < most; ++run) {
      Result<Witness> witness = run_on(original_);
      if (!witness) return std::unexpected(witness.error());
      if (witness->interrupted) return false;
      Result<Failure> failure = failure_to_keep(original_, *witness, golden_.main_step);
      if (!failure && run + 1 < most) continue;
      if (!failure && !may_warn(failure.error())) return std::unexpected(failure.error());
      if (failure)
        failure_ = std::move(*failure);
      else
        shows_nothing_ = std::move(failure.error());
      shown_.push_back(std::move(witness->commands.back()));
      break;
    }
    return true;
  }

  /// Masks the words that vary in `wanted` more failures, at most `most` runs: every second one is
  /// under another name.
  Result<bool> observe_again(std::size_t wanted, std::size_t most) {
    failure_ = without_candidate_callers(std::move(failure_), original_, begin_);
    const Document elsewhere = under_another_name(golden_, original_);
    for (std::size_t run = 0, seen = 0; run < most && seen < wanted; ++run) {
      Result<Witness> witness = run_on(run % 2 == 0 ? original_ : elsewhere);
      if (!witness) return std::unexpected(witness.error());
      if (witness->interrupted) return false;
      Result<Failure> again = failure_to_keep(original_, *witness, golden_.main_step);
      if (again) undo_another_name(again->frames, original_);
      if (shows_nothing_ && !again && may_warn(again.error()))
        shown_.push_back(std::move(witness->commands.back()));
      if (shows_nothing_ || !again) continue;
      Failure common = observed_again(failure_, *again);
      // A tool may refuse another name, as Java does. That is another failure.
      if (2 * common.message.size() < failure_.message.size()) continue;
      failure_ = std::move(common);
      ++seen;
      shown_.push_back(std::move(witness->commands.back()));
    }
    return observe_place();
  }

  /// Adds a line to the failure if the command ends like this on other inputs too. `except`: see
  /// `emptied`.
  Result<bool> compare(const std::vector<std::string>& except) {
    // The name of an exception alone says as little as an exit status.
    const bool says_little = failure_.frames.empty() && !failure_.message.contains(' ');
    if (failure_.is_crash() && !says_little) return true;
    const auto most = limit_on_empty(shown_.front().duration);
    auto oracle = LocalOracle::make(golden_, options_);
    if (!oracle) return std::unexpected(oracle.error());
    Result<Witness> on_empty = (*oracle)->run_aside(emptied(original_, except), most);
    if (!on_empty) return std::unexpected(on_empty.error());
    Result<Witness> on_half = (*oracle)->run_aside(first_half(original_), most);
    if (!on_half) return std::unexpected(on_half.error());
    if (on_empty->interrupted || on_half->interrupted) return false;
    if (on_empty->commands.empty() || on_half->commands.empty()) {
      if (shows_nothing_) return std::unexpected(*shows_nothing_);
      return true;
    }
    const CommandRun &empty = on_empty->commands.back(), &half = on_half->commands.back();
    if (shows_nothing_) return find_warning(empty, half);
    add_telling_line(empty, half, says_little && failure_.kind != FailureKind::signal);
    return true;
  }

  Failure failure() && { return std::move(failure_); }

 private:
  /// A script may compile the candidate under any name. A place in it moves with its lines.
  Result<bool> observe_place() {
    if (failure_.place.empty()) return true;
    const Result<Witness> witness = run_on(with_line_in_front(original_));
    if (!witness) return std::unexpected(witness.error());
    if (witness->interrupted) return false;
    const Result<Failure> again = failure_to_keep(original_, *witness, golden_.main_step);
    if (again && again->place != failure_.place) failure_.place.clear();
    return true;
  }

  bool may_warn(const Error& error) const {
    return compares_ && error.cause.reason == Reason::command_shows_nothing;
  }

  void add_telling_line(const CommandRun& empty, const CommandRun& half, bool is_plain) {
    const BugMatcher matcher(wanted_bug(failure_, SameBug::message));
    const bool must_differ = matcher.shown_by(empty) || (is_plain && matcher.shown_by(half));
    if (!must_differ && !is_plain) return;
    auto [line, detail] = telling_lines(shown_, empty, half, names_in(original_));
    if (line.empty() || (!must_differ && !says_why(line, shown_.front()))) return;
    if (!failure_.message.empty() && line.ends_with(failure_.message)) return;
    failure_.message = std::move(line);
    failure_.detail = std::move(detail);
    failure_.announced = nullptr;
  }

  /// If a command succeeds, its warning on standard error is the failure. Without a warning, the
  /// error names a line that the user may mean.
  Result<bool> find_warning(const CommandRun& empty, const CommandRun& half) {
    std::vector<CommandRun> errors = shown_;
    for (CommandRun& run : errors) run.out = BoundedOutput();
    auto [line, detail] = telling_lines(errors, empty, half, names_in(original_));
    if (!line.empty() && warns(line)) {
      failure_.kind = FailureKind::diagnostic;
      failure_.message = std::move(line);
      failure_.detail = std::move(detail);
      return true;
    }
    Error error = std::move(*shows_nothing_);
    if (const std::string steady = steady_line(shown_, {empty}); !steady.empty())
      error.cause.values.front() =
          fmt::format("to keep a line that it prints: test.conditions.output_has = {}\n",
                      shell_quoted(quoted_pattern(steady)));
    return std::unexpected(std::move(error));
  }

  Result<Witness> run_on(const Document& document) const {
    auto oracle = LocalOracle::make(golden_, options_);
    if (!oracle) return std::unexpected(oracle.error());
    return (*oracle)->run_alone(document);
  }

  const TestSpec golden_;
  const Document& original_;
  LocalOracle::Options options_;
  bool compares_;
  const fs::file_time_type begin_ = fs::file_time_type::clock::now();
  Failure failure_;
  std::optional<Error> shows_nothing_;  // the command succeeds, and no line looks like a failure
  std::vector<CommandRun> shown_;       // on the original, with this failure
};

}  // namespace

Failure failure_on(const Document& document, const CommandRun& run) {
  return failure_in(run, names_in(document));
}

namespace {

bool is_temporary(const std::string& path) {
  std::error_code ignored;
  const std::string chosen = fs::temp_directory_path(ignored).string() + "/";
  return std::ranges::any_of(
      std::array<std::string_view, 4>{"/tmp/", "/var/tmp/", "/dev/shm/", chosen},
      [&](std::string_view folder) { return path.starts_with(folder); });
}

}  // namespace

Failure without_candidate_callers(Failure failure, const Document& document,
                                  fs::file_time_type since) {
  const auto has_place = [&](const std::string& place) -> std::optional<bool> {
    const std::string name = place.substr(place.rfind('/') + 1);
    if (name.empty()) return {};
    const bool is_file = std::ranges::any_of(document.files(), [&](const File& file) {
      return file.path.substr(file.path.rfind('/') + 1) == name;
    });
    // A line marker of the preprocessor contains the name of a file.
    if (is_file || has_word(document, name)) return true;
    std::error_code missing;
    const fs::file_time_type written = fs::last_write_time(place, missing);
    // A relative path may be of any folder, and the folders of tests are removed with their files.
    // A path elsewhere that does not exist is of the machine on which a library was built.
    if (!place.starts_with('/') || (missing && is_temporary(place))) return {};
    if (missing) return false;
    // The kernel takes the times of files from a clock that lags by a tick.
    return written >= since - std::chrono::milliseconds(20);
  };
  return without_callers_in(
      std::move(failure),
      {[&](const std::string& word) { return has_word(document, word); }, has_place});
}

Document emptied(const Document& document, const std::vector<std::string>& except) {
  std::vector<File> files = document.files();
  for (File& file : files)
    if (file.kind == File::Kind::regular && std::ranges::count(except, file.path) == 0)
      file.bytes = share("");
  return Document(std::move(files));
}

std::chrono::microseconds limit_on_empty(std::chrono::microseconds took) {
  return std::max<std::chrono::microseconds>(std::chrono::seconds(1), 10 * took);
}

Result<std::optional<Failure>> golden_run(const TestSpec& spec, const Document& original,
                                          LocalOracle::Options options, std::size_t most,
                                          bool compare, const std::vector<std::string>& fixed) {
  GoldenRuns runs(spec, original, std::move(options), compare);
  Result<bool> is_complete = runs.find(most);
  // A failure that comes and goes varies more: of a race, the top of the stack and the thread do.
  constexpr std::size_t more_of_flaky = 4;
  if (is_complete && *is_complete)
    is_complete = most > 1 ? runs.observe_again(more_of_flaky, most) : runs.observe_again(2, 2);
  if (is_complete && *is_complete && compare) is_complete = runs.compare(fixed);
  if (!is_complete) return std::unexpected(is_complete.error());
  if (!*is_complete) return std::nullopt;
  return std::move(runs).failure();
}

}  // namespace whittle
