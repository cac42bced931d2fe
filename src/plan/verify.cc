// Tries every single element once more, until none can be removed.
#include "plan/verify.h"

#include <utility>

#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

class Verify {
 public:
  Verify(SharedStageMaker stage_maker, std::optional<Unit> unit)
      : stage_maker_(std::move(stage_maker)), unit_(unit) {}

  std::optional<Stage> next(const StageEnd& end) {
    // A removal may make another one possible, so everything is tried again until nothing changes.
    if (end.edits && !end.changed) return std::nullopt;
    if (!unit_) return verify_tree_minimality(stage_maker_, end.document);
    Units units = cut(end.document, *unit_);
    return one_by_one(stage_maker_)
        ->stage("verify", end.document, {std::move(units.edits), units.joining, {}});
  }

 private:
  SharedStageMaker stage_maker_;
  std::optional<Unit> unit_;
};

}  // namespace

AnyStrategy verify_strategy(SharedStageMaker stage_maker, std::optional<Unit> unit) {
  return Verify(std::move(stage_maker), unit);
}

}  // namespace whittle
