/// The edits that a pass found in a document, and the relations between them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "document/edit.h"

namespace whittle {

/// A dependency between edits: as long as edit `user` is not applied, at least one of `any_of` must
/// not be applied either. For example, a statement that mentions a name needs one declaration of
/// it.
struct Need {
  /// The user is a part of the document that no edit removes.
  static constexpr std::uint32_t everybody = Separated::no_edit;
  std::uint32_t user = everybody;
  std::vector<std::uint32_t> any_of = {};

  friend auto operator<=>(const Need&, const Need&) = default;
};

/// The edits can be applied in any combination; where two cannot (two ways to rewrite one place),
/// the pass lists the better one, and the other when it is asked again.
///
/// `rows`, `not_all`, `parents`, `counts` and `needs` name edits by their number in `edits`.
/// `filter` and `join` are the only places that renumber them.
struct Found {
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  std::vector<Edit> edits;
  Joining joining = Joining::separated;
  std::vector<Separated> rows;
  /// Groups of edits that must not all be applied, because the grammar wants at least one item,
  /// unless an edit around the group is applied.
  std::vector<std::vector<std::uint32_t>> not_all = {};
  /// For each edit, an earlier edit whose changes include its own. Empty: each edit is one change,
  /// and the ranges say which lies in which.
  std::vector<std::uint32_t> parents = {};
  std::vector<Counted> counts = {};  ///< numbers that edits lower
  std::vector<Need> needs = {};      ///< combinations that break one of these are not tested
  /// Whether an edit can be applied hardly depends on which other edits are applied.
  bool are_independent = false;

  /// Takes out the edits for which `stays` returns false. It is called once for each edit, in
  /// order.
  void filter(const std::function<bool(std::size_t number, const Edit& edit)>& stays);
  /// Makes one edit of all edits with the same new number, and takes out those without one
  /// (`Separated::no_edit`). Requires: the first uses of the new numbers are in their order.
  void join(const std::vector<std::uint32_t>& numbers);
};

/// The edits, ready to be chosen from.
EditList edit_list(const Document& document, Found found);

}  // namespace whittle
