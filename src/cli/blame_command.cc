#include "cli/blame_command.h"

#include <utility>

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/reduce_command.h"
#include "process/known_tools.h"
#include "run/blame.h"
#include "run/programs_run.h"
#include "run/stop.h"

namespace whittle {
namespace {

/// Options of a compiler are added only to a command that is a compiler; a shell command or a
/// script is reduced as it is.
void switch_others_off(Request& request, const Blamed& blamed) {
  std::vector<std::string>& command = request.test.conditions.command;
  if (!command.empty() && !version_option(command.front()).empty())
    command.insert(command.end(), blamed.others_off.begin(), blamed.others_off.end());
}

}  // namespace

Result<ExitCode> run_blame(Options options) {
  std::optional<Blamed> blamed;
  {
    StopSwitch stop;
    Interrupt interrupt(stop);
    Request request;
    request.files = options.request.files;
    request.search = options.request.search;
    request.test = options.request.test;
    request.jobs = options.request.jobs;
    request.max_time = options.request.max_time;
    request.stop = &stop;
    request.phrase = notice_in_options;
    Console console({.quiet = options.quiet}, interrupt);
    Result<std::optional<Blamed>> found = blame(std::move(request), console);
    if (!found) return std::unexpected(found.error());
    blamed = std::move(*found);
  }
  if (!blamed) return exit_interrupted;
  print_message("", blamed->sentence(), "");
  if (!std::exchange(options.request.reduce_command, false)) return exit_success;
  switch_others_off(options.request, *blamed);
  options.request.blamed = blamed->sentence();
  options.task = Task::reduce;
  return reduce_files(std::move(options));
}

}  // namespace whittle
