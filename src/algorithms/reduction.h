/// A reduction algorithm: a value that asks about subsets and is told outcomes.
///
///     AnyReduction reduction = Ddmin(edits.size());
///     while (auto query = reduction.next_query())
///       reduction.observe(ask(*query));
///     use(reduction.best());
///
/// An algorithm knows elements by number and weight, and nothing else: no process, file, thread,
/// clock or global random state. A copy told the same outcomes asks the same queries, which
/// makes testing ahead exact. All elements together are assumed to be interesting, and are never
/// asked about.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/any_value.h"
#include "base/lack.h"
#include "base/outcome.h"
#include "base/query_role.h"
#include "base/subset.h"

namespace whittle {

/// A subset an algorithm wants tested.
struct Query {
  Subset kept;
  /// The likelihood, in the algorithm's opinion, that it is interesting; in [0, 1]. The scheduler
  /// uses it to choose the tests that run ahead; no result may depend on it.
  double likelihood = 0.5;
  /// For reports.
  QueryRole role = {};

  friend bool operator==(const Query&, const Query&) = default;
};

/// All that an algorithm is told of the elements. Copies share it.
class Elements {
 public:
  static constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();

  /// `count` elements of weight 1.
  explicit Elements(std::size_t count)
      : weights_(std::make_shared<const std::vector<Weight>>(count, Weight{1})) {}
  explicit Elements(std::vector<Weight> weights)
      : weights_(std::make_shared<const std::vector<Weight>>(std::move(weights))) {}
  /// A forest: removing an element removes all below it as well. Parents come before children;
  /// `no_parent` marks a root. A weight includes the elements below.
  Elements(std::vector<Weight> weights, std::vector<std::uint32_t> parents)
      : weights_(std::make_shared<const std::vector<Weight>>(std::move(weights))),
        parents_(std::make_shared<const std::vector<std::uint32_t>>(std::move(parents))) {}

  std::size_t count() const { return weights_->size(); }
  Weight weight(std::size_t element) const { return (*weights_)[element]; }
  const std::vector<Weight>& weights() const { return *weights_; }
  bool is_forest() const { return parents_ != nullptr; }
  /// Requires: `is_forest()`.
  std::uint32_t parent(std::size_t element) const { return (*parents_)[element]; }

  /// Adds how likely each element can be removed alone, if anything is known of that. An algorithm
  /// may ask about other groups then; most do not care.
  Elements with_chances(std::vector<float> chances) const {
    Elements elements = *this;
    elements.chances_ = std::make_shared<const std::vector<float>>(std::move(chances));
    return elements;
  }
  /// Adds that hardly any element depends on another. The same holds for this: an algorithm may go
  /// for large groups first, in any order.
  Elements that_are_independent() const {
    Elements elements = *this;
    elements.are_independent_ = true;
    return elements;
  }
  bool are_independent() const { return are_independent_; }
  bool has_chances() const { return chances_ != nullptr; }
  /// Between 0 and 1. Requires: `has_chances()`.
  double chance(std::size_t element) const { return (*chances_)[element]; }

 private:
  std::shared_ptr<const std::vector<Weight>> weights_;
  std::shared_ptr<const std::vector<std::uint32_t>> parents_;
  std::shared_ptr<const std::vector<float>> chances_;
  bool are_independent_ = false;
};

/// The interface of every algorithm.
///
/// - `next_query()` is pure: asking twice gives the same question; nothing once it is done.
/// - `observe(outcome)` tells the outcome of that query. Requires: there is one.
/// - `best()` is the smallest subset known to be interesting.
///
/// An algorithm may have settled on several queries, whatever their outcomes are (see gallop's
/// width). It then also gives `query_ahead(index)`: the query that will be asked after `index` more
/// outcomes, or nothing if that is not settled. `query_ahead(0)` is `next_query()`.
template <typename T>
concept Reduction = requires(const T& asked, T& told, Outcome outcome) {
  { asked.next_query() } -> std::same_as<std::optional<Query>>;
  {told.observe(outcome)};
  { asked.best() } -> std::convertible_to<const Subset&>;
}
// Must stay last. Whether a type that converts to AnyReduction is copyable depends on whether it is
// a Reduction: asked first, the concept would depend on itself.
&&std::copyable<T>;

template <typename T>
concept AsksAhead = Reduction<T> && requires(const T& asked, std::size_t index) {
  { asked.query_ahead(index) } -> std::same_as<std::optional<Query>>;
};

/// An algorithm that can use the reason of a refusal (see closure). `explain(needs)` returns
/// whether it asks again, with the missing pieces. If not, nothing has changed, and the refusal
/// must still be observed.
template <typename T>
concept TakesNeeds = Reduction<T> && requires(T& told, std::vector<Lack> needs) {
  { told.explain(std::move(needs)) } -> std::same_as<bool>;
};

/// An algorithm that does not learn from candidates that nobody tests (see chisel). `skip()` goes
/// on to its next query. All others observe that the candidate is uninteresting.
template <typename T>
concept PassesOver = Reduction<T> && requires(T& told) {
  {told.skip()};
};

/// A reduction that may end although it has more to ask (see `WhileItPays`).
template <typename T>
concept GivesUp = Reduction<T> && requires(const T& asked) {
  { asked.gave_up() } -> std::same_as<bool>;
};

/// Holds a reduction of any kind, as a value.
class AnyReduction {
 public:
  template <typename T>
  requires(!std::same_as<T, AnyReduction> && Reduction<T>)
      AnyReduction(T reduction)  // NOLINT(google-explicit-constructor): any reduction is one
      : held_(ReductionModel<T>(std::move(reduction))) {}

  std::optional<Query> next_query() const { return held_->query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const { return held_->query_ahead(index); }
  void observe(Outcome outcome) { held_->observe(outcome); }
  /// The query cannot be interesting, for a reason that the algorithm does not know, and is not
  /// tested.
  void skip() { held_->skip(); }
  /// False for an algorithm that cannot use them.
  bool explain(std::vector<Lack> needs) { return held_->explain(std::move(needs)); }
  const Subset& best() const { return held_->best(); }
  /// Whether it has ended although it has more to ask.
  bool gave_up() const { return held_->gave_up(); }

 private:
  struct ReductionInterface {
    virtual ~ReductionInterface() = default;
    virtual std::optional<Query> query_ahead(std::size_t index) const = 0;
    virtual void observe(Outcome outcome) = 0;
    virtual void skip() = 0;
    virtual bool explain(std::vector<Lack> needs) = 0;
    virtual const Subset& best() const = 0;
    virtual bool gave_up() const = 0;
  };
  template <typename T>
  struct ReductionModel final : ReductionInterface {
    explicit ReductionModel(T reduction) : value(std::move(reduction)) {}
    std::optional<Query> query_ahead(std::size_t index) const override {
      if constexpr (AsksAhead<T>) return value.query_ahead(index);
      if (index > 0) return std::nullopt;
      return value.next_query();
    }
    void observe(Outcome outcome) override { value.observe(outcome); }
    void skip() override {
      if constexpr (PassesOver<T>)
        value.skip();
      else
        value.observe(Outcome::uninteresting);
    }
    bool explain(std::vector<Lack> needs) override {
      if constexpr (TakesNeeds<T>) return value.explain(std::move(needs));
      return false;
    }
    const Subset& best() const override { return value.best(); }
    bool gave_up() const override {
      if constexpr (GivesUp<T>) return value.gave_up();
      return false;
    }
    T value;
  };
  AnyValue<ReductionInterface> held_;
};

}  // namespace whittle
