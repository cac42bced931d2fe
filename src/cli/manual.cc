// The manual page in troff, from the same rows as `--help`.
#include <fmt/format.h>

#include "cli/cluster_options.h"
#include "cli/help.h"
#include "cli/parameters.h"

namespace whittle {
namespace {

/// `text` as troff reads it: '-' is a minus sign, and no line begins with a request.
std::string escaped(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

struct ManualExample {
  std::string_view what;
  std::string_view command;
};
constexpr auto examples = std::to_array<ManualExample>({
    {"Reduce bug.c with a script that exits with 0 if the bug is there",
     "whittle ./crash.sh bug.c"},
    {"Without a script: keep the failure of a gcc command", "whittle bug.c -- gcc -O2 -c @@"},
    {"Keep a crash by its signal, in at most ten minutes",
     "whittle --signal SEGV --max-time 10m input.bin -- ./parser @@"},
    {"Keep a difference between two programs",
     "whittle query.sql -- sqlite3 -init @@ --vs ./other -init @@"},
    {"Write the test as a script that you can change",
     "whittle --make-test crash.sh bug.c -- gcc -O2 -c @@"},
    {"Continue after Ctrl\\-C or a crash of the machine", "whittle --resume bug.c"},
    {"Reduce several files and a folder together", "whittle ./crash.sh main.c util.c include/"},
    {"In place of C\\-Vise", "whittle-cvise --n 8 --tidy ./crash.sh bug.cpp"},
});

constexpr std::string_view description =
    ".SH DESCRIPTION\n"
    "Runs TEST on smaller and smaller versions of FILE and keeps the smallest for which TEST\n"
    "exits with 0. TEST runs in a fresh folder that holds the candidate under FILE's name; the\n"
    "name is also its argument. FILE is replaced by the result; FILE.orig keeps the original.\n"
    "FILE can be a folder, and there can be several.\n"
    ".PP\n"
    "With a COMMAND instead of TEST, whittle finds out what to keep: the signal, the exit\n"
    "status, the message, the stack. @@ stands for the candidate's path.\n"
    ".PP\n"
    "Under the names\n"
    ".B whittle\\-creduce\n"
    "and\n"
    ".B whittle\\-cvise\n"
    "it has the defaults of\n"
    "C\\-Reduce and C\\-Vise; their options are accepted under every name. See\n"
    ".BR \"whittle help coming\\-from\" .\n";

constexpr std::string_view files_and_more =
    ".SH FILES\n"
    ".TP\n"
    ".I FILE.orig\n"
    "The original. It is never overwritten.\n"
    ".TP\n"
    ".I FILE.whittle\n"
    "The journal of an unfinished run, for\n"
    ".BR \\-\\-resume .\n"
    ".SH ENVIRONMENT\n"
    ".TP\n"
    ".B TMPDIR\n"
    "Where the folders of tests are made if they do not fit into memory.\n"
    ".TP\n"
    ".B WHITTLE_GRAMMARS\n"
    "A folder of grammars that is searched first.\n"
    ".SH SEE ALSO\n"
    ".B whittle help\n"
    "lists the built-in pages.\n"
    ".BR creduce (1),\n"
    ".BR cvise (1)\n";

std::string options_part() {
  std::string text;
  std::string_view section;
  for (const std::span<const OptionRow> rows :
       {option_rows(), cluster_rows(), plan_parameters(), algorithm_parameters()})
    for (const OptionRow& row : rows) {
      if (row.section != section) {
        section = row.section;
        text += fmt::format(".SS \"{}\"\n", escaped(section));
      }
      text += fmt::format(".TP\n.B {}\n{}.", escaped(spelled(row, "")), escaped(row.line));
      if (!row.text.empty()) text += fmt::format(" {}", escaped(row.text));
      if (!row.by_default.empty()) text += fmt::format(" Default: {}.", escaped(row.by_default));
      text += '\n';
    }
  return text;
}

}  // namespace

std::string man_page() {
  std::string text = fmt::format(
      ".TH WHITTLE 1 \"\" \"whittle {}\" \"User Commands\"\n.SH NAME\n"
      "whittle, whittle\\-cvise, whittle\\-creduce \\- find the smallest input that still shows a "
      "property\n.SH SYNOPSIS\n",
      WHITTLE_VERSION);
  for (std::string_view synopsis : synopses)
    text += fmt::format("{}.B whittle\n{}\n", synopsis == synopses.front() ? "" : ".br\n",
                        escaped(synopsis));
  text += fmt::format("{}.SH OPTIONS\n{}.SH EXAMPLES\n", description, options_part());
  for (const ManualExample& example : examples)
    text += fmt::format(".TP\n{}:\n.B {}\n", example.what, escaped(example.command));
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_meanings)
    text += fmt::format(".TP\n.B {}\n{}.\n", code, escaped(meaning));
  return text.append(files_and_more);
}

}  // namespace whittle
