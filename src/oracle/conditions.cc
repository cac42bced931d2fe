#include "oracle/conditions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace whittle {
namespace {

std::string how_it_ended(const CommandRun& run) {
  if (run.timed_out)
    return fmt::format("was stopped after {:.3g} s",
                       std::chrono::duration<double>(run.duration).count());
  if (run.signal) return "was killed by " + signal_name(run.signal);
  return fmt::format("exited with {}", run.exit_status);
}

}  // namespace

TestSpec script_test(std::string absolute_path) {
  TestSpec spec;
  spec.stages.push_back({.command = {std::move(absolute_path), "@@"}, .expect = {.exits = {0}}});
  return spec;
}

std::optional<std::string> mismatch(const CommandRun& run, const Expectation& expect,
                                    const CommandRun* previous) {
  if (run.timed_out && !expect.slower_than) return "it " + how_it_ended(run);
  if (expect.slower_than && !run.timed_out)
    return fmt::format("it {} within {:.3g} s", how_it_ended(run),
                       std::chrono::duration<double>(*expect.slower_than).count());
  if (!expect.exits.empty() &&
      (run.signal || std::ranges::find(expect.exits, run.exit_status) == expect.exits.end()))
    return fmt::format("it {}, and {} was expected", how_it_ended(run),
                       fmt::join(expect.exits, " or "));
  if (!expect.signals.empty() &&
      std::ranges::find(expect.signals, run.signal_shown()) == expect.signals.end()) {
    std::vector<std::string> names;
    for (const int signal : expect.signals) names.push_back(signal_name(signal));
    return fmt::format("it {}, and {} was expected", how_it_ended(run), fmt::join(names, " or "));
  }
  if (!expect.reads_output()) return {};

  const Bytes out = run.out.text(), err = run.err.text();
  for (const Pattern& pattern : expect.stdout_has)
    if (!pattern.found_in(out))
      return fmt::format("nothing on its standard output matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.stderr_has)
    if (!pattern.found_in(err))
      return fmt::format("nothing on its standard error matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.output_has)
    if (!pattern.found_in(out) && !pattern.found_in(err))
      return fmt::format("nothing it prints matches '{}'", pattern.text());
  for (const Pattern& pattern : expect.output_lacks)
    if (pattern.found_in(out) || pattern.found_in(err))
      return fmt::format("something it prints matches '{}'", pattern.text());
  if (expect.signature && !shows(run, *expect.signature))
    return fmt::format("it {}; expected was: {}", signature_of(run).sentence(),
                       expect.signature->sentence());
  if (expect.differs_from_previous && previous && run.out.size() == previous->out.size() &&
      run.out.fingerprint() == previous->out.fingerprint())
    return "both commands print the same";
  return {};
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

}  // namespace whittle
