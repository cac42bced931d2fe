/// Notices a test that answers at random: asks now and then about a candidate it found interesting
/// before, and says so if it does not any more.
///
///     FlakyWatch oracle(local, [&](Answers answers) -> Result<void> {
///       warn(answers);
///       local.require_majority();
///       return {};  // or an error, which ends the run
///     });
///
/// Costs one test in 64. Who asks sees the same verdicts as without it; on the only slot, one of
/// them a test later. A test asked again that runs into its time limit says nothing: machines are
/// busy at times.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>

#include "oracle/oracle.h"

namespace whittle {

class FlakyWatch final : public OracleLayer {
 public:
  /// What was answered about one and the same candidate, how often.
  struct Answers {
    std::size_t interesting = 0;
    std::size_t uninteresting = 0;
  };
  /// Called at the first contradiction, which ends the watch; an error it gives ends the run.
  using OnContradiction = std::function<Result<void>(Answers)>;
  static constexpr std::size_t every = 64;

  /// `inner` must outlive it.
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
  std::optional<Document> known_;  // the latest found interesting
  Answers answers_;                // about `known_`
  std::size_t since_ = 0;          // verdicts since it was asked about
  bool asking_ = false;            // again, at this moment
  bool watching_ = true;
  std::optional<Finished> held_;  // a verdict whose slot was used to ask again
};

}  // namespace whittle
