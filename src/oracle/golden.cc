// The failure to keep is found by executing the command once on the original, so that a user need
// not write a pattern. Errors that have nothing to do with the input are refused here with a way
// out: a program that does not exist, a command that does not end, and a command that does not
// fail.
#include "oracle/golden.h"

#include <fmt/format.h>
#include <string>

#include "base/reason.h"

namespace whittle {

Result<std::optional<Signature>> golden_run(const TestSpec& spec, const Document& original,
                                            LocalOracle::Options options) {
  // Only the main command is executed: prechecks and further commands have their own conditions,
  // and the failure of the main command is the unknown.
  TestSpec golden = spec;
  const auto preparing = static_cast<std::ptrdiff_t>(spec.preparing_steps);
  golden.steps.assign(spec.steps.begin(), spec.steps.begin() + preparing);
  golden.steps.push_back(spec.steps[spec.main_step]);
  golden.steps.back().expect = {};
  golden.main_step = spec.preparing_steps;
  golden.runs = golden.needed = 1;
  options.slots = 1;
  const std::size_t golden_main = golden.main_step;
  auto oracle = LocalOracle::make(std::move(golden), std::move(options));
  if (!oracle) return std::unexpected(oracle.error());
  const auto witness = (*oracle)->run_alone(original);
  if (!witness) return std::unexpected(witness.error());
  if (witness->interrupted) return std::nullopt;

  if (witness->commands.size() <= golden_main)
    return fail(ErrorKind::not_interesting, "the view's ENCODE fails on what its DECODE printed",
                fmt::format("ran:    {}{}", witness->ran, first_lines(*witness)));
  const CommandRun& run = witness->commands.back();
  if (run.timed_out)
    return fail(ErrorKind::not_interesting, {Reason::command_hangs, {witness->ran}},
                fmt::format("the command did not end within {:.3g} s",
                            std::chrono::duration<double>(run.duration).count()),
                "to keep that, set test.conditions.slower_than; if it needs more time, "
                "test.timeout\nran:    " +
                    witness->ran);
  // A shell, env or timeout exits in this way if it cannot start the program, whatever the input.
  if (run.exit_status == 126 || run.exit_status == 127)
    return fail(ErrorKind::test,
                {Reason::command_is_missing,
                 {std::to_string(run.exit_status), witness->ran + first_lines(*witness)}},
                fmt::format("the command exits with {}: {}", run.exit_status,
                            run.exit_status == 127 ? "a program was not found"
                                                   : "a program could not be run"),
                fmt::format("to keep that, set test.conditions.exits\nran:    {}{}", witness->ran,
                            first_lines(*witness)));
  Signature signature = signature_of(run);
  if (!signature.is_failure())
    return fail(ErrorKind::not_interesting, {Reason::command_shows_nothing, {witness->ran}},
                "the command exits with 0 and prints nothing that looks like a failure",
                "say what to keep in test.conditions\nran:    " + witness->ran);
  return signature;
}

}  // namespace whittle
