/// The command line: one table of options. Parsing, `--help`, the manual page and the completions
/// are made from it; help.h has the texts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "base/result.h"
#include "cli/console.h"
#include "cli/other_tools.h"
#include "run/request.h"

namespace whittle {

/// The task of a call.
enum class Task {
  reduce,
  batch,
  blame,  ///< `blame FILE -- COMMAND`
  make_test,
  init,     ///< `init FILE`, or FILE alone on a terminal
  history,  ///< `history FILE [N]`
  explain,  ///< `explain FILE`
  bugs,     ///< `bugs FILE`
  view,     ///< `view FILE`
  report,   ///< `report FILE`
  worker,   ///< `worker`
  cluster,  ///< `cluster up`, `cluster status`, `cluster down`
  help,     ///< `--help`, with the words after it
  topic,    ///< `help TOPIC`
  version,
  completions,
  list_algorithms,
  list_plans,
  list_passes,
  list_languages,
  show_tree,
  show_graph,
  show_graph_dot,
};

/// The treatment of an option with `--resume`.
enum class OnResume {
  fixed,       ///< part of the search: keeps its value; another value is refused
  changeable,  ///< keeps its value unless it is given again
  not_kept,    ///< applies to one call only
};

struct OptionRow;

struct Options {
  Task task = Task::reduce;
  std::string completions;               ///< which shell they are for
  std::optional<std::string> make_test;  ///< the script that is written
  bool is_template = false;              ///< `--make-test debloat`: to be filled in by the user
  bool resume = false;
  std::optional<std::size_t> bug;  ///< `--bug`
  std::optional<std::string> bad;  ///< `--bad`: a command in one word
  Request request;

  std::optional<std::string> json;
  bool json_weights = false;                    ///< `--json=weights`
  bool is_cluster = false;                      ///< begins with the word `worker` or `cluster`
  std::optional<std::string> serve;             ///< [ADDRESS:]PORT
  std::optional<std::string> report, markdown;  ///< the files to write them to
  std::optional<std::string> connect;
  std::vector<std::string> trust;  ///< whose runs a worker takes
  std::optional<std::size_t> slots, local;
  bool quiet = false;
  bool verbose = false;
  ProgressStyle progress = ProgressStyle::by_terminal;
  /// Prints the result in the end, as C-Reduce and C-Vise do.
  bool shows_result = false;
  /// Remarks for the user about options of other tools.
  std::vector<std::string> remarks;

  /// An option that was given.
  struct Given {
    const OptionRow* row;
    std::string value;
    /// The option as "--name=value".
    std::string text() const;
  };
  std::vector<Given> given;
  /// The arguments that are not options: TEST, FILES, and `--` with everything after it.
  std::vector<std::string> words;
};

/// One option. If `value` is empty, the option takes no value.
struct OptionRow {
  std::string_view section;
  std::string_view name;        ///< "--algorithm"
  char letter = 0;              ///< 'a' for -a, or 0
  std::string_view value;       ///< its value, as in "NAME"; "[=dot]" may be left out; may be empty
  std::string_view by_default;  ///< the default, as help shows it; may be empty
  std::string_view line;        ///< one line for --help
  std::string_view text;        ///< the rest, for the manual page
  OnResume on_resume = OnResume::not_kept;
  Result<void> (*apply)(Options& options, std::string_view value);
};

std::span<const OptionRow> option_rows();

/// True if the value can be left out, and is written after '=' if it is given.
inline bool has_optional_value(const OptionRow& row) {
  return row.value.starts_with("[=");
}

/// Parses the words of the command line, without the program's name.
Result<Options> parse(std::span<const std::string> typed, CalledAs name = CalledAs::whittle);

/// The options `now`, for the request of an earlier call. An option that is part of the search can
/// only be repeated.
Result<Options> resumed_options(Request stored, const Options& now);

/// The words that an option takes; empty if its values are not a few words.
std::vector<std::string> words_of(std::string_view option);

}  // namespace whittle
