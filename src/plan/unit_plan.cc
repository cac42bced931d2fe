// One list, one algorithm: what most papers describe, and what the lab compares.
#include "plan/unit_plan.h"

#include <utility>

namespace whittle {
namespace {

class UnitPlan {
 public:
  UnitPlan(SharedWorkshop workshop, Unit unit) : workshop_(std::move(workshop)), unit_(unit) {}

  std::optional<Stage> next(const StageEnd& end) {
    if (end.edits) return std::nullopt;  // the one stage is over
    const Unit unit = unit_ == Unit::automatic ? choose_unit(end.document) : unit_;
    Units units = cut(end.document, unit);
    return workshop_->stage(name_of(unit), end.document,
                            {std::move(units.edits), units.joining, {}});
  }

 private:
  SharedWorkshop workshop_;
  Unit unit_;
};

}  // namespace

AnyStrategy unit_strategy(SharedWorkshop workshop, Unit unit) {
  return UnitPlan(std::move(workshop), unit);
}

}  // namespace whittle
