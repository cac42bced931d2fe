/// What real programs of a language hold and its grammar does not know, hidden from the parser.
///
/// A grammar that stumbles over `namespace std __attribute__((...)) {` gives no namespace, and
/// thousands of declarations stand in the wrong place. The parser gets blanks instead of the
/// attribute, so that all offsets stay; the tree has it as an extra node, as it has comments.
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
  std::string_view kind;     ///< of its node: a rule of the grammar
  bool begins_next = false;  ///< it belongs to what follows: `extern template class C<int>;`
};

/// In document order, side by side. What looks alike in comments and strings is listed as well.
/// Linear in the size; nothing for languages without such words (`Profile::hidden`).
std::vector<Hidden> find_hidden(const Language& language, BytesView bytes);

/// Writes blanks over what is hidden; lines stay.
void blank(const std::vector<Hidden>& hidden, Bytes& bytes);

}  // namespace whittle
