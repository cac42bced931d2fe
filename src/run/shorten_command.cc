#include "run/shorten_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "document/disk.h"
#include "oracle/golden.h"
#include "oracle/make_spec.h"
#include "process/program.h"
#include "run/chosen_test.h"
#include "run/oracle_options.h"
#include "run/reduce_list.h"
#include "run/stop.h"

namespace whittle {
namespace {

using Words = std::vector<std::string>;

/// Every environment has these variables, with its own values.
bool is_usual(std::string_view variable) {
  constexpr std::array<std::string_view, 12> usual = {
      "PATH=", "HOME=", "PWD=",   "OLDPWD=", "TMPDIR=",  "SHELL=",
      "USER=", "TERM=", "SHLVL=", "_=",      "LOGNAME=", "HOSTNAME="};
  return std::ranges::any_of(usual,
                             [&](std::string_view name) { return variable.starts_with(name); });
}

bool names_candidate(const std::string& word) {
  return word.find("@@") != std::string::npos;
}

/// Tells the user at times how many words are left.
class WordProgress {
 public:
  WordProgress(Notices& notices, std::chrono::steady_clock::duration every)
      : notices_(notices), every_(every) {}

  /// `what`: "words of the command".
  void begin(std::string what, std::size_t count) {
    what_ = std::move(what);
    count_ = left_ = count;
  }
  void tested(std::size_t size, bool failed) {
    ++tests_;
    if (failed) left_ = std::min(left_, size);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < every_) return;
    last_ = now;
    notices_.add(Notice::Kind::information,
                 fmt::format("{} of {} {} left; {} {} run", left_, count_, what_, tests_,
                             tests_ == 1 ? "test" : "tests"));
  }
  std::size_t tests() const { return tests_; }

 private:
  Notices& notices_;
  const std::chrono::steady_clock::duration every_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::string what_;
  std::size_t count_ = 0, left_ = 0, tests_ = 0;
};

class Shortening {
 public:
  Shortening(const Request& request, Document document, ChosenTest test, const StopReasons& stop,
             LocalOracle::Options oracle, WordProgress progress)
      : request_(request),
        document_(std::move(document)),
        test_(std::move(test)),
        stop_(stop),
        oracle_(std::move(oracle)),
        progress_(std::move(progress)) {}

  Result<std::optional<ShortCommand>> to_the_end() {
    Words command = request_.test.conditions.command;
    // First pairs such as "-o out", then each word: one word of a pair can seldom be removed alone.
    for (const bool in_pairs : {true, false})
      if (Result<void> done = remove_words(command, in_pairs); !done)
        return std::unexpected(done.error());
    Result<Words> environment = needed_environment(command);
    if (!environment) return std::unexpected(environment.error());
    if (stop_.reason() != StopReasons::Reason::none) return std::nullopt;
    return ShortCommand{std::move(command), std::move(*environment), test_.sentence,
                        progress_.tests()};
  }

 private:
  Result<void> remove_words(Words& command, bool in_pairs) {
    std::vector<std::vector<std::size_t>> pieces;  // of words that can be removed
    for (std::size_t i = 1; i < command.size(); ++i) {
      if (names_candidate(command[i])) continue;
      const bool follows = !pieces.empty() && pieces.back() == std::vector{i - 1} &&
                           command[i - 1].starts_with('-') && !command[i].starts_with('-');
      if (in_pairs && follows)
        pieces.back().push_back(i);
      else
        pieces.push_back({i});
    }
    const auto with = [&](const std::vector<std::size_t>& kept) {
      std::vector<bool> stays(command.size(), false);
      for (std::size_t i = 0; i < command.size(); ++i)
        stays[i] = i == 0 || names_candidate(command[i]);
      for (const std::size_t piece : kept)
        for (const std::size_t i : pieces[piece]) stays[i] = true;
      Words words;
      for (std::size_t i = 0; i < command.size(); ++i)
        if (stays[i]) words.push_back(command[i]);
      return words;
    };
    progress_.begin("words of the command", command.size());
    const Result<std::vector<std::size_t>> kept = reduce_indices(
        pieces.size(),
        [&](const std::vector<std::size_t>& some) {
          const Words words = with(some);
          return fails(words, words.size());
        },
        options());
    if (!kept && stop_.reason() != StopReasons::Reason::none) return {};
    if (!kept) return std::unexpected(error_ ? *error_ : kept.error());
    command = with(*kept);
    return {};
  }

  /// The variables without which the command does not fail. None if it does not fail in a clean
  /// environment with all of them.
  Result<Words> needed_environment(Words command) {
    command.front() = find_program(command.front()).value_or(command.front());
    Words usual, others;
    for (char** variable = environ; *variable; ++variable)
      (is_usual(*variable) ? usual : others).emplace_back(*variable);
    std::ranges::sort(others);
    const auto with = [&](const Words& some) {
      Words words = {"env", "-i"};
      for (const Words& part : {usual, some, command})
        words.insert(words.end(), part.begin(), part.end());
      return words;
    };
    progress_.begin("variables of the environment", others.size());
    Result<Words> kept = reduce_list(
        others, [&](const Words& some) { return fails(with(some), some.size()); }, options());
    if (error_) return std::unexpected(*error_);
    if (!kept && kept.error().kind == ErrorKind::not_interesting) return Words{};
    return kept;
  }

  ListOptions options() const {
    return {.algorithm = {.one_minimal = true}, .stop = request_.stop};
  }

  /// Whether the command fails on the files as the whole one did, with `size` words or variables.
  bool fails(const Words& command, std::size_t size) {
    if (error_ || stop_.reason() != StopReasons::Reason::none) return false;
    const Result<bool> failed = try_it(command);
    if (!failed) error_ = failed.error();
    progress_.tested(size, failed.value_or(false));
    return failed.value_or(false);
  }

  Result<bool> try_it(const Words& command) {
    TestSpec spec = test_.spec;
    Result<std::string> program = find_program(command.front());
    if (!program) return false;
    Words& words = spec.steps[spec.main_step].command;
    words = command;
    words.front() = std::move(*program);
    auto oracle = LocalOracle::make(std::move(spec), oracle_);
    if (!oracle) return std::unexpected(oracle.error());
    const auto witness = (*oracle)->run_alone(document_);
    if (!witness) return std::unexpected(witness.error());
    if (witness->interrupted || witness->verdict.outcome != Outcome::interesting) return false;
    // The reduction will run the command again to find the failure to keep: it must find the same
    // one.
    if (!test_.failure.announced) return true;
    const Failure found = failure_on(document_, witness->commands[test_.spec.main_step]);
    return found.announced == test_.failure.announced &&
           observed_again(test_.failure, found).sentence() == test_.failure.sentence();
  }

  const Request& request_;
  const Document document_;
  const ChosenTest test_;
  const StopReasons& stop_;
  const LocalOracle::Options oracle_;
  WordProgress progress_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::optional<ShortCommand>> shorten_command(
    const Request& request, Notices& notices, std::chrono::steady_clock::duration notice_every) {
  Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, request.max_time);
  auto oracle = oracle_options(request, loaded->document, stop);
  if (!oracle) return std::unexpected(oracle.error());
  oracle->slots = 1;
  Result<ChosenTest> test = choose_test(request.test, loaded->document, *oracle);
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return std::nullopt;
  return Shortening(request, std::move(loaded->document), std::move(*test), stop,
                    std::move(*oracle), WordProgress(notices, notice_every))
      .to_the_end();
}

std::string reproducer(const ShortCommand& shorter, const std::vector<std::string>& paths) {
  const std::vector<std::string> first = {paths.front()};
  Words command = shorter.command;
  if (command.front().find('/') != std::string::npos)
    command.front() = find_program(command.front()).value_or(command.front());
  std::string copies;
  for (const std::string& word : command)
    if (const std::string suffix = copy_suffix(word);
        !suffix.empty() && !paths.front().ends_with(suffix))
      copies += shell_quoted(expanded({"cp", "@@", "@@" + suffix}, first)) + " || exit 1\n";
  Words words = expanded(command, paths);
  words.insert(words.begin(), shorter.environment.begin(), shorter.environment.end());
  if (!shorter.environment.empty()) words.insert(words.begin(), "env");
  std::string line = shell_quoted(words);
  if (std::ranges::none_of(command, names_candidate))
    line += " <" + shell_quoted(expanded({"@@"}, first));
  // The names and the message may have line breaks, which would end the comment.
  Words shown_paths;
  for (const std::string& path : paths) shown_paths.push_back(shown(path));
  return fmt::format(
      "#!/bin/sh\n# {}\n# Made by whittle. Needs {} in the same folder.\n"
      "cd \"$(dirname \"$0\")\" || exit 1\n{}exec {}\n",
      shorter.sentence.empty() ? "Shows the failure." : "To be seen: " + shown(shorter.sentence),
      fmt::join(shown_paths, ", "), copies, line);
}

}  // namespace whittle
