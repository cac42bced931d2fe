/// The interface that answers questions about candidates. `LocalOracle` runs the user's test,
/// `FunctionOracle` calls a function; whittle's own tests use `ScriptedOracle`.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "base/verdict.h"
#include "document/document.h"

namespace whittle {

using Ticket = std::uint64_t;

/// Answers questions. One thread calls all functions; the tests themselves run elsewhere, in
/// processes or on other threads.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual std::size_t slots() const = 0;
  virtual std::size_t free_slots() const = 0;
  /// Starts to test `candidate`. `wait` will refer to this test by `ticket`. Requires: a free slot.
  virtual Result<void> start(Ticket ticket, const Document& candidate) = 0;

  struct Finished {
    enum class Kind : std::uint8_t { verdict, interrupted, revoked, idle };
    Kind kind = Kind::idle;
    Ticket ticket = 0;
    Verdict verdict;
    bool was_run = true;  ///< false: the outcome was known elsewhere, see `never_run`
  };
  /// Blocks until a started test ends or the user interrupts. `idle` if no test is running;
  /// `revoked` if outcomes that were given before are wrong (oracle/hosts.h).
  virtual Result<Finished> wait() = 0;
  /// Stops a test that is no longer needed. `wait` will not return it, and its slot is free at
  /// once.
  virtual void cancel(Ticket ticket) = 0;
  /// The number of started tests that were never executed: they were cancelled before a worker
  /// began them, or their outcomes were known elsewhere.
  virtual std::size_t never_run() const { return 0; }
  /// The time limit of the next test; 0 if there is none.
  virtual std::chrono::microseconds limit() const { return {}; }
};

/// Passes everything on to another oracle, which must outlive it. A base class for oracles that add
/// one thing to another.
class OracleLayer : public Oracle {
 public:
  explicit OracleLayer(Oracle& inner) : inner_(inner) {}

  std::size_t slots() const override { return inner_.slots(); }
  std::size_t free_slots() const override { return inner_.free_slots(); }
  Result<void> start(Ticket ticket, const Document& candidate) override {
    return inner_.start(ticket, candidate);
  }
  Result<Finished> wait() override { return inner_.wait(); }
  void cancel(Ticket ticket) override { inner_.cancel(ticket); }
  std::size_t never_run() const override { return inner_.never_run(); }
  std::chrono::microseconds limit() const override { return inner_.limit(); }

 protected:
  Oracle& inner_;
};

}  // namespace whittle
