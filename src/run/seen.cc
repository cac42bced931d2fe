#include "run/seen.h"

#include <fmt/format.h>

#include "base/replace_all.h"
#include "document/disk.h"
#include "failure/signals.h"
#include "oracle/make_spec.h"
#include "report/words.h"
#include "run/chosen_test.h"
#include "run/oracle_options.h"
#include "run/stop.h"

namespace whittle {
namespace {

std::string ended_how(const CommandRun& run) {
  if (run.timed_out) return fmt::format("is still running after {}", short_time(run.duration));
  if (run.signal) return fmt::format("is killed by {}", signal_name(run.signal));
  return fmt::format("exits with {}", run.exit_status);
}

}  // namespace

Result<SeenRun> see(const Request& request) {
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, request.max_time);
  const auto options = oracle_options(request, loaded->document, stop);
  if (!options) return std::unexpected(options.error());
  Result<TestSpec> spec = make_spec({.command = request.test.conditions.command});
  if (!spec) return std::unexpected(spec.error());
  auto oracle = LocalOracle::make(std::move(*spec), *options);
  if (!oracle) return std::unexpected(oracle.error());
  const Result<Witness> witness = (*oracle)->run_alone(loaded->document);
  if (!witness) return std::unexpected(witness.error());
  if (witness->commands.empty()) return fail(ErrorKind::test, "the command did not run");
  SeenRun seen{.ended = ended_how(witness->commands.back())};
  seen.lines = first_lines(*witness);
  replace_all(seen.lines, "\nprinted: ", "\n");
  if (!seen.lines.empty()) seen.lines.erase(0, 1);
  const Result<ChosenTest> test = choose_test(request.test, loaded->document, *options);
  if (test)
    seen.sentence = test->sentence;
  else
    seen.problem = test.error().message;
  return seen;
}

}  // namespace whittle
