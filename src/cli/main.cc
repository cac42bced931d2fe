#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "cli/reduce.h"
#include "document/disk.h"
#include "passes/pass.h"
#include "plan/plans.h"
#include "syntax/facts.h"

namespace whittle {
namespace {

template <typename Rows>
void print_rows(const Rows& rows) {
  for (const auto& row : rows) fmt::print("{:<16} {}\n", row.name, row.summary);
}

/// The tree, with a `-` before each node that can go by itself.
std::string with_marks(const Facts& facts) {
  const Tree& tree = facts.tree();
  std::vector<bool> can_go(tree.size());
  for (NodeId parent = 0; parent < tree.size(); ++parent)
    for (NodeId child : tree.children(parent)) can_go[child] = facts.removable(child).has_value();
  std::string out;
  std::istringstream lines(to_string(tree));  // one for each node
  std::string line;
  for (NodeId node = 0; std::getline(lines, line); ++node)
    out.append(can_go[node] ? "- " : "  ").append(line).append("\n");
  return out;
}

Result<ExitCode> show_tree(const Options& options) {
  const Result<Bytes> bytes = read_file(options.files.front());
  if (!bytes) return std::unexpected(bytes.error());
  const Language* language = options.language ? find_language(*options.language)
                                              : &language_of(options.files.front(), *bytes);
  if (!language)
    return fail(ErrorKind::usage, fmt::format("unknown language '{}'", *options.language),
                "see: whittle --list-languages");
  const auto tree =
      parse(options.grammar ? user_language(*options.grammar) : *language, share(*bytes));
  if (!tree) return std::unexpected(tree.error());
  fmt::print("{}", with_marks(Facts(*tree)));
  return exit_success;
}

Result<ExitCode> run_errand(const Options& options) {
  switch (options.errand) {
    case Errand::help:
      fmt::print("{}", help_text());
      return exit_success;
    case Errand::version:
      fmt::print("whittle {}\n", WHITTLE_VERSION);
      return exit_success;
    case Errand::man:
      fmt::print("{}", man_page());
      return exit_success;
    case Errand::completions: {
      const Result<std::string> script = completions(options.completions);
      if (!script) return std::unexpected(script.error());
      fmt::print("{}", *script);
      return exit_success;
    }
    case Errand::list_algorithms:
      print_rows(algorithms());
      return exit_success;
    case Errand::list_plans:
      print_rows(plans());
      return exit_success;
    case Errand::list_passes:
      for (const Pass& pass : passes())
        fmt::print("{:<20} {:<14} {}\n", pass.name, pass.input.name, pass.summary);
      return exit_success;
    case Errand::list_languages:
      for (const Language& language : languages())
        fmt::print("{:<14} {}\n", language.name, fmt::join(language.file_names, " "));
      return exit_success;
    case Errand::show_tree:
      return show_tree(options);
    default:
      return reduce(options);
  }
}

/// Nothing here throws but what cannot be foreseen: no memory, or a mistake of ours.
Result<ExitCode> run_or_explain(const Options& options) {
  const auto explained = [&](std::string what) {
    const std::string file = options.output.value_or(options.files.empty() ? std::string("FILE")
                                                                           : options.files.front());
    return fail(ErrorKind::internal, std::move(what),
                fmt::format("if a run had begun, the best so far is in {0}\n"
                            "go on with: whittle --resume {0}",
                            shown(file)));
  };
  try {
    return run_errand(options);
  } catch (const std::bad_alloc&) {
    return explained("out of memory");
  } catch (const std::exception& problem) {
    return explained(fmt::format("a bug in whittle: {}", problem.what()));
  }
}

int run_program(const std::vector<std::string>& arguments) {
  const Result<Options> options = parse(arguments);
  const Result<ExitCode> code =
      options ? run_or_explain(*options) : Result<ExitCode>(std::unexpected(options.error()));
  if (code) return *code;
  const Error& error = code.error();
  fmt::print(stderr, "whittle: error: {}\n", error.message);
  for (std::size_t begin = 0; begin < error.way_out.size();) {
    const std::size_t end = std::min(error.way_out.find('\n', begin), error.way_out.size());
    fmt::print(stderr, "  {}\n", error.way_out.substr(begin, end - begin));
    begin = end + 1;
  }
  return exit_code(error.kind);
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  return whittle::run_program(std::vector<std::string>(argv + 1, argv + argc));
}
