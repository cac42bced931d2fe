#include "plan/tree_stages.h"

#include "algorithms/one_minimal.h"
#include "passes/tree/tree_edits.h"

namespace whittle {

SharedWorkshop one_by_one(const SharedWorkshop& workshop) {
  auto copy = std::make_shared<Workshop>(*workshop);
  copy->algorithm = "oneminimal";
  copy->reduce = [](Elements elements) -> AnyReduction {
    return OneMinimal(elements.count(), {.direction = Direction::backward});
  };
  return copy;
}

SharedWorkshop and_none(const SharedWorkshop& workshop, AndNone::When when) {
  auto copy = std::make_shared<Workshop>(*workshop);
  copy->reduce = [reduce = workshop->reduce, when](Elements elements) -> AnyReduction {
    return AndNone(reduce(std::move(elements)), when);
  };
  return copy;
}

std::optional<Stage> verify_tree_minimality(const SharedWorkshop& workshop,
                                            const Document& document) {
  return one_by_one(workshop)->stage("verify", document,
                                     find_all_removals(document, *workshop->trees));
}

}  // namespace whittle
