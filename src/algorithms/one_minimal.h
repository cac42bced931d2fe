/// The one-minimal sweep: tries every single element until none can be removed.
///
/// The last step of weighted ddmin (X. Zhou et al., "WDD: Weighted Delta Debugging", 2025,
/// `ensureOneMinimal`), offered after every algorithm. When one element is left, it is tried as
/// well. The result is 1-minimal in the full sense, after at most n queries for each success and n
/// at the end: n*(n+1)/2 + n in the worst case, and n + 1 + (how many were removed) if removals do
/// not depend on one another and the sweep proceeds after a success.
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

struct OneMinimalOptions {
  Direction direction = Direction::forward;
  /// Proceeding ends when nothing was removed for a whole lap. The paper restarts.
  AfterSuccess after_success = AfterSuccess::proceed;
};

class OneMinimal {
 public:
  explicit OneMinimal(std::size_t size, OneMinimalOptions options = {})
      : OneMinimal(Subset::all(size), options) {}
  /// Starts from `kept`, taken to be interesting.
  explicit OneMinimal(Subset kept, OneMinimalOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

 private:
  bool done() const { return failures_ == remaining_count_; }
  void advance();

  OneMinimalOptions options_;
  Subset remaining_;
  std::size_t remaining_count_;
  ElementList elements_;
  std::size_t next_ = 0;      // the place in `elements_` of the element being tried
  std::size_t failures_ = 0;  // how many in a row could not be removed
  std::size_t reached_ = 0;   // places before this one were tried; for reports, as `laps_`
  std::uint32_t laps_ = 0;
  SuccessRate rate_;
};

}  // namespace whittle
