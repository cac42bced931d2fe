/// ddmin, the minimizing delta debugging algorithm.
///
/// A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28(2), 2002; its orders of asking are from R. Hodován and
/// Á. Kiss, "Practical Improvements to the Minimizing Delta Debugging Algorithm", 2016.
///
/// Cuts the remaining elements into chunks and asks about each chunk alone, then about all but each
/// chunk; cuts finer when neither helps. Ends when no single element can be removed while another
/// stays (1-minimal), after at most n*n + 3n queries on n elements.
///
///     Ddmin ddmin(edits.size());
///     while (auto query = ddmin.next_query())
///       ddmin.observe(ask(*query));
///     use(ddmin.best());
///
/// A value: a copy told the same outcomes asks the same queries. Copying costs a bit per element.
#pragma once

#include <cstddef>
#include <optional>

#include "algorithms/choices.h"
#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

struct DdminOptions {
  Order order = Order::subsets_first;
  Direction direction = Direction::forward;
  /// The papers differ. picire proceeds to the chunk after the one that was removed ("Practical
  /// improvements", Table 3), and keeps its place in the list, in proportion, when it cuts finer.
  /// The others begin at the first chunk again ("Toward a better understanding of probabilistic
  /// delta debugging", Table II).
  AfterSuccess after_success = AfterSuccess::proceed;
  /// The number of chunks at first; the n of the papers' ddmin2(c, n).
  std::size_t first_cut = 2;
};

class Ddmin {
 public:
  /// Starts from all `size` elements. Takes all of them together to be interesting, and none of
  /// them not to be; asks about neither.
  explicit Ddmin(std::size_t size, DdminOptions options = {});

  /// The next subset to test; nothing once the result is 1-minimal.
  std::optional<Query> next_query() const;
  /// Takes in the outcome of that query. Requires: there is one.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

  /// How often it has begun to go through its chunks; "iterations" in picire's tables.
  std::size_t rounds() const { return rounds_; }

 private:
  enum class DdminPhase { subsets, complements, done };
  QueryRole role(QueryKind kind) const;
  void cut(std::size_t count, std::size_t first);
  void begin_round();
  void begin(DdminPhase phase);
  void end_phase();
  void refine();
  std::size_t live_from(std::size_t chunk) const;

  DdminOptions options_;
  Subset remaining_;
  std::size_t remaining_count_;
  Chunks chunks_;   // the cut of the elements that were left at the start of the round
  Subset live_;     // which of those chunks are still there
  Subset refused_;  // chunks whose complement was not interesting; for reports
  std::size_t live_count_ = 0;
  std::size_t first_ = 0;  // the live chunk whose complement is asked about first
  std::size_t chunk_ = 0;  // the one being asked about
  std::size_t asked_ = 0;  // how many have been asked about in this phase
  std::size_t rounds_ = 0;
  DdminPhase phase_ = DdminPhase::done;
  SuccessRate subset_rate_, complement_rate_;
};

}  // namespace whittle
