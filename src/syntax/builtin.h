/// The parsers that need no grammar. Each accepts arbitrary bytes, takes linear time and does not
/// recurse.
#pragma once

#include <memory>

#include "syntax/tree.h"

namespace whittle {

/// The kinds of nodes that built-in parsers make, in the order in which `Syntax` numbers them.
enum class BuiltinKind : KindId {
  error,   ///< never made by built-in parsers, but every language has the kind
  file,    ///< the root
  group,   ///< brackets and their contents; an S-expression
  open,    ///< the opening bracket of a group
  close,   ///< the closing bracket of a group
  block,   ///< a line and the more deeply indented lines below it; a section; the code of a label
  line,    ///< tokens and groups up to the end of a line
  token,   ///< a word, a number or a mark
  string,  ///< text in quotes
  comment,
  label,        ///< `loop:`
  directive,    ///< `.text`, `section .data`
  instruction,  ///< a line of assembly with a mnemonic
  separator,    ///< a comma or a semicolon
  header,       ///< the first record of a table, which names the columns; it is never removed
};

inline KindId id(BuiltinKind kind) {
  return static_cast<KindId>(kind);
}
void intern_builtin_kinds(Kinds& kinds);

/// `(a (b "c") d)`: groups, atoms, strings, and comments that start with `;`. A bracket without a
/// partner is an atom.
std::shared_ptr<const Tree> parse_s_expressions(std::shared_ptr<const Syntax>, const SharedBytes&);
/// Lines are below their label, labels below their section; operands are separated by commas.
std::shared_ptr<const Tree> parse_assembly(std::shared_ptr<const Syntax>, const SharedBytes&);
/// A line for each record of a table. A record with another number of cells than the first is an
/// error.
std::shared_ptr<const Tree> parse_table(std::shared_ptr<const Syntax>, const SharedBytes&);
/// Groups in brackets, indented blocks, lines and tokens; or what the `Outline` of the row says.
std::shared_ptr<const Tree> parse_brackets(std::shared_ptr<const Syntax>, const SharedBytes&);

}  // namespace whittle
