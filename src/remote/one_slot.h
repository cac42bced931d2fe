/// Tests one candidate after another on the caller's thread. Other threads can stop a test.
#pragma once

#include <memory>
#include <optional>

#include "oracle/local_oracle.h"

namespace whittle {

class OneSlot {
 public:
  /// Tests the original first, which sets the time limit. `ErrorKind::not_interesting` if it is not
  /// interesting on this host. Tests stop while `stop_fd` is readable; null if this first test was
  /// stopped.
  static Result<std::unique_ptr<OneSlot>> make(TestSpec spec, LocalOracle::Options options,
                                               const Document& original, int stop_fd);

  /// Nothing if the test was stopped; all processes of the test have ended then.
  Result<std::optional<Verdict>> test(const Document& candidate);
  /// An error if the original is not interesting any more. False if it was stopped.
  Result<bool> check_original();
  /// The longest time that `test` followed by `check_original` can take.
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
