#include "plan/tree_plans/tree_stages.h"

#include "algorithms/one_minimal.h"
#include "passes/tree/tree_edits.h"

namespace whittle {

// Backward, because uses come after definitions: a definition can be removed after its last use.
SharedStageMaker one_by_one(const SharedStageMaker& stage_maker) {
  auto copy = std::make_shared<StageMaker>(*stage_maker);
  copy->algorithm = "oneminimal";
  copy->reduce = [](Elements elements) -> AnyReduction {
    return OneMinimal(elements.count(), {.direction = Direction::backward});
  };
  return copy;
}

SharedStageMaker and_none(const SharedStageMaker& stage_maker, AndNone::When when) {
  auto copy = std::make_shared<StageMaker>(*stage_maker);
  copy->reduce = [reduce = stage_maker->reduce, when](Elements elements) -> AnyReduction {
    return AndNone(reduce(std::move(elements)), when);
  };
  return copy;
}

std::optional<Stage> verify_tree_minimality(const SharedStageMaker& stage_maker,
                                            const Document& document) {
  return one_by_one(stage_maker)
      ->stage("verify", document, find_all_removals(document, *stage_maker->trees));
}

}  // namespace whittle
