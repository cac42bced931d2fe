/// closure: binary reduction of a graph of dependencies.
///
/// C. G. Kalhauge and J. Palsberg, "Binary Reduction of Dependency Graphs", ESEC/FSE 2019.
///
/// Other algorithms remove elements and learn from refusals which elements need which others. This
/// one knows the dependencies from a graph (`graph/graph.h`). A candidate is the closure of a few
/// roots: the roots with everything they need. All other pieces are removed. One declaration in a
/// file of 400,000 tokens may need 6,000 of them, so a few tests can remove nearly everything.
///
/// - Is the closure of the roots found so far interesting? At first there are none. If it is, the
///   search is over.
/// - If not, the pieces are put in order, and the closure is extended by one piece after another.
///   Each prefix of that order gives a closed set that contains the one before it. The search looks
///   for the shortest interesting prefix: it first quadruples the length of the prefix, as long as
///   the prefix also gets heavier, then bisects. The last piece of that prefix is the next root.
///   Everything outside the closure of that prefix is removed for good, and the first question is
///   asked again.
/// - There are four phases: with all edges, from the end of the document to its front, because
///   later pieces use earlier ones; without the loose edges; with the tight edges only; and with
///   the tight edges from the front to the end, which finds the needed piece itself where the
///   previous phase found a piece that uses it. Each phase starts from the result of the previous
///   one.
/// - A phase with fewer edges starts with the roots of the previous one. If these are no longer
///   enough, they lack something to which the omitted edges lead, usually nearby: so pieces are
///   ordered by their distance from the roots, along the edges of the previous phase.
/// - Before the first root is known, tight closures (which are small and quickly tested), closures
///   with bodies and loose closures are asked about in turn. Phases before the one whose closure is
///   interesting first are skipped.
/// - The caller may know why a candidate was refused (a compiler names the missing pieces), and
///   call `explain` instead of `observe`. The needs become edges, and the same prefix is asked
///   about again with the missing pieces, at most `most_repairs` times.
/// - The search ends early if the last `patience` questions have not halved the weight; repairs are
///   not counted. Finding a root takes about 1.5 log2(n) questions, so this is about two roots
///   without success. Where a test needs many roots, each of them removes a little. So the search
///   continues if the closure of the roots promises to halve the weight: first for `patience` more
///   questions, then if everything would be removed after `most_questions` questions at the pace
///   since the last halving.
///
///     ClosureReduction closure(graph);
///     while (auto query = closure.next_query())
///       closure.observe(ask(*query));
///     use(closure.best());
///
/// Promise: `best()` was tested and interesting (or is everything), whether the test is monotone or
/// not, and it is closed. If the test needs certain pieces, and edges point to earlier pieces only,
/// it is exactly the closure of these, given enough patience. Cost: at most 2 + log4(n) + log2(n)
/// questions for each root, and at most `patience` for each halving of the weight; with repairs, up
/// to `most_repairs` more for each. A root or a repair takes time linear in the graph, a question
/// in the pieces that it keeps.
///
/// Different from the paper: the paper orders pieces by the size of their closures. Document order
/// costs nothing, and finds the user's own code, which comes last, with the first questions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/reduction.h"
#include "graph/graph.h"

namespace whittle {

struct ClosureOptions {
  /// Questions without halving the weight after which it ends; 0: by the number of pieces.
  std::size_t patience = 0;
  /// The slowest pace at which it continues without halving the weight: so many questions to remove
  /// everything. 0: it never does.
  std::size_t most_questions = 0;
  /// Pieces that are in every candidate.
  std::vector<Graph::Id> pinned = {};
};

class ClosureReduction {
 public:
  static constexpr std::size_t most_repairs = 24;

  /// Starts from all pieces, which are taken to be interesting.
  explicit ClosureReduction(std::shared_ptr<const Graph> graph, ClosureOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  /// The query was refused because these needs are not met. Returns whether it asks again with the
  /// missing pieces. If not, nothing is changed, and the refusal must still be observed. Requires:
  /// there is a query.
  bool explain(std::vector<Lack> needs);
  const Subset& best() const { return *best_; }

 private:
  /// The order in which pieces are added, in a whole phase.
  struct PieceOrder {
    std::vector<Graph::Id> pieces;
    std::vector<std::uint32_t> place;  // by piece
  };
  /// Closures that are extended piece by piece, shared by all copies.
  struct ClosureRound {
    std::vector<Graph::Id> kept;       // in the order in which they came
    std::vector<std::uint32_t> count;  // of prefix k: how many of `kept`
    std::vector<std::uint64_t> weight;
    std::vector<Graph::Id> last;  // the piece that prefix k > 0 adds
    std::size_t longest() const { return count.size() - 1; }
  };
  /// A round, and the prefixes that are known to be refused or interesting.
  struct SearchState {
    Strength strength = Strength::tight;
    std::shared_ptr<const ClosureRound> round;
    std::size_t low = 0;   // the longest one refused
    std::size_t high = 0;  // the shortest one that was interesting
    std::size_t leap() const;
    bool can_pay() const;
    bool is_nearly_all(std::size_t length) const;
  };
  enum class ClosurePhase { loose, bodies, tight, forward, done };
  static ClosurePhase phase_of(Strength strength);

  std::shared_ptr<const PieceOrder> make_order(std::vector<Graph::Id> pieces) const;
  std::vector<Graph::Id> by_distance(Strength strength) const;
  SearchState make_search(Strength strength) const;
  std::size_t place_of(const SearchState& old, std::size_t length, const SearchState& now) const;
  SearchState remade(const SearchState& old) const;
  void begin_round();
  bool is_patient() const;
  void next_phase();
  void choose();
  Subset prefix(std::size_t length) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const std::vector<Graph::Id>> pinned_;
  std::size_t patience_;
  std::size_t most_questions_;
  std::shared_ptr<const Subset> best_;
  ClosurePhase phase_ = ClosurePhase::loose;
  std::shared_ptr<const PieceOrder> order_;  // of this phase
  std::vector<Graph::Id> roots_;             // the same
  SearchState now_;
  std::vector<SearchState>
      in_turn_;           // with fewer edges, while no root is known; the next one first
  std::size_t asks_ = 0;  // the prefix that is asked about
  bool galloping_ = true;
  std::size_t repairs_ = 0;                      // of the question
  std::shared_ptr<const Subset> refused_start_;  // the last refused closure of no roots
  std::uint64_t weight_at_halving_ = 0;
  std::size_t since_halving_ = 0;  // questions
};

}  // namespace whittle
