/// OPDD, one pass delta debugging: ddmin without going back.
///
/// G. Gharachorlu and N. Sumner, "Avoiding the Familiar to Speed Up Test Case Reduction", 2018
/// (the algorithm of its Figure 6).
///
/// Asks about each chunk alone and then, once for each chunk, about the rest without it. A
/// chunk that can be removed is removed at once, and the next one is tried. Then cuts twice as
/// fine. Asks at most 6n + 4 queries on n elements, 3n + 2 without the subset step. The result is
/// 1-minimal if removals do not depend on one another, or depend only on those made before in the
/// direction taken: backward suits uses that follow definitions.
///
///     OnePass opdd(edits.size(), {.direction = Direction::backward});
///
/// A value: a copy told the same outcomes asks the same queries. Copying costs a bit per element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "algorithms/choices.h"
#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

struct OnePassOptions {
  Direction direction = Direction::forward;
  /// Ask about each chunk alone as well.
  bool subsets = true;
  /// The number of chunks at first; the n of the paper's opdd2(t, n).
  std::size_t first_cut = 2;
};

class OnePass {
 public:
  /// Takes all `size` elements together to be interesting. Asks about none of them only when
  /// everything else has been removed.
  explicit OnePass(std::size_t size, OnePassOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

 private:
  enum class OnePassPhase { subsets, complements, done };
  QueryRole role(QueryKind kind) const;
  void cut(std::size_t count);
  void end_phase();

  OnePassOptions options_;
  Subset remaining_;
  std::size_t remaining_count_;
  Chunks chunks_;          // the chunks of the elements that were left when the round began
  std::size_t chunk_ = 0;  // the one being asked about
  std::size_t gone_ = 0;   // how many chunks were removed in this round
  std::uint32_t rounds_ = 0;
  OnePassPhase phase_ = OnePassPhase::done;
  SuccessRate subset_rate_, complement_rate_;
};

}  // namespace whittle
