/// Everything that a strategy needs to make stages: trees, tools, the algorithm, the goal, the text
/// to keep.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/reduction.h"
#include "base/lack.h"
#include "closure/listen_options.h"
#include "document/goal.h"
#include "passes/pass.h"
#include "plan/debloat/debloat_options.h"
#include "plan/effort.h"
#include "plan/keep.h"
#include "plan/strategy.h"
#include "probe/coverage.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle {

/// Shared by all copies of a strategy, so nothing in it may change an answer. Trees, tools and
/// `reasons` remember earlier answers; a repeated question gets the same one.
struct StageMaker {
  std::shared_ptr<Trees> trees;
  std::shared_ptr<Tools> tools = std::make_shared<NoTools>();
  std::string algorithm;  ///< its name, for reports
  std::function<AnyReduction(Elements)> reduce;
  Goal goal = Goal::tokens;
  Keep keep;
  std::vector<std::string> only;     ///< passes to use; empty: all
  std::vector<std::string> without;  ///< passes not to use
  bool keep_names = false;           ///< no pass changes how a name is spelled
  /// Paths of files of which edits only delete whole values, and write nothing in their place.
  std::vector<std::string> delete_only_files = {};
  bool is_delete_only = false;            ///< all files are such files
  std::vector<std::string> binary_files;  ///< of the original; see `Subject`
  DebloatOptions debloat = {};
  Policy policy = Policy::refusals;
  Effort effort = Effort::normal;
  /// For tree plans: the most rounds over the tree, and whether they try every single node at the
  /// end.
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  bool sweep = true;
  closure::ListenOptions listen = {.on = false};
  /// The reasons of refusals that were found so far, also by the run that this one resumes.
  std::shared_ptr<Reasons> reasons = std::make_shared<Reasons>();
  /// The functions and lines of the original that ran, as a recorder saw them before the search
  /// began.
  std::shared_ptr<probe::Coverage> coverage = std::make_shared<probe::Coverage>();

  /// Whether to leave out an edit; `number` is its number among the edits found.
  using LeaveOut = std::function<bool(std::size_t number, const Edit& edit)>;

  /// Whether edits that earlier refusals make hopeless are left out.
  bool leaves_out_hopeless() const { return effort != Effort::full && policy == Policy::refusals; }
  bool wants(const Pass& pass) const;
  /// Whether `only` and `without` allow the pass or part with this name.
  bool wants(std::string_view name) const;

  /// The edits of a pass. If the pass does not apply to the document, it is not run and finds
  /// nothing. Requires: the pass is wanted.
  Found find(const Pass& pass, const Document& document) const;

  /// A stage over the edits found. Edits that do not make the document smaller, that touch kept
  /// text, or that the caller leaves out are taken out first; nothing if none is left. The
  /// algorithm is told which edit lies inside which. `name` is the pass or the plan, for reports.
  ///
  /// `chances`, if given, has a number for each edit that `leave_out` let through, in their order,
  /// after it was asked about all: the likelihood that the edit can be applied alone.
  std::optional<Stage> stage(std::string_view name, const Document& document, Found found,
                             const LeaveOut& leave_out = {},
                             const std::vector<float>* chances = nullptr) const;
};

using SharedStageMaker = std::shared_ptr<const StageMaker>;

}  // namespace whittle
