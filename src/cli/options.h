/// The command line: one table of options, from which parsing, `--help`, the man page and the
/// completions are made.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.h"
#include "base/result.h"
#include "document/units.h"
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

struct Options {
  Errand errand = Errand::none;
  std::string completions;  ///< the shell they are for

  std::filesystem::path test;
  std::vector<std::filesystem::path> files;
  std::optional<std::filesystem::path> output;

  AlgorithmOptions algorithm;
  bool algorithm_given = false;
  std::optional<Unit> unit;
  std::string plan = "auto";
  Goal goal = Goal::tokens;

  std::optional<std::size_t> jobs;
  std::optional<std::chrono::microseconds> timeout;
  std::size_t max_tests = std::numeric_limits<std::size_t>::max();
  std::optional<std::chrono::microseconds> max_time;

  std::optional<std::filesystem::path> json;
  bool quiet = false;
  bool verbose = false;
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
