/// dd, which isolates a difference that causes the failure.
///
/// A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28(2), 2002 (section 5).
///
/// Holds two candidates, an interesting one and, within it, one that is not, and brings them
/// together until they differ by one element: adding that element causes the failure. The
/// interesting candidate need not be small. At most 2 * (log2(n) + 1) queries on n elements.
///
///     Dd dd(edits.size());
///     ...
///     explain(dd.difference());
///
/// A value: a copy told the same outcomes asks the same queries. Copying costs two bits per
/// element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

class Dd {
 public:
  /// Takes all `size` elements together to be interesting, and none of them not to be.
  explicit Dd(std::size_t size);

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return interesting_; }

  /// The largest subset of `best()` known not to be interesting.
  const Subset& uninteresting() const { return uninteresting_; }
  Subset difference() const { return interesting_ - uninteresting_; }

 private:
  void cut();

  Subset interesting_, uninteresting_;
  Chunks halves_;         // of the difference
  std::size_t half_ = 0;  // the one being added to `uninteresting_`
  std::uint32_t rounds_ = 0;
  bool done_ = false;
};

}  // namespace whittle
