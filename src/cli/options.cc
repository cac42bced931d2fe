// One table of options and one interpreter. A row has everything that is known about an option: its
// spelling, its value, its help, the function that stores it, and its treatment with `--resume`.
// Help, manual page, completions and parsing are made from the rows, so they cannot differ.
//
// The words of a command line are ambiguous: FILE and TEST look alike, and people forget the `--`
// before a command. So words are collected first and interpreted at the end, when all of them are
// known, and the errors show the call that was probably meant.
#include "cli/options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <unistd.h>

#include "base/did_you_mean.h"
#include "cli/advice.h"
#include "cli/cluster_options.h"
#include "cli/debloat_test.h"
#include "cli/option_setters.h"
#include "cli/parameters.h"
#include "cli/typed_command.h"
#include "oracle/make_spec.h"
#include "page/serve.h"
#include "process/program.h"
#include "run/recipes.h"
#include "run/request_json.h"
#include "run/request_words.h"
#include "run/view.h"

namespace whittle {
namespace {

/// The ending of the name chooses the kind of report.
Result<void> set_report(Options& options, std::string_view value) {
  (value.ends_with(".md") ? options.markdown : options.report) = value;
  return {};
}
Result<void> set_serve(Options& options, std::string_view value) {
  if (const Result<Address> address = parse_address(value); !address)
    return std::unexpected(address.error());
  options.serve = std::string(value);
  return {};
}
template <Task task>
Result<void> set_task(Options& options, std::string_view) {
  options.task = task;
  return {};
}
Result<void> set_completions(Options& options, std::string_view value) {
  options.task = Task::completions;
  options.completions = value;
  return {};
}
Result<void> set_make_test(Options& options, std::string_view value) {
  options.task = Task::make_test;
  options.is_template = value == debloat_template;
  options.make_test = options.is_template ? fmt::format("{}.sh", value) : std::string(value);
  return {};
}
Result<void> add_until(Options& options, std::string_view value) {
  Result<Until> until = parse_until(value);
  if (!until) return std::unexpected(until.error());
  options.request.search.until.push_back(std::move(*until));
  return {};
}
/// The name of a ready view, or DECODE, a line end and ENCODE.
Result<void> set_view(Options& options, std::string_view value) {
  const std::size_t split = value.find('\n');
  if (split != value.npos) {
    options.request.view = View{"the view",
                                std::string(value.substr(0, split)),
                                std::string(value.substr(split + 1)),
                                "",
                                "",
                                false};
    return {};
  }
  return store(options.request.view, find_view(value));
}
/// The files that a finished run leaves beside FILE.
enum class Leave { nothing, orig, history };
constexpr WordTable<Leave, 3> leave_words{
    {{"nothing", Leave::nothing}, {"orig", Leave::orig}, {"history", Leave::history}}};

Result<void> add_valid(Options& options, std::string_view value) {
  const Result<std::string> recipe = find_recipe(value);
  if (!recipe) return std::unexpected(recipe.error());
  options.request.test.conditions.valid.push_back("sh " + shell_quoted(*recipe) + " \"$@\"");
  return {};
}
/// "NAME=COMMAND". Names are written to JSON and to tables as they are.
Result<void> add_stage(Options& options, std::string_view value) {
  const std::size_t equals = value.find('=');
  const std::string_view name = value.substr(0, equals);
  const bool is_name = std::ranges::all_of(
      name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; });
  if (equals == value.npos || name.empty() || !is_name)
    return fail(ErrorKind::usage, fmt::format("'{}' is not NAME=COMMAND", value),
                "NAME has letters, digits, '-', '_' and '.'; as in: --stage 'compiles=cc -c @@'");
  std::vector<TestStage>& stages = options.request.test.conditions.stages;
  if (std::ranges::count(stages, name, &TestStage::name) > 0)
    return fail(ErrorKind::usage, fmt::format("there are two stages with the name '{}'", name));
  stages.push_back({std::string(name), std::string(value.substr(equals + 1))});
  return {};
}
/// Passes, what renames, and the parts of the plan debloat.
Result<void> add_without(Options& options, std::string_view value) {
  SearchOptions& search = options.request.search;
  if (Result<void> added = add_names<&SearchOptions::without>(options, value); !added) return added;
  if (std::erase(search.without, "renames") > 0) search.keep_names = true;
  if (std::erase(search.without, "dependencies") > 0) search.debloat.without_dependencies = true;
  if (std::erase(search.without, "dead-code") > 0) search.debloat.without_dead_code = true;
  return {};
}
Result<void> set_listen(Options& options, std::string_view value) {
  options.request.search.no_listen = value == "off";
  options.request.search.listen = value == "off" ? "" : value;
  return {};
}
/// Takes the name of a language, or the file of a parser.
Result<void> set_language(Options& options, std::string_view value) {
  SearchOptions& search = options.request.search;
  const bool is_file = value.contains('/') || value.contains(".so");
  search.language = is_file ? std::nullopt : std::optional(std::string(value));
  search.grammar = is_file ? std::optional(std::string(value)) : std::nullopt;
  return {};
}
Result<void> set_leave(Options& options, std::string_view value) {
  const Result<Leave> leave = parse_word(value, leave_words);
  if (!leave) return std::unexpected(leave.error());
  options.request.tidy = *leave == Leave::nothing;
  options.request.record = *leave == Leave::history ? KeepRecord::always : KeepRecord::never;
  return {};
}
Result<void> set_well_formed(Options& options, std::string_view value) {
  if (!value.empty() && value != "compiler" && value != "off")
    return fail(ErrorKind::usage, fmt::format("'{}' is not compiler or off", value));
  if (value != "compiler")
    options.request.search.well_formed = value.empty();
  else
    options.request.test.conditions.compiler_accepts = true;
  return {};
}
Result<void> set_show_graph(Options& options, std::string_view value) {
  if (!value.empty() && value != "dot")
    return fail(ErrorKind::usage, fmt::format("'{}' is not dot", value));
  options.task = value.empty() ? Task::show_graph : Task::show_graph_dot;
  return {};
}
Result<void> set_json(Options& options, std::string_view value) {
  if (value == "weights")
    options.json_weights = true;
  else
    options.json = std::string(value);
  return {};
}
constexpr WordTable<Flaky, 3> flaky_option_words{
    {{"half", Flaky::half}, {"raise", Flaky::raise}, {"stop", Flaky::stop}}};
/// A word, or a rate as in "50%".
Result<void> set_flaky(Options& options, std::string_view value) {
  TestOptions& test = options.request.test;
  if (const Result<Flaky> word = parse_word(value, flaky_option_words)) {
    test.flaky = *word;
    test.least_rate = 0;
    return {};
  }
  const bool is_percent = value.ends_with('%');
  const std::optional<double> percent =
      is_percent ? parse_positive(value.substr(0, value.size() - 1)) : std::nullopt;
  if (!percent || *percent < 0.1 || *percent > 99)
    return fail(ErrorKind::usage,
                fmt::format("'{}' is not half, raise, stop or a rate from 0.1% to 99%", value));
  test.flaky = Flaky::rate;
  test.least_rate = *percent / 100;
  return {};
}

constexpr WordTable<Task, 4> list_words{{{"algorithms", Task::list_algorithms},
                                         {"plans", Task::list_plans},
                                         {"passes", Task::list_passes},
                                         {"languages", Task::list_languages}}};
constexpr WordTable<ProgressStyle, 3> progress_words{{{"plain", ProgressStyle::plain},
                                                      {"view", ProgressStyle::view},
                                                      {"none", ProgressStyle::none}}};

constexpr std::string_view general = "General";
constexpr std::string_view what = "What to try";
constexpr std::string_view conditions =
    "Conditions instead of a script (after FILE: -- COMMAND @@)";
constexpr std::string_view how = "How to test";
constexpr std::string_view how_long = "How long";
constexpr std::string_view elsewhere = "On other hosts (see docs/cluster.md)";
constexpr std::string_view output = "What to print";

constexpr std::string_view regex_text =
    "REGEX is searched for in each line alone. The syntax is RE2's: Perl's without back-references "
    "and look-around. A character is one of UTF-8.";

using enum OnResume;

constexpr auto rows = std::to_array<OptionRow>({
    {general, "--save-as", 'o', "FILE", "FILE itself",
     "write the result here and leave FILE as it is",
     "- means standard output. With several files or a folder, FILE is the folder to write to. An "
     "existing file is overwritten only with --force.",
     fixed, set_text<&Request::output>},
    {general, "--resume", 0, "", "", "continue a run on FILE that was stopped or killed",
     "No test is repeated, and the result is that of an uninterrupted run.", not_kept,
     set<&Options::resume>},
    {general, "--bug", 0, "N", "",
     "with --resume: reduce another bug that a run on FILE came across",
     "whittle bugs FILE lists them. The example of bug N in FILE.bugs is reduced in its place, "
     "with "
     "its own failure as the one to keep.",
     not_kept, set_number<&Options::bug, std::size_t{1}, any_size>},
    {general, "--force", 0, "", "",
     "overwrite existing files, or resume although something changed",
     "With -o or --make-test: overwrites an existing file. With --resume: continues although the "
     "test, the original or FILE has changed.",
     not_kept, set<&Request::force>},
    {general, "--leave", 0, "WHAT", "orig, and a small history",
     "which files stay after a finished run: nothing, orig or history",
     "nothing removes FILE.orig, unless it existed before the run or the run was resumed. history "
     "also keeps the record in FILE.whittle, which whittle history, explain, report and view read; "
     "without this option it stays if it is smaller than 5 MB. A run that was stopped or killed "
     "always leaves one. The next run on FILE replaces it.",
     changeable, set_leave},
    {general, "--help", 'h', "", "", "show the most common options; --help all shows every option",
     "--help man prints the manual page (pipe it to 'man -l -').", not_kept, set_task<Task::help>},
    {general, "--version", 0, "", "", "show the version", "", not_kept, set_task<Task::version>},
    {general, "--completions", 0, "SHELL", "", "print completions for bash, zsh or fish", "",
     not_kept, set_completions},

    {what, "--plan", 'p', "NAME[:KEY,...]", "auto",
     "which passes run in which order; see --list plans",
     "The parameters after the colon are at the end of --help all.", fixed, set_plan},
    {what, "--algorithm", 'a', "NAME[:KEY=VALUE,...]", "gallop",
     "which algorithm chooses what to remove; see --list algorithms",
     "As in probdd:sigma=0.1,seed=3. The parameters after the colon are at the end of --help all.",
     fixed, set_algorithm},
    {what, "--unit", 'u', "UNIT", "",
     "reduce one list of bytes, chars, tokens, lines or brackets, and nothing else",
     "'auto' means lines if the input is text, and bytes if it is not.", fixed,
     set_word<&SearchOptions::unit, unit_words>},
    {what, "--goal", 0, "WHAT", "tokens; bytes if binary",
     "what to minimize: tokens, bytes or lines", "", fixed,
     set_word<&SearchOptions::goal, goal_words>},
    {what, "--language", 'l', "NAME|SO", "by file name",
     "the language of FILE; see --list languages",
     "SO[:NAME] is the file of your own tree-sitter parser, as in ./parser.so. If its grammar.json "
     "is beside it, the parser is supported like a bundled one.",
     fixed, set_language},
    {what, "--only", 0, "PASS,...", "all", "use these passes only; see --list passes", "", fixed,
     add_names<&SearchOptions::only>},
    {what, "--without", 0, "PASS,...", "", "do not use these passes",
     "'probe' observes one test; see docs/probes.md. 'closure' is the closure search, which "
     "comes first on large inputs; see docs/closures.md. "
     "'renames' are all edits that change how an identifier is spelled. "
     "'dependencies' and 'dead-code' are parts of the plan debloat; see docs/debloating.md. "
     "'refusals-error', 'refusals-plain', 'refusals-alone' and 'refusals-chances' are the parts of "
     "learning from refusals; see docs/effort.md.",
     fixed, add_without},
    {what, "--keep", 0, "REGEX", "",
     "do not change text that matches (RE2 syntax); may be repeated",
     "Each file is searched as one text: ^ and $ match at the ends of each line, and a match may "
     "span lines. If a file has lines with DDBEGIN and DDEND, only the lines between them are "
     "reduced.",
     fixed, add_text<&SearchOptions::keep>},
    {what, "--delete-only", 0, "[=off]", "for data such as CSV and logs",
     "delete parts of FILE and write nothing in their place",
     "Every value in the result is one of FILE's. This is the default for tables (CSV, TSV), JSON "
     "lines, logs, plain text, Markdown, patches, lockfiles, makefiles, Dockerfiles, settings such "
     "as INI, .env and .conf, and JSON, YAML and TOML with errors; =off also shortens and replaces "
     "values there. A number that counts deleted parts is "
     "lowered.",
     fixed, set_switch<&SearchOptions::delete_only>},
    {what, "--listen", 0, "COMMAND|off", "", "run COMMAND to learn why closures are refused",
     "A shell command that prints a compiler's messages about the file. It runs in a folder with "
     "the file under its own name; @@ stands for its path. auto runs an installed compiler or "
     "checker for the language of the file; this is the default for C++. off runs nothing, and no "
     "probe either. See docs/closures.md and docs/probes.md.",
     fixed, set_listen},
    {what, "--policy", 0, "HOW", "refusals",
     "auto, debloat: how to learn from outcomes: refusals or none",
     "refusals leaves out edits that earlier refusals make hopeless, and tells the algorithm how "
     "likely the others are to succeed; see docs/effort.md.",
     fixed, set_word<&SearchOptions::policy, policy_words>},
    {what, "--propose", 0, "COMMAND", "",
     "ask this command for further edits, in JSON; see docs/proposers.md",
     "A shell command. It reads the files as lines of JSON and prints one edit on each line. It "
     "must be deterministic.",
     fixed, set_text<&SearchOptions::propose>},
    {what, "--view", 0, "NAME|DECODE ENCODE", "",
     "reduce what DECODE prints for FILE, test what ENCODE makes of it",
     "Both are shell commands that read standard input and write standard output. Built in: wasm, "
     "llvm-bc, gzip, zip, base64. See docs/views.md.",
     fixed, set_view},
    {what, "--well-formed", 0, "[=compiler|off]", "for strict formats such as JSON",
     "do not test candidates with more syntax errors than FILE has",
     "Needs a grammar; see --list languages. This is the default for JSON, JSON lines, YAML, TOML, "
     "XML, HTML, patches, SQL without errors, and CSV, whose header also stays; =off tests all "
     "candidates. The summary says "
     "how many were not tested. --well-formed=compiler asks a compiler instead: a crash of gcc is "
     "kept in programs that clang accepts, and the other way around.",
     fixed, set_well_formed},
    {what, "--effort", 0, "HOW", "normal", "how much is tested: quick, normal or full",
     "normal leaves out edits that earlier refusals make hopeless, and says how many. full tests "
     "these as well. quick is like normal, but stops when 100 tests in a row remove no token. See "
     "docs/effort.md.",
     fixed, set_word<&SearchOptions::effort, effort_words>},
    {what, "--verify", 0, "", "", "check at the end that no single node or line can be removed", "",
     changeable, set<&SearchOptions::verify>},
    {what, "--list", 0, "WHAT", "", "show all algorithms, plans, passes or languages", "", not_kept,
     set_word<&Options::task, list_words>},
    {what, "--show-tree", 0, "", "", "print FILE's tree, with weights and what can be removed", "",
     not_kept, set_task<Task::show_tree>},
    {what, "--show-graph", 0, "[=dot]", "", "print which pieces of FILE need which others",
     "This is what the closure search uses; see docs/closures.md. The first line names the "
     "provider. =dot writes it for Graphviz (pipe it to 'dot -Tsvg').",
     not_kept, set_show_graph},

    {conditions, "--exit", 0, "N,...", "", "the command exits with one of these",
     "As a shell shows it: 139 means killed by SIGSEGV.", fixed, add_statuses<&Conditions::exits>},
    {conditions, "--signal", 0, "NAME", "", "the command is killed by this signal, such as SEGV",
     "", fixed, add_text<&Conditions::signals>},
    {conditions, "--stdout", 0, "REGEX", "", "a line of its standard output matches (RE2 syntax)",
     regex_text, fixed, add_text<&Conditions::stdout_has>},
    {conditions, "--stderr", 0, "REGEX", "", "a line of its standard error matches (RE2 syntax)",
     regex_text, fixed, add_text<&Conditions::stderr_has>},
    {conditions, "--output", 0, "REGEX", "", "a line of its output or errors matches (RE2 syntax)",
     regex_text, fixed, add_text<&Conditions::output_has>},
    {conditions, "--not-output", 0, "REGEX", "",
     "no line of its output or errors matches (RE2 syntax)", regex_text, fixed,
     add_text<&Conditions::output_lacks>},
    {conditions, "--slower-than", 0, "TIME", "", "it is still running after this time", "", fixed,
     set_duration<&Conditions::slower_than>},
    {conditions, "--precheck", 0, "COMMAND", "", "a quick shell command that must succeed first",
     "", fixed, add_text<&Conditions::prechecks>},
    {conditions, "--stage", 0, "NAME=COMMAND", "",
     "instead of TEST: a shell command that must succeed; may be repeated",
     "Stages run in order in one folder, and the first that fails ends the test. $1 and @@ are the "
     "candidate's path. The summary says how many candidates each stage refused, and its share of "
     "the time. See docs/test-scripts.md.",
     fixed, add_stage},
    {conditions, "--valid", 0, "LANGUAGE", "",
     "a built-in precheck for miscompilations: c, c++, rust, go or java",
     "Rejects programs that compilers may treat differently, for example because of undefined "
     "behaviour. The checks are scripts in share/whittle/valid; WHITTLE_VALID names another folder "
     "of such scripts.",
     fixed, add_valid},
    {conditions, "--bad", 0, "COMMAND", "",
     "instead of -- COMMAND: a shell command whose failure is kept",
     "@@ is the candidate's path. The other conditions are about this command.", fixed,
     set_text<&Options::bad>},
    {conditions, "--good", 0, "COMMAND", "", "a shell command that must succeed; may be repeated",
     "Runs only if the command after -- or of --bad has failed. See docs/test-scripts.md.", fixed,
     add_text<&Conditions::goods>},
    {conditions, "--reduce-command", 0, "", "",
     "also remove words of COMMAND, and write FILE.sh, which runs it",
     "Words and environment variables that the failure does not need are removed, before FILE is "
     "reduced and once more afterwards.",
     fixed, set<&Request::reduce_command>},
    {conditions, "--make-test", 0, "FILE", "", "write the conditions as a script and stop",
     "--make-test debloat writes debloat.sh, a template for a test of FILE in stages; see "
     "docs/debloating.md.",
     not_kept, set_make_test},

    {how, "--jobs", 'j', "N", "all cores", "how many tests run at a time",
     "The result does not depend on it.", changeable,
     set_number<&Request::jobs, std::size_t{1}, std::size_t{4096}>},
    {how, "--width", 0, "W", "1", "how many questions gallop keeps open at a time",
     "The result can depend on the width, but not on the number of jobs. See docs/parallel.md.",
     fixed, set_number<&SearchOptions::width, std::size_t{1}, std::size_t{4096}>},
    {how, "--parallel", 0, "HOW", "ahead", "how to use the slots: ahead, merge or off",
     "ahead: test what is likely to be asked next; merge: the same, with a width equal to the "
     "number of jobs; off: one test at a time. See docs/parallel.md.",
     fixed, set_word<&SearchOptions::parallel, parallel_words>},
    {how, "--timeout", 0, "TIME", "from earlier tests",
     "a test that takes longer is stopped and counts as not interesting",
     "By default ten times the time of the first run, at least 1s; later it adapts to the times of "
     "earlier tests.",
     changeable, set_duration<&TestOptions::timeout>},
    {how, "--memory", 0, "SIZE", "no limit", "memory limit of each process of a test, as in 2G", "",
     changeable, set_size<&TestOptions::memory>},
    {how, "--processes", 0, "N", "no limit", "how many processes you may have while a test runs",
     "Limits a test that forks endlessly. All processes of the user count; root is not limited.",
     changeable, set_number<&TestOptions::processes, std::uint64_t{1}, std::uint64_t{1'000'000}>},
    {how, "--sandbox", 0, "", "", "let tests write only to their own folder, without a network", "",
     changeable, set<&TestOptions::sandbox>},
    {how, "--around", 0, "FOLDER", "", "let tests see this folder around FILE, without copying it",
     "FOLDER is the current folder or one that contains it. A test runs in its own view of FOLDER, "
     "with the candidate in place of FILE. What it writes there disappears after the test. See "
     "docs/test-scripts.md.",
     fixed, set_text<&TestOptions::around>},
    {how, "--allow-empty", 0, "", "", "accept an empty result",
     "Without it, a test that finds an empty FILE interesting is an error (exit code 11): such a "
     "test accepts anything, or it reads another copy of FILE.",
     changeable, set<&TestOptions::allow_empty>},
    {how, "--same-bug", 0, "HOW", "the strictest",
     "how much of COMMAND's failure must stay: frames, message, kind, any",
     "frames: the innermost functions on the stack and the message; message: the message without "
     "numbers, paths and words that vary; kind: a sanitizer's report, an internal error or the "
     "like, whatever it says; any: only the signal or the exit status. Without it, the strictest "
     "that the failure has. See docs/same-bug.md.",
     fixed, set_word<&TestOptions::same_bug, same_bug_words>},
    {how, "--flaky", 0, "RATE", "stop",
     "keep a failure that comes and goes: half, 50% or another rate, raise, stop",
     "Runs the original until its rate is known, and a candidate until it is known whether its "
     "rate "
     "suffices. half: at least half of the original's rate. 50%: at least this rate. raise: as "
     "half; if a version fails more often, half of its rate is demanded from then on. stop: one "
     "run decides, and a test that contradicts itself ends the run. See docs/flaky.md.",
     changeable, set_flaky},
    {how, "--no-outputs", 0, "", "", "do not keep the output of refused tests",
     "Without it, the first lines of output of the last refused tests are kept with the run, for "
     "whittle explain.",
     changeable, set<&TestOptions::no_outputs>},
    {how, "--also-interesting", 0, "N,...", "",
     "save candidates for which the script exits with one of these", "", changeable,
     add_statuses<&TestOptions::also_interesting>},

    {how_long, "--max-tests", 0, "N", "no limit", "stop after this many tests", "", not_kept,
     set_number<&SearchOptions::max_tests, std::size_t{0}, any_size>},
    {how_long, "--until", 0, "SIZE", "",
     "stop at 50%, 2KB, '100 tokens', '20 lines' or 'no gain in 10m'",
     "May be repeated: the first condition that holds ends the run, with success. A percentage "
     "refers to the unit of --goal. Continue with --resume.",
     not_kept, add_until},
    {how_long, "--max-time", 0, "TIME", "no limit", "stop after this time, as in 10m or 1h30m", "",
     not_kept, set_duration<&Request::max_time>},

    {elsewhere, "--workers", 0, "URL", "", "let the workers of the server at URL run the tests",
     "tls://HOST, nats://127.0.0.1 for a server on this machine, local for the cluster that "
     "whittle "
     "cluster up has started, or none to run the tests here. A server on another machine needs TLS "
     "and --credentials, or insecure://HOST, which lets everybody who can reach it run programs. "
     "Implies --parallel merge with a width of all slots. The result "
     "depends on the width, not on the workers.",
     changeable, set_text<&Elsewhere::workers>},
    {elsewhere, "--with", 0, "FILE", "", "send FILE along with the test; may be repeated",
     "TEST finds it beside itself: \"$(dirname \"$0\")\"/FILE. FILE can be a folder. TEST itself "
     "is sent in any case.",
     changeable, add_text<&Elsewhere::with>},
    {elsewhere, "--lease", 0, "TIME", "5s",
     "give a worker's test to another worker after this time without a sign of life", "",
     changeable, set_duration<&Elsewhere::lease>},
    {elsewhere, "--share-outcomes", 0, "", "",
     "use outcomes of other runs on the server instead of testing again",
     "Outcomes are stored on the server for a week, and all runs with this option use those of the "
     "same test on the same candidate. The result does not change, and it is always tested itself. "
     "See docs/cluster.md.",
     changeable, set<&Elsewhere::share_outcomes>},
    {elsewhere, "--credentials", 0, "FILE", "",
     "a file with your key for the server and the workers",
     "It must be readable only by you, and has the lines \"nkey PUBLIC\" and \"seed SECRET\", as "
     "whittle cluster key prints them. For a server with passwords it has also, or only, the lines "
     "\"user NAME\" and \"password SECRET\".",
     changeable, set_text<&Elsewhere::credentials>},
    {elsewhere, "--ca", 0, "FILE", "the system's", "certificates to verify the server with (TLS)",
     "", changeable, set_text<&Elsewhere::ca>},

    {output, "--quiet", 'q', "", "", "print errors and warnings only", "", not_kept,
     set<&Options::quiet>},
    {output, "--verbose", 'v', "", "", "also print what each stage did", "", not_kept,
     set<&Options::verbose>},
    {output, "--progress", 0, "HOW", "view on a terminal, else plain",
     "how to show a run in progress: view, plain or none",
     "view: a few lines that are redrawn in place; ? lists the keys. plain: a line every five "
     "seconds, and one each time the size has halved. See docs/watch.md.",
     not_kept, set_word<&Options::progress, progress_words>},
    {output, "--json", 0, "FILE", "", "write every event as a line of JSON; - is standard output",
     "A run that is resumed appends to FILE. --json=weights, given as well, adds what each element "
     "weighs and which elements stay. See docs/json.md.",
     not_kept, set_json},
    {output, "--serve", 0, "[ADDR:]PORT", "", "show the run in a browser; prints the address",
     "Listens on 127.0.0.1 unless ADDR is given; port 0 means any free port. The address has a "
     "token, and nothing is shown without it. See docs/page.md. whittle view FILE shows a run that "
     "is in progress, was stopped or was killed.",
     not_kept, set_serve},
    {output, "--report", 0, "FILE", "",
     "write a report when the run has ended: FILE.html or FILE.md",
     "FILE.html is one page with everything that --serve shows; FILE.md has what a bug report "
     "needs: the result, the command, its output, versions. Both can be given. whittle report FILE "
     "-o FILE.md writes it afterwards. See docs/page.md.",
     not_kept, set_report},
});

const OptionRow* find_row(std::string_view name, std::span<const OptionRow> in_rows = rows) {
  const auto found = std::ranges::find(in_rows, name, &OptionRow::name);
  return found == in_rows.end() ? nullptr : &*found;
}

Result<void> apply(const OptionRow& row, Options& options, std::string_view value) {
  Result<void> applied = row.apply(options, value);
  if (!applied) {
    Error error = in_options(applied.error(), {});
    error.message = fmt::format("{}: {}", row.name, error.message);
    return std::unexpected(std::move(error));
  }
  return {};
}

}  // namespace

std::span<const OptionRow> option_rows() {
  return rows;
}

std::vector<std::string> words_of(std::string_view option) {
  std::vector<std::string> words;
  const auto take = [&](const auto& table) {
    for (const auto& [word, value] : table) words.emplace_back(word);
  };
  if (option == "--unit") take(unit_words);
  if (option == "--goal") take(goal_words);
  if (option == "--effort") take(effort_words);
  if (option == "--policy") take(policy_words);
  if (option == "--list") take(list_words);
  if (option == "--leave") take(leave_words);
  if (option == "--parallel") take(parallel_words);
  if (option == "--same-bug") take(same_bug_words);
  if (option == "--flaky") take(flaky_option_words);
  if (option == "--progress") take(progress_words);
  return words;
}

namespace {

/// A command in one word as a list of words. A shell runs it if blanks do not separate its words.
std::vector<std::string> split_command(const std::string& text) {
  if (text.find_first_of("|&;<>()$`\\\"'*?[]#~%={}!\n") == text.npos) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
  }
  Step step = shell_step("", text);
  const bool names_candidate = text.find("@@") != text.npos;
  if (!names_candidate) step.command.resize(3);  // it reads the candidate from standard input
  return std::move(step.command);
}

/// Takes the words after `--`: one command, or two with `--vs` between them.
Result<void> take_command(Options& options, std::span<const std::string> words) {
  Conditions& wanted = options.request.test.conditions;
  const auto split = std::ranges::find(words, "--vs");
  wanted.command.assign(words.begin(), split);
  if (split != words.end()) wanted.versus.assign(split + 1, words.end());
  for (std::vector<std::string>* command : {&wanted.command, &wanted.versus})
    if (auto shell = as_shell_command(*command)) {
      options.remarks.push_back(fmt::format("the shell runs: {}", command->front()));
      *command = std::move(*shell);
    }
  if (wanted.command.empty())
    return fail(ErrorKind::usage, "no command after --",
                "write it as: whittle FILE -- clang -O2 -c @@");
  for (const auto* command : {&wanted.command, &wanted.versus})
    if (!command->empty() && command->front().empty())
      return fail(ErrorKind::usage, "the command is empty");
  if (split != words.end() && wanted.versus.empty())
    return fail(ErrorKind::usage, "no command after --vs",
                "write it as: whittle FILE -- COMMAND @@ --vs OTHER_COMMAND @@");
  return {};
}

/// A command, what it needs, and a call of it.
struct CommandForm {
  std::string_view name, needs, call;
};
constexpr auto command_forms = std::to_array<CommandForm>({
    {"batch", "needs one folder and a command after --", "batch FOLDER -- COMMAND @@"},
    {"blame", "needs a file and a command after --, or a test and a file",
     "blame FILE -- COMMAND @@"},
    {"init", "needs one file", "init FILE"},
    {"history", "needs one file, and takes the number of a best", "history FILE [N]"},
    {"explain", "needs one file", "explain FILE"},
    {"bugs", "needs one file", "bugs FILE"},
    {"view", "needs one file", "view FILE"},
    {"report", "needs one file", "report FILE -o FILE.md"},
    {"worker", "takes only options", "worker --connect nats://HOST"},
    {"cluster", "needs one of up, status, down and key", "cluster up --local 2"},
});

/// Mistakes with commands, `--` and `@@`, before a message on a missing file hides them.
Result<void> check_words(const Options& options, std::span<const std::string> words,
                         bool has_command) {
  if (words.empty() && options.resume)
    return fail(ErrorKind::usage, "--resume needs the FILE whose run is to be continued",
                "write it as: whittle --resume FILE");
  if (words.empty() && has_command)
    return fail(ErrorKind::usage, "there is no FILE before --",
                "a command comes after FILE: whittle FILE -- COMMAND @@\n"
                "a test needs no --: whittle TEST FILE");
  std::error_code ignored;
  if (const auto form = words.empty()
                            ? command_forms.end()
                            : std::ranges::find(command_forms, words[0], &CommandForm::name);
      form != command_forms.end() && options.task == Task::reduce && !options.resume &&
      !std::filesystem::exists(words[0], ignored))
    return fail(ErrorKind::usage, fmt::format("{} {}", form->name, form->needs),
                fmt::format("write it as: whittle {}", form->call));
  if (!has_command && std::ranges::find(words, "@@") != words.end())
    return fail(ErrorKind::usage, "@@ is the candidate's path in a command, which comes after --",
                "write it as: whittle FILE -- COMMAND @@");
  return {};
}

Result<void> take_words(Options& options, std::span<const std::string> words, bool with_test) {
  const std::size_t tests = with_test ? 1 : 0;
  if (words.size() <= tests)
    return fail(ErrorKind::usage,
                words.empty()
                    ? "no test and no file are given"
                    : fmt::format("only {} is given; a test and a file are needed", words[0]),
                "usage: whittle [options] TEST FILE...\n"
                "       whittle [options] FILE... -- COMMAND @@\n"
                "       whittle init FILE, which asks what to keep\n"
                "see:   whittle --help");
  if (with_test && words[0].empty()) return fail(ErrorKind::usage, "the name of the test is empty");
  if (with_test) options.request.test.script = words[0];
  options.request.files.assign(words.begin() + static_cast<std::ptrdiff_t>(tests), words.end());
  return {};
}

/// Checks that stages are the whole test.
Result<void> check_stages(const Options& options) {
  const Conditions& wanted = options.request.test.conditions;
  const std::vector<std::string>& files = options.request.files;
  if (wanted.stages.empty()) return {};
  if (!wanted.command.empty())
    return fail(ErrorKind::usage, "--stage cannot be combined with a command after --",
                "make the command a stage: --stage 'NAME=COMMAND'");
  if (wanted.say_what_to_keep())
    return fail(ErrorKind::usage, "conditions such as --exit and --output need a command after --",
                "the outcome of a stage depends only on its exit status");
  if (files.size() > 1 && find_test(files.front()))
    return fail(
        ErrorKind::usage,
        fmt::format("{} is executable, but with --stage it would be reduced", files.front()),
        fmt::format("make it the last stage: --stage \"test=$PWD/{}\"", files.front()));
  return {};
}

/// Checks that options which only the command line knows fit together.
Result<void> check_fit(const Options& options) {
  const Conditions& wanted = options.request.test.conditions;
  if (Result<void> fits = check_stages(options); !fits) return fits;
  if (options.json_weights && !options.json)
    return fail(ErrorKind::usage, "--json=weights needs a file for the events",
                "write it as: whittle --json FILE --json=weights ...");
  if (options.bug && !options.resume)
    return fail(ErrorKind::usage, "--bug needs --resume",
                "write it as: whittle --resume --bug N FILE");
  if (options.task != Task::batch) return {};
  const std::array<std::pair<bool, std::string_view>, 7> refused = {
      {{options.resume, "--resume"},
       {options.request.elsewhere.workers.has_value(), "--workers"},
       {options.json.has_value(), "--json"},
       {options.serve.has_value(), "--serve"},
       {options.report || options.markdown, "--report"},
       {options.request.reduce_command, "--reduce-command"},
       {wanted.say_what_to_keep(), "conditions: it finds out what to keep for each file"}}};
  for (const auto& [given, name] : refused)
    if (given) return fail(ErrorKind::usage, fmt::format("batch cannot be combined with {}", name));
  return {};
}

/// An argument that begins with '-', taken apart.
struct Spelled {
  const OptionRow* row;
  std::optional<std::string_view> value;  ///< if it is part of the same argument
};

/// The error for an unknown option or one of another command, with the option to type instead.
Error unknown_option(std::string_view name) {
  constexpr std::string_view see = "see: whittle --help";
  if (find_row(name, cluster_rows()))
    return {ErrorKind::usage, fmt::format("{} is an option of whittle worker and cluster", name),
            "it comes after the command, as in: whittle worker --connect nats://HOST"};
  const std::string_view bare = name.substr(2);
  if (find_row(bare, algorithm_parameters()))
    return {ErrorKind::usage, fmt::format("unknown option '{}'", name),
            fmt::format("{0} is a parameter of --algorithm, as in: -a NAME:{0}", bare)};
  if (find_row(bare, plan_parameters()))
    return {ErrorKind::usage, fmt::format("unknown option '{}'", name),
            fmt::format("{0} is a parameter of --plan, as in: -p NAME:{0}", bare)};
  std::vector<std::string_view> names;
  for (const OptionRow& known : rows) {
    names.push_back(known.name);
    // The beginning of a name, or a name with more words, is far from it by the count of letters.
    if ((name.size() > 3 && known.name.starts_with(name)) ||
        (name.starts_with(known.name) && name[known.name.size()] == '-'))
      return {ErrorKind::usage,
              fmt::format("unknown option '{}', did you mean '{}'?", name, known.name),
              std::string(see)};
  }
  return {ErrorKind::usage, unknown_name("option", name, names), std::string(see)};
}

Result<Spelled> long_option(const Options& options, std::string_view argument) {
  const std::size_t equals = argument.find('=');
  const std::string_view name = argument.substr(0, equals);
  const OptionRow* row = options.is_cluster ? find_row(name, cluster_rows()) : nullptr;
  if (!row) row = find_row(name);
  if (!row) return std::unexpected(unknown_option(name));
  return Spelled{
      row, equals == argument.npos ? std::nullopt : std::optional(argument.substr(equals + 1))};
}

Result<Spelled> short_option(std::string_view argument) {
  const auto row = std::ranges::find(rows, argument[1], &OptionRow::letter);
  if (row == rows.end())
    return fail(
        ErrorKind::usage, fmt::format("unknown option '-{}'", argument[1]),
        fmt::format("see: whittle --help; coming from another reducer: whittle help coming-from\n"
                    "{}a file of that name is written as ./{}",
                    argument == "-i"
                        ? "FILE is given without -i: whittle -o OUTPUT FILE -- COMMAND @@\n"
                        : "",
                    argument));
  if (argument.size() == 2) return Spelled{&*row, {}};
  if (row->value.empty())
    return fail(ErrorKind::usage,
                fmt::format("-{} takes no value; write the options in '{}' separately", argument[1],
                            argument),
                fmt::format("a file of that name is written as ./{}", argument));
  return Spelled{&*row, argument.substr(2)};
}

/// Makes the test of C-Vise's `--commands`.
struct OtherTest {
  std::optional<std::string> command = {};
  std::string shell = "bash";
};

/// Whether the value of `--view` is DECODE, with ENCODE as the argument after it.
bool is_decode(const std::string& value, std::span<const std::string> arguments,
               std::size_t taken) {
  if (taken >= arguments.size()) return false;
  const Result<View> ready = find_view(value);
  if (ready || ready.error().kind != ErrorKind::usage) return false;
  // A misspelled name must not take FILE for ENCODE.
  return value.find_first_of(" /|;") != value.npos || find_program(value);
}

/// Takes one option, whose value may be the argument after it. Returns the number of arguments that
/// it took.
Result<std::size_t> take_option(Options& options, std::span<const std::string> arguments) {
  const std::string_view argument = arguments.front();
  Result<Spelled> spelled =
      argument.starts_with("--") ? long_option(options, argument) : short_option(argument);
  if (!spelled) return std::unexpected(spelled.error());
  const OptionRow& row = *spelled->row;
  std::size_t taken = 1;
  if (row.value.empty()) {
    if (spelled->value) return fail(ErrorKind::usage, fmt::format("{} takes no value", row.name));
    spelled->value = "";
  } else if (!spelled->value && has_optional_value(row)) {
    spelled->value = "";
  } else if (!spelled->value) {
    if (arguments.size() == 1)
      return fail(ErrorKind::usage,
                  fmt::format("{} needs a value: {} {}", row.name, row.name, row.value));
    spelled->value = arguments[taken++];
  }
  std::string value(*spelled->value);
  if (row.name == "--view" && value.find('\n') == value.npos && is_decode(value, arguments, taken))
    value += "\n" + arguments[taken++];
  if (Result<void> applied = apply(row, options, value); !applied)
    return std::unexpected(applied.error());
  options.given.push_back({&row, std::move(value)});
  return taken;
}

/// The same for an option of C-Reduce or C-Vise; 0 if neither has it.
Result<std::size_t> take_other_option(Options& options, OtherTest& test,
                                      std::span<const std::string> arguments) {
  const Result<std::optional<OtherOption>> read = read_other_option(arguments);
  if (!read) return std::unexpected(read.error());
  if (!*read) return 0;
  const OtherOption& other = **read;
  for (const std::string& ours : other.instead)
    if (Result<std::size_t> taken = take_option(options, std::span(&ours, 1)); !taken)
      return std::unexpected(taken.error());
  if (other.command) test.command = other.command;
  if (other.shell) test.shell = *other.shell;
  if (!other.remark.empty()) options.remarks.push_back(other.remark);
  return other.arguments;
}

bool needs_test(Task task) {
  return task == Task::reduce || task == Task::make_test || task == Task::batch ||
         task == Task::blame;
}
bool needs_files(Task task) {
  return needs_test(task) || task == Task::show_tree || task == Task::show_graph ||
         task == Task::show_graph_dot || task == Task::view || task == Task::report ||
         task == Task::history || task == Task::explain || task == Task::bugs || task == Task::init;
}

/// `whittle report FILE -o REPORT`: there is no other result to write.
void take_report(Options& options) {
  options.task = Task::report;
  if (const auto path = std::exchange(options.request.output, std::nullopt))
    (path->ends_with(".md") ? options.markdown : options.report) = *path;
}

/// Takes the commands that show a record: `view FILE`, `report FILE`, `explain FILE`, `bugs FILE`
/// and `history FILE [N]`.
void take_look(Options& options, std::vector<std::string>& words) {
  if (words.size() < 2 || words.size() > 3 || options.task != Task::reduce || options.resume)
    return;
  if (words[0] == "history")
    options.task = Task::history;
  else if (words.size() == 3)
    return;
  else if (words[0] == "view")
    options.task = Task::view;
  else if (words[0] == "report")
    take_report(options);
  else if (words[0] == "explain")
    options.task = Task::explain;
  else if (words[0] == "bugs")
    options.task = Task::bugs;
  else
    return;
  words.erase(words.begin());
}

/// Whether the words are `worker`, or `cluster` and its action.
bool command_of_cluster(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0] == "worker";
  return words.size() == 2 && words[0] == "cluster" &&
         (words[1] == "up" || words[1] == "status" || words[1] == "down" || words[1] == "key");
}

/// `init FILE`, with or without a command; and FILE alone, if somebody is there to be asked.
void take_init(Options& options, std::vector<std::string>& words, bool has_command) {
  std::error_code ignored;
  const bool is_alone = words.size() == 1 && !has_command && options.given.empty() &&
                        std::filesystem::is_regular_file(words[0], ignored) &&
                        !find_test(words[0]) && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
  const bool is_word = words.size() == 2 && words[0] == "init" &&
                       (options.task == Task::reduce || options.task == Task::make_test);
  if (options.task == Task::reduce && !options.resume && (is_alone || is_word))
    options.task = Task::init;
  if (is_word) words.erase(words.begin());
}

/// A small record stays, unless the user says otherwise. A batch has many runs, -o - leaves nothing
/// but its output, and the other tools that whittle stands in for leave no record.
void choose_record(Options& options, CalledAs name) {
  const bool is_said = std::ranges::any_of(
      options.given, [](const Options::Given& given) { return given.row->name == "--leave"; });
  if (!is_said && name == CalledAs::whittle && options.task != Task::batch &&
      !writes_no_file(options.request))
    options.request.record = KeepRecord::if_small;
}

/// `batch FOLDER` before a command.
void take_batch(Options& options, std::vector<std::string>& words) {
  if (words.size() != 2 || words[0] != "batch" || options.task != Task::reduce) return;
  options.task = Task::batch;
  words.erase(words.begin());
}

/// Commands on the current folder are started inside of it. A batch runs its command on files.
void start_inside(Options& options, const std::vector<std::string>& words) {
  if (words.empty() || options.task == Task::batch) return;
  Conditions& wanted = options.request.test.conditions;
  for (std::vector<std::string>* command : {&wanted.command, &wanted.versus})
    if (auto inside = command->empty() ? std::nullopt : from_inside(*command, words.back()))
      *command = std::move(*inside);
}

/// `blame FILE` before a command, and `blame TEST FILE`.
void take_blame(Options& options, std::vector<std::string>& words, bool has_command) {
  const bool has_test = has_command || !options.request.test.conditions.stages.empty();
  std::error_code ignored;
  if (words.size() < (has_test ? 2 : 3) || words[0] != "blame" || options.task != Task::reduce ||
      options.resume || std::filesystem::exists("blame", ignored))
    return;
  options.task = Task::blame;
  words.erase(words.begin());
}

/// Takes options and words up to `--`. Returns the number of arguments that it took.
Result<std::size_t> take_arguments(Options& options, OtherTest& other_test,
                                   std::vector<std::string>& words,
                                   std::span<const std::string> arguments) {
  std::size_t i = 0;
  while (i < arguments.size() && arguments[i] != "--") {
    if (arguments[i].size() < 2 || arguments[i][0] != '-') {
      words.push_back(arguments[i++]);
      continue;
    }
    Result<std::size_t> taken = take_other_option(options, other_test, arguments.subspan(i));
    if (taken && *taken == 0) taken = take_option(options, arguments.subspan(i));
    if (!taken) return taken;
    i += *taken;
  }
  return i;
}

/// Stores the words of the command line that reports show.
void store_words(Options& options) {
  CallerWords& caller = options.request.caller;
  for (const Options::Given& given : options.given) caller.options.push_back(given.text());
  caller.words = options.words;
}

/// Whether an option of the search has the value that the stored search already has.
Result<bool> is_repeated(const Options::Given& given, const Request& stored) {
  if (std::ranges::find(stored.caller.options, given.text()) != stored.caller.options.end())
    return true;
  const std::string before = to_json(stored, "");
  Options again, alone;
  again.request = std::move(request_from_json(before)->request);
  if (Result<void> applied = apply(*given.row, alone, given.value); !applied)
    return std::unexpected(applied.error());
  // A name that may occur only once, such as that of a stage, cannot be added again.
  if (apply(*given.row, again, given.value) && to_json(again.request, "") == before) return true;
  // A list: one of its elements was given again.
  return to_json(alone.request, "") != to_json(Request(), "") &&
         has_settings_of(stored, alone.request);
}

/// Looks at the first word, which may name a command other than a reduction.
void take_task(Options& options, std::vector<std::string>& words) {
  if (!words.empty() && words.front() == "help" && options.task == Task::reduce) {
    options.task = Task::topic;
    words.erase(words.begin());
  }
  if (options.task == Task::reduce && command_of_cluster(words))
    options.task = words.front() == "worker" ? Task::worker : Task::cluster;
}

/// The command after `--`, with the `--`; or the one that --bad or an option of another reducer
/// implies. Empty if there is none.
Result<std::vector<std::string>> command_of(Options& options, const OtherTest& other_test,
                                            std::span<const std::string> behind) {
  std::vector<std::string> command(behind.begin(), behind.end());
  if (options.bad) {
    if (!command.empty())
      return fail(ErrorKind::usage, "--bad cannot be combined with a command after --",
                  "the command after -- is the bad one");
    command = split_command(*options.bad);
    command.insert(command.begin(), "--");
  }
  if (other_test.command && command.empty()) {
    command = {"--", other_test.shell, "-c", *other_test.command};
    const std::string accepts = "--exit=0";
    if (Result<std::size_t> taken = take_option(options, std::span(&accepts, 1)); !taken)
      return std::unexpected(taken.error());
  }
  return command;
}

}  // namespace

Result<Options> parse(std::span<const std::string> typed, CalledAs name) {
  const std::vector<std::string> arguments = with_habits(name, typed);
  Options options;
  options.shows_result = name != CalledAs::whittle;
  options.is_cluster =
      !arguments.empty() && (arguments.front() == "worker" || arguments.front() == "cluster");
  OtherTest other_test;
  std::vector<std::string> words;
  const Result<std::size_t> end = take_arguments(options, other_test, words, arguments);
  if (!end) {
    // The unknown option may belong to a command that lacks its `--`.
    const std::optional<Error> forgotten = forgotten_dashes(arguments, words);
    return std::unexpected(forgotten.value_or(end.error()));
  }
  take_task(options, words);
  if (!needs_files(options.task)) {
    options.words = std::move(words);
    return options;
  }
  Result<std::vector<std::string>> taken_command =
      command_of(options, other_test, std::span(arguments).subspan(*end));
  if (!taken_command) return std::unexpected(taken_command.error());
  const std::vector<std::string> command =
      words.empty() ? *taken_command : as_tests_see(*taken_command, words.back());
  if (!command.empty())
    if (Result<void> taken = take_command(options, std::span(command).subspan(1)); !taken)
      return std::unexpected(taken.error());
  take_init(options, words, !command.empty());
  if (command.empty()) take_look(options, words);
  if (!command.empty()) take_batch(options, words);
  take_blame(options, words, !command.empty());
  start_inside(options, words);
  if (!options.resume && needs_test(options.task))
    if (std::optional<Error> forgotten = forgotten_dashes(arguments, words))
      return std::unexpected(std::move(*forgotten));
  const bool has_stages = !options.request.test.conditions.stages.empty();
  const bool with_test = command.empty() && !has_stages && !options.resume &&
                         needs_test(options.task) && !options.is_template;
  if (Result<void> right = check_words(options, words, !command.empty()); !right)
    return std::unexpected(right.error());
  if (Result<void> taken = take_words(options, words, with_test); !taken)
    return std::unexpected(taken.error());
  if (Result<void> fits = check_fit(options); !fits) return std::unexpected(fits.error());
  choose_record(options, name);
  options.words = std::move(words);
  options.words.insert(options.words.end(), taken_command->begin(), taken_command->end());
  store_words(options);
  return options;
}

std::string Options::Given::text() const {
  const bool is_alone = row->value.empty() || (has_optional_value(*row) && value.empty());
  return is_alone ? std::string(row->name) : fmt::format("{}={}", row->name, value);
}

namespace {

/// The reports of the stored run are written again, unless `now` asks for others.
Result<void> report_again(Options& then, const Options& now) {
  constexpr std::string_view option = "--report=";
  if (now.report || now.markdown) return {};
  for (const std::string& text : then.request.caller.options)
    if (text.starts_with(option))
      if (Result<void> set = set_report(then, std::string_view(text).substr(option.size())); !set)
        return set;
  return {};
}

}  // namespace

// A resumed run must ask the same questions, so options of the search and the test are fixed: they
// may be repeated, but not changed. Options about printing and limits are those of this call.
Result<Options> resumed_options(Request stored, const Options& now) {
  Options then;
  for (const Options::Given& given : now.given) {
    if (given.row->on_resume != fixed) continue;
    const Result<bool> repeated = is_repeated(given, stored);
    if (!repeated) return std::unexpected(repeated.error());
    if (!*repeated)
      return fail(ErrorKind::usage, fmt::format("{} cannot be changed with --resume", given.text()),
                  "to use it, start a new run without --resume");
  }
  then.request = std::move(stored);
  if (Result<void> again = report_again(then, now); !again) return std::unexpected(again.error());
  std::erase_if(then.request.caller.options, [](const std::string& text) {
    const OptionRow* row = find_row(text.substr(0, text.find('=')));
    return row && row->on_resume == not_kept;
  });
  for (const Options::Given& given : now.given) {
    if (given.row->on_resume == fixed) continue;
    if (Result<void> applied = apply(*given.row, then, given.value); !applied)
      return std::unexpected(applied.error());
    if (given.row->name != "--resume") then.request.caller.options.push_back(given.text());
  }
  then.given = now.given;
  then.resume = true;
  then.shows_result = now.shows_result;
  return then;
}

}  // namespace whittle
