/// Tests the last interesting candidate again, now and then.
///
///     FlakyWatch oracle(local, {.on_contradiction = [&](Answers answers) { return error; }});
///
/// One test in 64 is such a repetition. The caller sees the same verdicts as without it; if there
/// is only one slot, it gets one of them a test later. A repeated test that exceeds its time limit
/// proves nothing, because machines are busy at times.
///
/// If one run decides, a candidate that is no longer interesting shows that the test answers at
/// random. If a test of rates decides (`rates`), it may refuse a good candidate, but seldom three
/// times in succession: then the candidate is withdrawn. `wait` says `revoked` until the caller has
/// taken it. A slot that has nothing to do tests a new candidate again at once. That does not
/// change the outcomes that are recorded, so a run that is replayed ends with the same bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/oracle.h"

namespace whittle {

class FlakyWatch final : public OracleLayer {
 public:
  /// How often each outcome was given for one and the same candidate.
  struct Answers {
    std::size_t interesting = 0;
    std::size_t uninteresting = 0;
  };
  struct Options {
    /// Called at the first contradiction, unless `rates`; after it nothing is repeated any more. An
    /// error that it returns ends the run.
    std::function<Result<void>(Answers)> on_contradiction = {};
    bool rates = false;
    /// Called after each repetition that accepts the candidate, with the runs of all of its
    /// repetitions; may be empty.
    std::function<void(const Runs&)> on_kept = {};
    /// A candidate is tested again at once, until this many runs of it are known.
    std::size_t runs_wanted = 0;
  };
  static constexpr std::size_t every = 64;
  static constexpr std::size_t refusals_that_prove = 3;

  /// `inner` must outlive this object.
  FlakyWatch(Oracle& inner, Options options) : OracleLayer(inner), options_(std::move(options)) {}
  ~FlakyWatch() override;

  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;
  /// Stops the repeated test, if one is running: the caller asks no more.
  void rest();
  std::vector<Hash> take_withdrawn() { return std::exchange(withdrawn_, {}); }

 private:
  bool is_due() const;
  Result<void> ask_again();
  void note(Ticket ticket, const Verdict& verdict);
  Result<void> take_in(const Verdict& again);

  Options options_;
  std::unordered_map<Ticket, Document> running_;
  std::optional<Document> known_;  // the last candidate found interesting
  Answers answers_;                // about `known_`
  Runs runs_;                      // of the repeated tests of `known_`
  std::size_t refusals_ = 0;       // of `known_` in succession
  bool is_new_ = false;            // `known_` was not tested again yet
  std::size_t since_ = 0;          // verdicts since the last repeated test
  bool asking_ = false;            // whether `known_` is being tested again now
  bool watching_ = true;           // until the first contradiction
  std::optional<Finished> held_;   // a verdict whose slot is used for the repeated test
  std::vector<Hash> withdrawn_;
};

}  // namespace whittle
