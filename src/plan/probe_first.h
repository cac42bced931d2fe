/// The first list of a run whose test was seen by a recorder: functions and blocks that never ran.
#pragma once

#include <optional>
#include <utility>

#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

/// Offers the edits of `probe/never_ran.h` as one list: all of them with one test, then by the
/// usual algorithm. Then `then` takes over. Without coverage it is `then` alone.
class ProbeFirst {
 public:
  ProbeFirst(SharedStageMaker stage_maker, AnyStrategy then)
      : stage_maker_(std::move(stage_maker)), then_(std::move(then)) {}

  std::optional<Stage> next(const StageEnd& end);
  std::size_t left_out() const { return then_.left_out(); }

 private:
  std::optional<Stage> never_ran_stage(const Document& document) const;

  SharedStageMaker stage_maker_;
  AnyStrategy then_;
  bool is_begun_ = false, is_through_ = false;
};

}  // namespace whittle
