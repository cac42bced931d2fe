// Completions for three shells from the tables of options, plans, algorithms, passes and languages.
// A new row is completed without a change here.
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "algorithms/registry.h"
#include "cli/cluster_options.h"
#include "cli/help.h"
#include "cli/topics.h"
#include "passes/pass.h"
#include "plan/plans.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

enum class Kind { none, words, list, files, commands };

/// The values that can follow an option.
struct Values {
  Kind kind = Kind::none;
  std::vector<std::string> words = {};  ///< of `words`, and of `list`, where commas separate them
};

/// Options of all commands.
std::vector<OptionRow> every_option() {
  std::vector<OptionRow> all(option_rows().begin(), option_rows().end());
  all.insert(all.end(), cluster_rows().begin(), cluster_rows().end());
  return all;
}

bool takes_next_word(const OptionRow& row) {
  return !row.value.empty() && !has_optional_value(row);
}

template <typename Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

Values values_of(const OptionRow& row) {
  if (!takes_next_word(row)) return {};
  if (std::vector<std::string> words = words_of(row.name); !words.empty())
    return {Kind::words, std::move(words)};
  if (row.name == "--plan") return {Kind::words, names_of(plans())};
  if (row.name == "--algorithm") return {Kind::words, names_of(algorithms())};
  if (row.name == "--language") return {Kind::words, names_of(languages())};
  if (row.value == "PASS,...") return {Kind::list, names_of(passes())};
  if (row.name == "--completions") return {Kind::words, {"bash", "zsh", "fish"}};
  if (row.name == "--signal") return {Kind::words, {"SEGV", "ABRT", "BUS", "FPE", "ILL", "TRAP"}};
  if (row.value.starts_with("FILE") || row.value == "FOLDER") return {Kind::files, {}};
  return {row.value.starts_with("COMMAND") ? Kind::commands : Kind::none, {}};
}

/// Removes the marks that have a meaning inside the shells' own quotes and brackets.
std::string plain(std::string_view line) {
  std::string text(line);
  std::erase_if(text, [](char c) { return std::string_view("'[]:\\`$\"").contains(c); });
  return text;
}

std::string bash_case(const OptionRow& row) {
  const Values values = values_of(row);
  const std::string pattern =
      row.letter ? fmt::format("-{}|{}", row.letter, row.name) : std::string(row.name);
  switch (values.kind) {
    case Kind::words:
      return fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return;;\n", pattern,
                         fmt::join(values.words, " "));
    case Kind::list:
      return fmt::format(
          "    {}) local front=; [[ $word == *,* ]] && front=${{word%,*}},\n"
          "      COMPREPLY=($(compgen -P \"$front\" -W '{}' -- \"${{word##*,}}\")); return;;\n",
          pattern, fmt::join(values.words, " "));
    case Kind::files:
      return fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n", pattern);
    case Kind::commands:
      return fmt::format("    {}) COMPREPLY=($(compgen -c -- \"$word\")); return;;\n", pattern);
    case Kind::none:
      break;
  }
  return takes_next_word(row) ? fmt::format("    {}) return;;\n", pattern) : "";
}

std::string bash() {
  std::string text =
      "_whittle() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} i\n"
      "  # --name=value is three words here.\n"
      "  [[ $word == = ]] && word=\n"
      "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    [[ ${COMP_WORDS[i]} == -- ]] && { COMPREPLY=($(compgen -c -f -- \"$word\")); return; }\n"
      "  done\n"
      "  case \"$before\" in\n";
  for (const OptionRow& row : every_option()) text += bash_case(row);
  text += fmt::format("    help) COMPREPLY=($(compgen -W '{} all' -- \"$word\")); return;;\n",
                      fmt::join(names_of(topics()), " "));
  std::vector<std::string_view> options;
  for (const OptionRow& row : every_option()) options.push_back(row.name);
  return text + fmt::format(
                    "  esac\n"
                    "  case \"$word\" in\n"
                    "    -*) COMPREPLY=($(compgen -W '{}' -- \"$word\"));;\n"
                    "    *) COMPREPLY=($(compgen -f -- \"$word\"));;\n"
                    "  esac\n"
                    "}}\n"
                    "complete -o filenames -F _whittle whittle whittle-cvise whittle-creduce\n",
                    fmt::join(options, " "));
}

std::string zsh() {
  std::string text = "#compdef whittle whittle-cvise whittle-creduce\n_arguments -s \\\n";
  for (const OptionRow& row : every_option()) {
    const Values values = values_of(row);
    std::string action;
    if (values.kind == Kind::words) action = fmt::format("({})", fmt::join(values.words, " "));
    if (values.kind == Kind::list)
      action = fmt::format("_values -s , pass {}", fmt::join(values.words, " "));
    if (values.kind == Kind::files) action = "_files";
    if (values.kind == Kind::commands) action = "_command_names";
    const std::string value =
        takes_next_word(row)
            ? fmt::format(":{}:{}", plain(row.value.substr(0, row.value.find('['))), action)
            : "";
    const std::string names = row.letter
                                  ? fmt::format("'(-{0} {1})'{{-{0},{1}}}", row.letter, row.name)
                                  : fmt::format("{}", row.name);
    text += fmt::format("  {}'[{}]{}' \\\n", names, plain(row.line), value);
  }
  return text + "  '*:file:_files'\n";
}

std::string fish() {
  std::string text;
  for (const OptionRow& row : every_option()) {
    const Values values = values_of(row);
    std::string value;
    if (values.kind == Kind::files) value = " -r -F";
    if (values.kind == Kind::commands) value = " -x -a '(__fish_complete_command)'";
    if (values.kind == Kind::words)
      value = fmt::format(" -x -a '{}'", fmt::join(values.words, " "));
    if (values.kind == Kind::list)
      value = fmt::format(" -x -a '(__fish_append , {})'", fmt::join(values.words, " "));
    if (values.kind == Kind::none && takes_next_word(row)) value = " -x";
    text +=
        fmt::format("complete -c whittle -l {}{}{} -d '{}'\n", row.name.substr(2),
                    row.letter ? fmt::format(" -s {}", row.letter) : "", value, plain(row.line));
  }
  text += fmt::format("complete -c whittle -n '__fish_seen_subcommand_from help' -f -a '{}'\n",
                      fmt::join(names_of(topics()), " "));
  return text + "complete -c whittle-cvise -w whittle\ncomplete -c whittle-creduce -w whittle\n";
}

}  // namespace

Result<std::string> completions(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return fail(ErrorKind::usage, fmt::format("no completions for '{}': bash, zsh or fish", shell));
}

}  // namespace whittle
