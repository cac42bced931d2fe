#include <algorithm>
#include <fmt/format.h>

#include "cli/options.h"

namespace whittle {
namespace {

std::string spelled(const OptionRow& row) {
  std::string text = row.letter ? fmt::format("-{}, ", row.letter) : "    ";
  text += row.name;
  if (!row.value.empty()) text += fmt::format(" {}", row.value);
  return text;
}

constexpr std::string_view exit_codes =
    "0 done; 2 usage; 3 input; 4 test cannot be run; 5 FILE is not interesting;\n"
    "6 disk; 7 scratch folder; 8 another run has FILE; 9 test or FILE changed, or no run to\n"
    "resume; 10 test or result not reliable; 11 an empty FILE is interesting; 70 a bug in\n"
    "whittle; 130 interrupted.\n";

}  // namespace

std::string help_text() {
  std::string text =
      "whittle - find the smallest input that still shows a property\n"
      "\n"
      "usage: whittle [options] TEST FILE...\n"
      "       whittle [options] FILE... -- COMMAND @@\n"
      "       whittle --resume FILE\n"
      "       whittle [options] batch FOLDER -- COMMAND @@\n"
      "\n"
      "TEST is run in a fresh folder that holds the candidate under FILE's name; it exits\n"
      "with 0 if the candidate is interesting (still crashes, still miscompiles, ...).\n"
      "FILE is replaced by the smallest interesting version found; FILE.orig keeps the\n"
      "original. FILE can be a folder, and there can be several.\n"
      "With a COMMAND instead, one run of it finds out what to keep: the signal, the exit\n"
      "status, the message; @@ is the candidate's path.\n"
      "\n"
      "examples: whittle ./crash.sh bug.c\n"
      "          whittle bug.c -- gcc -O2 -c @@\n";
  std::string_view section;
  for (const OptionRow& row : option_rows()) {
    if (row.section != section) {
      section = row.section;
      text += fmt::format("\n{}:\n", section);
    }
    const std::string spelling = spelled(row);
    text += spelling.size() <= 26 ? fmt::format("  {:<26} {}", spelling, row.line)
                                  : fmt::format("  {}\n{:29}{}", spelling, "", row.line);
    if (!row.by_default.empty()) text += fmt::format(" [{}]", row.by_default);
    text += '\n';
  }
  return text + fmt::format("\nExit codes: {}", exit_codes);
}

std::string man_page() {
  std::string text =
      ".TH WHITTLE 1\n.SH NAME\nwhittle \\- find the smallest input that still shows a property\n"
      ".SH SYNOPSIS\n.B whittle\n[options] TEST FILE...\n.SH DESCRIPTION\n"
      "Runs TEST on smaller and smaller versions of FILE and keeps the smallest for which TEST\n"
      "exits with 0. TEST runs in a fresh folder that holds the candidate under FILE's name.\n"
      "FILE is replaced by the result; FILE.orig keeps the original.\n";
  const auto escaped = [](std::string_view part) {
    std::string out;
    for (char c : part) {
      if (c == '-' || c == '\\') out += '\\';
      out += c;
    }
    return out;
  };
  std::string_view section;
  for (const OptionRow& row : option_rows()) {
    if (row.section != section) {
      section = row.section;
      text += fmt::format(".SH {}\n", section);
    }
    std::string spelling = spelled(row);
    spelling.erase(0, spelling.find_first_not_of(' '));
    text += fmt::format(".TP\n.B {}\n{}.", escaped(spelling), escaped(row.line));
    if (!row.text.empty()) text += fmt::format(" {}", escaped(row.text));
    if (!row.by_default.empty()) text += fmt::format(" Default: {}.", escaped(row.by_default));
    text += '\n';
  }
  return text + fmt::format(".SH EXIT STATUS\n{}", exit_codes);
}

Result<std::string> completions(std::string_view shell) {
  std::string text;
  if (shell == "bash") {
    text = "_whittle() {\n  local options='";
    for (const OptionRow& row : option_rows()) text += fmt::format("{} ", row.name);
    text +=
        "'\n  case \"${COMP_WORDS[COMP_CWORD]}\" in\n"
        "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"${COMP_WORDS[COMP_CWORD]}\"));;\n"
        "    *) COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"));;\n"
        "  esac\n}\ncomplete -o filenames -F _whittle whittle\n";
    return text;
  }
  if (shell == "zsh") {
    text = "#compdef whittle\n_arguments \\\n";
    for (const OptionRow& row : option_rows()) {
      std::string line(row.line);
      std::erase_if(line, [](char c) { return c == '\'' || c == '[' || c == ']' || c == ':'; });
      text += fmt::format("  '{}[{}]{}' \\\n", row.name, line,
                          row.value.empty() ? "" : fmt::format(":{}:_files", row.value));
    }
    return text + "  '*:file:_files'\n";
  }
  if (shell == "fish") {
    for (const OptionRow& row : option_rows()) {
      std::string line(row.line);
      std::erase(line, '\'');
      text += fmt::format("complete -c whittle -l {}{}{} -d '{}'\n", row.name.substr(2),
                          row.letter ? fmt::format(" -s {}", row.letter) : "",
                          row.value.empty() ? "" : " -r", line);
    }
    return text;
  }
  return fail(ErrorKind::usage, fmt::format("no completions for '{}': bash, zsh or fish", shell));
}

}  // namespace whittle
