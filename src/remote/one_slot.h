/// Tests one candidate after another on a thread of its own, and can be stopped from others.
#pragma once

#include <memory>
#include <optional>

#include "oracle/local_oracle.h"

namespace whittle {

class OneSlot {
 public:
  /// Tests the original first, which sets the time limit. `ErrorKind::not_interesting` if it is not
  /// interesting here. Tests are stopped while `stop_fd` is readable; null if this one was.
  static Result<std::unique_ptr<OneSlot>> make(TestSpec spec, LocalOracle::Options options,
                                               const Document& original, int stop_fd);

  /// Nothing if it was stopped, with everything that the test had started.
  Result<std::optional<Verdict>> test(const Document& candidate);
  /// An error if the original is not interesting any more. False if it was stopped.
  Result<bool> check_original();
  /// The time by which `test`, and `check_original` after it, have come to their end.
  std::chrono::microseconds longest() const { return 2 * oracle_->limit(); }
  const std::string& scratch() const { return oracle_->scratch().root(); }

 private:
  OneSlot(std::unique_ptr<LocalOracle> oracle, Document original)
      : oracle_(std::move(oracle)), original_(std::move(original)) {}

  std::unique_ptr<LocalOracle> oracle_;
  Document original_;
  Ticket ticket_ = 0;
};

}  // namespace whittle
