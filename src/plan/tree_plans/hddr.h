/// HDDr: hierarchical delta debugging, recursively.
///
/// Á. Kiss, R. Hodován and T. Gyimóthy, "HDDr: A Recursive Variant of the Hierarchical Delta
/// Debugging Algorithm", A-TEST 2018.
///
/// The children of one node are one list; then those of each child that stayed. Lists are short,
/// and what is below a node is settled where the node is. The four traversals of the paper: depth
/// or breadth first, the first or the last child first.
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
  // Taken from the end. Shared, since the scheduler copies plans far more often than they move on.
  std::shared_ptr<const std::vector<RememberedNode>> open_;
};

}  // namespace whittle
