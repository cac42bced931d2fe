/// The parsers that need no grammar. Each takes any bytes at all, in linear time, without
/// recursion.
#pragma once

#include <memory>

#include "syntax/tree.h"

namespace whittle {

/// The kinds of nodes that built-in parsers make, in the order in which `Syntax` numbers them.
enum class BuiltinKind : KindId {
  error,   ///< none of them makes any; every language has the kind
  file,    ///< the root
  group,   ///< brackets and what is between them; an S-expression
  open,    ///< the opening bracket of a group
  close,   ///< the closing one
  block,   ///< a line and the lines below it that are indented more; a section; a label's code
  line,    ///< tokens and groups up to the end of a line
  token,   ///< a word, a number, a mark
  string,  ///< in quotes
  comment,
  label,        ///< `loop:`
  directive,    ///< `.text`, `section .data`
  instruction,  ///< a line of assembly with a mnemonic
  separator,    ///< a comma or a semicolon
};

inline KindId id(BuiltinKind kind) {
  return static_cast<KindId>(kind);
}
void intern_builtin_kinds(Kinds& kinds);

/// `(a (b "c") d)`: groups, atoms, strings, comments from `;`. Brackets that do not match are
/// atoms.
std::shared_ptr<const Tree> parse_s_expressions(std::shared_ptr<const Syntax>, SharedBytes);
/// Lines under their label, labels under their section; operands between commas.
std::shared_ptr<const Tree> parse_assembly(std::shared_ptr<const Syntax>, SharedBytes);
/// Groups in brackets, indented blocks, lines, tokens.
std::shared_ptr<const Tree> parse_brackets(std::shared_ptr<const Syntax>, SharedBytes);

}  // namespace whittle
