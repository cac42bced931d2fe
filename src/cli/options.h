/// The command line: one table of options, from which parsing, `--help`, the man page and the
/// completions are made.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.h"
#include "base/result.h"
#include "document/units.h"
#include "oracle/conditions.h"
#include "plan/goal.h"

namespace whittle {

/// What is to be done instead of a reduction.
enum class Errand {
  none,
  help,
  version,
  man,
  completions,
  list_algorithms,
  list_plans,
  list_passes,
  list_languages,
  show_tree,
};

enum class Parallel { ahead, merge, race, race_combined, combine, off };
enum class Flaky { stop, majority };

struct Options {
  Errand errand = Errand::none;
  std::string completions;  ///< the shell they are for

  std::string test;  ///< a script; empty if `conditions` has a command
  std::vector<std::string> files;
  std::optional<std::string> output;
  bool resume = false;
  bool force = false;

  std::string plan = "auto";
  AlgorithmOptions algorithm;
  std::optional<Unit> unit;
  Goal goal = Goal::tokens;
  std::optional<std::string> language;
  std::optional<std::string> grammar;
  std::vector<std::string> only;
  std::vector<std::string> without;
  std::vector<std::string> keep;
  bool keep_names = false;
  bool verify = false;

  Conditions conditions;
  bool differs = false;
  std::optional<std::string> make_test;
  std::optional<std::string> other_failures;
  std::vector<int> also_interesting;
  std::size_t runs = 1;
  std::size_t needed = 1;
  Flaky flaky = Flaky::stop;
  std::uint64_t memory = 0;
  std::uint64_t processes = 0;
  bool sandbox = false;

  std::optional<std::size_t> jobs;
  std::optional<std::size_t> width;
  Parallel parallel = Parallel::ahead;
  std::optional<std::chrono::microseconds> timeout;
  std::size_t max_tests = std::numeric_limits<std::size_t>::max();
  std::optional<std::chrono::microseconds> max_time;

  std::optional<std::string> json;
  bool json_weights = false;
  bool quiet = false;
  bool verbose = false;

  /// The arguments that shape the search or hold its tests, for the journal: a run is resumed with
  /// these.
  std::vector<std::string> shaping;
};

/// One option. Rows with no `value` take none.
struct OptionRow {
  std::string_view section;
  std::string_view name;        ///< "--algorithm"
  char letter = 0;              ///< 'a' for -a, or 0
  std::string_view value;       ///< "NAME", or nothing
  std::string_view by_default;  ///< as help shows it, or nothing
  std::string_view line;        ///< one line for --help
  std::string_view text;        ///< the rest, for the man page
  bool shapes = false;          ///< whether `--resume` goes by what was said at first
  Result<void> (*apply)(Options& options, std::string_view value);
};

std::span<const OptionRow> option_rows();

/// `arguments` without the program's name.
Result<Options> parse(std::span<const std::string> arguments);

std::string help_text();
std::string man_page();
/// For "bash", "zsh" or "fish".
Result<std::string> completions(std::string_view shell);

/// "10m", "1h30m", "500ms", "2.5s", "90" (seconds).
Result<std::chrono::microseconds> parse_duration(std::string_view text);

}  // namespace whittle
