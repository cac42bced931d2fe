#include "cli/program.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "cli/advice.h"
#include "cli/batch.h"
#include "cli/blame_command.h"
#include "cli/console.h"
#include "cli/exit_codes.h"
#include "cli/help.h"
#include "cli/history_command.h"
#include "cli/init_command.h"
#include "cli/options.h"
#include "cli/other_tools.h"
#include "cli/page_command.h"
#include "cli/reduce_command.h"
#include "cli/worker_command.h"
#include "document/disk.h"
#include "passes/pass.h"
#include "plan/plan_parts.h"
#include "plan/plans.h"
#include "run/request.h"
#include "run/show_graph.h"
#include "syntax/facts.h"

namespace whittle {
namespace {

template <typename Rows>
void print_rows(const Rows& rows) {
  for (const auto& row : rows) fmt::print("{:<16} {}\n", row.name, row.summary);
}

/// The tree, with a `-` before each node that can be removed.
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
  const Result<Bytes> bytes = read_file(options.request.files.front());
  if (!bytes) return std::unexpected(bytes.error());
  const Language* language = options.request.search.language
                                 ? find_language(*options.request.search.language)
                                 : &language_of(options.request.files.front(), *bytes);
  if (!language)
    return fail(ErrorKind::usage,
                fmt::format("unknown language '{}'", *options.request.search.language),
                "see: whittle --list languages");
  const auto tree = parse(
      options.request.search.grammar ? user_language(*options.request.search.grammar) : *language,
      share(*bytes));
  if (!tree) return std::unexpected(tree.error());
  fmt::print("{}", with_marks(Facts(*tree)));
  return exit_success;
}

Result<ExitCode> print_graph(const Request& request, GraphFormat format) {
  const Result<std::string> graph = show_graph(request, format);
  if (!graph) return std::unexpected(graph.error());
  fmt::print("{}", *graph);
  return exit_success;
}

Result<ExitCode> print_completions(const Options& options) {
  const Result<std::string> script = completions(options.completions);
  if (!script) return std::unexpected(script.error());
  fmt::print("{}", *script);
  return exit_success;
}

Result<ExitCode> print_help(const Options& options) {
  const Result<std::string> text = help_on(options.words);
  if (!text) return std::unexpected(text.error());
  fmt::print("{}", *text);
  return exit_success;
}

void list_passes() {
  for (const Pass& pass : passes())
    fmt::print("{:<20} {:<14} {}\n", pass.name, pass.input.name, pass.summary);
  for (const PlanPart& part : plan_parts())
    fmt::print("{:<20} {:<14} {}\n", part.name, part.input, part.summary);
}

void list_languages() {
  for (const Language& language : languages())
    fmt::print("{:<14} {}\n", language.name, fmt::join(language.file_names, " "));
}

/// The tasks that only print something about whittle itself.
Result<ExitCode> print_about(const Options& options) {
  switch (options.task) {
    case Task::completions:
      return print_completions(options);
    case Task::topic:
      return print_help(options);
    case Task::version:
      fmt::print("whittle {}\n", WHITTLE_VERSION);
      break;
    case Task::list_algorithms:
      print_rows(algorithms());
      break;
    case Task::list_plans:
      print_rows(plans());
      break;
    case Task::list_passes:
      list_passes();
      break;
    case Task::list_languages:
      list_languages();
      break;
    default:
      if (!options.words.empty()) return print_help(options);
      fmt::print("{}", help_text());
  }
  return exit_success;
}

Result<ExitCode> run_task(Options options) {
  switch (options.task) {
    case Task::reduce:
      return reduce_files(std::move(options));
    case Task::batch:
      return run_batch(std::move(options));
    case Task::blame:
      return run_blame(std::move(options));
    case Task::init:
      return run_init(std::move(options));
    case Task::make_test:
      return write_test(std::move(options));
    case Task::history:
      return show_history(options);
    case Task::explain:
      return show_explanation(options);
    case Task::bugs:
      return show_bugs(options);
    case Task::view:
      return view_run(options);
    case Task::report:
      return report_run(options);
    case Task::worker:
      return run_worker(options);
    case Task::cluster:
      return run_cluster(options);
    case Task::show_tree:
      return show_tree(options);
    case Task::show_graph:
      return print_graph(options.request, GraphFormat::text);
    case Task::show_graph_dot:
      return print_graph(options.request, GraphFormat::dot);
    default:
      return print_about(options);
  }
}

Result<ExitCode> cannot_print() {
  return fail(ErrorKind::disk,
              fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

/// Errors are values everywhere below. An exception means that memory has run out or that whittle
/// has a bug; the user still learns where the best so far is.
Result<ExitCode> run_or_explain(Options options) {
  const std::string file = options.request.files.empty() ? "FILE" : target_of(options.request);
  const auto explained = [&](std::string what) {
    return fail(ErrorKind::internal, std::move(what),
                fmt::format("if a run had begun, the best so far is in {0}\n"
                            "continue with: whittle --resume {0}",
                            file));
  };
  try {
    return run_task(std::move(options));
  } catch (const std::bad_alloc&) {
    return explained("out of memory");
  } catch (const std::exception& problem) {
    if (std::ferror(stdout)) return cannot_print();
    return explained(fmt::format("a bug in whittle: {}", problem.what()));
  }
}

}  // namespace

int run_program(CalledAs name, const std::vector<std::string>& arguments) {
  Result<Options> options = parse(arguments, name);
  if (options && !options->quiet)
    for (const std::string& remark : options->remarks) print_message("", remark, "");
  const Call call = options ? call_of(options->request) : Call();
  Result<ExitCode> code = options ? run_or_explain(std::move(*options))
                                  : Result<ExitCode>(std::unexpected(options.error()));
  if (code && std::fflush(stdout) != 0) code = cannot_print();
  if (code) return *code;
  const Error error = in_options(code.error(), call);
  print_message("error: ", error.message, error.way_out);
  return exit_code(error.kind);
}

}  // namespace whittle
