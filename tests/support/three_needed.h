/// A small search for tests of what happens around one: ddmin on a list of which three elements are
/// needed.
#pragma once

#include "algorithms/ddmin.h"
#include "schedule/list_search.h"

namespace whittle {

inline constexpr std::size_t elements = 60;

inline AnySearch search() {
  return ListSearch(Ddmin(elements));
}

inline Outcome needs_three(const Document& candidate) {
  const Subset kept = ListSearch::kept(candidate, elements);
  return outcome_of(kept.contains(5) && kept.contains(31) && kept.contains(32));
}

}  // namespace whittle
