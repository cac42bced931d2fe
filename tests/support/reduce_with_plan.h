/// Runs a plan on a document against a predicate, with no process and no clock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "algorithms/registry.h"
#include "plan/plans.h"
#include "plan/stage_maker.h"
#include "plan/staged_search.h"
#include "schedule/scheduler.h"
#include "support/scripted_oracle.h"

namespace whittle {

struct PlanRun {
  Document result;
  std::size_t told = 0;    ///< outcomes that were told
  std::size_t tested = 0;  ///< those of them that had to be tested
};

inline SharedStageMaker stage_maker_with(const AlgorithmOptions& options) {
  auto stage_maker = std::make_shared<StageMaker>();
  stage_maker->trees = std::make_shared<Trees>();
  stage_maker->algorithm = options.name;
  stage_maker->reduce = [options](Elements elements) {
    return make_reduction(options, std::move(elements)).value();
  };
  return stage_maker;
}
inline SharedStageMaker stage_maker_with(const std::string& algorithm) {
  return stage_maker_with(AlgorithmOptions{.name = algorithm});
}

inline PlanRun reduce_with_plan(Document start, AnyStrategy strategy,
                                std::function<bool(const Document&)> is_interesting,
                                std::size_t slots = 1) {
  struct Count : Observer {
    PlanRun run;
    void told(const Told& event) override {
      ++run.told;
      if (!event.remembered) ++run.tested;
    }
  } count;
  ScriptedOracle oracle([&](const Document& d) { return outcome_of(is_interesting(d)); }, slots);
  Memo memo;
  AnySearch search = StagedSearch(std::move(start), std::move(strategy));
  const auto ending = run(search, oracle, memo, count);
  assert(ending && *ending == Ending::finished);
  count.run.result = search.best();
  return count.run;
}

/// Whether all of the words stand in the text, in this order.
inline bool has_in_order(std::string_view text, std::initializer_list<std::string_view> words) {
  std::size_t from = 0;
  for (std::string_view word : words) {
    const std::size_t at = text.find(word, from);
    if (at == std::string_view::npos) return false;
    from = at + word.size();
  }
  return true;
}

}  // namespace whittle
