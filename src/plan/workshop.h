/// What every strategy needs to make stages: trees, tools, the algorithm, the goal, what to keep.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/tools.h"

#include "algorithms/reduction.h"
#include "document/goal.h"
#include "passes/pass.h"
#include "plan/keep.h"
#include "plan/strategy.h"
#include "syntax/trees.h"

namespace whittle {

/// Shared by all copies of a strategy; what is in it answers the same question the same way always.
struct Workshop {
  std::shared_ptr<Trees> trees;
  std::shared_ptr<Tools> tools = std::make_shared<NoTools>();
  std::string algorithm;  ///< its name, for reports
  std::function<AnyReduction(Elements)> reduce;
  Goal goal = Goal::tokens;
  Keep keep;
  std::vector<std::string> only;     ///< passes to use; empty: all
  std::vector<std::string> without;  ///< passes not to use

  /// Of an edit, with its number among those found.
  using LeaveOut = std::function<bool(std::size_t number, const Edit& edit)>;

  bool wants(std::string_view pass) const;
  /// What a pass is to look at.
  Subject subject(const Document& document) const { return {document, *trees, *tools, goal}; }

  /// A stage over what a pass found; nothing if no edit is left once those are taken out that do
  /// not go down, touch what must be kept, or that the caller leaves out. The algorithm is told
  /// which edit lies in which.
  std::optional<Stage> stage(std::string_view pass, const Document& document, Found found,
                             const LeaveOut& leave_out = {}) const;
};

using SharedWorkshop = std::shared_ptr<const Workshop>;

/// For each edit the innermost edit around it, or `Elements::no_parent`. Empty if none lies in
/// another, if an edit has several changes, or if an inner one is listed before the outer.
std::vector<std::uint32_t> parents_of(const EditList& edits);

}  // namespace whittle
