/// Tokens, counted by one simple rule for every language: a word, a number, a string in quotes on
/// one line, or any other visible character. What published results call "tokens left" is this.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace whittle {

struct Token {
  std::uint32_t begin;
  std::uint32_t end;
};

/// In order; what is between them is white space.
std::vector<Token> tokens_of(BytesView bytes);

}  // namespace whittle
