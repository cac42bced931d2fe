/// The first step on a very large document: whole pieces of it are removed before anything is
/// parsed.
///
/// A tree of 100 MB takes minutes and gigabytes to make, and most of it is never used. So the
/// document is cut into 64 pieces that end with a line, and pieces are removed where possible. The
/// rest is cut again, finer if it did not at least halve, until it is small enough for everything
/// else or the pieces are too many.
///
/// A C or C++ file that Clang can read is left alone up to a size: hardly any piece of lines can be
/// removed from it, and closures (`closure_plan.h`) do better.
#pragma once

#include <cstddef>
#include <optional>

#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

class CoarseFirst {
 public:
  static constexpr std::size_t most_for_clang = std::size_t{1} << 25;

  CoarseFirst(SharedStageMaker stage_maker, AnyStrategy then)
      : stage_maker_(std::move(stage_maker)), then_(std::move(then)) {}

  std::optional<Stage> next(const StageEnd& end);
  std::size_t left_out() const { return then_.left_out(); }

 private:
  SharedStageMaker stage_maker_;
  AnyStrategy then_;
  std::size_t pieces_ = 64;
  std::size_t size_before_ = 0;  // of this stage
  bool done_ = false;
};

/// Removals of about `count` pieces of `document`, of like size. A piece ends with a line if one
/// ends nearby.
Found find_pieces(const Document& document, std::size_t count);

}  // namespace whittle
