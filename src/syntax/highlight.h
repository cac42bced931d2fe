/// Parts of a text by their kind, for colours. The kinds come from the names of the nodes and
/// tokens of the tree.
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/tree.h"

namespace whittle {

struct Highlighted {
  enum class Kind : std::uint8_t { comment, string, number, keyword, type, directive };
  std::uint32_t begin = 0, end = 0;  ///< bytes of the text
  Kind kind = Kind::comment;
};

/// In order, without overlaps; all other text is plain.
std::vector<Highlighted> highlight(const Tree& tree);

}  // namespace whittle
