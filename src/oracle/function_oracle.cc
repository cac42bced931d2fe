// A thread for each call instead of a pool: starting one takes some tens of microseconds, and a
// cancelled call that ignores its stop token keeps only its own thread, not a place in a pool.
// Cancelled calls that have returned are joined at the next start.
#include "oracle/function_oracle.h"

#include <algorithm>
#include <cassert>
#include <poll.h>
#include <utility>

namespace whittle {

FunctionOracle::FunctionOracle(Test test, Options options)
    : test_(std::move(test)), options_(options) {
  assert(options_.slots > 0);
}

FunctionOracle::~FunctionOracle() {
  // Joined here, before the members that the threads write to are destroyed.
  for (auto& [ticket, call] : running_) call.thread.request_stop();
  running_.clear();
  leaving_.clear();
}

Result<void> FunctionOracle::start(Ticket ticket, const Document& candidate) {
  assert(free_slots() > 0);
  // Joins the cancelled calls that have returned, so that they do not add up.
  std::erase_if(leaving_, [](const Call& call) { return call.returned->load(); });
  Call& call = running_[ticket];
  call.thread =
      std::jthread([this, ticket, candidate, returned = call.returned](std::stop_token cancelled) {
        const auto began = std::chrono::steady_clock::now();
        const bool interesting = test_(candidate, std::move(cancelled));
        Finished finished{.kind = Finished::Kind::verdict, .ticket = ticket, .verdict = {}};
        finished.verdict.outcome = outcome_of(interesting);
        finished.verdict.exit_status = interesting ? 0 : 1;
        finished.verdict.duration = std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - began);
        {
          const std::scoped_lock guard(mutex_);
          done_.push_back(std::move(finished));
          ended_.set();
        }
        returned->store(true);
      });
  return {};
}

Result<Oracle::Finished> FunctionOracle::wait() {
  for (;;) {
    if (running_.empty()) return Finished{};
    pollfd fds[] = {{ended_.fd(), POLLIN, 0}, {options_.interrupt_fd, POLLIN, 0}};
    while (::poll(fds, 2, -1) < 0) {
    }
    if (fds[1].revents)
      return Finished{.kind = Finished::Kind::interrupted, .ticket = 0, .verdict = {}};
    Finished finished;
    {
      const std::scoped_lock guard(mutex_);
      finished = std::move(done_.front());
      done_.pop_front();
      if (done_.empty()) ended_.clear();
    }
    if (running_.erase(finished.ticket) > 0) return finished;  // else it was cancelled
  }
}

void FunctionOracle::cancel(Ticket ticket) {
  const auto found = running_.find(ticket);
  assert(found != running_.end());
  found->second.thread.request_stop();
  leaving_.push_back(std::move(found->second));
  running_.erase(found);
}

}  // namespace whittle
