/// The edits that a pass found in a document, and the relations between them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "document/edit.h"

namespace whittle {

/// As long as edit `user` is not applied, at least one of `any_of` must not be applied either: one
/// declaration must stay for a statement that mentions the name.
struct Need {
  /// Something that no edit removes.
  static constexpr std::uint32_t everybody = Separated::no_edit;
  std::uint32_t user = everybody;
  std::vector<std::uint32_t> any_of = {};

  friend auto operator<=>(const Need&, const Need&) = default;
};

/// The edits can be applied in any combination; where two cannot (two ways to rewrite one place),
/// the pass lists the better one, and the other when it is asked again.
///
/// `rows`, `not_all`, `parents`, `counts` and `needs` name edits by their number in `edits`.
/// `filter` is the one place that takes edits out and renumbers all of them.
struct Found {
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  std::vector<Edit> edits;
  Joining joining = Joining::separated;
  std::vector<Separated> rows;
  /// Groups of edits of which the grammar wants at least one not to be applied, unless an edit
  /// around them is.
  std::vector<std::vector<std::uint32_t>> not_all = {};
  /// For each edit the earlier one that does all that it does and more. Empty: what the ranges say,
  /// if each edit is one change.
  std::vector<std::uint32_t> parents = {};
  std::vector<Counted> counts = {};  ///< numbers that go down with the edits
  std::vector<Need> needs = {};      ///< combinations that break one of these are not tested
  /// Whether an edit can be applied hardly depends on which others are.
  bool are_independent = false;

  /// Takes out the edits that `stays` refuses. It is asked about each edit once, in their order.
  ///
  /// The other edits keep their meaning. The item of an edit that was taken out stays in its row
  /// and is no longer counted. A group with such an edit is dropped, because one of its items stays
  /// anyway. The parent of an edit is its nearest ancestor that was not taken out.
  void filter(const std::function<bool(std::size_t number, const Edit& edit)>& stays);
};

/// The edits, ready to be chosen from.
EditList edit_list(const Document& document, Found found);

}  // namespace whittle
