/// closure: binary reduction of a graph of dependencies.
///
/// C. G. Kalhauge and J. Palsberg, "Binary Reduction of Dependency Graphs", ESEC/FSE 2019.
///
/// Other algorithms remove elements and learn from refusals what needs what. This one is told
/// (`graph/graph.h`), and keeps: a candidate is the closure of a few roots, the roots with all
/// that they need, and everything else is removed. One declaration in a file of 400,000 tokens may
/// need 6,000 of them, so a handful of tests can remove nearly all of it.
///
/// - Is the closure of the roots found so far interesting? At first there are none. If it is, the
///   search is over.
/// - If not, the pieces are put in order, and the closure is extended by one after the other. Each
///   prefix of that order gives a closed set that contains the one before it. The shortest prefix
///   that is interesting is looked for: first with prefixes four times as long each, as long as
///   they also get heavier, then by halves. Its last piece is the next root. All that is not in
///   that prefix's closure is removed for good, and the first question is asked again.
/// - Four phases: with all edges, from the end of the document to its front, since what comes last
///   uses the rest; without the loose ones; with the tight edges only; and with those from the
///   front to the end, which finds the needed piece itself where the phase before found a user of
///   it. Each works on what the one before it left.
/// - A phase with fewer edges begins with the roots of the one before it. If these are no longer
///   enough, they lack something that the edges left out lead to, mostly nearby: so pieces come in
///   the order of their distance from the roots, along the edges of the phase before.
/// - Before the first root is known, tight closures, which are small and quickly tested, are asked
///   about in turn with those with bodies and with loose ones. The phases before the one that is
///   interesting first are left out.
/// - Whoever asks may know why a candidate was refused (a compiler says what it lacks), and call
///   `explain` instead of `observe`. The needs are edges from then on, and the same prefix is asked
///   about again with what it lacked, at most `most_repairs` times.
/// - Where that does not pay it ends: after `patience` questions during which the weight was not
///   halved, repairs not counted. Finding a root takes about 1.5 log2(n) questions, so that is
///   about two roots in vain.
///
///     ClosureReduction closure(graph);
///     while (auto query = closure.next_query())
///       closure.observe(ask(*query));
///     use(closure.best());
///
/// Promise: `best()` was asked about and interesting (or is everything), whether the test is
/// monotone or not, and it is closed. If the test wants certain pieces, and edges point to
/// earlier pieces only, it is exactly the closure of these, given enough patience.
/// Cost: at most 2 + log4(n) + log2(n) questions for each root, and at most `patience` for each
/// halving of the weight; with repairs, up to `most_repairs` more for each. A root or a repair
/// takes time linear in the graph, a question in what it keeps.
///
/// Left out of the paper: it orders pieces by the size of their closures. Document order is free,
/// and finds the user's own code, which stands last, with the first questions.
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
  /// The query was refused because these needs are not met. Says whether it asks again with what
  /// was missing; if not, nothing is changed, and the refusal is still to be observed. Requires:
  /// there is a query.
  bool explain(std::vector<Lack> needs);
  const Subset& best() const { return *best_; }

 private:
  /// In which pieces are added, in a whole phase.
  struct Order {
    std::vector<Graph::Id> pieces;
    std::vector<std::uint32_t> place;  // by piece
  };
  /// Closures that are extended piece by piece, shared by all copies.
  struct Round {
    std::vector<Graph::Id> kept;       // in the order in which they came
    std::vector<std::uint32_t> count;  // of prefix k: how many of `kept`
    std::vector<std::uint64_t> weight;
    std::vector<Graph::Id> last;  // the piece that prefix k > 0 adds
    std::size_t longest() const { return count.size() - 1; }
  };
  /// A round, and what is known of its prefixes.
  struct Search {
    Strength strength = Strength::tight;
    std::shared_ptr<const Round> round;
    std::size_t low = 0;   // the longest one refused
    std::size_t high = 0;  // the shortest one that was interesting
    std::size_t leap() const;
    bool can_pay() const;
    bool is_nearly_all(std::size_t length) const;
  };
  enum class Phase { loose, bodies, tight, forward, done };
  static Phase phase_of(Strength strength);

  std::shared_ptr<const Order> make_order(std::vector<Graph::Id> pieces) const;
  std::vector<Graph::Id> by_distance(Strength strength) const;
  Search make_search(Strength strength) const;
  std::size_t place_of(const Search& old, std::size_t length, const Search& now) const;
  Search remade(const Search& old) const;
  void begin_round();
  void next_phase();
  void choose();
  Subset prefix(std::size_t length) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const std::vector<Graph::Id>> pinned_;
  std::size_t patience_;
  std::shared_ptr<const Subset> best_;
  Phase phase_ = Phase::loose;
  std::shared_ptr<const Order> order_;  // of this phase
  std::vector<Graph::Id> roots_;        // the same
  Search now_;
  std::vector<Search> in_turn_;  // with fewer edges, while no root is known; the next one first
  std::size_t asks_ = 0;         // the prefix that is asked about
  bool galloping_ = true;
  std::size_t repairs_ = 0;                      // of the question
  std::shared_ptr<const Subset> refused_start_;  // the last refused closure of no roots
  std::uint64_t weight_at_halving_ = 0;
  std::size_t since_halving_ = 0;  // questions
};

}  // namespace whittle
