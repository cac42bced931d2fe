/// Debloating: a program is reduced to what its test exercises, as CHISEL does it.
///
/// K. Heo, W. Lee, P. Pashakhanloo and M. Naik, "Effective Program Debloating via Reinforcement
/// Learning", CCS 2018.
///
/// A round reduces the declarations of all files as one list, then the statements of each function:
/// those of a block are one list, then those of each block that stayed inside it. First of all, and
/// after each list that changed something, what nothing uses is removed, until nothing is left of
/// it. Members of types that nothing uses come last: most of them decide how something outside of
/// the program is laid out. Rounds are repeated until one changes nothing. Expressions stay as they
/// are: the result is meant to be read, compiled and run.
///
/// Unused pieces whose removal was refused are not tried again before the next round.
///
/// Candidates that cannot work are not tested: those that use a name of which no declaration is
/// left (`Need`), that have no `main`, or that lack the last `return` of a function.
///
/// Any list algorithm does the rest; `chisel` (`algorithms/chisel.h`) is the paper's. What refusals
/// teach (`plan/hopeless.h`) is kept from round to round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "plan/hopeless.h"
#include "plan/persistent_set.h"
#include "plan/remembered_nodes.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

class Debloat {
 public:
  explicit Debloat(const SharedStageMaker& stage_maker);
  std::optional<Stage> next(const StageEnd& end);
  /// In the last round.
  std::size_t left_out() const { return left_out_; }

 private:
  enum class Kind : std::uint8_t { declarations, statements, dead_code, dead_members };
  static constexpr std::size_t kinds = 4;

  void begin_round();
  /// The next stage of the round at hand; nothing if the round is over.
  std::optional<Stage> next_of_round(const StageEnd& end);
  /// One list over what is directly in these nodes; puts the blocks below them into `inside`.
  std::optional<Stage> list(const Document& document, const std::vector<RememberedNode>& parents,
                            std::vector<RememberedNode>& inside);
  /// `kind` is one of the last two.
  std::optional<Stage> dead(Kind kind, const Document& document);
  std::optional<Stage> stage(Kind kind, const Document& document, Found found,
                             const StageMaker::LeaveOut& leave_out);

  SharedStageMaker lists_, dead_code_;
  // Blocks whose statements are still to be reduced; taken from the end. Nothing before the first
  // list. Shared, since the scheduler copies plans far more often than they advance.
  std::shared_ptr<const std::vector<RememberedNode>> open_;
  bool may_have_dead_code_ = true;
  bool is_removing_dead_code_ = false;
  bool tried_members_ = false;
  PersistentSet refused_;  // dead code, by its text, in this round
  bool changed_ = false;   // in this round
  Hopeless hopeless_;
  std::size_t left_out_ = 0;
};

AnyStrategy debloat_plan(SharedStageMaker stage_maker);

}  // namespace whittle
