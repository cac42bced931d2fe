/// CHISEL's learned policy: delta debugging that asks about the likeliest candidate first.
///
/// K. Heo, W. Lee, P. Pashakhanloo and M. Naik, "Effective Program Debloating via Reinforcement
/// Learning", CCS 2018.
///
/// Cuts what is left into chunks as ddmin does: each chunk alone and all but each chunk are
/// candidates. The next one asked about is not the next in order but the one that a decision tree,
/// learned from all outcomes so far, takes to be the likeliest; without outcomes the order is
/// ddmin's. Cuts finer when no candidate is left. Ends when no single element can be removed while
/// another stays (1-minimal), after at most n*n + 3n queries on n elements.
///
/// The tree is learned again after a success and whenever the outcomes have become an eighth more.
/// The paper samples when to learn; this does not, so that a run can be repeated. What the paper's
/// tool adds around it (dependencies, dead code, globals before statements) is
/// `plan/debloat/debloat.h`.
///
/// A value: a copy told the same outcomes asks the same queries. Copies share the outcomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/decision_tree.h"
#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

class Chisel {
 public:
  explicit Chisel(std::size_t size, Direction direction = Direction::forward);

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

 private:
  /// Candidates have numbers: chunk c alone is c, all but chunk c is `chunks_.count() + c`.
  Subset candidate(std::uint32_t number) const;
  std::size_t chunk_of(std::uint32_t number) const { return number % chunks_.count(); }
  bool is_subset(std::uint32_t number) const { return number < chunks_.count(); }
  void cut(std::size_t count);
  void learn();
  /// Sorts the candidates that are left, the likeliest first.
  void line_up();

  Direction direction_;
  Subset remaining_;
  std::size_t remaining_count_;
  Chunks chunks_;
  std::shared_ptr<const std::vector<std::uint32_t>> line_;  // candidates, the next one at `next_`
  std::size_t next_ = 0;
  std::uint32_t rounds_ = 0;
  std::vector<std::shared_ptr<const DecisionTree::Sample>> history_;
  std::shared_ptr<const DecisionTree> tree_;
  std::size_t learned_ = 0;  // how long the history was then
};

}  // namespace whittle
