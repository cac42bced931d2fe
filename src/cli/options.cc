#include "cli/options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include "page/serve.h"

#include "base/did_you_mean.h"
#include "cli/advice.h"
#include "cli/debloat_test.h"
#include "oracle/make_spec.h"
#include "process/program.h"
#include "run/recipes.h"
#include "run/request_json.h"
#include "run/request_words.h"
#include "run/view.h"

namespace whittle {
namespace {

/// A whole number in [low, high].
template <typename Number>
Result<Number> parse_number(std::string_view text, Number low, Number high) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return fail(ErrorKind::usage,
                high == std::numeric_limits<Number>::max()
                    ? fmt::format("'{}' is not a number from {} up", text, low)
                    : fmt::format("'{}' is not a number from {} to {}", text, low, high));
  return number;
}

/// One of a few words.
template <typename Value, std::size_t count>
Result<Value> parse_word(std::string_view text, const WordTable<Value, count>& words) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : words) {
    if (name == text) return value;
    names.push_back(name);
  }
  return fail(ErrorKind::usage, fmt::format("'{}' is not one of {}", text, fmt::join(names, ", ")));
}

template <typename Target, typename Value>
Result<void> store(Target& target, Result<Value> value) {
  if (!value) return std::unexpected(value.error());
  target = *value;
  return {};
}

/// The field of `options` that a member pointer names, in whichever struct it is:
/// `in(options, &SearchOptions::plan)`. So a row of the table needs only the member.
template <typename T>
T& in(Options& options, T Options::*field) {
  return options.*field;
}
template <typename T>
T& in(Options& options, T Request::*field) {
  return options.request.*field;
}
template <typename T>
T& in(Options& options, T Elsewhere::*field) {
  return options.request.elsewhere.*field;
}
template <typename T>
T& in(Options& options, T SearchOptions::*field) {
  return options.request.search.*field;
}
template <typename T>
T& in(Options& options, T DebloatOptions::*field) {
  return options.request.search.debloat.*field;
}
template <typename T>
T& in(Options& options, T AlgorithmOptions::*field) {
  return options.request.search.algorithm.*field;
}
template <typename T>
T& in(Options& options, T TestOptions::*field) {
  return options.request.test.*field;
}
template <typename T>
T& in(Options& options, T Conditions::*field) {
  return options.request.test.conditions.*field;
}

template <auto flag>
Result<void> set(Options& options, std::string_view) {
  in(options, flag) = true;
  return {};
}
template <auto text>
Result<void> set_text(Options& options, std::string_view value) {
  in(options, text) = std::string(value);
  return {};
}
template <auto list>
Result<void> add_text(Options& options, std::string_view value) {
  in(options, list).emplace_back(value);
  return {};
}
/// Names separated by commas.
template <auto list>
Result<void> add_names(Options& options, std::string_view value) {
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (comma > 0) in(options, list).emplace_back(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return {};
}
template <auto list>
Result<void> add_statuses(Options& options, std::string_view value) {
  std::vector<int>& statuses = in(options, list);
  for (;;) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const Result<int> status = parse_number<int>(value.substr(0, comma), 0, 255);
    if (!status) return std::unexpected(status.error());
    statuses.push_back(*status);
    if (comma == value.size()) return {};
    value.remove_prefix(comma + 1);
  }
}
/// The ending says which report.
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
/// "512M", "2G", "800000k", or bytes.
Result<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t unit = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 'k':
      case 'K':
        unit = 1ull << 10;
        break;
      case 'M':
        unit = 1ull << 20;
        break;
      case 'G':
        unit = 1ull << 30;
        break;
      default:
        break;
    }
  }
  const std::string_view digits = unit == 1 ? text : text.substr(0, text.size() - 1);
  const Result<std::uint64_t> number = parse_number<std::uint64_t>(digits, 1, 1ull << 33);
  if (!number)
    return fail(ErrorKind::usage, fmt::format("'{}' is not a size; write it as 512M or 2G", text));
  return *number * unit;
}
template <auto duration>
Result<void> set_duration(Options& options, std::string_view value) {
  return store(in(options, duration), parse_duration(value));
}
template <auto size>
Result<void> set_size(Options& options, std::string_view value) {
  return store(in(options, size), parse_size(value));
}
/// A whole number in [low, high].
template <auto number, auto low, auto high>
Result<void> set_number(Options& options, std::string_view value) {
  return store(in(options, number),
               parse_number<std::remove_cv_t<decltype(high)>>(value, low, high));
}
template <auto word, const auto& words>
Result<void> set_word(Options& options, std::string_view value) {
  return store(in(options, word), parse_word(value, words));
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
/// A number above 0; nothing if it is none.
std::optional<double> parse_positive(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !(number > 0)) return {};
  return number;
}
template <auto field>
Result<void> set_probability(Options& options, std::string_view value) {
  const std::optional<double> number = parse_positive(value);
  if (!number || !(*number < 1))
    return fail(ErrorKind::usage, fmt::format("'{}' is not a number between 0 and 1", value));
  in(options, field) = number;
  return {};
}
/// "P", or "M/n".
Result<void> set_sigma(Options& options, std::string_view value) {
  AlgorithmOptions& algorithm = options.request.search.algorithm;
  algorithm.sigma = algorithm.expected = std::nullopt;
  if (!value.ends_with("/n")) return set_probability<&AlgorithmOptions::sigma>(options, value);
  algorithm.expected = parse_positive(value.substr(0, value.size() - 2));
  if (!algorithm.expected)
    return fail(ErrorKind::usage, fmt::format("'{}' is not M/n with a number M above 0", value));
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
/// A ready check is a precheck like one of the user's own.
Result<void> add_valid(Options& options, std::string_view value) {
  const Result<std::string> recipe = find_recipe(value);
  if (!recipe) return std::unexpected(recipe.error());
  options.request.test.conditions.prechecks.push_back("sh " + shell_quoted(*recipe) + " \"$@\"");
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
Result<void> set_without_learning(Options& options, std::string_view) {
  options.request.search.policy = Policy::none;
  return {};
}
/// "N", or "K/N".
Result<void> set_repeat(Options& options, std::string_view value) {
  const std::size_t slash = value.find('/');
  const Result<std::size_t> runs =
      parse_number<std::size_t>(slash == value.npos ? value : value.substr(slash + 1), 1, 1000);
  if (!runs) return std::unexpected(runs.error());
  const Result<std::size_t> needed =
      slash == value.npos ? runs : parse_number<std::size_t>(value.substr(0, slash), 1, *runs);
  if (!needed) return std::unexpected(needed.error());
  options.request.test.runs = *runs;
  options.request.test.needed = *needed;
  return {};
}

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
constexpr std::string_view papers = "The papers' algorithms";

constexpr std::string_view regex_text =
    "REGEX is searched for in each line alone. The syntax is RE2's: Perl's without back-references "
    "and look-around. A character is one byte.";

using enum OnResume;
constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();
constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

constexpr auto rows = std::to_array<OptionRow>({
    {general, "--save-as", 'o', "FILE", "FILE itself",
     "write the result here and leave FILE as it is",
     "- means standard output. With several files or a folder, FILE is the folder to write to. An "
     "existing file is overwritten only with --force.",
     fixed, set_text<&Request::output>},
    {general, "--resume", 0, "", "", "continue a run on FILE that was stopped or killed",
     "No test is repeated, and the result is that of an uninterrupted run.", not_kept,
     set<&Options::resume>},
    {general, "--force", 0, "", "",
     "overwrite existing files, or resume although something changed",
     "With -o or --make-test: overwrites an existing file. With --resume: continues although the "
     "test, the original or FILE has changed.",
     not_kept, set<&Request::force>},
    {general, "--tidy", 0, "", "", "remove FILE.orig when the run has finished",
     "A FILE.orig that existed before the run stays, and so does that of a resumed run.",
     changeable, set<&Request::tidy>},
    {general, "--keep-history", 0, "", "", "keep the record of the run after it has finished",
     "The record is in FILE.whittle; whittle history, explain and view read it. A run that was "
     "stopped or killed always leaves one. The next run on FILE replaces it.",
     changeable, set<&Request::keep_history>},
    {general, "--help", 'h', "", "", "show the most common options; --help all shows every option",
     "", not_kept, set_task<Task::help>},
    {general, "--version", 0, "", "", "show the version", "", not_kept, set_task<Task::version>},
    {general, "--man", 0, "", "", "print the manual page (pipe it to 'man -l -')", "", not_kept,
     set_task<Task::man>},
    {general, "--completions", 0, "SHELL", "", "print completions for bash, zsh or fish", "",
     not_kept, set_completions},

    {what, "--plan", 'p', "NAME", "auto", "which passes run in which order; see --list-plans", "",
     fixed, set_text<&SearchOptions::plan>},
    {what, "--algorithm", 'a', "NAME", "gallop",
     "which algorithm chooses what to remove; see --list-algorithms", "", fixed,
     set_text<&AlgorithmOptions::name>},
    {what, "--unit", 'u', "UNIT", "",
     "reduce one list of bytes, chars, tokens, lines or brackets, and nothing else",
     "'auto' means lines if the input is text, and bytes if it is not.", fixed,
     set_word<&SearchOptions::unit, unit_words>},
    {what, "--goal", 0, "WHAT", "tokens; bytes if binary",
     "what to minimize: tokens, bytes or lines", "", fixed,
     set_word<&SearchOptions::goal, goal_words>},
    {what, "--language", 'l', "NAME", "by file name", "the language of FILE; see --list-languages",
     "", fixed, set_text<&SearchOptions::language>},
    {what, "--grammar", 0, "SO[:NAME]", "", "parse FILE with your own tree-sitter parser",
     "If its grammar.json is beside it, the parser is supported like a bundled one.", fixed,
     set_text<&SearchOptions::grammar>},
    {what, "--only", 0, "PASS,...", "all", "use these passes only; see --list-passes", "", fixed,
     add_names<&SearchOptions::only>},
    {what, "--without", 0, "PASS,...", "", "do not use these passes",
     "'closure' is the closure search, which comes first on large inputs; see docs/closures.md. "
     "'refusals-error', 'refusals-plain' and 'refusals-chances' are the parts of learning from "
     "refusals; see docs/effort.md.",
     fixed, add_names<&SearchOptions::without>},
    {what, "--keep", 0, "REGEX", "",
     "do not change text that matches (RE2 syntax); may be repeated",
     "Each file is searched as one text: ^ and $ match at the ends of each line, and a match may "
     "span lines. If a file has lines with DDBEGIN and DDEND, only the lines between them are "
     "reduced.",
     fixed, add_text<&SearchOptions::keep>},
    {what, "--keep-names", 0, "", "", "do not rename identifiers", "", fixed,
     set<&SearchOptions::keep_names>},
    {what, "--listen", 0, "COMMAND", "", "run COMMAND to learn why closures are refused",
     "A shell command that prints a compiler's messages about the file. It runs in a folder with "
     "the file under its own name; @@ stands for its path. auto runs an installed compiler or "
     "checker for the language of the file; this is the default for C++. See docs/closures.md.",
     fixed, set_text<&SearchOptions::listen>},
    {what, "--no-listen", 0, "", "", "do not run a compiler to learn why closures are refused", "",
     fixed, set<&SearchOptions::no_listen>},
    {what, "--without-dependencies", 0, "", "",
     "debloat: also test candidates that use undeclared names", "", fixed,
     set<&DebloatOptions::without_dependencies>},
    {what, "--without-dce", 0, "", "", "debloat: do not search for dead code", "", fixed,
     set<&DebloatOptions::without_dead_code>},
    {what, "--policy", 0, "HOW", "refusals",
     "auto, debloat: how to learn from outcomes: refusals or chisel",
     "refusals leaves out edits that earlier refusals make hopeless, and tells the algorithm how "
     "likely the others are to succeed; see docs/effort.md. chisel asks ddmin's questions, the "
     "likeliest first, as estimated by a decision tree over the outcomes; see docs/debloating.md.",
     fixed, set_word<&SearchOptions::policy, policy_words>},
    {what, "--without-learning", 0, "", "", "auto, debloat: learn nothing from earlier outcomes",
     "", fixed, set_without_learning},
    {what, "--fixpoint", 0, "", "", "repeat the algorithm on its result until nothing changes", "",
     fixed, set<&AlgorithmOptions::fixpoint>},
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
    {what, "--well-formed", 0, "", "",
     "do not test candidates with more syntax errors than FILE has",
     "Needs a grammar; see --list-languages. The summary says how many were not tested.", fixed,
     set<&SearchOptions::well_formed>},
    {what, "--one-minimal", 0, "", "",
     "end with a sweep, after which no single element can be removed", "", fixed,
     set<&AlgorithmOptions::one_minimal>},
    {what, "--effort", 0, "HOW", "normal", "how much is tested: quick, normal or full",
     "normal leaves out edits that earlier refusals make hopeless, and says how many. full tests "
     "these as well. quick is like normal, but stops when 100 tests in a row remove no token. See "
     "docs/effort.md.",
     fixed, set_word<&SearchOptions::effort, effort_words>},
    {what, "--verify", 0, "", "", "check at the end that no single node or line can be removed", "",
     changeable, set<&SearchOptions::verify>},
    {what, "--list-algorithms", 0, "", "", "show all algorithms", "", not_kept,
     set_task<Task::list_algorithms>},
    {what, "--list-plans", 0, "", "", "show all plans", "", not_kept, set_task<Task::list_plans>},
    {what, "--list-passes", 0, "", "", "show all passes", "", not_kept,
     set_task<Task::list_passes>},
    {what, "--list-languages", 0, "", "", "show all languages", "", not_kept,
     set_task<Task::list_languages>},
    {what, "--show-tree", 0, "", "", "print FILE's tree, with weights and what can be removed", "",
     not_kept, set_task<Task::show_tree>},
    {what, "--show-graph", 0, "", "", "print which pieces of FILE need which others",
     "This is what the closure search uses; see docs/closures.md. The first line names the "
     "provider.",
     not_kept, set_task<Task::show_graph>},
    {what, "--show-graph-dot", 0, "", "", "the same for Graphviz (pipe it to 'dot -Tsvg')", "",
     not_kept, set_task<Task::show_graph_dot>},

    {papers, "--order", 0, "ORDER", "subsets-first",
     "ddmin: subsets-first, complements-first or complements-only", "", fixed,
     set_word<&AlgorithmOptions::order, order_words>},
    {papers, "--direction", 0, "WAY", "the algorithm's own", "where to start: forward or backward",
     "", fixed, set_word<&AlgorithmOptions::direction, direction_words>},
    {papers, "--after-success", 0, "WHERE", "continue",
     "ddmin: after a success, go to the next complement (continue) or the first (restart)", "",
     fixed, set_word<&AlgorithmOptions::after_success, after_success_words>},
    {papers, "--sigma", 0, "P", "0.1",
     "probdd, wprobdd, cdd: initial probability that an element is needed",
     "M/n means that M elements of a list are expected to stay, whatever its length n.", fixed,
     set_sigma},
    {papers, "--threshold", 0, "P", "1",
     "probdd, cdd: keep an element that is this likely to be needed, without testing it alone",
     "The published programs of both papers use 0.8; their listings use 1.", fixed,
     set_probability<&AlgorithmOptions::threshold>},
    {papers, "--rounds", 0, "N", "until nothing changes",
     "at most how many times a tree plan goes through the tree",
     "With 1, hdd is HDD instead of HDD*. Applies to all tree plans.", fixed,
     set_number<&SearchOptions::rounds, std::size_t{1}, any_size>},
    {papers, "--no-sweep", 0, "", "", "tree plans: do not try every single node at the end", "",
     fixed, set<&SearchOptions::no_sweep>},
    {papers, "--seed", 0, "N", "", "probdd, activecoarsen: make random choices from this seed", "",
     fixed, set_number<&AlgorithmOptions::seed, std::uint64_t{0}, any_number>},
    {papers, "--infer", 0, "", "",
     "wprobdd: treat the last element of a failed group as needed, without a test",
     "The reference code does this. It is right only if no part of an uninteresting candidate is "
     "interesting.",
     fixed, set<&AlgorithmOptions::infer>},

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
    {conditions, "--differs", 0, "", "", "-- COMMAND --vs COMMAND: both accept, outputs differ", "",
     fixed, set<&Options::differs>},
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
    {conditions, "--also", 0, "COMMAND", "", "a shell command that must succeed as well", "", fixed,
     add_text<&Conditions::also>},
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
    {how, "--parallel", 0, "HOW", "ahead", "ahead, merge, combine, race, race-combined, off",
     "ahead: test what is likely to be asked next; merge: the same, with a width equal to the "
     "number of jobs; combine: opdd, all chunks of a size at once; race: ddmin on one list after "
     "another, where the first test to finish wins, so the result depends on timing; "
     "race-combined: subsets and complements in one heat; off: one test at a time. See "
     "docs/parallel.md.",
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
    {how, "--repeat", 0, "[K/]N", "1",
     "run each test N times; interesting if K of them are (default: all)", "", fixed, set_repeat},
    {how, "--flaky", 0, "HOW", "stop",
     "what to do when the test contradicts itself: stop, majority",
     "majority continues, and from then on tests every candidate three times.", changeable,
     set_word<&TestOptions::flaky, flaky_words>},
    {how, "--other-failures", 0, "FOLDER", "", "save candidates that fail in another way", "",
     changeable, set_text<&TestOptions::other_failures>},
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
     "nats://HOST, tls://HOST, local for the cluster that whittle cluster up has started, or none "
     "to run the tests here. Implies --parallel merge with a width of all slots. The result "
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
    {elsewhere, "--credentials", 0, "FILE", "", "a file with your name and password for the server",
     "It must be readable only by you, and has the lines \"user NAME\" and \"password SECRET\", or "
     "\"nkey PUBLIC\" and \"seed SECRET\".",
     changeable, set_text<&Elsewhere::credentials>},
    {elsewhere, "--ca", 0, "FILE", "the system's", "certificates to verify the server with (TLS)",
     "", changeable, set_text<&Elsewhere::ca>},
    {elsewhere, "--connect", 0, "URL", "", "worker, cluster status: the server", "", not_kept,
     set_text<&Options::connect>},
    {elsewhere, "--slots", 0, "N", "all cores", "worker: how many tests run at a time", "",
     not_kept, set_number<&Options::slots, std::size_t{1}, std::size_t{4096}>},
    {elsewhere, "--trust", 0, "NAME,...", "your name",
     "worker: whose runs to accept; all: everybody's",
     "A run has the name of its user on the server, or the login name if the server has no users. "
     "The server's permissions decide who can send runs under which name.",
     not_kept, add_names<&Options::trust>},
    {elsewhere, "--local", 0, "N", "", "cluster up: how many workers on this machine", "", not_kept,
     set_number<&Options::local, std::size_t{1}, std::size_t{256}>},

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
     "A run that is resumed appends to FILE. See docs/json.md.", not_kept,
     set_text<&Options::json>},
    {output, "--json-weights", 0, "", "",
     "add to --json what each element weighs, and which elements stay", "See docs/json.md.",
     not_kept, set<&Options::json_weights>},
    {output, "--serve", 0, "[ADDR:]PORT", "", "show the run in a browser; prints the address",
     "Listens on 127.0.0.1 unless ADDR is given; port 0 means any free port. The address has a "
     "token, and nothing is shown without it. See docs/page.md. whittle view FILE shows a run that "
     "is in progress, was stopped or was killed.",
     not_kept, set_serve},
    {output, "--report", 0, "FILE", "",
     "write a report when the run has ended: FILE.html or FILE.md",
     "FILE.html is one page with everything that --serve shows; FILE.md has what a bug report "
     "needs: the result, the command, its output, versions. Both can be given. whittle report FILE "
     "writes the page afterwards. See docs/page.md.",
     not_kept, set_report},
});

const OptionRow* find_row(std::string_view name) {
  const auto found = std::ranges::find(rows, name, &OptionRow::name);
  return found == rows.end() ? nullptr : &*found;
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
  if (option == "--order") take(order_words);
  if (option == "--direction") take(direction_words);
  if (option == "--after-success") take(after_success_words);
  if (option == "--parallel") take(parallel_words);
  if (option == "--flaky") take(flaky_words);
  if (option == "--progress") take(progress_words);
  return words;
}

namespace {

/// What comes after `--`: one command, or two with `--vs` between them.
Result<void> take_command(Options& options, std::span<const std::string> words) {
  Conditions& wanted = options.request.test.conditions;
  const auto split = std::ranges::find(words, "--vs");
  wanted.command.assign(words.begin(), split);
  if (split != words.end()) wanted.versus.assign(split + 1, words.end());
  if (wanted.command.empty())
    return fail(ErrorKind::usage, "no command after --",
                "write it as: whittle FILE -- clang -O2 -c @@");
  for (const auto* command : {&wanted.command, &wanted.versus})
    if (!command->empty() && command->front().empty())
      return fail(ErrorKind::usage, "the command is empty");
  if (options.differs != !wanted.versus.empty())
    return fail(ErrorKind::usage, "--differs and --vs belong together",
                "write it as: whittle --differs FILE -- COMMAND @@ --vs OTHER_COMMAND @@");
  return {};
}

/// Mistakes with `--` and `@@`, before a message on a missing file hides them.
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
  const bool is_batch = !words.empty() && words[0] == "batch" && options.task == Task::reduce &&
                        !std::filesystem::exists("batch", ignored);
  if (is_batch && !options.resume)
    return fail(ErrorKind::usage,
                has_command && words.size() > 1 ? "batch takes one folder"
                                                : "batch needs a folder and a command after --",
                "write it as: whittle batch FOLDER -- COMMAND @@");
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
                "see:   whittle --help");
  if (with_test && words[0].empty()) return fail(ErrorKind::usage, "the name of the test is empty");
  if (with_test) options.request.test.script = words[0];
  options.request.files.assign(words.begin() + static_cast<std::ptrdiff_t>(tests), words.end());
  return {};
}

/// That stages are the whole test.
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

/// That options fit together that only the command line knows.
Result<void> check_fit(const Options& options) {
  const Conditions& wanted = options.request.test.conditions;
  if (Result<void> fits = check_stages(options); !fits) return fits;
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

Result<Spelled> long_option(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  const std::string_view name = argument.substr(0, equals);
  if (const OptionRow* row = find_row(name))
    return Spelled{
        row, equals == argument.npos ? std::nullopt : std::optional(argument.substr(equals + 1))};
  std::vector<std::string_view> names;
  for (const OptionRow& known : rows) {
    names.push_back(known.name);
    // The beginning of a name is far from the whole by the count of letters, yet clear.
    if (name.size() > 3 && known.name.starts_with(name))
      return fail(ErrorKind::usage,
                  fmt::format("unknown option '{}', did you mean '{}'?", name, known.name),
                  "see: whittle --help");
  }
  return fail(ErrorKind::usage, unknown_name("option", name, names), "see: whittle --help");
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

/// A test that `--commands` of C-Vise gives.
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

/// Takes one option, whose value may be the argument after it. Gives how many arguments it took.
Result<std::size_t> take_option(Options& options, std::span<const std::string> arguments) {
  const std::string_view argument = arguments.front();
  Result<Spelled> spelled =
      argument.starts_with("--") ? long_option(argument) : short_option(argument);
  if (!spelled) return std::unexpected(spelled.error());
  const OptionRow& row = *spelled->row;
  std::size_t taken = 1;
  if (row.value.empty()) {
    if (spelled->value) return fail(ErrorKind::usage, fmt::format("{} takes no value", row.name));
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

/// Of those that need files.
bool needs_test(Task task) {
  return task == Task::reduce || task == Task::make_test || task == Task::batch;
}
bool needs_files(Task task) {
  return needs_test(task) || task == Task::show_tree || task == Task::show_graph ||
         task == Task::show_graph_dot || task == Task::view || task == Task::report ||
         task == Task::history || task == Task::explain;
}

/// `view FILE`, `report FILE`, `explain FILE` and `history FILE [N]`: what looks at a record.
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
    options.task = Task::report;
  else if (words[0] == "explain")
    options.task = Task::explain;
  else
    return;
  words.erase(words.begin());
}

/// `worker`, or `cluster` and what to do with it.
bool command_of_cluster(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0] == "worker";
  return words.size() == 2 && words[0] == "cluster" &&
         (words[1] == "up" || words[1] == "status" || words[1] == "down");
}

/// `cluster`, and nothing that could be a file to reduce.
bool is_cluster_without_order(const std::vector<std::string>& words) {
  std::error_code ignored;
  return !words.empty() && words[0] == "cluster" && !command_of_cluster(words) &&
         (words.size() == 1 || (words.size() == 2 && !std::filesystem::exists(words[1], ignored)));
}

/// `batch FOLDER` before a command.
void take_batch(Options& options, std::vector<std::string>& words) {
  if (words.size() != 2 || words[0] != "batch" || options.task != Task::reduce) return;
  options.task = Task::batch;
  words.erase(words.begin());
}

/// Takes options and words up to `--`. Gives how many arguments that are.
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

/// What reports show of the command line.
void store_words(Options& options) {
  CallerWords& caller = options.request.caller;
  for (const Options::Given& given : options.given) caller.options.push_back(given.text());
  caller.words = options.words;
}

/// Whether an option that is part of the search says what the search does already.
Result<bool> is_repeated(const Options::Given& given, const Request& stored) {
  const std::string before = to_json(stored, "");
  Options again, alone;
  again.request = std::move(request_from_json(before)->request);
  for (Options* options : {&again, &alone})
    if (Result<void> applied = apply(*given.row, *options, given.value); !applied)
      return std::unexpected(applied.error());
  if (to_json(again.request, "") == before) return true;
  // A list: one of its elements was given again.
  return to_json(alone.request, "") != to_json(Request(), "") &&
         has_settings_of(stored, alone.request);
}

}  // namespace

Result<Options> parse(std::span<const std::string> typed, CalledAs name) {
  const std::vector<std::string> arguments = with_habits(name, typed);
  Options options;
  options.shows_result = name != CalledAs::whittle;
  OtherTest other_test;
  std::vector<std::string> words;
  const Result<std::size_t> end = take_arguments(options, other_test, words, arguments);
  if (!end) return std::unexpected(end.error());
  if (!words.empty() && words.front() == "help" && options.task == Task::reduce) {
    options.task = Task::topic;
    words.erase(words.begin());
  }
  if (options.task == Task::reduce && is_cluster_without_order(words))
    return fail(ErrorKind::usage, "cluster needs one of up, status and down",
                "write it as: whittle cluster up --local 2");
  if (options.task == Task::reduce && command_of_cluster(words))
    options.task = words.front() == "worker" ? Task::worker : Task::cluster;
  if (!needs_files(options.task)) {
    options.words = std::move(words);
    return options;
  }
  std::vector<std::string> command(arguments.begin() + static_cast<std::ptrdiff_t>(*end),
                                   arguments.end());
  if (other_test.command && command.empty()) {
    command = {"--", other_test.shell, "-c", *other_test.command};
    const std::string accepts = "--exit=0";
    if (Result<std::size_t> taken = take_option(options, std::span(&accepts, 1)); !taken)
      return std::unexpected(taken.error());
  }
  if (!command.empty())
    if (Result<void> taken = take_command(options, std::span(command).subspan(1)); !taken)
      return std::unexpected(taken.error());
  if (command.empty()) take_look(options, words);
  if (!command.empty()) take_batch(options, words);
  const bool has_stages = !options.request.test.conditions.stages.empty();
  const bool with_test = command.empty() && !has_stages && !options.resume &&
                         needs_test(options.task) && !options.is_template;
  if (Result<void> right = check_words(options, words, !command.empty()); !right)
    return std::unexpected(right.error());
  if (Result<void> taken = take_words(options, words, with_test); !taken)
    return std::unexpected(taken.error());
  if (Result<void> fits = check_fit(options); !fits) return std::unexpected(fits.error());
  options.words = std::move(words);
  options.words.insert(options.words.end(), command.begin(), command.end());

  store_words(options);
  return options;
}

std::string Options::Given::text() const {
  return row->value.empty() ? std::string(row->name) : fmt::format("{}={}", row->name, value);
}

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
