#include "cli/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "base/did_you_mean.h"

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
Result<Value> parse_word(std::string_view text,
                         const std::array<std::pair<std::string_view, Value>, count>& words) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : words) {
    if (name == text) return value;
    names.push_back(name);
  }
  return fail(ErrorKind::usage, fmt::format("'{}' is none of {}", text, fmt::join(names, ", ")));
}

template <typename Target, typename Value>
Result<void> store(Target& target, Result<Value> value) {
  if (!value) return std::unexpected(value.error());
  target = *value;
  return {};
}

template <auto Options::*flag>
Result<void> set(Options& options, std::string_view) {
  options.*flag = true;
  return {};
}
template <auto Options::*text>
Result<void> set_text(Options& options, std::string_view value) {
  options.*text = std::string(value);
  return {};
}
template <auto Options::*list>
Result<void> add_text(Options& options, std::string_view value) {
  (options.*list).emplace_back(value);
  return {};
}
template <auto Conditions::*list>
Result<void> add_condition(Options& options, std::string_view value) {
  (options.conditions.*list).emplace_back(value);
  return {};
}
/// Names separated by commas.
template <auto Options::*list>
Result<void> add_names(Options& options, std::string_view value) {
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (comma > 0) (options.*list).emplace_back(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return {};
}
Result<void> add_statuses(std::vector<int>& statuses, std::string_view value) {
  for (;;) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const Result<int> status = parse_number<int>(value.substr(0, comma), 0, 255);
    if (!status) return std::unexpected(status.error());
    statuses.push_back(*status);
    if (comma == value.size()) return {};
    value.remove_prefix(comma + 1);
  }
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
template <auto Options::*duration>
Result<void> set_duration(Options& options, std::string_view value) {
  return store(options.*duration, parse_duration(value));
}
template <Errand errand>
Result<void> set_errand(Options& options, std::string_view) {
  options.errand = errand;
  return {};
}

constexpr std::array<std::pair<std::string_view, Unit>, 6> unit_words{{{"bytes", Unit::bytes},
                                                                       {"chars", Unit::chars},
                                                                       {"tokens", Unit::tokens},
                                                                       {"lines", Unit::lines},
                                                                       {"brackets", Unit::brackets},
                                                                       {"auto", Unit::automatic}}};
constexpr std::array<std::pair<std::string_view, Goal>, 3> goal_words{
    {{"tokens", Goal::tokens}, {"bytes", Goal::bytes}, {"lines", Goal::lines}}};
constexpr std::array<std::pair<std::string_view, Order>, 3> order_words{
    {{"subsets-first", Order::subsets_first},
     {"complements-first", Order::complements_first},
     {"complements-only", Order::complements_only}}};
constexpr std::array<std::pair<std::string_view, Direction>, 2> direction_words{
    {{"forward", Direction::forward}, {"backward", Direction::backward}}};
constexpr std::array<std::pair<std::string_view, AfterSuccess>, 2> after_success_words{
    {{"continue", AfterSuccess::proceed}, {"restart", AfterSuccess::restart}}};

constexpr std::array<std::pair<std::string_view, Parallel>, 6> parallel_words{
    {{"ahead", Parallel::ahead},
     {"merge", Parallel::merge},
     {"race", Parallel::race},
     {"race-combined", Parallel::race_combined},
     {"combine", Parallel::combine},
     {"off", Parallel::off}}};
constexpr std::array<std::pair<std::string_view, Flaky>, 2> flaky_words{
    {{"stop", Flaky::stop}, {"majority", Flaky::majority}}};

constexpr std::string_view general = "General";
constexpr std::string_view what = "What is tried";
constexpr std::string_view conditions =
    "Conditions instead of a script (after FILE: -- COMMAND @@)";
constexpr std::string_view how = "How it is tested";
constexpr std::string_view how_long = "How long";
constexpr std::string_view output = "What is printed";
constexpr std::string_view papers = "The papers' algorithms";

constexpr bool shapes = true;
constexpr bool lasts = true;  // no part of the search, but a run is resumed with it all the same
constexpr bool free = false;

constexpr auto rows = std::to_array<OptionRow>({
    {general, "--save-as", 'o', "FILE", "FILE itself",
     "write the result here and leave FILE as it is",
     "With several files or a folder, the folder to write to.", shapes, set_text<&Options::output>},
    {general, "--resume", 0, "", "", "go on where a run on FILE was stopped or killed",
     "Nothing that was tested is tested again; the end is that of an undisturbed run.", free,
     set<&Options::resume>},
    {general, "--force", 0, "", "", "with --resume: although the test or the original changed", "",
     free, set<&Options::force>},
    {general, "--help", 'h', "", "", "show this help", "", free, set_errand<Errand::help>},
    {general, "--version", 0, "", "", "show the version", "", free, set_errand<Errand::version>},
    {general, "--man", 0, "", "", "print the manual page (pipe it to 'man -l -')", "", free,
     set_errand<Errand::man>},
    {general, "--completions", 0, "SHELL", "", "print completions for bash, zsh or fish", "", free,
     [](Options& options, std::string_view value) -> Result<void> {
       options.errand = Errand::completions;
       options.completions = value;
       return {};
     }},

    {what, "--plan", 'p', "NAME", "auto", "which passes run in which order; see --list-plans", "",
     shapes, set_text<&Options::plan>},
    {what, "--algorithm", 'a', "NAME", "gallop", "who chooses what to remove; see --list-algorithms",
     "", shapes,
     [](Options& options, std::string_view value) -> Result<void> {
       options.algorithm.name = value;
       return {};
     }},
    {what, "--unit", 'u', "UNIT", "",
     "reduce one list of bytes, chars, tokens, lines or brackets, and nothing else",
     "'auto' takes lines where the input is text and bytes where it is not.", shapes,
     [](Options& options, std::string_view value) {
       return store(options.unit, parse_word(value, unit_words));
     }},
    {what, "--goal", 0, "WHAT", "tokens", "what must be few in the end: tokens, bytes or lines", "",
     shapes,
     [](Options& options, std::string_view value) {
       return store(options.goal, parse_word(value, goal_words));
     }},
    {what, "--language", 'l', "NAME", "by file name", "the language of FILE; see --list-languages",
     "", shapes, set_text<&Options::language>},
    {what, "--grammar", 0, "SO[:NAME]", "", "a tree-sitter parser of your own to read FILE with",
     "With its grammar.json beside it, it gets everything the bundled ones get.", shapes,
     set_text<&Options::grammar>},
    {what, "--only", 0, "PASS,...", "all", "use these passes only; see --list-passes", "", shapes,
     add_names<&Options::only>},
    {what, "--without", 0, "PASS,...", "", "do not use these passes", "", shapes,
     add_names<&Options::without>},
    {what, "--keep", 0, "REGEX", "", "leave text that matches as it is (may be repeated)",
     "Text outside of DDBEGIN and DDEND markers is left alone as well, if FILE has them.", shapes,
     add_text<&Options::keep>},
    {what, "--keep-names", 0, "", "", "do not rename identifiers", "", shapes,
     set<&Options::keep_names>},
    {what, "--fixpoint", 0, "", "", "repeat the algorithm on its result until nothing changes", "",
     shapes,
     [](Options& options, std::string_view) -> Result<void> {
       options.algorithm.fixpoint = true;
       return {};
     }},
    {what, "--one-minimal", 0, "", "", "end with a sweep: no single element can go any more", "",
     shapes,
     [](Options& options, std::string_view) -> Result<void> {
       options.algorithm.one_minimal = true;
       return {};
     }},
    {what, "--verify", 0, "", "", "check at the end that no single node or line can go", "", lasts,
     set<&Options::verify>},
    {what, "--list-algorithms", 0, "", "", "show all algorithms", "", free,
     set_errand<Errand::list_algorithms>},
    {what, "--list-plans", 0, "", "", "show all plans", "", free, set_errand<Errand::list_plans>},
    {what, "--list-passes", 0, "", "", "show all passes", "", free,
     set_errand<Errand::list_passes>},
    {what, "--list-languages", 0, "", "", "show all languages", "", free,
     set_errand<Errand::list_languages>},
    {what, "--show-tree", 0, "", "", "print FILE's tree, with weights and what can go", "", free,
     set_errand<Errand::show_tree>},

    {papers, "--order", 0, "ORDER", "subsets-first",
     "ddmin: subsets-first, complements-first or complements-only", "", shapes,
     [](Options& options, std::string_view value) {
       return store(options.algorithm.order, parse_word(value, order_words));
     }},
    {papers, "--direction", 0, "WAY", "the algorithm's own", "from which end: forward or backward",
     "", shapes,
     [](Options& options, std::string_view value) {
       return store(options.algorithm.direction, parse_word(value, direction_words));
     }},
    {papers, "--after-success", 0, "WHERE", "continue",
     "ddmin: go on at the next complement (continue) or at the first (restart)", "", shapes,
     [](Options& options, std::string_view value) {
       return store(options.algorithm.after_success, parse_word(value, after_success_words));
     }},
    {papers, "--sigma", 0, "P", "0.1",
     "probdd, wprobdd, cdd: first probability that an element is needed", "", shapes,
     [](Options& options, std::string_view value) -> Result<void> {
       double number = 0;
       const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
       if (error != std::errc{} || end != value.data() + value.size() || !(number > 0) ||
           !(number < 1))
         return fail(ErrorKind::usage, fmt::format("'{}' is not a number between 0 and 1", value));
       options.algorithm.sigma = number;
       return {};
     }},
    {papers, "--seed", 0, "N", "", "draw ties at random from this seed (probdd, activecoarsen)", "",
     shapes,
     [](Options& options, std::string_view value) {
       return store(options.algorithm.seed, parse_number<std::uint64_t>(
                                                value, 0, std::numeric_limits<std::uint64_t>::max()));
     }},
    {papers, "--infer", 0, "", "",
     "wprobdd: take the last of a failed group to be needed, untested",
     "What its reference code does. Right only if a part of something uninteresting is never "
     "interesting.",
     shapes,
     [](Options& options, std::string_view) -> Result<void> {
       options.algorithm.infer = true;
       return {};
     }},

    {conditions, "--exit", 0, "N,...", "", "the command exits with one of these",
     "As a shell shows it: 139 is a death by SIGSEGV.", shapes,
     [](Options& options, std::string_view value) {
       return add_statuses(options.conditions.exits, value);
     }},
    {conditions, "--signal", 0, "NAME", "", "the command is killed by this signal, as in SEGV", "",
     shapes, add_condition<&Conditions::signals>},
    {conditions, "--stdout", 0, "REGEX", "", "its standard output matches", "", shapes,
     add_condition<&Conditions::stdout_has>},
    {conditions, "--stderr", 0, "REGEX", "", "its standard error matches", "", shapes,
     add_condition<&Conditions::stderr_has>},
    {conditions, "--output", 0, "REGEX", "", "one of the two matches", "", shapes,
     add_condition<&Conditions::output_has>},
    {conditions, "--not-output", 0, "REGEX", "", "neither of them matches", "", shapes,
     add_condition<&Conditions::output_lacks>},
    {conditions, "--slower-than", 0, "TIME", "", "it is still running after this time", "", shapes,
     [](Options& options, std::string_view value) {
       return store(options.conditions.slower_than, parse_duration(value));
     }},
    {conditions, "--differs", 0, "", "", "-- COMMAND --vs COMMAND: both accept, outputs differ", "",
     shapes, set<&Options::differs>},
    {conditions, "--precheck", 0, "COMMAND", "", "a quick shell command that must hold first", "",
     shapes, add_condition<&Conditions::prechecks>},
    {conditions, "--also", 0, "COMMAND", "", "a shell command that must hold as well", "", shapes,
     add_condition<&Conditions::also>},
    {conditions, "--make-test", 0, "FILE", "", "write the conditions as a script and stop", "", free,
     set_text<&Options::make_test>},

    {how, "--jobs", 'j', "N", "all cores", "how many tests run at one time",
     "The result does not depend on it.", lasts,
     [](Options& options, std::string_view value) {
       return store(options.jobs, parse_number<std::size_t>(value, 1, 4096));
     }},
    {how, "--width", 0, "W", "1", "how many questions gallop keeps open at one time",
     "The result can depend on it, the number of jobs does not matter to it. See docs/parallel.md.",
     shapes,
     [](Options& options, std::string_view value) {
       return store(options.width, parse_number<std::size_t>(value, 1, 4096));
     }},
    {how, "--parallel", 0, "HOW", "ahead", "ahead, merge, combine, race, race-combined, off",
     "ahead: test what is likely to be asked next; merge: the same, with a width of the number of "
     "jobs; combine: opdd, all chunks of a size at once; race: ddmin on one list, the first to finish "
     "wins, so that the result depends on timing; race-combined: subsets and complements in one "
     "heat; off: one test at a time. See docs/parallel.md.",
     shapes,
     [](Options& options, std::string_view value) {
       return store(options.parallel, parse_word(value, parallel_words));
     }},
    {how, "--timeout", 0, "TIME", "by the times seen",
     "a test that takes longer is stopped and counts as not interesting",
     "By default ten times the first run, at least 1s; then it follows the times seen.", lasts,
     set_duration<&Options::timeout>},
    {how, "--memory", 0, "SIZE", "no limit", "memory of each process of a test, as in 2G", "", lasts,
     [](Options& options, std::string_view value) {
       return store(options.memory, parse_size(value));
     }},
    {how, "--processes", 0, "N", "no limit", "how many processes you may have while a test runs",
     "Holds a test that forks without end. All processes of the user count; root is not held.", lasts,
     [](Options& options, std::string_view value) {
       return store(options.processes, parse_number<std::uint64_t>(value, 1, 1'000'000));
     }},
    {how, "--sandbox", 0, "", "", "let tests write nothing but their folder, and call no one", "",
     lasts, set<&Options::sandbox>},
    {how, "--repeat", 0, "[K/]N", "1", "run each test N times; interesting if K (all) are", "",
     shapes,
     [](Options& options, std::string_view value) -> Result<void> {
       const std::size_t slash = value.find('/');
       const Result<std::size_t> runs = parse_number<std::size_t>(
           slash == value.npos ? value : value.substr(slash + 1), 1, 1000);
       if (!runs) return std::unexpected(runs.error());
       const Result<std::size_t> needed =
           slash == value.npos ? runs : parse_number<std::size_t>(value.substr(0, slash), 1, *runs);
       if (!needed) return std::unexpected(needed.error());
       options.runs = *runs;
       options.needed = *needed;
       return {};
     }},
    {how, "--flaky", 0, "HOW", "stop", "what to do when the test contradicts itself: stop, majority",
     "majority goes on, with every candidate tested three times from then on.", lasts,
     [](Options& options, std::string_view value) {
       return store(options.flaky, parse_word(value, flaky_words));
     }},
    {how, "--other-failures", 0, "FOLDER", "", "save candidates that fail in another way", "", lasts,
     set_text<&Options::other_failures>},
    {how, "--also-interesting", 0, "N,...", "",
     "save candidates for which the script exits with one of these", "", lasts,
     [](Options& options, std::string_view value) {
       return add_statuses(options.also_interesting, value);
     }},

    {how_long, "--max-tests", 0, "N", "no limit", "stop after this many tests", "", free,
     [](Options& options, std::string_view value) {
       return store(options.max_tests,
                    parse_number<std::size_t>(value, 0, std::numeric_limits<std::size_t>::max()));
     }},
    {how_long, "--max-time", 0, "TIME", "no limit", "stop after this time, as in 10m or 1h30m", "",
     free, set_duration<&Options::max_time>},

    {output, "--quiet", 'q', "", "", "print errors and warnings only", "", free,
     set<&Options::quiet>},
    {output, "--verbose", 'v', "", "", "also print what each stage did", "", free,
     set<&Options::verbose>},
    {output, "--json", 0, "FILE", "", "write every event as a line of JSON", "See docs/json.md.",
     free, set_text<&Options::json>},
    {output, "--json-weights", 0, "", "", "say in --json what each element weighs, and which stay",
     "See docs/json.md.", free, set<&Options::json_weights>},
});

const OptionRow* find_row(std::string_view name) {
  const auto found = std::ranges::find(rows, name, &OptionRow::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string spelled(const OptionRow& row) {
  std::string text = row.letter ? fmt::format("-{}, ", row.letter) : "    ";
  text += row.name;
  if (!row.value.empty()) text += fmt::format(" {}", row.value);
  return text;
}

Result<void> apply(const OptionRow& row, Options& options, std::string_view value) {
  Result<void> applied = row.apply(options, value);
  if (!applied) {
    Error error = applied.error();
    error.message = fmt::format("{}: {}", row.name, error.message);
    return std::unexpected(std::move(error));
  }
  return {};
}

}  // namespace

std::span<const OptionRow> option_rows() {
  return rows;
}

Result<std::chrono::microseconds> parse_duration(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> units{
      {{"ms", 1e3}, {"s", 1e6}, {"m", 60e6}, {"h", 3600e6}}};
  const Error wrong{ErrorKind::usage,
                    fmt::format("'{}' is not a time; write it as 500ms, 10s, 5m or 1h30m", text),
                    {}};
  double total = 0;
  std::string_view rest = text;
  if (rest.empty()) return std::unexpected(wrong);
  while (!rest.empty()) {
    double number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{} || !std::isfinite(number) || number < 0) return std::unexpected(wrong);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const auto unit = std::ranges::find_if(
        units, [&](const auto& candidate) { return rest.starts_with(candidate.first); });
    if (unit == units.end()) {
      if (!rest.empty() || total > 0) return std::unexpected(wrong);
      total = number * 1e6;  // bare seconds
    } else {
      total += number * unit->second;
      rest.remove_prefix(unit->first.size());
    }
  }
  if (total < 1 || total > 1e15) return std::unexpected(wrong);
  return std::chrono::microseconds(static_cast<std::int64_t>(total));
}

namespace {

/// What comes after `--`: one command, or two with `--vs` between them.
Result<void> take_command(Options& options, std::span<const std::string> words) {
  const auto split = std::ranges::find(words, "--vs");
  options.conditions.command.assign(words.begin(), split);
  if (split != words.end()) options.conditions.versus.assign(split + 1, words.end());
  if (options.conditions.command.empty())
    return fail(ErrorKind::usage, "no command after --",
                "write it as: whittle FILE -- clang -O2 -c @@");
  for (const auto* command : {&options.conditions.command, &options.conditions.versus})
    if (!command->empty() && command->front().empty())
      return fail(ErrorKind::usage, "the command is '', no name at all");
  if (options.differs != !options.conditions.versus.empty())
    return fail(ErrorKind::usage, "--differs and --vs belong together",
                "write it as: whittle --differs FILE -- COMMAND @@ --vs OTHER_COMMAND @@");
  return {};
}

Result<void> take_words(Options& options, std::span<const std::string> words, bool with_test) {
  const std::size_t tests = with_test ? 1 : 0;
  if (words.size() <= tests)
    return fail(ErrorKind::usage,
                words.empty()
                    ? "what is to be reduced, and how is it tested?"
                    : fmt::format("is {} the test or the file? both are needed", words[0]),
                "usage: whittle [options] TEST FILE...\n"
                "       whittle [options] FILE... -- COMMAND @@\n"
                "see:   whittle --help");
  if (with_test && words[0].empty())
    return fail(ErrorKind::usage, "the test is '', no name at all");
  if (with_test) options.test = words[0];
  options.files.assign(words.begin() + static_cast<std::ptrdiff_t>(tests), words.end());
  return {};
}

}  // namespace

Result<Options> parse(std::span<const std::string> arguments) {
  Options options;
  std::vector<std::string> words;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string_view argument = arguments[i];
    if (argument.size() < 2 || argument[0] != '-') {
      words.emplace_back(argument);
      continue;
    }
    std::string_view name = argument;
    std::optional<std::string_view> value;
    const OptionRow* row = nullptr;
    if (argument.starts_with("--")) {
      if (const auto equals = argument.find('='); equals != argument.npos) {
        name = argument.substr(0, equals);
        value = argument.substr(equals + 1);
      }
      row = find_row(name);
      if (!row) {
        std::vector<std::string_view> names;
        for (const OptionRow& known : rows) names.push_back(known.name);
        return fail(ErrorKind::usage, unknown_name("option", name, names), "see: whittle --help");
      }
    } else {
      const auto found = std::ranges::find(rows, argument[1], &OptionRow::letter);
      if (found == rows.end())
        return fail(
            ErrorKind::usage, fmt::format("unknown option '-{}'", argument[1]),
            "see: whittle --help; a file of that name is written as ./" + std::string(argument));
      row = &*found;
      if (argument.size() > 2) {
        if (row->value.empty())
          return fail(ErrorKind::usage,
                      fmt::format("-{} takes no value; write '{}' as options of their own",
                                  argument[1], argument));
        value = argument.substr(2);
      }
    }
    if (row->value.empty()) {
      if (value) return fail(ErrorKind::usage, fmt::format("{} takes no value", row->name));
      value = "";
    } else if (!value) {
      if (i + 1 == arguments.size())
        return fail(ErrorKind::usage,
                    fmt::format("{} needs a value: {} {}", row->name, row->name, row->value));
      value = arguments[++i];
    }
    if (Result<void> applied = apply(*row, options, *value); !applied)
      return std::unexpected(applied.error());
    if (row->shapes) {
      options.shaping.emplace_back(row->name);
      if (!row->value.empty()) options.shaping.back() += fmt::format("={}", *value);
    }
  }
  if (options.errand != Errand::none && options.errand != Errand::show_tree) return options;
  const bool has_command = i < arguments.size();
  if (has_command)
    if (Result<void> taken = take_command(options, arguments.subspan(i + 1)); !taken)
      return std::unexpected(taken.error());
  const bool with_test = !has_command && !options.resume && options.errand == Errand::none;
  if (Result<void> taken = take_words(options, words, with_test); !taken)
    return std::unexpected(taken.error());
  options.shaping.insert(options.shaping.end(), words.begin(), words.end());
  options.shaping.insert(options.shaping.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                         arguments.end());
  return options;
}

std::string help_text() {
  std::string text =
      "whittle - find the smallest input that still shows a property\n"
      "\n"
      "usage: whittle [options] TEST FILE...\n"
      "       whittle [options] FILE... -- COMMAND @@\n"
      "       whittle --resume FILE\n"
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
  for (const OptionRow& row : rows) {
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
  text +=
      "\nExit codes: 0 done; 2 usage; 3 input; 4 test cannot be run; 5 FILE is not interesting;\n"
      "6 disk; 7 scratch folder; 8 another run has FILE; 9 test or FILE changed, or no run to\n"
      "resume; 10 test or result not reliable; 70 a bug in whittle; 130 interrupted.\n";
  return text;
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
  for (const OptionRow& row : rows) {
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
  return text;
}

Result<std::string> completions(std::string_view shell) {
  std::string text;
  if (shell == "bash") {
    text = "_whittle() {\n  local options='";
    for (const OptionRow& row : rows) text += fmt::format("{} ", row.name);
    text +=
        "'\n  case \"${COMP_WORDS[COMP_CWORD]}\" in\n"
        "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"${COMP_WORDS[COMP_CWORD]}\"));;\n"
        "    *) COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"));;\n"
        "  esac\n}\ncomplete -o filenames -F _whittle whittle\n";
    return text;
  }
  if (shell == "zsh") {
    text = "#compdef whittle\n_arguments \\\n";
    for (const OptionRow& row : rows) {
      std::string line(row.line);
      std::erase_if(line, [](char c) { return c == '\'' || c == '[' || c == ']' || c == ':'; });
      text += fmt::format("  '{}[{}]{}' \\\n", row.name, line,
                          row.value.empty() ? "" : fmt::format(":{}:_files", row.value));
    }
    return text + "  '*:file:_files'\n";
  }
  if (shell == "fish") {
    for (const OptionRow& row : rows) {
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
