/// HDDr: hierarchical delta debugging, recursively.
///
/// Á. Kiss, R. Hodován and T. Gyimóthy, "HDDr: A Recursive Variant of the Hierarchical Delta
/// Debugging Algorithm", A-TEST 2018.
///
/// The children of one node are one list; then the children of each child that stayed. Lists are
/// short, and each subtree is finished before the walk leaves it. The four traversals of the paper:
/// depth or breadth first, the first or the last child first.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/remembered_nodes.h"

namespace whittle {

struct Traversal {
  bool breadth_first = false;
  bool backward = false;
};

/// One round; `Fixpoint` repeats it.
class Hddr {
 public:
  Hddr(const SharedStageMaker& stage_maker, Traversal traversal);
  std::optional<Stage> next(const StageEnd& end);

 private:
  SharedStageMaker stage_maker_;
  Traversal traversal_;
  // A work list, taken from the end. Shared, because the scheduler copies plans far more often than
  // they advance.
  std::shared_ptr<const std::vector<RememberedNode>> open_;
};

}  // namespace whittle
