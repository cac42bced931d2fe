/// Detects a test that answers at random. Now and then it repeats the test of a candidate that was
/// interesting, and reports if the candidate no longer is.
///
///     FlakyWatch oracle(local, [&](Answers answers) -> Result<void> {
///       warn(answers);
///       local.require_majority();
///       return {};  // or an error, which ends the run
///     });
///
/// Costs one test in 64. The caller sees the same verdicts as without it; if there is only one
/// slot, it gets one of them a test later. A repeated test that exceeds its time limit proves
/// nothing, because machines are busy at times.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>

#include "oracle/oracle.h"

namespace whittle {

class FlakyWatch final : public OracleLayer {
 public:
  /// How often each outcome was given for one and the same candidate.
  struct Answers {
    std::size_t interesting = 0;
    std::size_t uninteresting = 0;
  };
  /// Called at the first contradiction; after it nothing is repeated any more. An error that it
  /// returns ends the run.
  using OnContradiction = std::function<Result<void>(Answers)>;
  static constexpr std::size_t every = 64;

  /// `inner` must outlive this object.
  FlakyWatch(Oracle& inner, OnContradiction on_contradiction)
      : OracleLayer(inner), on_contradiction_(std::move(on_contradiction)) {}
  ~FlakyWatch() override;

  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;

 private:
  void note(Ticket ticket, const Verdict& verdict);
  Result<void> take_in(const Verdict& again);

  OnContradiction on_contradiction_;
  std::unordered_map<Ticket, Document> running_;
  std::optional<Document> known_;  // the last candidate found interesting
  Answers answers_;                // about `known_`
  std::size_t since_ = 0;          // verdicts since the last repeated test
  bool asking_ = false;            // whether `known_` is being tested again now
  bool watching_ = true;           // until the first contradiction
  std::optional<Finished> held_;   // a verdict whose slot is used for the repeated test
};

}  // namespace whittle
