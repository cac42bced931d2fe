/// Words that real programs contain but the grammar does not know are hidden from the parser.
///
/// If a grammar fails on `namespace std __attribute__((...)) {`, there is no namespace in the tree,
/// and thousands of declarations are in the wrong place. The parser gets blanks instead of the
/// attribute, so that all offsets stay; the tree has the attribute as an extra node, like a
/// comment.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "syntax/languages.h"

namespace whittle {

struct Hidden {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string_view kind;  ///< the kind of its node: a rule of the grammar
  /// It belongs to the node that follows: `extern template class C<int>;`.
  bool begins_next = false;
};

/// The hidden words in document order, without overlaps. Look-alikes in comments and strings are
/// listed as well. Linear in the size; empty for languages without such words (`Profile::hidden`).
std::vector<Hidden> find_hidden(const Language& language, BytesView bytes);

/// Overwrites hidden words with blanks; line ends stay.
void blank(const std::vector<Hidden>& hidden, Bytes& bytes);

}  // namespace whittle
