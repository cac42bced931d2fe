/// Several algorithms one after the other, and again until nothing changes.
///
///     Chain chain(Elements(count), {ddmin, one_minimal}, Repeat::until_nothing_goes);
///
/// Each stage sees only the elements that the previous stage left, numbered from 0; a
/// forest stays a forest. Repeating a whole chain until it removes nothing more is what picire
/// calls dd*.
///
/// A value: a copy told the same outcomes asks the same queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

/// Makes a stage's reduction. `round` counts how often the chain was completed before, so that
/// randomized algorithms can use another seed in each round.
using MakeReduction = std::function<AnyReduction(Elements elements, std::size_t round)>;

enum class Repeat { once, until_nothing_goes };

class Chain {
 public:
  /// Takes all elements together to be interesting. Requires: a stage at least.
  Chain(Elements elements, std::vector<MakeReduction> stages, Repeat repeat = Repeat::once);

  std::optional<Query> next_query() const { return query_ahead(0); }
  /// The queries that its current stage has settled; nothing beyond the end of the stage.
  std::optional<Query> query_ahead(std::size_t index) const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return best_; }

 private:
  void begin_stage();
  void end_finished_stages();
  Subset widen(const Subset& of_stage) const;

  Elements elements_;
  std::shared_ptr<const std::vector<MakeReduction>> stages_;
  Repeat repeat_;
  std::size_t stage_ = 0;
  std::uint32_t step_ = 0;  // counts all stages of all rounds
  std::size_t round_ = 0;
  std::size_t count_at_round_;           // how many elements were left as the round began
  ElementList members_;                  // of the stage, by our numbers; none: all of ours
  std::optional<AnyReduction> running_;  // none once all is done
  Subset best_;
};

/// The elements that are left of `elements` if only `kept` stay, with new numbers; and their old
/// numbers. In a forest, the elements below a removed one are removed as well, and each weight is
/// reduced by the weight that was removed below it.
struct Restriction {
  Elements elements;
  ElementList members;
};
Restriction restrict_to(const Elements& elements, const Subset& kept);

}  // namespace whittle
