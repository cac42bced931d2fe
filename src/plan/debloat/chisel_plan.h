/// CHISEL as its authors' program works (github.com/aspire-project/chisel at dfa757f), for C.
///
/// K. Heo, W. Lee, P. Pashakhanloo and M. Naik, "Effective Program Debloating via Reinforcement
/// Learning", CCS 2018. The plan `debloat` is our own for the same purpose.
///
/// A round, and another one as long as one changes something:
///
/// 1. Dead code: all local variables without a use whose initial value is missing or a literal, and
///    all labels without a goto, in one test (`DeadcodeElimination.cpp`). Then each block that is
///    alone in a block loses its braces, in one test each.
/// 2. Global reduction (`GlobalReduction.cpp`): function definitions other than `main`, prototypes,
///    variables that live outside of a call and empty declarations are one list, in the order of
///    the file. A chunk with a declaration that is used is not tested. A function counts as used
///    only by calls below its definition, a variable only by uses below its last declaration
///    (`HandleTopLevelDecl` knows nothing later). All prototypes are one null pointer, which is
///    used as soon as a function is called above its definition or has none.
/// 3. Local reduction (`LocalReduction.cpp`): for each function a queue of statements, beginning
///    with its body. A block is a list of its statements without declarations; those that stay come
///    to the end of the queue. `if`, `while`, `for` and `do` are unwrapped in one test (an `if`
///    with `else` in two), the cases of a `switch` are removed one by one. Chunks that break a
///    dependence are not tested; see `chisel_dependences.h`.
///
/// `algorithms/chisel.h` is the list algorithm of the authors; any other takes its place.
///
/// Differences: text is removed and not overwritten with blanks; an unused variable in a
/// declaration of several is removed alone where CHISEL removes the declaration of all; a global
/// declaration of several variables is one element (CHISEL lists each, never tests any but the last
/// and removes all with that); a prototype below the definition of its function is no element
/// (CHISEL lists the definition once more); the learner sees nulls as elements; without the check
/// of dependences, or if the null is not used, a prototype is no element (CHISEL removes nulls,
/// which changes no text); a round counts if it changed something, not if there are fewer words.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "passes/names/names.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/remembered_nodes.h"

namespace whittle {

/// One round.
class ChiselRound {
 public:
  explicit ChiselRound(const SharedStageMaker& stage_maker);
  std::optional<Stage> next(const StageEnd& end);

 private:
  enum class Phase : std::uint8_t { dead_code, blocks, globals, locals };
  using Work = std::vector<RememberedNode>;  // the next one first

  Subject subject(const Document& document) const;
  std::optional<Stage> dead_code(const Document& document) const;
  std::optional<Stage> globals(const Document& document) const;
  /// The next test or list of a local reduction; nothing once all functions are done.
  std::optional<Stage> locals(const Document& document, Work& functions, Work& queue, Work& cases);
  /// Treats a statement as `doHierarchicalDeltaDebugging` does.
  std::optional<Stage> reduce(const Document& document, const RememberedNode& statement,
                              Work& queue, Work& cases);
  std::optional<Stage> block(const Document& document, const SharedNames& names,
                             const Place& block) const;
  /// A stage of one edit, which is tested alone.
  std::optional<Stage> single(std::string_view name, const Document& document, Found found) const;

  SharedStageMaker stage_maker_, lists_;
  Phase phase_ = Phase::dead_code;
  std::optional<RememberedNode> if_else_;  // whose first branch was tried alone
  // Shared, since the scheduler copies plans far more often than they advance.
  std::shared_ptr<const Work> blocks_, functions_, queue_, cases_;
};

AnyStrategy chisel_plan(SharedStageMaker stage_maker);

}  // namespace whittle
