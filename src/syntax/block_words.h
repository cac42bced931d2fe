/// Words that continue or close an indented block, for languages without a grammar.
#pragma once

#include <string_view>

namespace whittle {

enum class BlockWord { none, continues, closes };

/// What the first word of a line does to the block before it, whose own first word is `head`:
/// `else` continues it, and `endif` closes a block that begins with `if`. Case does not count.
BlockWord block_word(std::string_view word, std::string_view head);

}  // namespace whittle
