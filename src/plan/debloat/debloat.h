/// Debloating: a program is reduced to the features that its test exercises. Our own plan, for the
/// same purpose as CHISEL's (`chisel_plan.h`).
///
/// A round reduces the declarations of all files as one list, then the statements of each function:
/// those of its body are one list, then those of all blocks that stayed in it, and so on inwards.
/// `main` comes first, then the functions that it calls, because their statements decide which
/// other functions are used. At the start, and after each list that changed something, declarations
/// that `main` does not reach are removed. Members of types that nothing uses come last: most of
/// them decide the layout of something outside of the program. Rounds are repeated until one
/// changes nothing. Expressions stay as they are: the result is meant to be read, compiled and run.
///
/// Unused pieces whose removal was refused are not tried again before the next round.
///
/// Candidates that cannot work are not tested: those that use a name without any declaration
/// (`Need`), that have no `main`, or that lack the last `return` of a function. Whether a used
/// function can be removed depends on how the test compiles: a library may define it too, nothing
/// may be linked, and C lets programs call undeclared functions. So these functions are tried at
/// the end of a round, as long as that pays.
///
/// Any list algorithm reduces the lists. The lessons from refusals (`plan/hopeless.h`) are kept
/// from round to round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "plan/hopeless.h"
#include "plan/persistent_set.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/remembered_nodes.h"

namespace whittle {

class Debloat {
 public:
  explicit Debloat(const SharedStageMaker& stage_maker);
  std::optional<Stage> next(const StageEnd& end);
  /// The number of edits left out in the last round.
  std::size_t left_out() const { return left_out_; }

 private:
  enum class Kind : std::uint8_t {
    declarations,
    statements,
    dead_code,
    used_bodies,
    used_declarations,
    dead_members
  };
  static constexpr std::size_t kinds = 6;

  void begin_round();
  /// The next stage of this round; nothing if the round is over.
  std::optional<Stage> next_of_round(const StageEnd& end);
  /// One list over the direct children of these nodes; adds the blocks below them to `inside`.
  std::optional<Stage> list(const Document& document, const std::vector<RememberedNode>& parents,
                            std::vector<RememberedNode>& inside);
  /// Takes the next block together with the other open blocks of its function. Requires: one is
  /// open.
  std::vector<RememberedNode> take_function(const Document& document,
                                            std::vector<RememberedNode>& open) const;
  /// `kind` is `dead_code` or `dead_members`.
  std::optional<Stage> dead(Kind kind, const Document& document);
  /// `kind` is `used_bodies` or `used_declarations`.
  std::optional<Stage> used(Kind kind, const Document& document);
  std::optional<Stage> stage(Kind kind, const Document& document, Found found);

  SharedStageMaker lists_, dead_code_;
  // Blocks whose statements are still to be reduced; taken from the end. Nothing before the first
  // list. Shared, since the scheduler copies plans far more often than they advance.
  std::shared_ptr<const std::vector<RememberedNode>> open_;
  bool may_have_dead_code_ = true;
  std::optional<Kind> running_;  // the stage at hand
  std::optional<Kind> last_;     // the last step after the statements that this round has begun
  PersistentSet refused_;        // dead code, by its text, in this round
  PersistentSet needed_;         // functions that are used, by their text
  bool changed_ = false;         // in this round
  Hopeless hopeless_;
  std::size_t left_out_ = 0;
};

AnyStrategy debloat_plan(SharedStageMaker stage_maker);

}  // namespace whittle
