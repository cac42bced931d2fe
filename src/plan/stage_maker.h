/// What every strategy needs to make stages: trees, tools, the algorithm, the goal, what to keep.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/coverage.h"

#include "algorithms/reduction.h"
#include "base/lack.h"
#include "closure/listen_options.h"
#include "document/goal.h"
#include "passes/pass.h"
#include "plan/debloat/debloat_options.h"
#include "plan/effort.h"
#include "plan/keep.h"
#include "plan/strategy.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle {

/// Shared by all copies of a strategy; what is in it answers the same question the same way always.
struct StageMaker {
  std::shared_ptr<Trees> trees;
  std::shared_ptr<Tools> tools = std::make_shared<NoTools>();
  std::string algorithm;  ///< its name, for reports
  std::function<AnyReduction(Elements)> reduce;
  Goal goal = Goal::tokens;
  Keep keep;
  std::vector<std::string> only;          ///< passes to use; empty: all
  std::vector<std::string> without;       ///< passes not to use
  bool keep_names = false;                ///< no pass changes how a name is spelled
  std::vector<std::string> binary_files;  ///< of the original; see `Subject`
  DebloatOptions debloat = {};
  Policy policy = Policy::refusals;
  Effort effort = Effort::normal;
  /// Of tree plans: how often they go through the tree at most, and whether they try every single
  /// node at the end.
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  bool sweep = true;
  closure::ListenOptions listen = {.on = false};
  /// Found out so far, in a run that was stopped too.
  std::shared_ptr<Reasons> reasons = std::make_shared<Reasons>();
  /// What a recorder saw of the original, before the search began.
  std::shared_ptr<probe::Coverage> coverage = std::make_shared<probe::Coverage>();

  /// Of an edit, with its number among those found.
  using LeaveOut = std::function<bool(std::size_t number, const Edit& edit)>;

  /// Whether edits that earlier refusals make hopeless are left out.
  bool leaves_out_hopeless() const { return effort != Effort::full && policy == Policy::refusals; }
  bool wants(const Pass& pass) const;
  /// Whether `only` and `without` leave in what has this name.
  bool wants(std::string_view name) const;

  /// What a pass finds; nothing, without running it, if it does not apply to the document.
  /// Requires: the pass is wanted.
  Found find(const Pass& pass, const Document& document) const;

  /// A stage over what was found; nothing if no edit is left once those are taken out that do not
  /// go down, touch what must be kept, or that the caller leaves out. The algorithm is told which
  /// edit lies in which. `name` is the pass or the plan, for reports.
  /// `chances`, if given, has a number for each edit that `leave_out` let through, in their order,
  /// once it was asked about all: how likely the edit can be applied alone.
  std::optional<Stage> stage(std::string_view name, const Document& document, Found found,
                             const LeaveOut& leave_out = {},
                             const std::vector<float>* chances = nullptr) const;
};

using SharedStageMaker = std::shared_ptr<const StageMaker>;

}  // namespace whittle
