// The short help has the options that people look for, by purpose; `--help all` has every row of
// every table. Texts come from the rows, so that an option cannot exist without its help.
#include "cli/help.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "base/did_you_mean.h"
#include "cli/cluster_options.h"
#include "cli/parameters.h"
#include "cli/topics.h"

namespace whittle {
namespace {

/// A purpose of users, and the options for it.
struct Purpose {
  std::string_view title;
  std::vector<std::string_view> options;
};

const std::vector<Purpose>& purposes() {
  static const std::vector<Purpose> all{
      {"State what to keep, if COMMAND's failure is not enough",
       {"--exit", "--signal", "--output", "--make-test", "--reduce-command"}},
      {"State what must not change",
       {"--keep", "--delete-only", "--well-formed", "--language", "--goal"}},
      {"Run tests fast and safely", {"--jobs", "--timeout", "--sandbox", "--flaky"}},
      {"Stop, continue, and get the result", {"--until", "--max-time", "--resume", "--save-as"}},
      {"Print less or more", {"--quiet", "--json"}},
  };
  return all;
}

std::string introduction() {
  std::string text = "whittle - find the smallest input that still shows a property\n\n";
  for (std::string_view synopsis : synopses)
    text += fmt::format("{} whittle {}\n", synopsis == synopses.front() ? "usage:" : "      ",
                        synopsis);
  return text +
         "\n"
         "TEST runs in a fresh folder that holds the candidate under FILE's name. It exits with 0\n"
         "if the candidate is interesting (still crashes, still miscompiles, ...).\n"
         "FILE is replaced by the smallest interesting version found; FILE.orig keeps the\n"
         "original. FILE can be a folder, and there can be several.\n"
         "With a COMMAND instead of TEST, whittle finds out what to keep: the signal, the exit\n"
         "status, the message, the stack. @@ is the candidate's path and @@/ its folder; without\n"
         "@@, COMMAND reads the candidate from standard input. In quotes, the shell runs it.\n"
         "whittle init FILE asks what to keep, and gives the command to type.\n\n"
         "examples: whittle ./crash.sh bug.c      whittle bug.c -- gcc -O2 -c @@\n"
         "          whittle dump.sql -- 'sqlite3 :memory: < @@'\n";
}

/// All tables, in the order of --help all: parameters come last.
std::vector<std::span<const OptionRow>> tables() {
  return {option_rows(), cluster_rows(), plan_parameters(), algorithm_parameters()};
}

std::string line_of(const OptionRow& row) {
  const std::string spelling = spelled(row, "    ");
  std::string text = spelling.size() <= 26 ? fmt::format("  {:<26} {}", spelling, row.line)
                                           : fmt::format("  {}\n{:29}{}", spelling, "", row.line);
  if (!row.by_default.empty()) text += fmt::format(" [{}]", row.by_default);
  return text + '\n';
}

std::string exit_codes() {
  std::string text = "\nExit codes:\n";
  for (const auto& [code, meaning] : exit_meanings)
    text += fmt::format("  {:>3}  {}\n", code, meaning);
  return text;
}

std::string list_of_topics() {
  std::string text = "whittle help TOPIC shows one of these, or an option by its name:\n\n";
  for (const Topic& topic : topics()) text += fmt::format("  {:<16} {}\n", topic.name, topic.title);
  text += fmt::format("  {:<16} {}\n", "exit-codes", "What the exit codes mean");
  return text +
         "\n"
         "whittle --help shows the most common options, whittle --help all every option.\n";
}

const OptionRow* find_option(std::string_view name) {
  for (const std::span<const OptionRow> rows : tables())
    for (const OptionRow& row : rows)
      if (row.name == name || row.name == fmt::format("--{}", name)) return &row;
  return nullptr;
}

/// The words in the comment `<!-- words: npm list -->` of a page: people look for these.
std::string_view words_of(const Topic& topic) {
  constexpr std::string_view mark = "<!-- words: ";
  const std::size_t begin = topic.text.find(mark);
  if (begin == topic.text.npos) return {};
  const std::string_view rest = topic.text.substr(begin + mark.size());
  return rest.substr(0, rest.find(" -->"));
}

/// The pages with this word; all of them if there are several.
std::vector<const Topic*> topics_about(std::string_view word) {
  std::vector<const Topic*> found;
  for (const Topic& topic : topics())
    if (fmt::format(" {} ", words_of(topic)).contains(fmt::format(" {} ", word)))
      found.push_back(&topic);
  return found;
}

std::string pages_about(std::string_view word, const std::vector<const Topic*>& found) {
  std::string text = fmt::format("Pages about {}:\n\n", word);
  for (const Topic* topic : found)
    text += fmt::format("  whittle help {:<14} {}\n", topic->name, topic->title);
  return text;
}

/// A command, its options, and the page about it.
struct CommandHelp {
  std::string_view name, page;
  std::vector<std::string_view> options;
};

const std::vector<CommandHelp>& commands() {
  static const std::vector<CommandHelp> all{
      {"worker",
       "cluster",
       {"--connect", "--slots", "--trust", "--sandbox", "--credentials", "--ca", "--quiet"}},
      {"batch", "fuzzing", {"--jobs", "--timeout", "--sandbox", "--max-time"}},
      {"blame", "same-bug", {"--reduce-command", "--report"}},
      {"init", "test-scripts", {"--make-test", "--output", "--same-bug", "--slower-than"}},
      {"history", "watch", {}},
      {"explain", "watch", {}},
      {"bugs", "same-bug", {"--bug"}},
  };
  return all;
}

std::string about(const CommandHelp& command) {
  std::string text;
  for (std::string_view synopsis : synopses)
    if (synopsis.contains(command.name)) text += fmt::format("usage: whittle {}\n", synopsis);
  if (!command.options.empty()) text += '\n';
  for (std::string_view name : command.options)
    if (const OptionRow* row = find_option(name)) text += line_of(*row);
  return text + fmt::format("\nMore: whittle help {}\n", command.page);
}

std::string about(const OptionRow& row) {
  std::string text = line_of(row);
  if (!row.text.empty()) text += fmt::format("\n  {}\n", row.text);
  return text;
}

}  // namespace

std::string spelled(const OptionRow& row, std::string_view indent) {
  std::string text = row.letter ? fmt::format("-{}, ", row.letter) : std::string(indent);
  text += row.name;
  const bool is_option = row.name.starts_with('-');
  if (has_optional_value(row))
    text += row.value;
  else if (!row.value.empty())
    text += fmt::format("{}{}", is_option ? " " : "=", row.value);
  return text;
}

std::string help_text() {
  std::string text = introduction();
  for (const Purpose& purpose : purposes()) {
    text += fmt::format("\n{}:\n", purpose.title);
    for (std::string_view name : purpose.options)
      if (const OptionRow* row = find_option(name)) text += line_of(*row);
  }
  return text +
         "\n"
         "More: whittle --help all      every option\n"
         "      whittle help            the built-in pages, as in: whittle help test-scripts\n"
         "      whittle help OPTION     one option, as in: whittle help jobs; or: help "
         "exit-codes\n";
}

std::string all_help_text() {
  std::string text = introduction();
  std::string_view section;
  for (const std::span<const OptionRow> rows : tables())
    for (const OptionRow& row : rows) {
      if (row.section != section) {
        section = row.section;
        text += fmt::format("\n{}:\n", section);
      }
      text += line_of(row);
    }
  return text + exit_codes();
}

Result<std::string> help_on(std::span<const std::string> words) {
  if (words.empty()) return list_of_topics();
  const std::string& name = words.front();
  if (name == "all") return all_help_text();
  if (name == "man") return man_page();
  if (name == "exit-codes") return exit_codes();
  const auto topic = std::ranges::find(topics(), name, &Topic::name);
  if (topic != topics().end()) return std::string(topic->text);
  const auto command = std::ranges::find(commands(), name, &CommandHelp::name);
  if (command != commands().end()) return about(*command);
  const std::vector<const Topic*> found = topics_about(name);
  if (const OptionRow* row = find_option(name))
    return found.empty() ? about(*row) : about(*row) + '\n' + pages_about(name, found);
  if (found.size() == 1) return std::string(found.front()->text);
  if (found.size() > 1) return pages_about(name, found);
  std::vector<std::string_view> known;
  for (const CommandHelp& one : commands()) known.push_back(one.name);
  known.push_back("exit-codes");
  for (const Topic& page : topics()) known.push_back(page.name);
  for (const OptionRow& row : option_rows()) known.push_back(row.name.substr(2));
  return fail(ErrorKind::usage, unknown_name("topic", name, known), "see: whittle help");
}

}  // namespace whittle
