/// Weighted ddmin: cuts by weight in tokens, not by number of elements.
///
/// X. Zhou, Z. Xu, M. Zhang, Y. Tian and C. Sun, "WDD: Weighted Delta Debugging", 2025
/// (Algorithm 1).
///
/// Like ddmin, but each part is cut where the weights of its halves are most nearly equal, and it
/// begins with the first part again after each success. A heavy element is soon alone in its part,
/// and is then left out of finer rounds. Therefore a sweep over single elements follows, which
/// makes the result 1-minimal. O(n*n) queries on n elements.
///
/// A value: a copy told the same outcomes asks the same queries. Copying costs a bit per element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/element_list.h"
#include "algorithms/one_minimal.h"
#include "algorithms/reduction.h"

namespace whittle {

class WeightedDdmin {
 public:
  /// Takes all elements together to be interesting, and does not ask about them.
  explicit WeightedDdmin(Elements elements);

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return sweep_ ? sweep_->best() : remaining_; }

 private:
  // A part is removed as a whole or halved, so each part is a range of neighbours that are all
  // still there.
  struct WeightedPart {
    std::uint32_t begin, end;
    std::uint32_t size() const { return end - begin; }
  };
  using Parts = std::vector<WeightedPart>;
  enum class WeightedPhase { subsets, complements };
  QueryRole role(QueryKind kind) const;
  std::uint32_t middle(WeightedPart part) const;
  void set_parts(Parts parts);
  void halve(const Parts& parts);

  std::shared_ptr<const std::vector<std::uint64_t>> weight_before_;
  Subset remaining_;
  std::size_t remaining_count_;
  std::shared_ptr<const Parts> parts_;
  std::size_t part_ = 0;     // the one being asked about
  std::size_t refused_ = 0;  // removing a part before this one has failed; for reports
  std::uint32_t rounds_ = 0;
  WeightedPhase phase_ = WeightedPhase::subsets;
  std::optional<OneMinimal> sweep_;  // once there are no more parts
  SuccessRate subset_rate_, complement_rate_;
};

}  // namespace whittle
