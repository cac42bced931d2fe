// One list and one algorithm: the setting of most papers, which the lab compares.
#include "plan/unit_plan.h"

#include <utility>

namespace whittle {
namespace {

class UnitPlan {
 public:
  UnitPlan(SharedStageMaker stage_maker, Unit unit)
      : stage_maker_(std::move(stage_maker)), unit_(unit) {}

  std::optional<Stage> next(const StageEnd& end) {
    if (end.edits) return std::nullopt;  // the one stage is over
    const Unit unit = unit_ == Unit::automatic ? choose_unit(end.document) : unit_;
    Units units = cut(end.document, unit);
    return stage_maker_->stage(name_of(unit), end.document,
                               {std::move(units.edits), units.joining, {}});
  }

 private:
  SharedStageMaker stage_maker_;
  Unit unit_;
};

}  // namespace

AnyStrategy unit_strategy(SharedStageMaker stage_maker, Unit unit) {
  return UnitPlan(std::move(stage_maker), unit);
}

}  // namespace whittle
