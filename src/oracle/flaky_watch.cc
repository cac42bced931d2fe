// A random test cannot be proved reliable, but most random tests contradict themselves soon.
// Repeating every test would double the cost; repeating one in 64 costs 1.6 %. Only interesting
// candidates are repeated: a wrong "interesting" makes the result wrong, while a wrong
// "uninteresting" only makes it larger. The repeated test takes the slot of the verdict that has
// just arrived.
#include "oracle/flaky_watch.h"

#include <limits>
#include <utility>

namespace whittle {
namespace {

/// The ticket of the repeated test; callers count theirs from 0 upwards.
constexpr Ticket again = std::numeric_limits<Ticket>::max();

}  // namespace

FlakyWatch::~FlakyWatch() {
  rest();
}

void FlakyWatch::rest() {
  if (std::exchange(asking_, false)) inner_.cancel(again);
}

Result<void> FlakyWatch::start(Ticket ticket, const Document& candidate) {
  Result<void> started = inner_.start(ticket, candidate);
  if (started && watching_) running_[ticket] = candidate;
  return started;
}

void FlakyWatch::note(Ticket ticket, const Verdict& verdict) {
  const auto found = running_.find(ticket);
  if (found == running_.end()) return;
  // While `known_` is being tested again it must not change: the answer belongs to it.
  if (verdict.outcome == Outcome::interesting && !asking_) {
    known_ = std::move(found->second);
    answers_ = {.interesting = 1};
    runs_ = {};
    refusals_ = 0;
    is_new_ = true;
  }
  running_.erase(found);
  ++since_;
}

Result<void> FlakyWatch::take_in(const Verdict& verdict) {
  asking_ = false;
  if (verdict.timed_out) return {};
  runs_.failed += verdict.runs.failed;
  runs_.all += verdict.runs.all;
  if (verdict.outcome == Outcome::interesting) {
    ++answers_.interesting;
    refusals_ = 0;
    is_new_ = runs_.all < options_.runs_wanted;
    if (options_.on_kept) options_.on_kept(runs_);
    return {};
  }
  ++answers_.uninteresting;
  if (options_.rates && ++refusals_ < refusals_that_prove) {
    is_new_ = true;
    since_ = every;  // the next verdict's slot tests it again
    return {};
  }
  if (options_.rates) withdrawn_.push_back(known_->hash());
  watching_ = options_.rates;
  known_.reset();
  running_.clear();
  return options_.rates ? Result<void>() : options_.on_contradiction(answers_);
}

/// Whether a slot that has nothing to do may test `known_` again.
bool FlakyWatch::is_due() const {
  return options_.rates && known_ && is_new_ && !asking_ && slots() > 1 && inner_.free_slots() > 0;
}

Result<void> FlakyWatch::ask_again() {
  if (Result<void> started = inner_.start(again, *known_); !started) return started;
  asking_ = true;
  is_new_ = false;
  since_ = 0;
  return {};
}

Result<Oracle::Finished> FlakyWatch::wait() {
  for (;;) {
    // If there is only one slot, the verdict is held back until the repeated test has ended: the
    // caller would expect the slot to be free.
    if (!withdrawn_.empty()) return Finished{Finished::Kind::revoked, 0, {}};
    if (held_ && !asking_) return *std::exchange(held_, std::nullopt);
    if (is_due())
      if (Result<void> started = ask_again(); !started) return std::unexpected(started.error());
    Result<Finished> finished = inner_.wait();
    if (!finished || finished->kind != Finished::Kind::verdict) return finished;
    if (finished->ticket == again) {
      if (Result<void> fine = take_in(finished->verdict); !fine)
        return std::unexpected(fine.error());
      continue;
    }
    note(finished->ticket, finished->verdict);
    const bool is_wanted = options_.runs_wanted > 0 && is_new_;
    if (!watching_ || asking_ || !known_ || (since_ < every && !is_wanted)) return finished;
    if (Result<void> started = ask_again(); !started) return std::unexpected(started.error());
    if (slots() > 1) return finished;
    held_ = std::move(*finished);
  }
}

void FlakyWatch::cancel(Ticket ticket) {
  if (held_ && held_->ticket == ticket) {
    held_.reset();
    return;
  }
  running_.erase(ticket);
  inner_.cancel(ticket);
}

}  // namespace whittle
