/// An oracle that is a function of your own, called on threads of this process: no files, no
/// processes.
///
///     FunctionOracle oracle([](const Document& candidate, std::stop_token) {
///       return crashes(parse(candidate.bytes(0)));
///     }, {.slots = 4});
///
/// The function is called from several threads at once and must not throw. A test that is no longer
/// needed is stopped by its stop token; one that does not look at the token keeps its thread until
/// it returns, and its answer is dropped.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/poll_flag.h"
#include "oracle/oracle.h"

namespace whittle {

class FunctionOracle final : public Oracle {
 public:
  /// Whether the candidate is interesting.
  using Test = std::function<bool(const Document& candidate, std::stop_token cancelled)>;

  struct Options {
    std::size_t slots = 1;
    /// Makes `wait` say `interrupted` while it is readable, as `StopSwitch::fd`; -1: none.
    int interrupt_fd = -1;
  };
  explicit FunctionOracle(Test test) : FunctionOracle(std::move(test), Options()) {}
  FunctionOracle(Test test, Options options);
  /// Waits for the calls that have not returned.
  ~FunctionOracle() override;

  std::size_t slots() const override { return options_.slots; }
  std::size_t free_slots() const override { return options_.slots - running_.size(); }
  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;

 private:
  struct Call {
    std::shared_ptr<std::atomic<bool>> returned = std::make_shared<std::atomic<bool>>(false);
    std::jthread thread = {};
  };

  Test test_;
  Options options_;
  std::unordered_map<Ticket, Call> running_;
  std::vector<Call> leaving_;  // cancelled, perhaps not returned yet
  PollFlag ended_;             // set while `done_` has something
  std::mutex mutex_;           // of `done_`
  std::deque<Finished> done_;
};

}  // namespace whittle
