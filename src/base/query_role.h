/// The purpose of a query in its algorithm. For reports and studies only: no decision depends on
/// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace whittle {

/// The papers use "complement" in two ways. Here it has the meaning of the ddmin paper: the
/// complement of a part is everything but that part. ("Toward a Better Understanding of
/// Probabilistic Delta Debugging" calls our `subset` a complement, in its Figure 2.)
enum class QueryKind : std::uint8_t {
  subset,       ///< keeps one part and removes all others
  complement,   ///< removes one part of several elements
  single,       ///< removes one part, which is a single element
  revisit,      ///< asks again about a refused removal, after another removal succeeded
  search,       ///< removes a part of something that cannot be removed as a whole
  combination,  ///< removes together all parts that could each be removed alone
  merge_proof,  ///< asks about removals that each worked and were merged without a test
  none,         ///< removes everything
  repair,       ///< asks again, with the elements that a refused candidate lacked
};

/// A part that can be removed is a `single` or a `complement`.
constexpr QueryKind removal_of(std::size_t elements) {
  return elements == 1 ? QueryKind::single : QueryKind::complement;
}

/// The name of a kind in the events: "merge-proof".
constexpr std::string_view name_of(QueryKind kind) {
  switch (kind) {
    case QueryKind::subset:
      return "subset";
    case QueryKind::complement:
      return "complement";
    case QueryKind::single:
      return "single";
    case QueryKind::revisit:
      return "revisit";
    case QueryKind::search:
      return "search";
    case QueryKind::combination:
      return "combination";
    case QueryKind::merge_proof:
      return "merge-proof";
    case QueryKind::none:
      return "none";
    case QueryKind::repair:
      return "repair";
  }
  return {};
}

struct QueryRole {
  QueryKind kind = QueryKind::complement;
  /// Counts from 0 how often the algorithm has gone through the elements. For ProbDD: how often the
  /// first element of this query was tried before.
  std::uint32_t round = 0;
  /// How many parts the elements are cut into (the granularity); 0 if the algorithm does not cut.
  std::uint32_t parts = 0;
  /// Which of them is asked about, from 0.
  std::uint32_t part = 0;
  /// Which of several algorithms asks that work one after the other (see `Chain`), from 0.
  std::uint32_t step = 0;

  friend bool operator==(const QueryRole&, const QueryRole&) = default;
};

}  // namespace whittle
