/// Parallel subset removal: OPDD that asks about all chunks of a size at once.
///
/// G. Gharachorlu and N. Sumner, "Avoiding the Familiar to Speed Up Test Case Reduction", 2018,
/// section V-D.
///
/// Asks, for each chunk of the remaining elements, whether all but that chunk is interesting. All
/// of these questions are about the same base, so none waits for another. Then asks about the
/// combination, which removes at once all chunks that could be removed alone, and cuts twice as
/// fine, as OPDD does. If the combination is interesting, the chunks were unambiguous; the paper
/// counts how often that is so (its Table II) and finds 93 to 100 %.
///
/// The paper does not say what to do if the combination is not interesting. Here the chunks are
/// then searched by halves: first the removable chunks of the first half, then of the second.
///
///     Combine combine(edits.size());
///     while (auto query = combine.next_query())
///       combine.observe(ask(*query));
///     use(combine.best(), combine.unambiguity());
///
/// Asks at most 9n + 6 queries on n elements. The result is 1-minimal if removals do not depend on
/// one another.
/// A value: a copy told the same outcomes asks the same queries. Copying costs a bit per element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/choices.h"
#include "algorithms/element_list.h"
#include "algorithms/reduction.h"
#include "base/unambiguity.h"

namespace whittle {

struct CombineOptions {
  Direction direction = Direction::forward;
};

class Combine {
 public:
  /// Takes all `size` elements together to be interesting.
  explicit Combine(std::size_t size, CombineOptions options = {});

  std::optional<Query> next_query() const { return query_ahead(0); }
  /// Settled for all chunks of a size.
  std::optional<Query> query_ahead(std::size_t index) const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return best_; }
  const Unambiguity& unambiguity() const { return unambiguity_; }

 private:
  enum class CombinePhase { chunks, combination, done };
  /// Chunks [begin, end) of `can_go_`, to go together.
  struct CombinePart {
    std::size_t begin, end;
    bool first_half;  // of a part that failed; the second half follows
    bool fails;       // known to, asked or not
  };
  QueryRole role(QueryKind kind, std::size_t part) const;
  bool asks_about_all() const;
  void cut(std::size_t count);
  void end_chunks();
  void end_round();
  void next_part();
  void take_part();
  void found(const Subset& interesting);
  Subset without_part(const CombinePart& part) const;

  CombineOptions options_;
  Subset best_;       // while chunks are being asked about, all but one of them
  Subset remaining_;  // the elements that are cut into chunks
  std::size_t best_count_, remaining_count_;
  Chunks chunks_;
  std::size_t chunk_ = 0;            // the one whose outcome is told next
  std::vector<std::size_t> can_go_;  // chunks that can be removed alone
  std::vector<CombinePart> parts_;   // still to be asked about; the last one is next
  std::size_t gone_ = 0;             // chunks that were removed in this round
  std::uint32_t rounds_ = 0;
  CombinePhase phase_ = CombinePhase::done;
  SuccessRate rate_;
  Unambiguity unambiguity_;
};

}  // namespace whittle
