/// A pass looks at a document and lists edits. That is all it does: which of them are applied, in
/// what order and on how many cores they are tested, is decided elsewhere.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "document/edit.h"
#include "document/goal.h"

namespace whittle {

class Tools;  // process/tools.h: finds and runs other programs
class Trees;  // syntax/trees.h: parses a file on demand and remembers

/// What a pass looks at. What it finds depends on nothing else.
struct Subject {
  const Document& document;
  Trees& trees;
  Tools& tools;
  Goal goal = Goal::tokens;  ///< what "smaller" means: edits that are not smaller are not listed
};

/// What it found there. The edits can be applied in any combination; where two cannot (two ways to
/// rewrite one place), the pass lists the better one, and the other when it is asked again.
struct Found {
  std::vector<Edit> edits;
  Joining joining = Joining::separated;
  std::vector<Separated> rows;
  /// Groups of edits of which the grammar wants one at least not to be applied, unless an edit
  /// around them is. Numbers of `edits`.
  std::vector<std::vector<std::uint32_t>> not_all = {};
  /// For each edit the earlier one that does all that it does and more. Empty: what the ranges say,
  /// if each edit is one change.
  std::vector<std::uint32_t> parents = {};
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};
  std::vector<Counted> counts = {};  ///< numbers that go down with the edits
};

/// The edits, ready to be chosen from.
inline EditList edit_list(const Document& document, Found found) {
  return EditList(document, std::move(found.edits), found.joining, std::move(found.rows),
                  std::move(found.counts));
}

struct Pass {
  std::string_view name;     ///< as `--only` and `--without` take it
  std::string_view summary;  ///< one line for `--list-passes`
  std::string_view applies;  ///< to what: "any input", "any text", "trees", "C, C++"
  Found (*find)(const Subject& subject);
  /// Another program is asked: finding is slow, and edits may make the document larger.
  bool external = false;
};

/// One row for each pass; `registry.cc` is the one table of them.
std::span<const Pass> passes();
/// Nothing if there is no such pass.
const Pass* find_pass(std::string_view name);

}  // namespace whittle
