/// gallop, our own: adaptive group testing that learns how far apart needed elements lie.
///
/// The published algorithms choose group sizes by a fixed schedule. If a group can be removed
/// exactly when none of its members is needed, finding m needed elements of n is group testing, and
/// every algorithm needs at least log2 C(n, m) questions. gallop asks 6 to 11 % more than that when
/// needed elements are scattered, and fewer when they are not, because it learns where they are
/// (bench/simulate).
///
/// - It works from the end to the front, so that uses are removed before what they use.
/// - It sizes each group so that it succeeds about half of the time. How likely each next element
///   is needed is learned on the way (`NeedOdds`), from its distance to the last needed element and
///   from its weight: close to a needed element another one is likely, far from it is not. After a
///   run of successes the groups double; inside a cluster they are single elements. If the elements
///   come with chances (`Elements::with_chances`), it starts from these.
/// - When a group fails, it is searched by halves, at once, for the first element that cannot be
///   removed; halves that can be removed are. If all elements but one could be removed, the last
///   one is needed: that query was asked already when the group failed. The elements after the
///   needed one go back to the pool.
/// - On a forest the pool begins with the roots. A needed element is replaced in the pool by its
///   children, so that the whole forest is visited from its end to its front, and groups reach
///   across parents and levels.
/// - First of all, every element that weighs 1/32 of the total or more is tried, the heaviest
///   first: the many later tests then run on less, and where one of several elements must stay, a
///   light one does. On a list this is repeated with what is left, until no element is that heavy.
/// - At the end, an element found needed early may have become removable by later removals. For
///   monotone tests that cannot happen, so only a small sample is tried. If one of the sample can
///   be removed, all are tried again, from the pool as before, and so on while that pays.
/// - If it is told that elements hardly depend on each other (`Elements::that_are_independent`),
///   their order does not matter, and a spread comes before the groups: a question about all of
///   them, then laps of strides over what is left, eight to a lap at first, and twice as many after
///   a lap in which few could be removed. What fails is not searched. It ends when strides would be
///   shorter than 16 elements. With 5 of 1,000 needed, 264 are left after 20 questions instead of
///   588, and half as much is tested in all; it takes up to 18 % more questions (bench/simulate).
/// - Some tests are chaotic: a crash that depends on layout, memory or registers is hidden by most
///   changes, and a large change succeeds hardly less often than a small one. Asking about single
///   elements is the worst choice there. So while half of all elements prove needed, four needed
///   ones are asked about together now and then: a leap. If a leap succeeds, everything left is
///   tried in strides of an eighth each, without searching those that fail; again, from another
///   place, until 16 in a row have failed, then in strides half as long. After three lengths
///   without a success it continues as above. While so many prove needed, the children of an
///   element wait until all on its level were tried. Where one in five candidates is interesting,
///   40 of 1,000 elements are left after 800 questions instead of 820; on tests that are not
///   chaotic, leaps cost 2 % (bench/simulate).
///
/// With `width` W > 1 it keeps W questions outstanding, about disjoint groups. Two removals that
/// each work nearly always work together. So successes are merged without a test, and later
/// questions build on the merged subset; each success proves the merge that its question was built
/// on. When failures pile up on an unproven merge, or nothing else is left to ask, the merge itself
/// is asked about. If it fails, the merged elements are a failed group like any other, searched by
/// halves from the last proven subset, and failures that were built on it are ignored. When there
/// is less to ask than W, failed groups are cut into more than two parts, asked about side by side.
/// What is asked depends on W and the outcomes, never on time.
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
/// rounds try at most 16 n elements in all, samples aside. A query costs O(n / 64 + what it
/// removes): 23 us at n = 100,000. Copies share all lists.
///
/// Where uses come after definitions, a width does harm: a definition cannot be removed while the
/// question about its use is still open. Up to a width of 22, where asking one question at a time
/// and testing ahead is sooner on such lists, gallop notices it and asks one at a time from then
/// on (see "Merging, or one at a time" in gallop.cc). Where merging is sooner, it leaves more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/choices.h"
#include "algorithms/reduction.h"

namespace whittle {

/// How likely elements are needed, learned on the way.
///
/// Counts, for distances 1, 2-3, 4-7 and so on from the last needed element, how many elements were
/// seen there and how many of them were needed: the hazard of a renewal process. The same for
/// weights. Where few elements were seen, the estimate is drawn towards the overall rate. The two
/// odds are multiplied. A single rate, or one that forgets, asks up to twice as many questions
/// where needed elements cluster (docs/rejected.md).
class NeedOdds {
 public:
  /// Starts as if `seen` elements had been seen, of which `needed` were.
  NeedOdds(double needed, double seen) : all_{needed, seen} {}

  void saw(std::size_t distance, Weight weight, bool needed);
  /// The probability that an element is needed.
  double need(std::size_t distance, Weight weight) const;
  /// How many of all elements were needed.
  double rate() const { return all_.needed / all_.seen; }

 private:
  static constexpr std::size_t bands = 24;
  struct Count {
    double needed = 0;
    double seen = 0;
  };
  static std::size_t band(std::size_t value);
  double odds(const Count& count) const;

  Count all_;
  std::array<Count, bands> by_distance_{};
  std::array<Count, bands> by_weight_{};
};

struct GallopOptions {
  std::size_t width = 1;  ///< how many questions to keep outstanding; at least 1
  bool narrows = true;    ///< to one question at a time if merging asks too many
  Direction direction = Direction::backward;
  /// At the end, tries again what it found needed. Not worth it if all that is left is listed again
  /// later.
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
  const Subset& best() const { return *best_; }

 private:
  /// Which children an element has, and what lies below it; shared by all copies.
  struct Forest;
  /// Removals merged so far. Larger is later.
  using Stamp = std::uint64_t;
  static constexpr Stamp refuted_stamp = std::numeric_limits<Stamp>::max();
  /// Elements [begin, end) of a shared list, in the order they are visited.
  struct Group {
    std::shared_ptr<const std::vector<std::uint32_t>> list;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t lead = 1;  // distance of the list's first element from the last needed one
    std::size_t size() const { return end - begin; }
    std::uint32_t operator[](std::size_t i) const { return (*list)[begin + i]; }
    Group take_front(std::size_t count);
  };
  /// Why a question is asked.
  struct Reason {
    std::uint64_t suspect = 0;  // whose part it is about; 0: nobody's
    bool leap = false;          // it is over elements found needed
    bool check = false;         // it is about an element that only its group's failure shows needed
  };
  /// A question that was asked; `group` is what it removes from the merged subset of that time.
  /// An empty group asks about the merged subset itself.
  struct Asked {
    std::shared_ptr<const Subset> kept;
    Group group;
    Stamp stamp = 0;  // of the merged subset it was built on
    Reason reason;
    double likelihood = 0.5;
    QueryKind kind = QueryKind::complement;
    std::uint32_t round = 0;
    bool drained = false;  // asked before the width was given up; its failure says nothing
    bool refuted = false;  // built on a merge that was found not to be interesting
  };
  /// A group known to fail. Parts of it are asked about, from the front; `rest` is what was not.
  struct Suspect {
    std::uint64_t id;
    Group rest;
    std::size_t part;         // how many elements to ask about at a time
    std::size_t pending = 0;  // parts whose outcome is open
  };
  struct Step {
    Stamp stamp;
    Group group;
  };
  struct Pin {
    std::uint32_t element;
    Stamp stamp;
  };
  enum class Round { coarse, spread, fine, strides, probe, again, done };
  enum class Narrowing { none, draining, trial, narrow };

  void fill();
  bool ask_something();
  bool ask_part();
  bool ask_leap();
  bool ask_from_pool();
  bool ask_merged();
  void ask(Group group, QueryKind kind, double likelihood, Reason reason);
  void ask(Group group, QueryKind kind, double likelihood) {
    ask(std::move(group), kind, likelihood, {});
  }
  template <typename Change>
  void change_asked(Change change);

  void succeeded(const Asked& asked);
  void failed(const Asked& asked);
  void refute(const Asked& asked);
  void suspect(Group group, Stamp stamp);
  void pin(const Group& single, Stamp stamp);
  void open(std::vector<std::uint32_t> siblings);
  void give_back(Group group);
  Group take(std::size_t count, std::size_t lead);
  bool find_heavy(const std::vector<std::uint32_t>& elements);
  bool start_round();
  bool may_narrow() const;
  bool wants_check();
  bool has_tried() const { return trial_.size() > 0; }
  void consider_narrowing();
  void begin_trial();
  void judge_trial();
  std::vector<std::uint32_t> found_needed_since(Stamp stamp) const;
  Subset try_again(std::vector<std::uint32_t> elements);
  bool begin_spread();
  void next_lap();
  void open_lap(std::vector<std::uint32_t> elements, std::size_t strides);
  void leave_pool();
  void begin_strides();
  void next_strides();

  std::size_t width() const;
  bool proven() const { return merged_ == proven_; }
  void sort(std::vector<std::uint32_t>& elements) const;
  std::size_t distance(const Group& group) const;
  std::size_t even_odds(std::size_t at, std::size_t limit) const;
  double all_free(const Group& group, std::size_t at) const;
  double need(std::size_t distance, std::uint32_t element) const;
  std::size_t part_size(std::size_t size) const;
  void erase(Subset& kept, const Group& group) const;
  Suspect* find_suspect(std::uint64_t id);

  Elements elements_;
  std::shared_ptr<const Forest> forest_;  // none for a list
  GallopOptions options_;

  // Invariant: merged_ is proven_ without steps_ later than proven_stamp_.
  std::shared_ptr<const Subset> best_;
  std::shared_ptr<const Subset> proven_;
  std::shared_ptr<const Subset> merged_;
  Stamp stamp_ = 0;
  Stamp proven_stamp_ = 0;
  std::vector<Step> steps_;
  std::size_t doubts_ = 0;  // failures in a row on an unproven merge
  std::size_t refutations_ = 0;

  std::deque<std::shared_ptr<const Asked>> asked_;  // shared: with a width, there are many
  std::vector<Suspect> suspects_;
  std::uint64_t last_suspect_ = 0;
  std::vector<Group> pool_;  // the last one is next
  std::size_t pool_size_ = 0;
  double heavy_ = 0;                  // what weighs as much is tried first
  std::vector<std::uint32_t> light_;  // and this, later
  Subset needed_;
  Subset opened_;  // whose children the pool was given
  std::vector<Pin> pins_;
  NeedOdds odds_;
  double mean_odds_ = 1;    // of being needed, by the chances that came with the elements
  double patience_ = 4;     // how many to find needed before the next leap
  std::size_t pinned_ = 0;  // since the last one

  std::size_t stride_ = 0;             // how many elements to ask about at a time
  std::vector<std::uint32_t> stayed_;  // of this round of strides
  bool went_ = false;                  // whether one of its strides could be removed
  std::size_t failed_ = 0;             // strides of this length since one could be removed
  std::size_t strides_ = 0;            // how many make a lap of a spread
  std::size_t removed_ = 0;            // how many of this lap could be removed
  std::size_t in_vain_ = 0;            // how many could not, since the last that could
  std::size_t shift_ = 0;              // by how much the first stride of a round is shorter
  std::size_t vain_ = 0;               // lengths in a row of which none could be removed

  Narrowing narrowing_ = Narrowing::none;
  std::size_t implied_ = 0;        // elements that only their group's failure shows needed
  std::size_t checked_ = 0;        // how many of these were asked about since the last trial,
  std::size_t wrong_ = 0;          // and could be removed
  std::size_t wrong_allowed_ = 2;  // before a trial
  Stamp last_trial_ = 0;           // what was found needed later was in no trial
  Subset trial_;
  std::size_t trial_size_ = 0;

  Round round_ = Round::coarse;
  std::uint32_t rounds_ = 0;     // that were begun after the first; for reports
  std::size_t round_size_ = 0;   // how many elements it tries
  std::size_t round_count_ = 0;  // how many elements were kept when it began
};

}  // namespace whittle
