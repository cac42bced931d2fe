#include <fmt/format.h>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "cli/reduce.h"
#include "plan/plans.h"

namespace whittle {
namespace {

template <typename Rows>
void print_rows(const Rows& rows) {
  for (const auto& row : rows) fmt::print("{:<16} {}\n", row.name, row.summary);
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
    default:
      return reduce(options);
  }
}

int run_program(const std::vector<std::string>& arguments) {
  const Result<Options> options = parse(arguments);
  const Result<ExitCode> code =
      options ? run_errand(*options) : Result<ExitCode>(std::unexpected(options.error()));
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
