/// gallop, our own: adaptive group testing that learns how far apart needed elements lie.
///
/// The published algorithms choose group sizes by a fixed schedule. If a group can be removed
/// exactly when none of its members is needed, finding m needed elements of n is group testing, and
/// every algorithm needs at least log2 C(n, m) questions. gallop asks 6 to 11 % more than that when
/// needed elements are scattered, and fewer when they are not, because it learns where they are
/// (bench/simulate).
///
/// It is a composition of values, each in a header of `gallop/`:
///
/// - **The pool** (element_pool.h) is visited from the end to the front, so that uses are removed
///   before the definitions that they use. On a forest it begins with the roots, and a needed
///   element is replaced in it by its children (nesting.h). So the whole forest is visited from its
///   end to its front, and groups reach across parents and levels.
/// - **The odds** (need_odds.h) size each group so that it succeeds about half of the time. They
///   are learned from each element's distance to the last needed one and from its weight: after a
///   row of successes the groups double; inside a cluster they are single elements.
/// - **The narrowing search** (narrowing_search.h) looks into a failed group at once, by halves,
///   for the first element that cannot be removed. The elements after it go back to the pool.
/// - **The sieve** (weight_sieve.h) lets every element that weighs 1/32 of the total or more come
///   first, the heaviest first. On a list this is repeated with the rest, until no element is that
///   heavy.
/// - **Elements found needed** (needed_elements.h) may have become removable by later removals. For
///   monotone tests that cannot happen, so only a small sample is tried again at the end. If one of
///   the sample can be removed, all are tried again, and so on while that pays.
/// - **The strides** (strides.h) come before the groups if the elements hardly depend on each other
///   (`Elements::that_are_independent`). With 5 of 1,000 needed, 264 are left after 20 questions
///   instead of 588, and half as much is tested in all; it takes up to 18 % more questions
///   (bench/simulate). They also follow a **leap** (leaps.h) that shows a chaotic test. Where one
///   in five candidates is interesting, 40 of 1,000 elements are left after 800 questions instead
///   of 820; on tests that are not chaotic, leaps cost 2 % (bench/simulate).
/// - **The ledger of merges** (merge_ledger.h) and **the trial of the width** (width_trial.h) are
///   for a width:
///
/// With `width` W > 1 it keeps W questions outstanding, about disjoint groups. Two removals that
/// each work nearly always work together. So successes are merged without a test, and later
/// questions build on the merged subset; each success proves the merge that its question was built
/// on. When failures pile up on an unproven merge, or nothing else is left to ask, the merge itself
/// is asked about. If it fails, the merged elements are a failed group like any other, searched by
/// halves from the last proven subset, and failures that were built on it are ignored. When there
/// is less to ask than W, failed groups are cut into more than two parts, asked about side by side.
/// The questions depend on W and the outcomes, never on time.
///
///     Gallop gallop(Elements(edits.size()));
///     while (auto query = gallop.next_query())
///       gallop.observe(ask(*query));
///     use(gallop.best());
///
/// Promise: `best()` was asked about and interesting (or is everything). For monotone tests it is
/// 1-minimal; for others, follow it by a one-minimal sweep.
/// Cost: at width 1, the first round over n elements of which m prove needed asks at most
/// n - m + m * (1 + log2 n) queries, about m * log2(n / m) + 1.5 * m if they are scattered; later
/// rounds try at most 16 n elements in all, samples aside. A query costs O(n / 64 + the elements it
/// removes): 23 us at n = 100,000. Copies share all lists.
///
/// Where uses come after definitions, a width does harm: a definition cannot be removed while the
/// question about its use is still open. Up to a width of 22, where asking one question at a time
/// and testing ahead is sooner on such lists, gallop notices it and asks one at a time from then
/// on (width_trial.h). Where merging is sooner, it leaves more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/choices.h"
#include "algorithms/gallop/element_pool.h"
#include "algorithms/gallop/leaps.h"
#include "algorithms/gallop/merge_ledger.h"
#include "algorithms/gallop/narrowing_search.h"
#include "algorithms/gallop/need_odds.h"
#include "algorithms/gallop/needed_elements.h"
#include "algorithms/gallop/nesting.h"
#include "algorithms/gallop/open_questions.h"
#include "algorithms/gallop/strides.h"
#include "algorithms/gallop/weight_sieve.h"
#include "algorithms/gallop/width_trial.h"
#include "algorithms/reduction.h"

namespace whittle {

struct GallopOptions {
  std::size_t width = 1;  ///< how many questions to keep outstanding; at least 1
  bool narrows = true;    ///< to one question at a time if merging asks too many
  Direction direction = Direction::backward;
  /// At the end, tries again the elements that it found needed. Not worth it if all remaining
  /// elements are listed again later.
  bool revisits = true;
};

class Gallop {
 public:
  /// Starts from all elements, which are taken to be interesting.
  explicit Gallop(Elements elements, GallopOptions options = {});

  std::optional<Query> next_query() const { return query_ahead(0); }
  /// Settled for each `index` below the width, as far as there is something to ask.
  std::optional<Query> query_ahead(std::size_t index) const;
  void observe(Outcome outcome);
  const Subset& best() const { return ledger_.best(); }

 private:
  /// The rounds, in this order; `strides` may follow any of them and leads to `again`.
  enum class GallopRound { coarse, spread, fine, strides, probe, again, done };
  /// The yield of a round over elements that were found needed before.
  struct RoundYield {
    std::size_t tried = 0;        // how many elements the round tries
    std::size_t kept_before = 0;  // how many elements were kept when it began
    bool pays(std::size_t kept_now) const;
  };

  void fill();
  bool ask_something();
  bool ask_part();
  bool ask_leap();
  bool ask_from_pool();
  bool ask_about_merge();
  void ask(ElementGroup group, QueryKind kind, double likelihood, AskPurpose purpose = {});

  void succeeded(const OpenQuestion& question);
  void failed(const OpenQuestion& question);
  void refute(MergeStamp stamp);
  void blame(ElementGroup group, MergeStamp stamp);
  void found_needed(const ElementGroup& single, MergeStamp stamp);
  void open(std::vector<std::uint32_t> siblings);

  bool start_round();
  void next_lap();
  bool open_waiting();
  bool revisit();
  void begin_strides();
  void next_strides();

  std::vector<std::uint32_t> found_since_trial() const;
  void consider_trial();
  void begin_trial();
  void judge_trial();
  void try_again(std::vector<std::uint32_t> elements);

  std::size_t width() const;
  std::size_t part_size(std::size_t size) const;

  GallopOptions options_;
  bool are_independent_;
  Nesting nesting_;
  MergeLedger ledger_;
  OpenQuestions asked_;
  ElementPool pool_;
  NarrowingSearch search_;
  NeededElements needed_;
  NeedOdds odds_;
  WeightSieve sieve_;
  Leaps leaps_;
  Strides strides_;
  WidthTrial trial_;
  GallopRound round_ = GallopRound::coarse;
  std::uint32_t rounds_ = 0;  // begun after the first
  RoundYield yield_;
};

}  // namespace whittle
