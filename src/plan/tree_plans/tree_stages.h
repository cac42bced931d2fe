/// Stages and repetition that all tree plans share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "plan/reductions.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

/// The same stage maker with another algorithm for its lists: every single element until none can
/// be removed.
SharedStageMaker one_by_one(const SharedStageMaker& stage_maker);

/// The same stage maker, whose algorithm also asks about keeping nothing; see `AndNone`.
SharedStageMaker and_none(const SharedStageMaker& stage_maker, AndNone::When when);

/// A stage that tries every single removable node: if it changes nothing, the document is
/// 1-tree-minimal. `--verify` runs it. Nothing if there is no such node.
std::optional<Stage> verify_tree_minimality(const SharedStageMaker& stage_maker,
                                            const Document& document);

/// Whether every single node is tried at the end.
enum class Sweep : std::uint8_t { yes, no };

/// The fixpoint of a strategy that makes one round: repeats it until a round changes nothing. With
/// a sweep it then tries every single node once more (the scheduler's memo makes that nearly free)
/// and continues if one of them could be removed. So the result is 1-tree-minimal whatever the
/// algorithm promises. `StageMaker::rounds` ends it earlier, before the sweep; removals of the
/// sweep then start no further round.
template <Strategy Round>
class Fixpoint {
 public:
  Fixpoint(SharedStageMaker stage_maker, Round round, Sweep sweep = Sweep::yes)
      : stage_maker_(std::move(stage_maker)),
        fresh_(round),
        round_(std::move(round)),
        sweep_(sweep) {}

  std::optional<Stage> next(const StageEnd& end) {
    changed_ = changed_ || end.changed;
    if (!sweeping_)
      if (auto stage = round_.next(end)) return stage;
    for (;;) {
      if (!changed_ || rounds_ == stage_maker_->rounds) {
        if (sweeping_ || sweep_ == Sweep::no || !stage_maker_->sweep) return std::nullopt;
        sweeping_ = true;
        return verify_tree_minimality(stage_maker_, end.document);
      }
      changed_ = sweeping_ = false;
      ++rounds_;
      round_ = fresh_;
      if (auto stage = round_.next({end.document})) return stage;
    }
  }

 private:
  SharedStageMaker stage_maker_;
  Round fresh_;
  Round round_;
  Sweep sweep_;
  std::size_t rounds_ = 1;  // begun
  bool changed_ = false;    // in this round, or by the sweep
  bool sweeping_ = false;   // after a round that changed nothing
};

}  // namespace whittle
