#include "run/chosen_test.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "base/program_name.h"
#include "base/reason.h"
#include "base/replace_all.h"
#include "document/disk.h"
#include "failure/signals.h"
#include "oracle/golden.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

void set_bounds(TestSpec& spec, const TestOptions& options) {
  spec.timeout = options.timeout;
  spec.limits.memory = options.memory;
  spec.limits.processes = options.processes;
  spec.sandbox = options.sandbox;
  spec.watch_other_failures = true;
}

/// A word of the command that names a file which is here, but not where tests run.
std::optional<std::string> file_out_of_reach(const TestOptions& options, const Document& document) {
  if (options.around) return {};
  const std::vector<std::string>& command = options.conditions.command;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string word =
        command[i].starts_with("-I") ? command[i].substr(2) : command[i];  // a compiler's headers
    const std::filesystem::path path = std::filesystem::path(word).lexically_normal();
    std::error_code problem;
    if (word.empty() || path.is_absolute() || path == "." || *path.begin() == ".." ||
        !std::filesystem::exists(path, problem))
      continue;
    const bool is_reduced = std::ranges::any_of(document.files(), [&](const File& file) {
      // If the current folder is reduced, it is a part of the path.
      return file.path == path || file.path.starts_with(path.string() + "/") ||
             std::filesystem::equivalent(path, ".." / std::filesystem::path(file.path), problem);
    });
    if (!is_reduced) return word;
  }
  return {};
}

/// A gcc without debug information reports a segmentation fault, and neither a function nor a pass.
bool crashes_anywhere(const Failure& failure) {
  return failure.kind == FailureKind::internal_error && failure.frames.empty() &&
         failure.place.empty() && failure.phase.empty() &&
         failure.message.contains("Segmentation fault");
}

/// Makes the failure of the golden runs a condition of the test.
Result<void> keep_failure(ChosenTest& test, const Failure& found, const TestOptions& options) {
  // Every input would show this failure, even an empty one.
  if (options.memory && found.message.find("Sanitizer failed to allocate") != std::string::npos)
    return fail(ErrorKind::test, {Reason::memory_stops_sanitizer},
                "test.memory stops the command's sanitizer, which reserves terabytes of addresses",
                "limit the sanitizer instead: ASAN_OPTIONS=hard_rss_limit_mb=2000");
  const SameBug most = strictest(found);
  if (options.same_bug && *options.same_bug > most)
    return fail(
        ErrorKind::test, {Reason::bug_shows_less},
        fmt::format("test.same_bug = {}: the failure has no {}: {}", name_of(*options.same_bug),
                    *options.same_bug == SameBug::frames ? "stack" : "message", found.sentence()),
        fmt::format("keep what it shows: test.same_bug = {}", name_of(most)));
  WantedBug bug = wanted_bug(found, options.same_bug.value_or(SameBug::frames));
  test.sentence = bug.sentence;
  test.failure = found;
  test.spec.steps[test.spec.main_step].expect.bug.emplace(std::move(bug));
  return {};
}

}  // namespace

std::string as_typed(const std::vector<std::string>& command) {
  const bool is_text = command.size() > 2 && command[0] == "sh" && command[1] == "-c";
  if (!is_text) return shell_quoted(command);
  std::string text = command[2];
  replace_all(text, "\"$1\"", "@@");
  return shell_quoted(text);
}

Result<ChosenTest> choose_test(const TestOptions& options, const Document& original,
                               const LocalOracle::Options& oracle,
                               const std::vector<std::string>& fixed) {
  ChosenTest test;
  Conditions conditions = options.conditions;
  if (conditions.command.empty() && options.script.empty() && !conditions.stages.empty()) {
    test.name = "the test in stages";
  } else if (conditions.command.empty()) {
    const Result<std::string> script = find_test(options.script);
    if (!script) return std::unexpected(script.error());
    test.name = options.script;
    conditions.command = {*script, "@@"};
    // A script answers by its exit status, unless the user has given other conditions.
    if (!conditions.say_what_to_keep()) conditions.exits = {0};
  } else {
    test.name = as_typed(conditions.command);
  }
  // Stages answer by their exit status.
  const bool must_find_out = !conditions.command.empty() &&
                             (!conditions.say_what_to_keep() || options.same_bug.has_value());
  Result<TestSpec> spec = make_spec(conditions);
  if (!spec) return std::unexpected(spec.error());
  test.spec = std::move(*spec);
  set_bounds(test.spec, options);
  if (!must_find_out) return test;

  const bool compare =
      !options.allow_empty && options.same_bug.value_or(SameBug::frames) > SameBug::kind;
  const Result<std::optional<Failure>> found =
      golden_run(test.spec, original, oracle, options.flaky == Flaky::stop ? 1 : most_first_runs,
                 compare, fixed);
  if (!found) return std::unexpected(found.error());
  if (!*found) {
    test.interrupted = true;
    return test;
  }
  if (Result<void> kept = keep_failure(test, **found, options); !kept)
    return std::unexpected(kept.error());
  return test;
}

bool runs_candidates(const TestSpec& spec) {
  static constexpr std::string_view interpreters[] = {
      "sh",   "bash", "dash", "zsh", "ksh", "fish", "perl",   "python",  "python3", "pypy3",
      "ruby", "node", "deno", "bun", "php", "lua",  "luajit", "Rscript", "tclsh"};
  return std::ranges::any_of(spec.steps, [&](const Step& step) {
    const std::string& program = step.command.front();
    const std::string_view name = program_name(program);
    // A precheck is `sh -c TEXT sh @@`: the shell does not run the candidate, it runs TEXT.
    const bool is_text = step.command.size() > 1 && step.command[1] == "-c";
    if (is_text || std::ranges::count(interpreters, name) == 0) return false;
    // The first argument that is no option is the script; the others are its data.
    const auto words = std::ranges::subrange(step.command.begin() + 1, step.command.end());
    const auto script = std::ranges::find_if(
        words, [](const std::string& argument) { return !argument.starts_with('-'); });
    if (script == words.end()) return step.candidate_on_stdin;
    // `python3 -m pytest @@` runs it too.
    const bool is_module = script != words.begin() && *std::prev(script) == "-m";
    return std::ranges::any_of(script, is_module ? words.end() : script + 1,
                               [](const std::string& word) { return word.starts_with("@@"); });
  });
}

std::vector<Notice> notices_about(const ChosenTest& test, const TestOptions& options,
                                  const Document& document) {
  std::vector<Notice> notices;
  if (const auto file = file_out_of_reach(options, document))
    notices.push_back({Notice::Kind::hint,
                       fmt::format("tests run in a separate folder that does not contain {}; give "
                                   "its absolute path, or set test.around",
                                   shown(*file)),
                       "",
                       {Reason::file_out_of_reach, {shown(*file)}}});
  if (!test.sentence.empty())
    notices.push_back({Notice::Kind::information, "to keep: " + test.sentence});
  // A shell that started the program prints the name of the signal.
  const bool is_only_named = test.failure.signal != 0 &&
                             test.failure.message.starts_with(::strsignal(test.failure.signal));
  if (is_only_named || (test.failure.kind == FailureKind::signal && test.failure.message.empty()))
    notices.push_back(
        {Notice::Kind::hint,
         fmt::format("nothing that the command prints says where it crashes, so any {} counts; "
                     "build the program with -fsanitize=address, or run it in gdb: gdb -batch "
                     "-ex run -ex bt -args PROGRAM @@",
                     signal_name(test.failure.signal))});
  if (crashes_anywhere(test.failure))
    notices.push_back({Notice::Kind::hint,
                       "nothing that the command prints says where it crashes, so any segmentation "
                       "fault of it counts; look whether the result shows the bug that you mean"});
  if (!options.sandbox && runs_candidates(test.spec))
    notices.push_back({Notice::Kind::hint,
                       "this runs mutated programs, which may delete files or use the network; "
                       "confine them with test.sandbox",
                       "",
                       {Reason::is_unconfined}});
  return notices;
}

Result<Hash> hash_of_test(const ChosenTest& test) {
  Hash hash = hash_of(make_test_script(test.spec));
  for (const Step& step : test.spec.steps) {
    // Scripts are hashed by content, because the user may edit them between two runs. For a
    // compiled program its path, which is part of the script above, is enough.
    for (const std::string& path : {step.command.front(), step.script}) {
      const Result<Bytes> program = path.empty() ? Bytes() : read_file(path);
      if (program && program->starts_with("#!")) hash = combine(hash, hash_of(*program));
    }
  }
  return hash;
}

}  // namespace whittle
