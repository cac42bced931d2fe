/// Oracles that run no process: a predicate with a clock of its own, and one that misbehaves on
/// order.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "oracle/oracle.h"

namespace whittle {

/// Answers by a predicate. Each test takes a time drawn from `seed`, on a clock that only `wait`
/// and `pass` move, so that the order in which tests end is random and yet the same in every run.
///
///     ScriptedOracle oracle([](const Document& d) { return outcome_of(d.size() > 3); }, 8, seed);
///     run(search, oracle, observer);
///     EXPECT_LE(oracle.started(), 20u);
class ScriptedOracle : public Oracle {
 public:
  using Predicate = std::function<Outcome(const Document&)>;
  using Microseconds = std::chrono::microseconds;
  /// How long a test of a candidate takes.
  using Duration = std::function<Microseconds(const Document&)>;

  explicit ScriptedOracle(Predicate predicate, std::size_t slots = 1, std::uint64_t seed = 1)
      : predicate_(std::move(predicate)), slots_(slots), random_(seed) {
    assert(slots > 0);
    duration_ = [this](const Document&) {
      return Microseconds{1 + static_cast<Microseconds::rep>(random_.below(1000))};
    };
  }
  ScriptedOracle(const ScriptedOracle&) = delete;
  ScriptedOracle& operator=(const ScriptedOracle&) = delete;

  /// Takes the time of each test from `duration` instead of from the seed.
  void set_duration(Duration duration) { duration_ = std::move(duration); }
  /// The wait that would be the `count`-th (from 0), and each after it, says `interrupted`.
  void interrupt_at_wait(std::size_t count) { interrupt_at_ = count; }

  /// Lets the clock go on, as if whoever drives this had taken so long to think.
  void pass(Microseconds time) { now_ += time; }

  /// For measuring: memory that is never given back takes its time.
  void keep_no_candidates() { keeps_candidates_ = false; }

  std::size_t started() const { return started_; }
  std::size_t cancelled() const { return cancelled_; }
  std::size_t running() const { return running_.size(); }
  /// The most tests that ran at one time.
  std::size_t most_running() const { return most_running_; }
  /// What the clock shows: the time the run would have taken.
  Microseconds now() const { return now_; }
  /// Every candidate started, in order.
  const std::vector<Document>& candidates() const { return candidates_; }

  std::size_t slots() const override { return slots_; }
  std::size_t free_slots() const override { return slots_ - running_.size(); }

  Result<void> start(Ticket ticket, const Document& candidate) override {
    assert(free_slots() > 0);
    assert(std::ranges::none_of(running_, [&](const Run& run) { return run.ticket == ticket; }));
    const Microseconds duration = duration_(candidate);
    running_.push_back(
        {now_ + duration, ticket, Verdict{.outcome = predicate_(candidate), .duration = duration}});
    if (running_.back().verdict.outcome == Outcome::uninteresting)
      running_.back().verdict.exit_status = 1;
    ++started_;
    if (keeps_candidates_) candidates_.push_back(candidate);
    most_running_ = std::max(most_running_, running_.size());
    return {};
  }

  Result<Finished> wait() override {
    if (waits_++ >= interrupt_at_) return Finished{Finished::Kind::interrupted, 0, {}};
    if (running_.empty()) return Finished{};
    const auto first = std::ranges::min_element(running_, {}, &Run::ends);
    now_ = std::max(now_, first->ends);
    Finished finished{Finished::Kind::verdict, first->ticket, std::move(first->verdict)};
    running_.erase(first);
    return finished;
  }

  void cancel(Ticket ticket) override {
    const auto found = std::ranges::find(running_, ticket, &Run::ticket);
    assert(found != running_.end());
    running_.erase(found);
    ++cancelled_;
  }

 private:
  struct Run {
    Microseconds ends;
    Ticket ticket;
    Verdict verdict;
  };
  Predicate predicate_;
  Duration duration_;
  std::size_t slots_;
  Random random_;
  Microseconds now_{0};
  std::vector<Run>
      running_;  // in the order started: of two that end together, the earlier is first
  std::vector<Document> candidates_;
  bool keeps_candidates_ = true;
  std::size_t started_ = 0;
  std::size_t cancelled_ = 0;
  std::size_t most_running_ = 0;
  std::size_t waits_ = 0;
  std::size_t interrupt_at_ = std::numeric_limits<std::size_t>::max();
};

/// Which starts go wrong, counted from 0, and how.
struct Faults {
  std::set<std::size_t> failing;   ///< `start` gives an error
  std::set<std::size_t> hanging;   ///< the test outlasts every other; it ends by cancel or timeout
  std::set<std::size_t> flipping;  ///< the answer is the opposite of the true one
};

/// Passes everything on to another oracle, but for the faults asked for.
class FaultyOracle : public Oracle {
 public:
  FaultyOracle(Oracle& inner, Faults faults) : inner_(inner), faults_(std::move(faults)) {}

  std::size_t slots() const override { return inner_.slots(); }
  std::chrono::microseconds limit() const override { return inner_.limit(); }
  std::size_t free_slots() const override { return inner_.free_slots() - hanging_.size(); }

  Result<void> start(Ticket ticket, const Document& candidate) override {
    assert(free_slots() > 0);
    const std::size_t index = started_++;
    if (faults_.failing.contains(index))
      return fail(ErrorKind::scratch, "start " + std::to_string(index) + " failed, as asked for");
    if (faults_.hanging.contains(index)) {
      hanging_.push_back(ticket);
      return {};
    }
    if (faults_.flipping.contains(index)) flipped_.insert(ticket);
    return inner_.start(ticket, candidate);
  }

  Result<Finished> wait() override {
    Result<Finished> finished = inner_.wait();
    if (!finished) return finished;
    if (finished->kind == Finished::Kind::idle && !hanging_.empty()) {
      const Ticket ticket = hanging_.front();
      hanging_.erase(hanging_.begin());
      return Finished{Finished::Kind::verdict, ticket,
                      Verdict{.exit_status = 137, .timed_out = true}};
    }
    if (finished->kind == Finished::Kind::verdict && flipped_.erase(finished->ticket)) {
      Outcome& outcome = finished->verdict.outcome;
      outcome = outcome_of(outcome == Outcome::uninteresting);
    }
    return finished;
  }

  void cancel(Ticket ticket) override {
    if (std::erase(hanging_, ticket)) return;
    flipped_.erase(ticket);
    inner_.cancel(ticket);
  }

 private:
  Oracle& inner_;
  Faults faults_;
  std::size_t started_ = 0;
  std::vector<Ticket> hanging_;  // each holds a slot that the inner oracle takes to be free
  std::set<Ticket> flipped_;
};

}  // namespace whittle
