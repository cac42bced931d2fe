/// The command line: one table of options, from which parsing, `--help`, the man page and the
/// completions are made.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "run/request.h"

#include "base/result.h"

namespace whittle {

/// What whittle is asked to do.
enum class Task {
  reduce,
  make_test,
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

/// What `--resume` does with an option.
enum class OnResume {
  fixed,       ///< part of the search: it stays as it was, and another value is refused
  changeable,  ///< it stays as it was unless it is given again
  not_kept,    ///< it is of this call only
};

struct OptionRow;

struct Options {
  Task task = Task::reduce;
  std::string completions;  ///< the shell they are for
  std::optional<std::string> make_test;
  bool resume = false;
  bool differs = false;
  Request request;

  std::optional<std::string> json;
  bool json_weights = false;
  bool quiet = false;
  bool verbose = false;

  /// Every option that was given, as "--name=value".
  struct Given {
    const OptionRow* row;
    std::string text;
  };
  std::vector<Given> given;
  /// What is no option: TEST, FILES, and `--` with all behind it.
  std::vector<std::string> words;
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
  OnResume on_resume = OnResume::not_kept;
  Result<void> (*apply)(Options& options, std::string_view value);
};

std::span<const OptionRow> option_rows();

/// `arguments` without the program's name.
Result<Options> parse(std::span<const std::string> arguments);

/// What an earlier call asked for, with what `now` may change about it. `settings` is the earlier
/// call's `Request::settings`.
Result<Options> parse_resumed(const std::vector<std::string>& settings, const Options& now);

std::string help_text();
std::string man_page();
/// For "bash", "zsh" or "fish".
Result<std::string> completions(std::string_view shell);

/// "10m", "1h30m", "500ms", "2.5s", "90" (seconds).
Result<std::chrono::microseconds> parse_duration(std::string_view text);

}  // namespace whittle
