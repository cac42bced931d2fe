/// Answers questions about candidates. The real one runs the user's test; tests use ScriptedOracle.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "base/verdict.h"
#include "document/document.h"

namespace whittle {

using Ticket = std::uint64_t;

/// One thread drives an oracle: the work is in the processes it starts.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual std::size_t slots() const = 0;
  virtual std::size_t free_slots() const = 0;
  /// Starts testing `candidate`; `wait` will name it by `ticket`. Requires: a free slot.
  virtual Result<void> start(Ticket ticket, const Document& candidate) = 0;

  struct Finished {
    enum class Kind : std::uint8_t { verdict, interrupted, idle };
    Kind kind = Kind::idle;
    Ticket ticket = 0;
    Verdict verdict;
  };
  /// Blocks until a started test ends or the user interrupts; `idle` if nothing is running.
  virtual Result<Finished> wait() = 0;
  /// Stops a test nobody needs any more; `wait` will not name it. Its slot is free at once.
  virtual void cancel(Ticket ticket) = 0;
  /// The time limit the next test will run under; 0 if there is none.
  virtual std::chrono::microseconds limit() const { return {}; }
};

/// Passes everything on to another oracle, which must outlive it. For those that add one thing.
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
  std::chrono::microseconds limit() const override { return inner_.limit(); }

 protected:
  Oracle& inner_;
};

}  // namespace whittle
