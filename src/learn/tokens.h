/// The tokens of a document, with names that survive rendering.
///
/// A byte range has a meaning in one text only. Knowledge about a part of one text must be found
/// again in the next text, where the part has moved. So each token of the original has a name,
/// which is a number. A token keeps its name in every text that is made from the original by edits;
/// a token that an edit inserts gets a new name. If an edit inserts as many tokens as it removes,
/// as a renaming does, the new tokens take the names of the old ones.
///
///     Tokens tokens(original);
///     tokens = tokens.after(list, kept, list.render(kept));
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"
#include "document/edit.h"
#include "document/lexer.h"

namespace whittle {

using TokenName = std::uint32_t;

/// Tokens of a document by their positions, counted over all files: [begin, end).
struct TokenSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::size_t size() const { return end - begin; }
  friend bool operator==(const TokenSpan&, const TokenSpan&) = default;
};

/// The effect of an edit on the tokens of a document.
struct Removal {
  std::vector<TokenSpan> spans;  ///< removed or changed tokens; in order, none touching another
  bool is_pure = true;           ///< it removes whole tokens and does nothing else

  std::size_t tokens() const;
  friend bool operator==(const Removal&, const Removal&) = default;
};

/// A value; copies share everything.
class Tokens {
 public:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  /// Names the tokens 0, 1, 2 and so on.
  explicit Tokens(const Document& document);

  /// The tokens of `now`, the document that `list.render(kept)` gives. Requires: these are the
  /// tokens of the list's base.
  Tokens after(const EditList& list, const Subset& kept, const Document& now) const;
  /// The tokens of any other document; `diff` finds the common parts.
  Tokens in(const Document& now) const;

  std::size_t count() const { return names_->size(); }
  TokenName name(std::size_t position) const { return (*names_)[position]; }
  /// `nowhere` if the document has no token of that name.
  std::uint32_t position(TokenName name) const {
    return name < positions_->size() ? (*positions_)[name] : nowhere;
  }

  /// The tokens that the edit removes, without the separators and counts that its list adds.
  Removal removal(const Edit& edit) const;
  /// A name for a change: its place in its first token and its inserted text. The text elsewhere
  /// does not matter.
  Hash place_of(const Change& change) const;
  /// The tokens that several edits of one list remove together.
  Removal removal(const EditList& list, std::span<const std::uint32_t> edits) const;

 private:
  Tokens() = default;
  void add(const Change& change, Removal& removal) const;
  Tokens follow(std::span<const Change> changes, const Document& now) const;
  void find_positions();

  Document document_;
  // Shared: a copy of a search copies this too.
  std::shared_ptr<const std::vector<std::vector<Lexeme>>> lexemes_;  // for each file
  std::shared_ptr<const std::vector<std::uint32_t>> first_;  // position of each file's first token
  std::shared_ptr<const std::vector<TokenName>> names_;      // by position
  std::shared_ptr<const std::vector<std::uint32_t>> positions_;  // by name
  TokenName next_ = 0;                                           // the next new name
};

}  // namespace whittle
