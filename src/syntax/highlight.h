/// Which parts of a text are what, for colours: by the names of the nodes and tokens of its tree.
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

/// In order, none touching the same bytes as another; what is in none is plain text.
std::vector<Highlighted> highlight(const Tree& tree);

}  // namespace whittle
