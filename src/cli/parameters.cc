// Parameters are rows like options, without dashes. They are not options because only people who
// compare algorithms need them: `--help all` shows them last.
#include "cli/parameters.h"

#include <algorithm>

#include "base/did_you_mean.h"
#include "cli/option_setters.h"

namespace whittle {
namespace {

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

constexpr std::string_view of_algorithm =
    "Parameters of --algorithm, for the papers' choices (-a ddmin:order=complements-only,fixpoint)";
constexpr std::string_view of_plan = "Parameters of --plan (-p hdd:rounds=1,no-sweep)";

using enum OnResume;

constexpr auto algorithm_rows = std::to_array<OptionRow>({
    {of_algorithm, "order", 0, "ORDER", "subsets-first",
     "ddmin: subsets-first, complements-first or complements-only", "", fixed,
     set_word<&AlgorithmOptions::order, order_words>},
    {of_algorithm, "direction", 0, "WAY", "the algorithm's own",
     "where to start: forward or backward", "", fixed,
     set_word<&AlgorithmOptions::direction, direction_words>},
    {of_algorithm, "after-success", 0, "WHERE", "continue",
     "ddmin: after a success, go to the next complement (continue) or the first (restart)", "",
     fixed, set_word<&AlgorithmOptions::after_success, after_success_words>},
    {of_algorithm, "granularity", 0, "N", "2", "ddmin, opdd: how many chunks at first", "", fixed,
     set_number<&AlgorithmOptions::granularity, std::size_t{2}, any_size>},
    {of_algorithm, "sigma", 0, "P", "0.1",
     "probdd, wprobdd, cdd: initial probability that an element is needed",
     "M/n means that M elements of a list are expected to stay, whatever its length n.", fixed,
     set_sigma},
    {of_algorithm, "threshold", 0, "P", "1",
     "probdd, cdd, wprobdd: keep an element that is this likely to be needed, without testing it "
     "alone",
     "The published programs of both papers use 0.8; their listings use 1.", fixed,
     set_probability<&AlgorithmOptions::threshold>},
    {of_algorithm, "seed", 0, "N", "", "probdd, activecoarsen: make random choices from this seed",
     "", fixed, set_number<&AlgorithmOptions::seed, std::uint64_t{0}, any_number>},
    {of_algorithm, "start", 0, "P", "0.5",
     "activecoarsen: initial probability that a draw keeps an element", "", fixed,
     set_probability<&AlgorithmOptions::start>},
    {of_algorithm, "rate", 0, "P", "0.1", "activecoarsen: how fast that probability changes", "",
     fixed, set_probability<&AlgorithmOptions::rate>},
    {of_algorithm, "infer", 0, "", "",
     "probdd, wprobdd: treat the last element of a failed group as needed, without a test",
     "The reference codes do this. It is right only if no part of an uninteresting candidate is "
     "interesting.",
     fixed, set<&AlgorithmOptions::infer>},
    {of_algorithm, "one-minimal", 0, "", "",
     "end with a sweep, after which no single element can be removed", "", fixed,
     set<&AlgorithmOptions::one_minimal>},
    {of_algorithm, "fixpoint", 0, "", "",
     "repeat the algorithm on its result until nothing changes", "", fixed,
     set<&AlgorithmOptions::fixpoint>},
});

constexpr auto plan_rows = std::to_array<OptionRow>({
    {of_plan, "rounds", 0, "N", "until nothing changes",
     "at most how many times a tree plan goes through the tree",
     "With 1, hdd is HDD instead of HDD*. Applies to all tree plans.", fixed,
     set_number<&SearchOptions::rounds, std::size_t{1}, any_size>},
    {of_plan, "no-sweep", 0, "", "", "tree plans: do not try every single node at the end", "",
     fixed, set<&SearchOptions::no_sweep>},
    {of_plan, "build-files", 0, "", "",
     "reduce Makefile, CMakeLists.txt, compile_commands.json and package.json of a folder too",
     "Without it they stay as they are, so that the result is built in the same way.", fixed,
     set<&SearchOptions::build_files>},
});

Result<void> set_parameter(Options& options, std::string_view text,
                           std::span<const OptionRow> rows) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto row = std::ranges::find(rows, name, &OptionRow::name);
  if (row == rows.end()) {
    std::vector<std::string_view> names;
    for (const OptionRow& known : rows) names.push_back(known.name);
    return fail(ErrorKind::usage, unknown_name("parameter", name, names),
                "see: whittle --help all");
  }
  if (row->value.empty() != (equals == text.npos))
    return fail(ErrorKind::usage,
                row->value.empty() ? fmt::format("{} takes no value", name)
                                   : fmt::format("{0} needs a value: {0}={1}", name, row->value));
  Result<void> applied =
      row->apply(options, equals == text.npos ? std::string_view() : text.substr(equals + 1));
  if (applied) return applied;
  Error error = applied.error();
  error.message = fmt::format("{}: {}", name, error.message);
  return std::unexpected(std::move(error));
}

/// Parameters separated by commas.
Result<void> set_parameters(Options& options, std::string_view list,
                            std::span<const OptionRow> rows) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (Result<void> set = set_parameter(options, list.substr(0, comma), rows); !set) return set;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return {};
}

}  // namespace

std::span<const OptionRow> algorithm_parameters() {
  return algorithm_rows;
}

std::span<const OptionRow> plan_parameters() {
  return plan_rows;
}

Result<void> set_algorithm(Options& options, std::string_view value) {
  const std::size_t colon = std::min(value.find(':'), value.size());
  AlgorithmOptions& algorithm = options.request.search.algorithm;
  if (colon > 0) algorithm = {.name = std::string(value.substr(0, colon))};
  return set_parameters(options, value.substr(std::min(colon + 1, value.size())), algorithm_rows);
}

Result<void> set_plan(Options& options, std::string_view value) {
  const std::size_t colon = std::min(value.find(':'), value.size());
  SearchOptions& search = options.request.search;
  if (colon > 0) {
    search.plan = value.substr(0, colon);
    search.rounds = SearchOptions{}.rounds;
    search.no_sweep = false;
    search.build_files = false;
  }
  return set_parameters(options, value.substr(std::min(colon + 1, value.size())), plan_rows);
}

}  // namespace whittle
