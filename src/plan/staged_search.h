/// Makes a search of a strategy: gives each outcome to the reduction of the current stage, and each
/// finished stage to the strategy.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "document/goal.h"
#include "plan/strategy.h"
#include "schedule/search.h"

namespace whittle {

class StagedSearch {
 public:
  /// Numbers its lists on from `lists_before`, for a run that makes several searches.
  StagedSearch(Document start, AnyStrategy strategy, Goal goal = Goal::tokens,
               std::size_t lists_before = 0);

  std::optional<Question> question(std::size_t index) const;
  void observe(Outcome outcome);
  Document best() const;
  /// See `AnyStrategy::left_out`.
  std::size_t left_out() const { return strategy_.left_out(); }
  std::vector<ListStep> take_list_steps() { return std::exchange(list_steps_, {}); }
  std::optional<Explained> find_reason();
  void skip_list();

 private:
  void move_on(Outcome outcome);
  void begin(const StageEnd& end);
  void end_stage();
  void end_finished_stages();

  // The smallest of the original and the results of stages.
  std::shared_ptr<const Document> smallest_;
  AnyStrategy strategy_;
  Goal goal_;
  std::optional<Stage> stage_;  // nothing: the search is over
  std::size_t queries_ = 0;     // in this stage
  StageLog log_;                // of this stage
  std::size_t lists_;           // stages begun, and the lists before
  std::vector<ListStep> list_steps_;
  // The search before the last refusal, kept until the reason of the refusal is known. If a reason
  // is found, the search continues from there, because the refusal may have ended the stage.
  std::shared_ptr<const StagedSearch> before_refusal_;
  std::size_t repairs_ = 0;  // repairs of the current question, or of the one that was refused last
};

}  // namespace whittle
