/// The units of a document without a syntax tree: bytes, characters, tokens, lines, or groups of
/// brackets and indentation.
///
///     Units units = cut(document, Unit::lines);
///     EditList list(document, std::move(units.edits), units.joining);
///
/// One edit removes one unit; all files are cut, symlinks and folders are not. A million units take
/// well below a second.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "document/edit.h"
#include "document/lexer.h"

namespace whittle {

enum class Unit : std::uint8_t {
  bytes,
  chars,      ///< UTF-8 where it decodes, single bytes elsewhere
  tokens,     ///< with the white space that follows; a token alone on its line takes the line along
  lines,      ///< with their ends
  brackets,   ///< groups, the lines they span, indented blocks, and the pieces of lines between
  automatic,  ///< bytes for binary input, lines for text with some lines, else tokens
};

/// The name of a unit for `--unit`: "auto" for `automatic`.
std::string_view name_of(Unit unit);

struct Units {
  std::vector<Edit> edits;  ///< in document order; weights are tokens, at least 1
  Joining joining = Joining::exact;
  /// Only for `brackets`, whose edits nest: the edit directly around each, or `no_parent`; outer
  /// ones come first. Empty for the flat units.
  std::vector<std::uint32_t> parents;
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};
};

Units cut(const Document& document, Unit unit);

/// The unit that `automatic` chooses for this document.
Unit choose_unit(const Document& document);

/// Tokens of all files together: the size of a result.
std::size_t count_tokens(const Document& document);

/// The edit that removes a range of a file.
Edit removal(std::uint32_t file, Range range, Weight weight);
/// The edit that replaces a range of a file.
Edit replacement(std::uint32_t file, Range range, BytesView by, Weight weight);

/// The token and the blanks after it, up to the next token on its line (none for a closing bracket
/// right after something: `f(x) y` is to become `f y`). For a token alone on its line the whole
/// line, else reducing tokens would leave a page of empty lines.
Range with_white_space(BytesView bytes, const Lexeme& token);

/// Leaves ranges that nest, outer before inner, each once. If two ranges cross, the later one is
/// dropped.
void keep_nested(std::vector<Range>& ranges);

/// Bracket groups, delimiters included, by their opening bracket; `()`, `[]` and `{}` outside
/// strings. A bracket without a partner is in no group.
struct Group {
  std::uint32_t open = 0;   ///< number of the token
  std::uint32_t close = 0;  ///< number of the token
};
std::vector<Group> find_groups(BytesView bytes, const std::vector<Lexeme>& tokens);

/// Lines with the deeper indented ones below them, and those up to a closing bracket that ends the
/// same block: `if x:` with its body, `<ul>` with its items. Of at least two lines.
std::vector<Range> find_indented_blocks(BytesView bytes, const std::vector<Range>& lines);

}  // namespace whittle
