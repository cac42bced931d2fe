// A test exists in two forms: as steps that the oracle executes, and as a shell script that the
// user can run by hand (`--make-test`). Both are made from the same `TestSpec`, so they cannot
// drift apart; tests check that they agree. The script uses only POSIX shell, grep and cmp, because
// it is attached to bug reports. Patterns are RE2 for the oracle and are translated for grep
// (`Pattern::for_grep`).
#include "oracle/make_spec.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/reason.h"
#include "document/new_file.h"
#include "failure/signals.h"
#include "oracle/compiler_check.h"
#include "process/program.h"

namespace whittle {
namespace {

std::string how_it_ended(const CommandRun& run) {
  if (run.timed_out)
    return fmt::format("was stopped after {:.3g} s",
                       std::chrono::duration<double>(run.duration).count());
  if (run.signal) return "was killed by " + signal_name(run.signal);
  return fmt::format("exited with {}", run.exit_status);
}

Result<std::vector<Pattern>> compiled(const std::vector<std::string>& texts) {
  std::vector<Pattern> patterns;
  for (const std::string& text : texts) {
    auto pattern = Pattern::compile_characters(text);
    if (!pattern) return std::unexpected(pattern.error());
    patterns.push_back(std::move(*pattern));
  }
  return patterns;
}

/// A command of the user's; without `@@` it reads the candidate from standard input.
Result<Step> command_step(std::vector<std::string> command) {
  auto program = find_program(command.front());
  if (!program) return std::unexpected(program.error());
  command.front() = std::move(*program);
  const bool names_candidate = std::ranges::any_of(command, [](const std::string& argument) {
    return argument.find("@@") != std::string::npos;
  });
  return Step{.command = std::move(command), .candidate_on_stdin = !names_candidate};
}

/// The script that a shell command begins with, if it is named by its absolute path.
std::string script_of(const std::string& text) {
  const std::string first = text.substr(0, text.find_first_of(" \t\n;|&<>()$`\"'\\*?"));
  struct stat info {};
  const bool is_script =
      first.starts_with('/') && ::stat(first.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return is_script ? first : "";
}

}  // namespace

Step shell_step(std::string_view name, std::string text) {
  std::string script = script_of(text);
  // The path is an argument of the shell, so that no file name can become a part of the command.
  for (const std::string_view written : {"\"@@\"", "'@@'", "@@"})
    for (std::size_t at = 0; (at = text.find(written, at)) != std::string::npos; at += 4)
      text.replace(at, written.size(), "\"$1\"");
  return Step{.command = {"/bin/sh", "-c", std::move(text), "sh", "@@"},
              .expect = {.exits = {0}},
              .name = std::string(name),
              .script = std::move(script)};
}

namespace {

Step encode_step(const Conditions& conditions) {
  if (!conditions.encoded_folder.empty())
    return shell_step("encode",
                      fmt::format("( cd @@.d && {}\n) >@@ && rm -r @@.d", conditions.encode));
  // Written in place: a copy with a suffix (`@@.c`) is the same file.
  return shell_step(
      "encode",
      fmt::format("( {}\n) <@@ >@@.encoded && chmod u+w @@ && cat @@.encoded >@@ && rm @@.encoded",
                  conditions.encode));
}

std::string for_grep(const std::string& pattern) {
  return shell_quoted(Pattern::compile(pattern)->for_grep());
}

/// Lines of a script that exit with 1 if the last command did not show the failure. They decide as
/// `BugMatcher` does.
std::string bug_checks(const WantedBug& bug) {
  std::string text = fmt::format("# {}\n[ $status = {} ] || exit 1\n", bug.sentence,
                                 bug.signal ? 128 + bug.signal : bug.exit_status);
  for (const std::string& line : bug.lines)
    text +=
        fmt::format("LC_ALL=C grep -a -q -E -e {} \"$out\" \"$err\" || exit 1\n", for_grep(line));
  if (bug.frames.empty()) return text;
  text += fmt::format(
      "LC_ALL=C grep -a -h -E -e {} \"$err\" \"$out\" |\n  LC_ALL=C grep -a -v -E -e {} |\n"
      "  {} -n {} >\"$scratch/frames\"\n",
      for_grep(bug.frame_line), for_grep(bug.skipped_line), bug.from_the_end ? "tail" : "head",
      bug.frames.size());
  for (std::size_t i = 0; i < bug.frames.size(); ++i)
    text += fmt::format("sed -n {}p \"$scratch/frames\" | LC_ALL=C grep -a -q -E -e {} || exit 1\n",
                        i + 1, for_grep(bug.frames[i]));
  return text;
}

/// Lines of a script that exit with 1 if the last command does not meet the expectation.
std::string checks(const Expectation& expect) {
  std::string text;
  if (!expect.exits.empty())
    text += fmt::format("case $status in {}) ;; *) exit 1 ;; esac\n", fmt::join(expect.exits, "|"));
  if (!expect.signals.empty()) {
    std::vector<int> statuses;
    for (const int signal : expect.signals) statuses.push_back(128 + signal);
    text += fmt::format("case $status in {}) ;; *) exit 1 ;; esac\n", fmt::join(statuses, "|"));
  }
  const auto grep = [&](const std::vector<Pattern>& patterns, const char* files,
                        const char* otherwise) {
    for (const Pattern& pattern : patterns)
      text += fmt::format("LC_ALL=C grep -a -q -E -e {} {} {} exit 1\n",
                          shell_quoted(pattern.for_grep()), files, otherwise);
  };
  grep(expect.stdout_has, "\"$out\"", "||");
  grep(expect.stderr_has, "\"$err\"", "||");
  grep(expect.output_has, "\"$out\" \"$err\"", "||");
  grep(expect.output_lacks, "\"$out\" \"$err\"", "&&");
  if (expect.bug) text += bug_checks(expect.bug->wanted());
  if (expect.differs_from_previous) text += "cmp -s \"$out\" \"$before\" && exit 1\n";
  return text;
}

/// An argument as the script writes it, with the candidate's path in place of `@@`.
std::string script_word(const std::string& argument) {
  if (argument == "@@") return "\"$@\"";
  std::string word;
  for (std::size_t at = 0;;) {
    const std::size_t found = argument.find("@@", at);
    if (const std::string part = argument.substr(at, found - at); !part.empty())
      word += shell_quoted(part);
    if (found == std::string::npos) return word.empty() ? "''" : word;
    const std::string suffix = copy_suffix(argument.substr(found));
    word += suffix.empty() ? "\"$1\"" : fmt::format("\"$(copy {})\"", suffix);
    at = found + 2 + suffix.size();
  }
}

}  // namespace

std::string copy_suffix(const std::string& argument) {
  const std::size_t at = argument.find("@@.");
  if (at == std::string::npos) return "";
  const std::size_t end = argument.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+", at + 2);
  return argument.substr(at + 2, end == std::string::npos ? end : end - at - 2);
}

std::vector<std::string> expanded(const std::vector<std::string>& command,
                                  const std::vector<std::string>& paths) {
  // No program may take a path for an option.
  const auto as_argument = [](const std::string& path) {
    return path.starts_with('-') ? "./" + path : path;
  };
  std::vector<std::string> result;
  for (const std::string& argument : command) {
    if (argument == "@@") {
      for (const std::string& path : paths) result.push_back(as_argument(path));
      continue;
    }
    const std::string suffix = copy_suffix(argument);
    const std::string path = paths.empty() ? "" : as_argument(paths.front());
    std::string word = argument;
    for (std::size_t at = 0; (at = word.find("@@", at)) != std::string::npos;) {
      // A path that has the suffix already needs no copy: "@@.c" is bug.c itself.
      const bool has_it = !suffix.empty() && path.ends_with(suffix);
      word.replace(at, has_it ? 2 + suffix.size() : 2, path);
      at += path.size();
    }
    result.push_back(std::move(word));
  }
  return result;
}

TestSpec script_test(std::string absolute_path) {
  TestSpec spec;
  spec.steps.push_back({.command = {std::move(absolute_path), "@@"}, .expect = {.exits = {0}}});
  return spec;
}

std::optional<std::string> mismatch(const CommandRun& run, const Expectation& expect,
                                    const CommandRun* previous) {
  if (run.timed_out && !expect.slower_than) return "it " + how_it_ended(run);
  if (expect.slower_than && !run.timed_out)
    return fmt::format("it {} within {:.3g} s", how_it_ended(run),
                       std::chrono::duration<double>(*expect.slower_than).count());
  // The status as a shell shows it: users who saw 139 there may write 139.
  if (!expect.exits.empty() &&
      std::ranges::find(expect.exits, run.exit_status) == expect.exits.end())
    return fmt::format("it {}, and {} was expected", how_it_ended(run),
                       fmt::join(expect.exits, " or "));
  if (!expect.signals.empty() &&
      std::ranges::find(expect.signals, run.signal_shown()) == expect.signals.end()) {
    std::vector<std::string> names;
    for (const int signal : expect.signals) names.push_back(signal_name(signal));
    return fmt::format("it {}, and {} was expected", how_it_ended(run), fmt::join(names, " or "));
  }
  if (!expect.reads_output()) return {};

  const Bytes out = run.out.text(), err = run.err.text();
  for (const Pattern& pattern : expect.stdout_has)
    if (!pattern.found_in(out))
      return fmt::format("nothing on its standard output matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.stderr_has)
    if (!pattern.found_in(err))
      return fmt::format("nothing on its standard error matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.output_has)
    if (!pattern.found_in(out) && !pattern.found_in(err))
      return fmt::format("nothing it prints matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.output_lacks)
    if (pattern.found_in(out) || pattern.found_in(err))
      return fmt::format("something it prints matches '{}'", pattern.text());
  if (expect.bug && !expect.bug->shown_by(run))
    return fmt::format("it {}, and this was expected: {}", how_it_ended(run),
                       expect.bug->wanted().sentence);
  if (expect.differs_from_previous && previous && run.out.size() == previous->out.size() &&
      run.out.fingerprint() == previous->out.fingerprint())
    return "both commands print the same";
  return {};
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

std::string shell_quoted(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + shell_quoted(word);
  return text;
}

namespace {

/// Adds the command with its expectation, and the other version if there is one.
Result<void> add_command(const Conditions& conditions, TestSpec& spec) {
  auto step = command_step(conditions.command);
  if (!step) return std::unexpected(step.error());
  Expectation& expect = step->expect;
  expect.exits = conditions.exits;
  expect.slower_than = conditions.slower_than;
  for (const std::string& name : conditions.signals) {
    expect.signals.push_back(signal_number(name));
    if (!expect.signals.back())
      return fail(ErrorKind::usage, fmt::format("unknown signal '{}'; see: kill -l", name));
  }
  for (const auto& [texts, patterns] : {std::pair{&conditions.stdout_has, &expect.stdout_has},
                                        {&conditions.stderr_has, &expect.stderr_has},
                                        {&conditions.output_has, &expect.output_has},
                                        {&conditions.output_lacks, &expect.output_lacks}}) {
    auto list = compiled(*texts);
    if (!list) return std::unexpected(list.error());
    *patterns = std::move(*list);
  }
  // A difference counts only if both versions accept the candidate; otherwise any broken candidate
  // would do.
  if (!conditions.versus.empty() && expect.exits.empty()) expect.exits = {0};
  spec.main_step = spec.steps.size();
  spec.steps.push_back(std::move(*step));

  if (!conditions.versus.empty()) {
    auto other = command_step(conditions.versus);
    if (!other) return std::unexpected(other.error());
    other->expect.exits = spec.steps.back().expect.exits;
    other->name = "vs";
    other->expect.differs_from_previous = true;
    spec.steps.push_back(std::move(*other));
  }
  return {};
}

}  // namespace

Result<TestSpec> make_spec(const Conditions& conditions) {
  if (conditions.command.empty() && conditions.stages.empty())
    return fail(ErrorKind::usage, "conditions need a command to run; put it after --");
  TestSpec spec;
  if (!conditions.encode.empty()) spec.steps.push_back(encode_step(conditions));
  if (!conditions.encoded_folder.empty()) spec.paths = {conditions.encoded_folder};
  spec.preparing_steps = spec.steps.size();
  const auto add_all = [&](std::string_view name, const std::vector<std::string>& commands) {
    for (const std::string& text : commands) spec.steps.push_back(shell_step(name, text));
  };
  add_all("precheck", conditions.prechecks);
  add_all("valid", conditions.valid);
  if (conditions.compiler_accepts) {
    std::optional<std::string> check = compiler_check(conditions.command);
    if (!check)
      return fail(ErrorKind::usage, {Reason::no_compiler_to_ask},
                  "test.conditions.compiler_accepts needs a command that runs gcc or clang",
                  "name another check in test.conditions.prechecks");
    add_all("valid", {std::move(*check)});
  }
  for (Step& step : spec.steps) step.moves = step.name == "valid";
  for (const auto& [name, text] : conditions.stages) spec.steps.push_back(shell_step(name, text));
  spec.main_step = spec.steps.size() - 1;
  if (!conditions.command.empty())
    if (auto added = add_command(conditions, spec); !added) return std::unexpected(added.error());
  add_all("good", conditions.goods);
  return spec;
}

std::vector<std::string> learned_environment(const TestSpec& spec) {
  constexpr std::string_view names[] = {"ASAN_OPTIONS",
                                        "UBSAN_OPTIONS",
                                        "MSAN_OPTIONS",
                                        "TSAN_OPTIONS",
                                        "LSAN_OPTIONS",
                                        "HWASAN_OPTIONS",
                                        "ASAN_SYMBOLIZER_PATH",
                                        "LLVM_SYMBOLIZER_PATH",
                                        "RUST_BACKTRACE",
                                        "GOTRACEBACK",
                                        "NODE_OPTIONS",
                                        "JAVA_TOOL_OPTIONS",
                                        "MALLOC_CHECK_",
                                        "MALLOC_PERTURB_",
                                        "GLIBC_TUNABLES",
                                        "PYTHONFAULTHANDLER",
                                        "LIBC_FATAL_STDERR_",
                                        "LANG",
                                        "LC_ALL",
                                        "LC_MESSAGES"};
  std::vector<std::string> found;
  if (!spec.steps[spec.main_step].expect.bug) return found;
  for (const std::string_view name : names)
    if (const char* value = std::getenv(std::string(name).c_str()))
      found.push_back(fmt::format("{}={}", name, value));
  return found;
}

std::string make_test_script(const TestSpec& spec, const std::vector<std::string>& environment) {
  std::string text =
      "#!/bin/sh\n"
      "# Exits with 0 if its argument is interesting. Made by whittle.\n"
      "scratch=$(mktemp -d) || exit 1\n"
      "trap 'rm -rf \"$scratch\"' EXIT\n"
      "out=$scratch/out err=$scratch/err before=$scratch/before\n"
      "for path; do shift; case $path in -*) path=./$path ;; esac; set -- \"$@\" \"$path\"; done\n";
  for (const std::string& variable : environment) {
    const std::size_t value = variable.find('=') + 1;
    text += fmt::format("export {}{}\n", variable.substr(0, value),
                        shell_quoted(variable.substr(value)));
  }
  const bool copies = std::ranges::any_of(spec.steps, [](const Step& step) {
    return std::ranges::any_of(step.command,
                               [](const auto& word) { return !copy_suffix(word).empty(); });
  });
  if (copies)
    text +=
        "path=$1\n"
        "copy() {\n"
        "  case $path in *\"$1\") ;; *) cp \"$path\" \"$path$1\"; path=$path$1 ;; esac\n"
        "  printf '%s' \"$path\"\n"
        "}\n";
  for (const Step& step : spec.steps) {
    text += "\n";
    if (!step.name.empty()) text += fmt::format("# {}\n", shown(step.name));
    if (step.expect.differs_from_previous) text += "mv \"$out\" \"$before\"\n";
    if (step.expect.slower_than)
      text += fmt::format("timeout -s KILL {:.6f} ",
                          std::chrono::duration<double>(*step.expect.slower_than).count());
    for (const std::string& word : step.command) text += script_word(word) + " ";
    text += fmt::format("<{} >\"$out\" 2>\"$err\"\nstatus=$?\n",
                        step.candidate_on_stdin ? "\"$1\"" : "/dev/null");
    // `timeout` ends itself by the same signal once it has killed the command.
    if (step.expect.slower_than) text += "[ $status = 137 ] || exit 1\n";
    text += checks(step.expect);
  }
  return text + "exit 0\n";
}

}  // namespace whittle
