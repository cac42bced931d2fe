/// Hierarchical delta debugging: one list for each level of the tree.
///
/// G. Misherghi and Z. Su, "HDD: Hierarchical Delta Debugging", ICSE 2006; to a fixpoint (HDD*);
/// coarse: R. Hodován, Á. Kiss and T. Gyimóthy, "Coarse Hierarchical Delta Debugging", ICSME 2017;
/// minimal stand-ins, squeezed chains and flattened recursion as in their picireny.
///
/// From the root down, all removable nodes of a level are one list for the algorithm. A node that
/// cannot be removed is replaced by the shortest text that the grammar allows. A node that is its
/// parent's only child makes no level of its own, nor does an operator inside another of the same
/// kind. The document is parsed again for each level.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/level_edits.h"

namespace whittle {

/// One round of HDD; `Fixpoint` makes it HDD*.
class Hdd {
 public:
  Hdd(const SharedStageMaker& stage_maker, Unremovable unremovable);
  std::optional<Stage> next(const StageEnd& end);

 private:
  SharedStageMaker stage_maker_;
  Unremovable unremovable_;
  std::uint32_t level_ = 0;  // the next one
};

}  // namespace whittle
