// Tests are shared by handles. Two nodes of the scheduler's tree often ask for the same candidate,
// and a node is dropped without knowing who else waits for its test. With a shared handle, the test
// is stopped by the last one who waited, and no list of waiting nodes can become wrong.
//
// The times that are measured here are for reports. Only `age`, which counts tests, takes part in
// decisions.
#include "schedule/slots.h"

#include <algorithm>
#include <cassert>

namespace whittle {

Slots::Handle Slots::find(const Hash& candidate) const {
  const auto found = by_candidate_.find(candidate);
  return found == by_candidate_.end() ? nullptr : found->second.lock();
}

Result<Slots::Handle> Slots::start(const Hash& candidate, const Document& document, bool ahead) {
  assert(!by_candidate_.contains(candidate));
  lap(activity_.thinking);
  auto test = std::make_shared<Test>(*this, candidate, next_ticket_++, ahead);
  if (Result<void> started = oracle_.start(test->ticket_, document); !started) {
    test->running_ = false;
    return std::unexpected(started.error());
  }
  by_candidate_[candidate] = test;
  by_ticket_[test->ticket_] = test.get();
  ++activity_.started;
  test->slot_ = take_number();
  observer_.slot_changed({SlotChange::Phase::start, test->slot_, ahead, false, candidate});
  report_activity();
  return test;
}

Result<std::variant<Slots::EndedTest, Ending>> Slots::wait() {
  lap(activity_.thinking);
  const Result<Oracle::Finished> finished = oracle_.wait();
  lap(activity_.nothing);
  if (!finished) return std::unexpected(finished.error());
  if (finished->kind == Oracle::Finished::Kind::interrupted) return Ending::interrupted;
  if (finished->kind == Oracle::Finished::Kind::revoked) return Ending::revoked;
  return take_in(*finished);
}

std::size_t Slots::age(const Test& test) const {
  return (ended_ - test.ended_before_) / std::max<std::size_t>(1, oracle_.slots() - 1);
}

void Slots::stop(const Test& test) {
  lap(activity_.thinking);
  // A test in the queue of another host may be stopped before it ran. It took a slot of ours, but
  // no time of a processor.
  const std::size_t never_run = oracle_.never_run();
  oracle_.cancel(test.ticket_);
  const bool was_run = oracle_.never_run() == never_run;
  (was_run ? activity_.testing : activity_.nothing) += since(test.began_);
  by_candidate_.erase(test.candidate_);
  by_ticket_.erase(test.ticket_);
  ++activity_.cancelled;
  report_end(test, true, was_run);
  report_activity();
}

Slots::EndedTest Slots::take_in(const Oracle::Finished& finished) {
  const auto found = by_ticket_.find(finished.ticket);
  assert(found != by_ticket_.end());
  Test& test = *found->second;
  test.running_ = false;
  const EndedTest ended{test.candidate_, finished.verdict, age(test)};
  ++ended_;
  // The test may have ended a while ago. The time since then was spent by whittle itself.
  const auto took = std::min(finished.verdict.duration, since(test.began_));
  activity_.testing += took;
  activity_.thinking += since(test.began_) - took;
  memo_.remember(test.candidate_, finished.verdict);
  memo_.set_limit(oracle_.limit());
  report_end(test, false, finished.was_run);
  by_candidate_.erase(test.candidate_);
  by_ticket_.erase(found);
  observer_.tested(ended.candidate, finished.verdict);
  report_activity();
  return ended;
}

std::chrono::microseconds Slots::since(Clock::time_point then) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - then);
}

/// Adds to `idle` the time that the free slots spent since the last lap. For reports; decides
/// nothing.
void Slots::lap(std::chrono::microseconds& idle) {
  // If slots are on other hosts, tests may wait in a queue, so more tests than slots can be
  // started, and slots may be lost.
  const std::size_t slots = oracle_.slots();
  idle += since(last_lap_) * (slots - std::min(slots, by_ticket_.size()));
  last_lap_ = Clock::now();
}

/// The lowest free number. Reports show each slot as a lane with this number.
std::size_t Slots::take_number() {
  const auto free = std::ranges::find(taken_, false);
  const auto number = static_cast<std::size_t>(free - taken_.begin());
  if (free == taken_.end()) taken_.push_back(false);
  taken_[number] = true;
  return number;
}

void Slots::report_end(const Test& test, bool cancelled, bool was_run) {
  taken_[test.slot_] = false;
  observer_.slot_changed(
      {SlotChange::Phase::end, test.slot_, test.ahead_, cancelled, test.candidate_, was_run});
}

void Slots::report_activity() {
  activity_.running = by_ticket_.size();
  activity_.never_run = oracle_.never_run() - never_run_before_;
  observer_.activity(activity_);
}

}  // namespace whittle
