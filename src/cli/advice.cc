// Two tables. `members` translates names wherever they occur; `advice_rows` has a sentence for each
// cause that needs another one than the library's. {0}, {1}, ... are the values of the cause, and
// {w} is the way out of the library, with a line end if there is one. Parameters of --algorithm and
// --plan have no dashes.
#include "cli/advice.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "base/did_you_mean.h"
#include "base/reason.h"
#include "base/replace_all.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

struct MemberRow {
  std::string_view member;
  std::string_view option;
};

// A name that begins with another one comes before it.
constexpr auto members = std::to_array<MemberRow>({
    {"search.build_files", "--plan auto:build-files"},
    {"search.debloat.without_dependencies", "--without=dependencies"},
    {"search.debloat.without_dead_code", "--without=dead-code"},
    {"search.effort = ", "--effort "},
    {"search.grammar", "--language"},
    {"search.keep", "--keep"},
    {"search.language", "--language"},
    {"search.no_sweep", "no-sweep"},
    {"search.only", "--only"},
    {"search.parallel = ", "--parallel "},
    {"search.plan", "--plan"},
    {"search.policy = ", "--policy "},
    {"search.policy", "--policy"},
    {"search.propose", "--propose"},
    {"search.rounds", "rounds"},
    {"search.unit", "--unit"},
    {"search.delete_only", "--delete-only"},
    {"search.well_formed", "--well-formed"},
    {"search.without", "--without"},
    {"test.allow_empty", "--allow-empty"},
    {"test.also_interesting", "--also-interesting"},
    {"test.around = ", "--around "},
    {"test.around", "--around"},
    {"test.memory", "--memory"},
    {"test.flaky", "--flaky"},
    {"test.conditions.output_has = ", "--output "},
    {"test.conditions.versus", "--vs"},
    {"test.same_bug = ", "--same-bug "},
    {"Request::reduce_command", "--reduce-command"},
    {"Request::view", "--view"},
});

struct AdviceRow {
  Reason reason;
  std::string_view message;  ///< empty: the library's
  std::string_view way_out;
};

constexpr std::string_view no_resume = "start a new run without --resume";

constexpr auto advice_rows = std::to_array<AdviceRow>({
    {Reason::unknown_plan, "", "see: whittle --list plans"},
    {Reason::unknown_pass, "", "see: whittle --list passes"},
    {Reason::unknown_language, "", "see: whittle --list languages"},
    {Reason::unknown_view, "", "{w}or your own: --view 'DECODE' 'ENCODE'"},
    {Reason::view_needs_program, "--view {0} needs {1}, which is not installed", "{w}"},
    {Reason::well_formed_needs_grammar, "",
     "name the language: --language NAME (see --list languages)"},
    {Reason::output_must_be_one_file, "-o - prints the result, which must be one file",
     "write several files to a folder, as in: -o FOLDER"},
    {Reason::output_is_test, "-o would overwrite {0}, which is the test", "{w}"},
    {Reason::output_exists, "{0} exists; -o does not overwrite it",
     "write to another place, or overwrite it: --force"},
    {Reason::output_has_run, "{0} exists; -o does not overwrite it",
     "write to another place, or overwrite it: --force\n"
     "or continue the unfinished run: whittle --resume {1}"},
    {Reason::around_is_elsewhere, "", "start whittle there: cd {1} && whittle --around . ..."},
    {Reason::around_has_tests, "",
     "choose another place for the tests: TMPDIR=/elsewhere whittle ..."},
    {Reason::batch_output_exists, "", "name another folder: -o FOLDER; or overwrite it: --force"},
    {Reason::reproducer_needs_command, "--reduce-command needs a command, and TEST is a script",
     "write it as: whittle --reduce-command FILE -- COMMAND @@"},
    {Reason::reproducer_needs_one_file, "--reduce-command works with one file, and not with -o -",
     ""},
    {Reason::reproducer_exists, "", "move it away, or overwrite it: --force"},
    {Reason::command_hangs, "",
     "to keep that, add: --slower-than 10s\nif it needs more time, add: --timeout TIME\nran:    "
     "{0}"},
    {Reason::command_is_missing, "", "to keep that, add: --exit {0}\nran:    {1}"},
    {Reason::command_shows_nothing, "",
     "{0}state what to keep: --exit, --signal, --stdout, --stderr, --output or --slower-than\n"
     "ran:    {1}"},
    {Reason::no_sandbox, "", "install bubblewrap, or run without --sandbox"},
    {Reason::original_is_refused, "",
     "it must work in a folder that holds only the reduced files; to add the files around them: "
     "--around .{0}"},
    {Reason::original_is_slow, "", "if it needs more time, add: --timeout TIME{0}"},
    {Reason::file_out_of_reach,
     "tests run in a separate folder that does not contain {0}; give its absolute path, or use "
     "--around .",
     ""},
    {Reason::is_unconfined,
     "this runs mutated programs, which may delete files or use the network; confine them with "
     "--sandbox",
     ""},
    {Reason::command_is_slow, "{m} (see --timeout)",
     "if it hangs, and that is what to keep: --slower-than 10s"},
    {Reason::script_is_slow, "{m} (see --timeout)", ""},
    {Reason::contradiction, "",
     "find out why; or keep a failure that comes and goes: --flaky half (docs/flaky.md)"},
    {Reason::validity_was_lost, "{m}; to keep it valid: --well-formed=compiler", ""},
    {Reason::no_compiler_to_ask,
     "--well-formed=compiler needs a command after -- that runs gcc or clang",
     "name another check: --precheck 'COMMAND @@'"},
    {Reason::original_fails_too_seldom, "",
     "demand a lower rate than {0}, or half of the original's: --flaky half"},
    {Reason::program_changed, "",
     "its answers since then are not used; restore it, or see --force"},
    {Reason::folder_is_full, "", "{w}write the result to another folder: -o FOLDER/NAME"},
    {Reason::has_unfinished_run, "", "next time, continue with: whittle --resume {0}"},
    {Reason::file_has_changed, "",
     "to start again from the changed file: omit --resume\n"
     "to overwrite it and continue: whittle --resume --force {0}"},
    {Reason::run_has_changed, "",
     "to continue anyway, with the outcomes known so far: --resume --force\n"
     "to start again: omit --resume"},
    {Reason::no_unfinished_run, "", "{w}start one without --resume"},
    {Reason::run_has_finished, "",
     "its history was kept; see: whittle history {0}\nstart another run without --resume"},
    {Reason::journal_is_unusable, "",
     "{0} holds the best so far and {0}.orig the original; start again without --resume"},
    {Reason::run_has_no_request, "", no_resume},
    {Reason::journal_is_full, "", "free some space, then continue with: whittle --resume {0}"},
    {Reason::no_record, "",
     "looked for: {0}\na run that has finished leaves one if it is small, or with --leave history"},
    {Reason::no_such_bug, "", "list them: whittle bugs {0}"},
    {Reason::foreign_grammars, "",
     "install both: cmake --install BUILD; or name the folder of the grammars: WHITTLE_GRAMMARS"},
});

/// `text` with the values of a cause in it. One pass: a value may contain braces.
std::string filled(std::string_view text, const std::vector<std::string>& values,
                   const std::string& message, const std::string& way_out) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_place = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    if (!is_place) {
      result += text[i];
      continue;
    }
    const char name = text[i + 1];
    if (name == 'm')
      result += message;
    else if (name == 'w')
      result += way_out + (way_out.empty() || i + 3 == text.size() ? "" : "\n");
    else
      result += values.at(static_cast<std::size_t>(name - '0'));
    i += 2;
  }
  return result;
}

/// Message and way out as the row of the cause has them, with options instead of members.
void phrase(std::string& message, std::string& way_out, Cause& cause) {
  if (const auto row = std::ranges::find(advice_rows, cause.reason, &AdviceRow::reason);
      row != advice_rows.end()) {
    std::string said =
        filled(row->message.empty() ? "{m}" : row->message, cause.values, message, way_out);
    way_out = filled(row->way_out, cause.values, message, way_out);
    message = std::move(said);
  }
  if (cause.reason == Reason::none) return;
  message = in_options(std::move(message));
  way_out = in_options(std::move(way_out));
  cause = {};
}

/// Lines that are put before the way out.
void put_first(Error& error, const std::string& lines) {
  error.way_out = lines + (error.way_out.empty() ? "" : "\n") + error.way_out;
}

/// TEST and FILE were given in the wrong order.
bool is_swapped(const Error& error, const Call& call) {
  return error.kind == ErrorKind::test && !call.script.empty() && call.files.size() == 1 &&
         find_test(call.files.front());
}

/// Adds the call to type if TEST is a command in one word: "python3 bug.py".
void add_command(Error& error, const Call& call) {
  const std::size_t blank = call.script.find(' ');
  if (error.kind == ErrorKind::test && blank != std::string::npos && call.files.size() == 1 &&
      find_program(call.script.substr(0, blank)))
    error.way_out =
        fmt::format("a command comes last, with @@ for the file: whittle {} -- {}",
                    shell_quoted(call.files.front()), call.script.substr(0, blank) + " ... @@");
}

/// Adds the call to type if COMMAND is FILE, or is a test.
void add_call(Error& error, const Call& call) {
  if (call.command.empty() || call.files.size() != 1) return;
  const std::string& file = call.files.front();
  const std::string& first = call.command.front();
  std::error_code ignored;
  const bool cannot_run = error.kind == ErrorKind::test && !find_program(first);
  if (cannot_run && call.command.size() == 1 && std::filesystem::exists(first, ignored) &&
      find_test(file))
    put_first(error, fmt::format("a test needs no --: whittle {} {}", shell_quoted(file),
                                 shell_quoted(first)));
  else if (error.kind == ErrorKind::not_interesting && call.command.size() <= 2 &&
           first.find('/') != std::string::npos)
    put_first(
        error,
        fmt::format("if it is a test, which exits with 0 for an interesting file: whittle {} {}",
                    shell_quoted(first), shell_quoted(file)));
}

/// The word before the files may be a command of ours with a letter wrong.
void add_right_word(Error& error, const Call& call) {
  static constexpr std::string_view commands[] = {"init",    "batch",   "blame", "history",
                                                  "explain", "bugs",    "view",  "report",
                                                  "worker",  "cluster", "help"};
  std::error_code ignored;
  if (call.script.empty() || std::filesystem::exists(call.script, ignored)) return;
  if (const auto meant = did_you_mean(call.script, commands))
    put_first(error, fmt::format("did you mean: whittle {} {}", *meant, shell_quoted(call.files)));
}

/// An error about the test before it was used: perhaps whittle was called in the wrong way.
Error with_right_call(Error error, const Call& call) {
  if (is_swapped(error, call)) {
    const std::string test = shown(call.files.front()), file = shown(call.script);
    return {ErrorKind::test,
            fmt::format("{} is given as the test and cannot be run, but {} can", file, test),
            fmt::format("the test comes first: whittle {} {}", shell_quoted(call.files.front()),
                        shell_quoted(call.script))};
  }
  replace_all(error.message, "chmod +x " + call.script, "chmod +x " + shell_quoted(call.script));
  add_command(error, call);
  add_call(error, call);
  add_right_word(error, call);
  return error;
}

bool is_about_call(Reason reason) {
  return reason == Reason::test_was_refused || reason == Reason::command_hangs ||
         reason == Reason::command_is_missing || reason == Reason::command_shows_nothing;
}

/// An original that is not interesting: `whittle python3 bug.py` takes python3 from PATH.
void add_interpreter(Error& error, const Call& call) {
  std::error_code ignored;
  if (call.script.empty() || call.script.find('/') != std::string::npos ||
      std::filesystem::exists(call.script, ignored))
    return;
  put_first(error, fmt::format("to keep the failure of the command {0}: whittle {1} -- {0} @@",
                               call.script, shell_quoted(call.files.front())));
}

/// An empty input is interesting, perhaps since the first file is the test.
void add_swapped_files(Error& error, const Call& call) {
  if (call.files.size() < 2) return;
  const std::string sentence = "is the test, and should not be reduced";
  replace_all(error.way_out, sentence,
              fmt::format("{}: whittle {} {}", sentence, shell_quoted("./" + call.files[0]),
                          shell_quoted(call.files[1])));
}

/// The call that gives the command the whole path of the candidate, which it looked for at
/// `elsewhere`.
void add_whole_path(Error& error, const std::string& elsewhere, const Call& call) {
  if (elsewhere.empty() || call.files.size() != 1) return;
  std::string text;
  for (const std::string& word : call.command) {
    const bool is_candidate = word == "@@";
    text += (text.empty() ? "" : " ") + (is_candidate ? "$PWD/@@" : shell_quoted(word));
  }
  put_first(error,
            fmt::format("the command looks for {}; to give it the whole path: whittle {} -- {}",
                        shown(elsewhere), shell_quoted(call.files.front()), shell_quoted(text)));
}

/// The call for a command that gets the candidate on standard input, and may need its path.
void add_path(Error& error, const Call& call) {
  if (call.command.empty() || call.files.size() != 1 ||
      std::ranges::any_of(call.command,
                          [](const std::string& word) { return word.contains("@@"); }))
    return;
  std::vector<std::string> command = call.command;
  const bool is_text = command.size() == 3 && command[1] == "-c";
  const std::string with_path =
      is_text ? shell_quoted(command[2] + " @@") : shell_quoted(command) + " @@";
  put_first(error,
            fmt::format("{0} is given on standard input; to give its path: whittle {0} -- {1}",
                        shell_quoted(call.files.front()), with_path));
}

}  // namespace

std::string in_options(std::string text) {
  for (const MemberRow& row : members) replace_all(text, row.member, row.option);
  return text;
}

Notice notice_in_options(Notice notice) {
  phrase(notice.message, notice.way_out, notice.cause);
  return notice;
}

Call call_of(const Request& request) {
  return {request.files, request.test.script, request.test.conditions.command,
          writes_no_file(request)};
}

Error in_options(Error error, const Call& call) {
  const Reason reason = error.cause.reason;
  const std::vector<std::string> values = error.cause.values;
  phrase(error.message, error.way_out, error.cause);
  if (is_about_call(reason)) error = with_right_call(std::move(error), call);
  if (reason == Reason::original_is_refused || reason == Reason::original_is_slow)
    add_interpreter(error, call);
  if (reason == Reason::accepts_empty) add_swapped_files(error, call);
  if (reason == Reason::accepts_empty && !values.empty())
    add_whole_path(error, values.front(), call);
  if (reason == Reason::accepts_empty) add_path(error, call);
  if (error.unfinished.empty()) return error;
  error.way_out += fmt::format("{}the best so far is {}; continue with: whittle --resume {}",
                               error.way_out.empty() ? "" : "\n",
                               call.prints_result ? "kept with the run" : "in " + error.unfinished,
                               shell_quoted(error.unfinished));
  error.unfinished.clear();
  return error;
}

}  // namespace whittle
