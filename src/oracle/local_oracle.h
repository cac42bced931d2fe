/// Runs the user's test on this machine, in as many slots as asked for.
///
/// A slot is a folder and at most one test. The test's commands see a fresh folder that holds the
/// candidate's files under their own paths, a private TMPDIR, no terminal and no input. At the
/// timeout they are killed with every process that they started. Nothing that a test prints, leaves
/// behind or refuses to do can block or fill the slot for the next one. If a program of the test is
/// changed or deleted, no further verdict is given.
///
///     auto oracle = LocalOracle::make(script_test(path), {.slots = 8, .interrupt_fd = fd});
///     if (auto checked = (*oracle)->check_original(document); !checked) report(checked.error());
///     (*oracle)->start(ticket, candidate);
///     (*oracle)->wait();
///
/// One thread uses an oracle. Any number of oracles can work at the same time in one process, each
/// on a thread of its own. As long as one lives, the process adopts the orphans of its descendants
/// (PR_SET_CHILD_SUBREAPER), so that processes that tests leave behind can be found and killed. An
/// oracle touches no process that others have started, whether before or after it was made;
/// `process_tree.h` lists its requirements on the embedding program.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/program_watch.h"
#include "oracle/step_order.h"
#include "oracle/test_spec.h"
#include "oracle/timeout.h"
#include "oracle/witness.h"
#include "process/command_run.h"
#include "process/process_tree.h"
#include "process/scratch.h"
#include "process/surroundings.h"

namespace whittle {

class LocalOracle : public WitnessOracle {
 public:
  struct Options {
    std::size_t slots = 1;
    /// The folder for scratch folders; empty: /dev/shm if it has room, else $TMPDIR.
    std::string scratch_parent = {};
    /// How large a candidate can be, to tell whether /dev/shm has room.
    std::size_t document_size = 0;
    /// Makes `wait` say `interrupted` while there is something to read from it; -1: none.
    int interrupt_fd = -1;
    /// The files around the candidate (`--around`); default: none.
    std::optional<Surroundings> around = {};
    /// Whether verdicts of refused tests have the first lines of output.
    bool outputs = false;
    /// Called once if a test that runs alone is still running after `patience`; may be empty.
    std::function<void()> on_slow = {};
  };
  static constexpr std::chrono::seconds patience{5};
  static Result<std::unique_ptr<LocalOracle>> make(TestSpec spec, Options options);
  ~LocalOracle() override;

  std::size_t slots() const override { return slots_.size(); }
  std::size_t free_slots() const override;
  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;

  /// The sum over all commands of a test.
  std::chrono::microseconds limit() const override;
  const TestSpec& spec() const { return spec_; }
  const Scratch& scratch() const { return scratch_; }
  /// Also removes, at the end, the files that `check_original` kept for the user.
  void keep_nothing() { scratch_.keep_no_more(); }

  Result<Witness> run_alone(const Document& document) override;
  Result<Witness> run_aside(const Document& document, std::chrono::microseconds most) override {
    const std::vector<Timeout> before = timeouts_;
    for (Timeout& timeout : timeouts_) timeout = Timeout(std::min(timeout.limit(), most));
    Result<Witness> witness = run_alone(document);
    timeouts_ = before;
    return witness;
  }
  Result<Witness> run_observed(const Document& document, std::chrono::microseconds most,
                               const EquipTest& equip) override;

  /// Tests the original, which sets the limit for the tests to come. If it is not interesting it is
  /// tested again, `most` times in all. With `most` = 1 it is tested once more all the same, to
  /// tell an unreliable test from a wrong one; the error (`not_interesting` or `unreliable`) has
  /// the output and the command that repeats the test in a folder that is kept. A test that reached
  /// its limit is not repeated, because that could take as long again.
  Result<Witness> check_original(const Document& document, std::size_t most = 1);
  /// Whether the last test that ran alone was stopped at its limit.
  bool reached_limit() const;

  void decide_by(std::optional<RateTest> rate) override { spec_.rate = rate; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Slot;
  LocalOracle(TestSpec spec, Options options, Scratch scratch);

  Result<Witness> run_in_own_slot(const Document& document, const EquipTest& equip);
  std::unique_ptr<Slot> make_slot(const std::string& name) const;
  Sandbox sandbox_for(const std::vector<std::string>& writable) const;
  // The life of a test: one or more repetitions, each with all steps in sequence.
  Result<void> begin(Slot& slot, Ticket ticket, const Document& candidate);
  Result<void> begin_run(Slot& slot);
  Result<void> lay_out(const Slot& slot, const Document& candidate);
  Result<void> equip_test(Slot& slot);
  Result<void> begin_step(Slot& slot);
  Result<void> end_step(Slot& slot);
  Result<void> end_run(Slot& slot, Outcome outcome);
  bool needs_output(const Slot& slot) const;
  Result<void> choose_sandbox();
  Result<void> choose_view();
  /// Whether a program can be started as the slot says.
  bool can_start_in(Slot& slot);
  void drain(Slot& slot);
  void discard(Slot& slot);
  Bytes shown_output(const Slot& slot) const;
  void end_processes(Slot& slot);
  void stop(Slot& slot);
  /// Waits until `until` for an event in `slots` (an end, output, a timeout) and handles it; false
  /// if interrupted.
  Result<bool> advance(std::span<Slot* const> slots,
                       Clock::time_point until = Clock::time_point::max());

  TestSpec spec_;
  StepOrder order_;
  ProgramWatch programs_;
  Options options_;
  Scratch scratch_;
  std::vector<Timeout>
      timeouts_;  // one for each step: the time of a precheck does not predict the others
  UniqueFd null_;
  std::string bubblewrap_;  // its path, if it makes the sandbox
  enum class View { plain, overlay, overlay_as_root, links } view_ = View::plain;
  std::optional<Scratch> copy_place_;  // for `links`: `copy_` is in it
  std::optional<LinkedCopy> copy_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::unique_ptr<Slot> alone_;  // for `run_alone`
};

/// For a message: the first lines of the test's output, and the last one. Each stands on a line of
/// its own, after "printed: ". Empty if the test printed nothing.
std::string first_lines(const Witness& witness);

/// What a command printed, errors first. Of two commands that are compared, each has a heading.
Bytes output_of_step(const TestSpec& spec, std::size_t step, const CommandRun& run);

}  // namespace whittle
