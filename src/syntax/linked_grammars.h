/// Grammars that are part of the program: all of them in the static build (`make static`), none in
/// other builds, which load modules.
#pragma once

#include <span>
#include <string_view>

struct TSLanguage;

namespace whittle {

struct LinkedGrammar {
  std::string_view name;  ///< as in the function tree_sitter_NAME
  const TSLanguage* (*parser)();
  std::string_view grammar;  ///< the text of its grammar.json
  std::string_view symbols;  ///< the text of the file NAME.symbols, which lies beside a module
};

std::span<const LinkedGrammar> linked_grammars();

}  // namespace whittle
