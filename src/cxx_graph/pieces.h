/// The removable parts of a C or C++ file: declarations, members, function bodies, statements.
///
/// Clang knows the meaning of a declaration, but not always its beginning and end: attributes,
/// semicolons and declarations with errors are missing from its ranges. So the text is cut here, by
/// brackets and a few keywords, and Clang only says which piece refers to which.
///
/// Namespaces, `extern "C"` blocks and classes hold further pieces. A function's body, with its
/// constructor's initialisers, is a piece inside the function. The outermost statements of plain
/// functions are pieces too. A function is plain if it is not a template and, as far as can be
/// seen, not in a header. Line markers and pragmas are pieces; other directives belong to no piece
/// or to the one around them, and stay.
///
/// Linear in the size of the text, and total: text that is not understood becomes a piece too.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whittle::cxx {

struct Token {
  enum class Kind : std::uint8_t { word, literal, mark, directive };
  std::uint64_t begin = 0, end = 0;
  Kind kind = Kind::mark;
};

/// The tokens without comments; `::` and `->` are one mark each, a preprocessor line is one token.
std::vector<Token> tokenize(std::string_view text);

struct Piece {
  enum class Kind : std::uint8_t {
    declaration,  ///< anything else, up to its semicolon
    space,        ///< a namespace or an extern block
    type,         ///< a class, struct or union with members
    function,     ///< with a body
    body,
    statement,        ///< of a plain function's body
    label,            ///< `public:`
    using_directive,  ///< `using namespace x;`
    befriending,      ///< `friend ...;`
    assertion,
    directive,
  };
  Kind kind = Kind::declaration;
  std::uint64_t begin = 0, end = 0;
  std::uint32_t around = 0;                       ///< the piece it lies in; `none` if none
  std::uint32_t first_token = 0, last_token = 0;  ///< of its text; the second is one past the last
  std::uint32_t name = none;                      ///< the token that is likely to be its name
  std::string_view instead = {};                  ///< of a body: ";" or "{}"
  bool deduced = false;                           ///< of a function: its type is in its body
  bool constant = false;                          ///< of a function: constexpr, consteval

  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

/// The pieces in document order, the outer of two nested ones first.
class Pieces {
 public:
  explicit Pieces(std::string_view text);

  const std::vector<Piece>& all() const { return pieces_; }
  const Piece& operator[](std::uint32_t id) const { return pieces_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(pieces_.size()); }
  const std::vector<Token>& tokens() const { return tokens_; }
  std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  /// The innermost piece that has this byte; `Piece::none` if none has.
  std::uint32_t at(std::uint64_t offset) const;
  /// Whether `outer` is `inner` or around it.
  bool is_in(std::uint32_t inner, std::uint32_t outer) const;

 private:
  std::string_view word(std::size_t token) const {
    return token < tokens_.size() ? text(tokens_[token]) : std::string_view{};
  }
  bool is(std::size_t token, std::string_view text) const { return word(token) == text; }
  bool is_word(std::size_t token) const {
    return token < tokens_.size() && tokens_[token].kind == Token::Kind::word;
  }
  /// The head of a declaration, as far as it was read.
  struct Head {
    std::size_t begin, end;
    std::uint32_t around;
    std::size_t name, tag;                   // `end`: not seen
    std::size_t last_word = 0;               // before a value
    std::size_t initialisers = Piece::none;  // the `:` of a constructor, or `try`
    bool befriends = false, has_parameters = false, has_value = false;
    bool in_class_head = false, is_space = false, is_enum = false;
    bool deduced = false, constant = false, trailing = false, qualified = false;
  };
  void find_brackets();
  std::size_t behind(std::size_t bracket) const;
  std::size_t behind_angle(std::size_t open, std::size_t end) const;
  void cut_scope(std::size_t begin, std::size_t end, std::uint32_t around);
  std::size_t cut_one(std::size_t begin, std::size_t end, std::uint32_t around);
  std::size_t behind_semicolons(std::size_t i, std::size_t end) const;
  std::size_t end_declaration(const Head& head, std::size_t semicolon);
  std::size_t behind_aside(Head& head, std::size_t i);
  void note_parameters(Head& head, std::size_t open) const;
  void note(Head& head, std::size_t i) const;
  std::size_t cut_braces(const Head& head, std::size_t open);
  std::size_t cut_function(const Head& head, std::size_t open);
  std::size_t behind_statement(std::size_t begin, std::size_t end) const;
  void cut_statements(std::size_t begin, std::size_t end, std::uint32_t body);
  std::uint32_t add(Piece::Kind kind, std::size_t begin, std::size_t end, std::uint32_t around);
  void find_places();

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> match_;  // by token: the other bracket, or itself
  std::vector<Piece> pieces_;
  struct Start {
    std::uint64_t offset;
    std::uint32_t piece;  // innermost from here on
  };
  std::vector<Start> starts_;
};

}  // namespace whittle::cxx
