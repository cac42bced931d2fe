// Every single element once more, until none can go.
#include "plan/verify.h"

#include <utility>

#include "plan/tree_stages.h"

namespace whittle {
namespace {

class Verify {
 public:
  Verify(SharedWorkshop workshop, std::optional<Unit> unit)
      : workshop_(std::move(workshop)), unit_(unit) {}

  std::optional<Stage> next(const StageEnd& end) {
    if (end.edits && !end.changed) return std::nullopt;
    if (!unit_) return verify_tree_minimality(workshop_, end.document);
    Units units = cut(end.document, *unit_);
    return one_by_one(workshop_)->stage("verify", end.document,
                                        {std::move(units.edits), units.joining, {}});
  }

 private:
  SharedWorkshop workshop_;
  std::optional<Unit> unit_;
};

}  // namespace

AnyStrategy verify_strategy(SharedWorkshop workshop, std::optional<Unit> unit) {
  return Verify(std::move(workshop), unit);
}

}  // namespace whittle
