/// Reductions that plans put around a list algorithm, or in its place.
///
/// The published algorithms assume that an empty list is not interesting and never ask about it. On
/// a level of a tree that is often wrong: all statements of a block may be removed. `AndNone` asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"
#include "passes/found.h"

namespace whittle {

/// Asks about keeping no element: before the algorithm inside starts, or after it has ended with
/// one element.
class AndNone {
 public:
  enum class When { first, last };
  AndNone(AnyReduction inner, When when);

  std::optional<Query> next_query() const { return query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return none_ ? *none_ : inner_.best(); }

 private:
  bool asks_none() const;

  AnyReduction inner_;
  When when_;
  bool asked_ = false;
  std::optional<Subset> none_;  // set when that is known to be interesting
};

/// Skips queries that are known not to be interesting.
class OnlyWhere {
 public:
  using IsAllowed = std::function<bool(const Subset& kept)>;
  OnlyWhere(AnyReduction inner, IsAllowed is_allowed);

  std::optional<Query> next_query() const { return query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  /// Requires: there is a query.
  void skip();
  const Subset& best() const { return inner_.best(); }

 private:
  void pass_over_forbidden();

  AnyReduction inner_;
  std::shared_ptr<const IsAllowed> is_allowed_;
};

/// Never asks about removing all elements of a group together: a declaration must keep one name. A
/// group may be removed with an element around it; `parents` as in `Elements`, or empty.
OnlyWhere not_all(AnyReduction inner, std::vector<std::vector<std::uint32_t>> groups,
                  std::vector<std::uint32_t> parents);

/// Never asks about keeping an element without the elements it needs; see `Need`.
OnlyWhere none_dangling(AnyReduction inner, std::vector<Need> needs);

/// Lets an algorithm continue as long as its successes pay for its tests. Each test costs a share
/// of the current document, and a success earns the weight that it removes. The credit starts at
/// `unpaid_tests` tests and never exceeds that, so that one great success does not pay for a
/// hundred later tests without success.
class WhileItPays {
 public:
  struct Terms {
    double document;  ///< its weight, with all elements
    double price;     ///< of a test, as a share of the document
    std::size_t unpaid_tests;
  };
  WhileItPays(AnyReduction inner, std::vector<Weight> weights, Terms terms);

  std::optional<Query> next_query() const { return query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return inner_.best(); }
  bool gave_up() const { return credit_ <= 0 && inner_.next_query(); }

 private:
  double weight_of_best() const;

  AnyReduction inner_;
  std::shared_ptr<const std::vector<Weight>> weights_;
  Terms terms_;
  double credit_;  // in tests
};

/// Removes at most one element: the first, in their order, that can be removed alone. For edits
/// that are alternatives, such as several ways to rewrite one place.
class FirstOf {
 public:
  explicit FirstOf(std::size_t size) : best_(Subset::all(size)) {}

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return best_; }

 private:
  Subset best_;
  std::size_t next_ = 0;
};

}  // namespace whittle
