/// Perses: syntax-guided reduction by a queue of nodes, the heaviest first.
///
/// C. Sun, Y. Li, Q. Zhang, T. Gu and Z. Su, "Perses: Syntax-Guided Program Reduction", ICSE 2018.
///
/// A node from the queue is replaced by a compatible descendant if one is interesting, the lightest
/// first. Then each list among its children is reduced by the list algorithm, and its optional
/// children are tried one by one. The children that stay join the queue. All candidates derive from
/// the grammar, so no test is spent on text that does not parse.
///
/// The paper rewrites the grammar so that every list is a node of its own. We ask `Facts` for the
/// lists of a node instead.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/remembered_nodes.h"

namespace whittle {

/// One round; `Fixpoint` repeats it.
class Perses {
 public:
  explicit Perses(const SharedStageMaker& stage_maker);
  std::optional<Stage> next(const StageEnd& end);

 private:
  struct Entry {
    RememberedNode remembered;
    Weight weight = 0;  // when it was put on the queue

    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tuple(a.weight, a.remembered.file, a.remembered.begin, ~a.remembered.end) <
             std::tuple(b.weight, b.remembered.file, b.remembered.begin, ~b.remembered.end);
    }
  };
  /// The current node: replaced in step 0, its lists reduced in the following steps, and its
  /// optional children last.
  struct Current {
    RememberedNode remembered;
    std::size_t step = 0;
  };
  void carry_over(const StageEnd& end, std::vector<Entry>& queue);
  std::optional<Stage> work_on_current(const Document& document, std::vector<Entry>& queue);

  SharedStageMaker stage_maker_;  // for lists
  SharedStageMaker one_by_one_;   // for optional children
  // A heap, the heaviest first. Shared, because the scheduler copies plans far more often than they
  // advance.
  std::shared_ptr<const std::vector<Entry>> queue_;
  std::optional<Current> current_;
};

}  // namespace whittle
