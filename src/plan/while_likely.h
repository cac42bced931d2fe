/// Ends a list as soon as it shows that no more of it can be applied: rule C of `plan/hopeless.h`,
/// inside a list.
///
/// A list of some hundred edits that are all unlikely (the characters of words that cannot be
/// removed) would be asked about to its end, since what it shows is counted only then.
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

#include "algorithms/reduction.h"
#include "learn/chances.h"

namespace whittle {

class WhileLikely {
 public:
  /// `chance`: the mean over the elements; `heaviest`: the most that one of them weighs.
  WhileLikely(AnyReduction inner, double chance, Weight heaviest)
      : inner_(std::move(inner)), chance_(chance), heaviest_(static_cast<double>(heaviest)) {}

  std::optional<Query> next_query() const { return query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const {
    // What is asked after more refusals is settled only if those would not end the list.
    if (is_hopeless(asked_ + static_cast<double>(index))) return std::nullopt;
    return inner_.query_ahead(index);
  }
  /// Requires: there is a query.
  void observe(Outcome outcome) {
    assert(!is_hopeless(asked_));
    asked_ += 1;
    if (outcome == Outcome::interesting) went_ += 1;
    inner_.observe(outcome);
  }
  const Subset& best() const { return inner_.best(); }

 private:
  bool is_hopeless(double asked) const {
    return asked >= unlikely::enough &&
           unlikely::is(unlikely::rate(went_, asked, chance_), heaviest_);
  }

  AnyReduction inner_;
  double chance_, heaviest_;
  double asked_ = 0, went_ = 0;
};

}  // namespace whittle
