/// CHISEL's list algorithm: delta debugging that asks about the likeliest candidate first.
///
/// K. Heo, W. Lee, P. Pashakhanloo and M. Naik, "Effective Program Debloating via Reinforcement
/// Learning", CCS 2018. The paper leaves details open; this follows the authors' program
/// (github.com/aspire-project/chisel at dfa757f, `src/core/Reduction.cpp` and
/// `ProbabilisticModel.cpp`), statement by statement:
///
/// - A round cuts the elements that are left into chunks of one size; a rest that fills no chunk
///   belongs to none. The candidates are the removal of each chunk, then the removal of all but
///   each chunk, sorted by the decision tree, the likeliest first.
/// - After a success the next round has chunks of half of the list. After a round without success
///   the size is halved; a round of single elements without success is the last.
/// - A removal that was tested once is not tested again, even if other elements were removed since.
///   So the result need not be 1-minimal.
/// - The tree is learned before each round; after 100 candidates, before every second one whose
///   number fits, and so on (`ProbabilisticModel::train`). The first sample says that everything
///   can be removed (`initialize`).
/// - A sample has a feature for each element of the whole list: 1 if it is removed
///   (`addForTraining`). A candidate that is to be sorted has a feature for each element that is
///   *left* (`sortCandidates`): after a success the tree asks about element 5 and is answered for
///   the fifth of those that are left, and beyond the last of these for an element of the next
///   candidate, which lies behind it in memory (Armadillo checks no bounds there). So the order is
///   often accidental, but it is the authors'.
///
/// One deviation: behind the last candidate their program reads memory that is not its own. We
/// read 0 there.
///
/// At most n*n + 3n queries on n elements. A value: a copy told the same outcomes asks the same
/// queries. Copies share the outcomes.
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
  /// Goes on without a test: the candidate is known not to work. The tree learns nothing from it,
  /// and it may be asked about again. Requires: there is a query.
  void skip();
  const Subset& best() const { return remaining_; }

 private:
  std::size_t parts() const { return elements_->size() / chunk_size_; }
  /// The removal of chunk c has the number c, the removal of all but that one `parts() + c`.
  Subset removal(std::uint32_t number) const;
  bool was_tested(const Subset& removed) const;
  bool is_time_to_learn() const;
  void learn();
  std::vector<double> likelihoods(const std::vector<std::uint32_t>& numbers) const;
  /// Requires: an element is left.
  void begin_round(std::size_t chunk_size);
  /// Moves on to the next candidate that was not tested before, in this round or a later one.
  void settle();

  Direction direction_;
  Subset remaining_;
  ElementList elements_;  // those that remain, in their direction
  std::size_t chunk_size_ = 0;
  struct Candidate {
    std::uint32_t number;
    double likelihood;
  };
  std::shared_ptr<const std::vector<Candidate>> line_;  // the candidates of a round
  std::size_t next_ = 0;                                // in the line
  std::uint32_t rounds_ = 0;
  std::size_t candidates_ = 0;  // passed in all rounds, tested or not
  std::vector<std::shared_ptr<const DecisionTree::Sample>> history_;
  std::shared_ptr<const DecisionTree> tree_;
};

}  // namespace whittle
