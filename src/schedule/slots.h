/// The tests that run in the slots of an oracle: starts them, lets several questions wait for the
/// same test, stops tests that no question waits for, and records their outcomes.
///
/// A handle is the only way to wait for a test. So a test that became useless is stopped as soon as
/// the last node of the scheduler's tree that asked for it is destroyed; nobody has to remember it.
///
///     Slots slots(oracle, memo, observer);
///     Slots::Handle test = slots.find(hash);
///     if (!test) test = *slots.start(hash, candidate);
///     auto ended = slots.wait();              // the memo and the observer have the outcome now
///     test.reset();                           // stops it, if it is still running
///
/// Must outlive its handles.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "oracle/oracle.h"
#include "report/event.h"
#include "schedule/ending.h"
#include "schedule/memo.h"

namespace whittle {

class Slots {
 public:
  class Test;
  /// The holder waits for the test. Destroying the last handle of a running test stops it.
  using Handle = std::shared_ptr<const Test>;

  struct EndedTest {
    Hash candidate;
    Verdict verdict;
    std::size_t age = 0;  ///< see `age`
  };

  Slots(Oracle& oracle, Memo& memo, Observer& observer)
      : oracle_(oracle), memo_(memo), observer_(observer), never_run_before_(oracle.never_run()) {}
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  std::size_t count() const { return oracle_.slots(); }
  std::size_t free() const { return oracle_.free_slots(); }
  std::size_t running() const { return by_ticket_.size(); }

  /// The test of this candidate, if it is running.
  Handle find(const Hash& candidate) const;
  /// Starts a test. `ahead`: the search does not wait for it yet; for reports. Requires: a free
  /// slot, and that this candidate is not being tested.
  Result<Handle> start(const Hash& candidate, const Document& document, bool ahead = false);
  /// Blocks until a test ends. Otherwise returns the reason why the search must end: `interrupted`
  /// or `revoked`. Requires: a test is running.
  Result<std::variant<EndedTest, Ending>> wait();

  /// The number of tests that have ended since this one began, for each of the other slots: a clock
  /// that depends on no time.
  std::size_t age(const Test& test) const;

 private:
  using Clock = std::chrono::steady_clock;
  void stop(const Test& test);
  EndedTest take_in(const Oracle::Finished& finished);
  static std::chrono::microseconds since(Clock::time_point then);
  void lap(std::chrono::microseconds& idle);
  void report_activity();
  std::size_t take_number();
  void report_end(const Test& test, bool cancelled, bool was_run);

  Oracle& oracle_;
  Memo& memo_;
  Observer& observer_;
  const std::size_t never_run_before_;
  Activity activity_;
  Clock::time_point last_lap_ = Clock::now();
  Ticket next_ticket_ = 1;
  std::size_t ended_ = 0;    // tests
  std::vector<bool> taken_;  // slots, by number
  std::unordered_map<Hash, std::weak_ptr<Test>> by_candidate_;
  std::unordered_map<Ticket, Test*> by_ticket_;
};

class Slots::Test {
 public:
  Test(Slots& slots, const Hash& candidate, Ticket ticket, bool ahead)
      : slots_(slots),
        candidate_(candidate),
        ticket_(ticket),
        ended_before_(slots.ended_),
        ahead_(ahead) {}
  Test(const Test&) = delete;
  Test& operator=(const Test&) = delete;
  ~Test() {
    if (running_) slots_.stop(*this);
  }
  bool is_running() const { return running_; }

 private:
  friend class Slots;
  Slots& slots_;
  Hash candidate_;
  Ticket ticket_;
  Clock::time_point began_ = Clock::now();
  std::size_t ended_before_;  // how many tests had ended when this one began
  std::size_t slot_ = 0;      // its number, for reports
  bool ahead_;
  bool running_ = true;
};

}  // namespace whittle
