// A conversation of three questions. Each answer becomes an argument, so that the outcome is a
// command line that the user could have typed, and everything after it is the usual way.
#include "cli/init_command.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/reduce_command.h"
#include "cli/typed_command.h"
#include "document/disk.h"
#include "failure/mask.h"
#include "oracle/make_spec.h"
#include "run/seen.h"

namespace whittle {
namespace {

using Arguments = std::vector<std::string>;

/// The answer to a question; an error at the end of the input.
Result<std::string> ask(const std::string& question) {
  std::cerr << in_columns(question, 0) << "\n> " << std::flush;
  std::string answer;
  if (!std::getline(std::cin, answer))
    return fail(ErrorKind::usage, "there is no answer to read",
                "answer by flags: whittle init FILE -- COMMAND @@");
  return answer;
}

/// The number of a choice; 1 if the answer is empty.
Result<std::size_t> choose(const std::string& question, const std::vector<std::string>& choices) {
  while (true) {
    std::cerr << question << '\n';
    for (std::size_t i = 0; i < choices.size(); ++i)
      std::cerr << in_columns(fmt::format("  {}  {}\n", i + 1, choices[i]), 5);
    const Result<std::string> answer = ask("a number; Enter means 1");
    if (!answer) return std::unexpected(answer.error());
    if (answer->empty()) return std::size_t{1};
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (*answer == std::to_string(i + 1)) return i + 1;
  }
}

void say_seen(const SeenRun& seen) {
  print_message("", fmt::format("the command {}{}", seen.ended, seen.lines.empty() ? "" : ":"),
                seen.lines);
  if (!seen.problem.empty()) print_message("", seen.problem, "");
}

/// Asks until the answer is a value for `option` of the command line `arguments`.
Result<Arguments> ask_for_value(const std::string& question, const std::string& option,
                                const Arguments& arguments) {
  while (true) {
    const Result<std::string> answer = ask(question);
    if (!answer) return std::unexpected(answer.error());
    if (answer->empty()) continue;
    Arguments with = {option, option == "--output" ? quoted_pattern(*answer) : *answer};
    with.insert(with.end(), arguments.begin(), arguments.end());
    const Result<Options> options = parse(with);
    if (options) return with;
    print_message("", options.error().message, "");
  }
}

/// The command line with the options that state what to keep.
Result<Arguments> ask_what_to_keep(const SeenRun& seen, Arguments arguments) {
  const bool fails = !seen.sentence.empty();
  std::vector<std::string> choices;
  if (fails) choices = {"this failure: " + seen.sentence, "only that it " + seen.ended};
  choices.insert(choices.end(), {"a line that it prints", "that it takes long"});
  Result<std::size_t> chosen = choose("What should the smaller file still show?", choices);
  if (!chosen) return std::unexpected(chosen.error());
  if (fails && *chosen == 2) arguments.insert(arguments.begin(), {"--same-bug", "any"});
  if (fails && *chosen <= 2) return arguments;
  return *chosen == choices.size() - 1
             ? ask_for_value("Which text is in the line?", "--output", arguments)
             : ask_for_value("How long, at least? As in: 10s", "--slower-than", arguments);
}

/// Whether the file stays in the folder around it in tests.
void add_surroundings(Request& request) {
  if (!word_about_here(request).empty()) request.test.around = ".";
}

/// The command line, for people to copy.
ExitCode give_command(const Arguments& arguments) {
  Arguments words = {"whittle"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  fmt::print("{}\n", shell_quoted(words));
  return exit_success;
}

Result<ExitCode> give_script(Arguments arguments, const std::string& file) {
  const std::string script = file + ".test.sh";
  arguments.insert(arguments.begin(), {"--make-test", script});
  Result<Options> options = parse(arguments);
  if (!options) return std::unexpected(options.error());
  add_surroundings(options->request);
  const bool is_around = options->request.test.around.has_value();
  Result<ExitCode> code = write_test(std::move(*options));
  if (!code) return code;
  print_message("", fmt::format("{} is the test; it says what each line is for", shown(script)),
                "");
  Arguments call = {"./" + script, file};
  if (is_around) call.insert(call.begin(), {"--around", "."});
  return give_command(call);
}

Result<ExitCode> converse(const std::string& file) {
  const Result<std::string> command = ask(fmt::format(
      "Which command shows the problem with {}? Write @@ for the file, as in: gcc -O2 -c @@",
      shown(file)));
  if (!command) return std::unexpected(command.error());
  Arguments arguments = {file, "--"};
  if (command->find_first_of("|<>&;$\"'") == std::string::npos)
    for (std::size_t at = 0, end; at < command->size(); at = end + 1) {
      end = std::min(command->find(' ', at), command->size());
      if (end > at) arguments.push_back(command->substr(at, end - at));
    }
  else
    arguments.push_back(*command);
  Result<Options> options = parse(arguments);
  if (!options) return std::unexpected(options.error());
  add_surroundings(options->request);
  const Result<SeenRun> seen = see(options->request);
  if (!seen) return std::unexpected(in_options(seen.error(), call_of(options->request)));
  say_seen(*seen);
  const Result<Arguments> kept = ask_what_to_keep(*seen, std::move(arguments));
  if (!kept) return std::unexpected(kept.error());
  const Result<std::size_t> form = choose(
      "What do you want?",
      {"the command line, to run it or to change it", "a test script with comments, to change it"});
  if (!form) return std::unexpected(form.error());
  return *form == 1 ? Result<ExitCode>(give_command(*kept)) : give_script(*kept, file);
}

}  // namespace

Result<ExitCode> run_init(Options options) {
  const std::string file = options.request.files.front();
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return fail(ErrorKind::input, fmt::format("{} does not exist", shown(file)));
  if (options.request.test.conditions.command.empty()) return converse(file);
  add_surroundings(options.request);
  const Result<SeenRun> seen = see(options.request);
  if (!seen) return std::unexpected(in_options(seen.error(), call_of(options.request)));
  if (!options.quiet) say_seen(*seen);
  Arguments arguments = options.request.caller.options;
  arguments.insert(arguments.end(), options.words.begin(), options.words.end());
  return give_command(arguments);
}

}  // namespace whittle
