/// Debloating: a program is reduced to the features that its test exercises. Our own plan, for the
/// same purpose as CHISEL's (`chisel_plan.h`).
///
/// A round reduces the declarations of all files as one list, then the statements of each function:
/// those of its body are one list, then those of all blocks that stayed in it, and so on inwards.
/// `main` comes first, then what it calls, since that decides what else is used. First of all, and
/// after each list that changed something, what `main` does not reach is removed. Members of types
/// that nothing uses come last: most of them decide how something outside of the program is laid
/// out. Rounds are repeated until one changes nothing. Expressions stay as they are: the result is
/// meant to be read, compiled and run.
///
/// Unused pieces whose removal was refused are not tried again before the next round.
///
/// Candidates that cannot work are not tested: those that use a name of which no declaration is
/// left (`Need`), that have no `main`, or that lack the last `return` of a function. That a
/// function cannot be removed as long as it is used depends on how the test compiles: a library may
/// have it too, nothing may be linked, and C lets programs call what they do not declare. So these
/// declarations are tried at the end of a round, as long as that pays.
///
/// Any list algorithm does the rest. What refusals
/// teach (`plan/hopeless.h`) is kept from round to round.
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
  /// In the last round.
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
  /// The next stage of the round at hand; nothing if the round is over.
  std::optional<Stage> next_of_round(const StageEnd& end);
  /// One list over what is directly in these nodes; puts the blocks below them into `inside`.
  std::optional<Stage> list(const Document& document, const std::vector<RememberedNode>& parents,
                            std::vector<RememberedNode>& inside);
  /// Takes the next block, with the others that are open in its function. Requires: one is open.
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
  std::optional<Kind> last_;     // what comes behind the statements: how far this round is
  PersistentSet refused_;        // dead code, by its text, in this round
  PersistentSet needed_;         // functions that are used, by their text
  bool changed_ = false;         // in this round
  Hopeless hopeless_;
  std::size_t left_out_ = 0;
};

AnyStrategy debloat_plan(SharedStageMaker stage_maker);

}  // namespace whittle
