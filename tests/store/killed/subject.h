/// What `reduce_slowly` reduces, and what the test that kills it expects of the result.
#pragma once

#include "algorithms/ddmin.h"
#include "schedule/list_search.h"

namespace whittle {

constexpr std::size_t subject_size = 150;

inline AnySearch subject_search() {
  return ListSearch(Ddmin(subject_size));
}

inline Outcome subject_outcome(const Document& candidate) {
  const Subset kept = ListSearch::kept(candidate, subject_size);
  return outcome_of(kept.contains(3) && kept.contains(29) && kept.contains(30) &&
                    kept.contains(71));
}

}  // namespace whittle
