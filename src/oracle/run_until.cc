#include "oracle/run_until.h"

#include <map>

namespace whittle {
namespace {

/// The runs of one document that were started and not counted yet.
class StartedRuns {
 public:
  StartedRuns(Oracle& oracle, const Document& document, std::size_t most)
      : oracle_(oracle), document_(document), most_(most) {}
  StartedRuns(const StartedRuns&) = delete;
  StartedRuns& operator=(const StartedRuns&) = delete;
  ~StartedRuns() {
    for (const auto& [ticket, outcome] : outcomes_)
      if (!outcome) oracle_.cancel(ticket);
  }

  /// In all free slots.
  Result<void> start() {
    for (; next_ < most_ && oracle_.free_slots() > 0; ++next_) {
      if (Result<void> started = oracle_.start(next_, document_); !started) return started;
      outcomes_[next_];
    }
    return {};
  }
  void end(const Oracle::Finished& finished) {
    outcomes_[finished.ticket] = finished.verdict.outcome;
  }
  /// The outcome of the earliest run that was not counted, if it has ended.
  std::optional<Outcome> take() {
    if (outcomes_.empty() || !outcomes_.begin()->second) return std::nullopt;
    const Outcome outcome = *outcomes_.begin()->second;
    outcomes_.erase(outcomes_.begin());
    return outcome;
  }

 private:
  Oracle& oracle_;
  const Document& document_;
  std::size_t most_;
  Ticket next_ = 0;
  std::map<Ticket, std::optional<Outcome>> outcomes_;  // nothing: still running
};

}  // namespace

Result<ManyRuns> run_until(WitnessOracle& oracle, const Document& document, std::size_t most,
                           const std::function<bool(const Runs&)>& is_enough) {
  oracle.decide_by(std::nullopt);
  StartedRuns started(oracle, document, most);
  ManyRuns many;
  while (many.runs.all < most && !is_enough(many.runs)) {
    if (Result<void> begun = started.start(); !begun) return std::unexpected(begun.error());
    if (const std::optional<Outcome> outcome = started.take()) {
      many.runs.add(*outcome);
      continue;
    }
    const Result<Oracle::Finished> finished = oracle.wait();
    if (!finished) return std::unexpected(finished.error());
    if (finished->kind != Oracle::Finished::Kind::verdict) {
      many.interrupted = true;
      return many;
    }
    started.end(*finished);
  }
  return many;
}

}  // namespace whittle
