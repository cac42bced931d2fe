#include "run/test_advice.h"

#include <filesystem>
#include <fmt/format.h>

#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

/// `error`, with what to type if TEST is a command in one word: "python3 bug.py".
Error with_command(Error error, const Request& request) {
  const std::string& test = request.test.script;
  const std::size_t blank = test.find(' ');
  if (error.kind == ErrorKind::test && blank != std::string::npos && request.files.size() == 1 &&
      find_program(test.substr(0, blank)))
    error.way_out = fmt::format("a command comes last, with @@ for the file: whittle {} -- {}",
                                shown(request.files.front()), test.substr(0, blank) + " ... @@");
  return error;
}

/// `error`, with what to type if COMMAND is in quotes, is FILE, or is a test.
Error with_call(Error error, const Request& request) {
  const std::vector<std::string>& command = request.test.conditions.command;
  if (command.empty() || request.files.size() != 1) return error;
  const std::string file = request.files.front();
  const std::string& first = command.front();
  const auto add = [&](std::string line) {
    error.way_out = line + (error.way_out.empty() ? "" : "\n") + error.way_out;
  };
  std::error_code ignored;
  const bool cannot_run = error.kind == ErrorKind::test && !find_program(first);
  if (cannot_run && first.find(' ') != std::string::npos &&
      find_program(first.substr(0, first.find(' '))))
    add(
        fmt::format("write it without quotes: whittle {} -- {}\n"
                    "or as a command of the shell: whittle {} -- sh -c '...' sh @@",
                    shown(file), first, shown(file)));
  else if (cannot_run && command.size() == 1 && std::filesystem::exists(first, ignored) &&
           find_test(file))
    add(fmt::format("a test needs no --: whittle {} {}", shown(file), shown(first)));
  else if (error.kind == ErrorKind::not_interesting && command.size() <= 2 &&
           first.find('/') != std::string::npos)
    add(fmt::format("if it is a test, which exits with 0 for an interesting file: whittle {} {}",
                    shown(first), shown(file)));
  return error;
}

/// `error`, or that TEST and FILE were given in the wrong order if that explains it.
Error with_swap(Error error, const Request& request) {
  if (error.kind != ErrorKind::test || request.test.script.empty() || request.files.size() != 1 ||
      !find_test(request.files.front()))
    return error;
  const std::string test = shown(request.files.front()), file = shown(request.test.script);
  return {ErrorKind::test,
          fmt::format("{} is given as the test and cannot be run, but {} can", file, test),
          fmt::format("the test comes first: whittle {} {}", test, file)};
}

}  // namespace

Error with_call_advice(Error error, const Request& request) {
  return with_call(with_command(with_swap(std::move(error), request), request), request);
}

Error with_original_advice(Error error, const Request& request) {
  // `whittle python3 bug.py`: found on PATH.
  const std::string& script = request.test.script;
  std::error_code ignored;
  if (error.kind == ErrorKind::not_interesting && !script.empty() &&
      script.find('/') == script.npos && !std::filesystem::exists(script, ignored))
    error.way_out = fmt::format("to keep the failure of the command {0}: whittle {1} -- {0} @@\n",
                                script, shown(request.files.front())) +
                    error.way_out;
  if (request.view)
    error.way_out +=
        "\n"
        "FILE was tested after DECODE and ENCODE: the view may lose something important";
  return error;
}

}  // namespace whittle
