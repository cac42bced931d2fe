// A recursive cut by brackets. `cut_scope` walks through the inside of a file, namespace or class,
// and `cut_one` takes one declaration off its front: it reads tokens until it sees a semicolon or a
// brace, and remembers on the way which keywords and parentheses came by. These decide whether the
// brace opens a namespace, a class, a body or an initialiser.
//
// This is no parser, and it misjudges some declarations (macros that hide a brace, `a < b > (c)`).
// A parser would need types and macros to do better. A wrong cut costs tests, never correctness:
// pieces are properly nested, and every candidate is tested.
#include "cxx_graph/pieces.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace whittle::cxx {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// The end of a literal that begins with a quote.
std::size_t behind_quoted(std::string_view text, std::size_t quote) {
  for (std::size_t i = quote + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[quote])
      return i + 1;
  }
  return quote + 1;
}

/// The end of R"x(...)x", which begins at the quote.
std::size_t behind_raw(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == text.npos || open - quote > 17) return behind_quoted(text, quote);
  const std::string close = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  const std::size_t end = text.find(close, open);
  return end == text.npos ? text.size() : end + close.size();
}

/// The end of a preprocessor line, with lines that it continues on.
std::size_t behind_line(std::string_view text, std::size_t at) {
  for (;;) {
    at = text.find('\n', at);
    if (at == text.npos) return text.size();
    if (text[at - 1] != '\\') return at;
    ++at;
  }
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  bool line_begins = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t begin = i;
    if (c == '\n') line_begins = true;
    if (c == ' ' || (c >= '\t' && c <= '\r') || c == '\0') {
      ++i;
      continue;
    }
    if (c == '/' && text.substr(i, 2) == "//") {
      i = behind_line(text, i);
      continue;
    }
    if (c == '/' && text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 2;
      continue;
    }
    Token::Kind kind = Token::Kind::mark;
    if (c == '#' && line_begins) {
      kind = Token::Kind::directive;
      i = behind_line(text, i);
    } else if (is_letter(c)) {
      while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
      kind = Token::Kind::word;
      const std::string_view word = text.substr(begin, i - begin);
      if (i < text.size() && text[i] == '"' && is_one_of(word, {"R", "LR", "uR", "UR", "u8R"})) {
        i = behind_raw(text, i);
        kind = Token::Kind::literal;
      } else if (i < text.size() && (text[i] == '"' || text[i] == '\'') &&
                 is_one_of(word, {"L", "u", "U", "u8"})) {
        i = behind_quoted(text, i);
        kind = Token::Kind::literal;
      }
    } else if (is_digit(c) || (c == '.' && i + 1 < text.size() && is_digit(text[i + 1]))) {
      kind = Token::Kind::literal;
      for (++i; i < text.size(); ++i) {
        const bool sign = (text[i] == '+' || text[i] == '-') &&
                          is_one_of(text.substr(i - 1, 1), {"e", "E", "p", "P"});
        const bool separator = text[i] == '\'' && i + 1 < text.size() &&
                               (is_digit(text[i + 1]) || is_letter(text[i + 1]));
        if (!sign && !separator && text[i] != '.' && !is_letter(text[i]) && !is_digit(text[i]))
          break;
      }
    } else if (c == '"' || c == '\'') {
      kind = Token::Kind::literal;
      i = behind_quoted(text, i);
    } else {
      const std::string_view two = text.substr(i, 2);
      i += two == "::" || two == "->" ? 2 : 1;
    }
    line_begins = false;
    tokens.push_back({begin, i, kind});
  }
  return tokens;
}

Pieces::Pieces(std::string_view text) : text_(text), tokens_(tokenize(text)) {
  find_brackets();
  cut_scope(0, tokens_.size(), Piece::none);
  find_places();
}

void Pieces::find_brackets() {
  match_.resize(tokens_.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    match_[i] = i;
    if (tokens_[i].kind != Token::Kind::mark || tokens_[i].end - tokens_[i].begin != 1) continue;
    const char c = text_[tokens_[i].begin];
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(i);
    } else if (c == ')' || c == ']' || c == '}') {
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      // Brackets that were never closed are skipped.
      auto from = open.rbegin();
      while (from != open.rend() && text_[tokens_[*from].begin] != wanted) ++from;
      if (from == open.rend()) continue;
      match_[i] = *from;
      match_[*from] = i;
      open.resize(static_cast<std::size_t>(open.rend() - from) - 1);
    }
  }
}

std::size_t Pieces::behind(std::size_t bracket) const {
  return std::max<std::size_t>(match_[bracket], bracket) + 1;
}

/// The token after the `>` that closes a `<`; the token after the `<` if it seems to be an
/// operator.
std::size_t Pieces::behind_angle(std::size_t open, std::size_t end) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < end;) {
    const std::string_view mark = word(i);
    if (mark == "<") {
      ++depth;
    } else if (mark == ">") {
      if (--depth == 0) return i + 1;
    } else if (mark == "(" || mark == "[" || mark == "{") {
      i = behind(i);
      continue;
    } else if (mark == ";" || mark == "}" || mark == ")") {
      break;
    }
    ++i;
  }
  return open + 1;
}

std::uint32_t Pieces::add(Piece::Kind kind, std::size_t begin, std::size_t end,
                          std::uint32_t around) {
  Piece piece;
  piece.kind = kind;
  piece.begin = tokens_[begin].begin;
  piece.end = tokens_[end - 1].end;
  piece.around = around;
  piece.first_token = static_cast<std::uint32_t>(begin);
  piece.last_token = static_cast<std::uint32_t>(end);
  pieces_.push_back(piece);
  return static_cast<std::uint32_t>(pieces_.size() - 1);
}

// The inside of a file, a namespace or a class: line markers, access labels, and otherwise one
// declaration after another.
void Pieces::cut_scope(std::size_t begin, std::size_t end, std::uint32_t around) {
  for (std::size_t i = begin; i < end;) {
    if (tokens_[i].kind == Token::Kind::directive) {
      // `# 12 "x.h"`, `#line`, `#pragma`, `#ident`
      const std::string_view line = word(i).substr(1);
      const std::size_t at = line.find_first_not_of(" \t");
      const auto begins_with = [&](std::string_view name) {
        return line.substr(at).starts_with(name);
      };
      const bool removable = at != line.npos && (is_digit(line[at]) || begins_with("line") ||
                                                 begins_with("pragma") || begins_with("ident"));
      if (removable) add(Piece::Kind::directive, i, i + 1, around);
      ++i;
    } else if (is_one_of(word(i), {"public", "private", "protected"}) && is(i + 1, ":")) {
      add(Piece::Kind::label, i, i + 2, around);
      i += 2;
    } else {
      i = cut_one(i, end, around);
    }
  }
}

std::size_t Pieces::behind_semicolons(std::size_t i, std::size_t end) const {
  while (i < end && is(i, ";")) ++i;
  return i;
}

std::size_t Pieces::cut_one(std::size_t begin, std::size_t end, std::uint32_t around) {
  Head head{.begin = begin, .end = end, .around = around, .name = end, .tag = end};
  head.last_word = begin;
  for (std::size_t i = begin; i < end;) {
    if (is(i, ";")) return end_declaration(head, i);
    if (is(i, "}")) {  // without an opening brace
      add(Piece::Kind::declaration, begin, i + 1, around);
      return i + 1;
    }
    if (is(i, "{")) {
      if (const std::size_t behind_piece = cut_braces(head, i)) return behind_piece;
      i = behind(i);
    } else if (const std::size_t next = behind_aside(head, i); next != i) {
      i = next;
    } else {
      note(head, i++);
    }
  }
  if (begin < end) add(Piece::Kind::declaration, begin, end, around);
  return end;
}

std::size_t Pieces::end_declaration(const Head& head, std::size_t semicolon) {
  using enum Piece::Kind;
  const bool is_using = is(head.begin, "using");
  const Piece::Kind kind = is_using && is(head.begin + 1, "namespace") ? using_directive
                           : head.befriends                            ? befriending
                           : is(head.begin, "static_assert")           ? assertion
                                                                       : declaration;
  const std::size_t last = behind_semicolons(semicolon, head.end);
  const std::uint32_t id = add(kind, head.begin, last, head.around);
  std::size_t name = head.name;
  if (is_using && is(head.begin + 2, "=")) name = head.begin + 1;
  if (name == head.end) name = head.tag == head.end ? head.last_word : head.tag;
  pieces_[id].name = static_cast<std::uint32_t>(name);
  return last;
}

/// The token after a part of the head that cannot open a body: template parameters, parentheses,
/// requirements. `i` itself if no such part begins there.
std::size_t Pieces::behind_aside(Head& head, std::size_t i) {
  const std::string_view now = word(i);
  if (now == "template" && is(i + 1, "<")) return behind_angle(i + 1, head.end);
  if (now == "operator") {
    // Up to the parameters: `operator()(`, `operator<(`, `operator bool(`.
    if (i > head.begin && is(i - 1, "::")) head.qualified = true;
    head.name = i++;
    if (is(i, "(") && is(i + 1, ")")) i += 2;
    while (i < head.end && !is(i, "(") && !is(i, ";") && !is(i, "{")) ++i;
    return i;
  }
  if (now == "extern" && i + 1 < head.end && tokens_[i + 1].kind == Token::Kind::literal &&
      is(i + 2, "{")) {
    head.is_space = true;
    return i + 2;
  }
  if (now == "requires" && is(i + 1, "{")) return behind(i + 1);
  // A requires-expression; a clause in parentheses is followed by a declaration.
  if (now == "requires" && is(i + 1, "(") && is(behind(i + 1), "{") && i > head.begin &&
      (head.has_value || is_one_of(word(i - 1), {"requires", "&", "|", "=", "!"})))
    return behind(behind(i + 1));
  if (now == "<" && i > head.begin && is_word(i - 1) && !head.has_value)
    return behind_angle(i, head.end);
  if (now == "(") note_parameters(head, i);
  return now == "(" || now == "[" ? behind(i) : i;
}

void Pieces::note_parameters(Head& head, std::size_t open) const {
  const bool aside =
      open > head.begin &&
      is_one_of(word(open - 1), {"__attribute__", "__attribute", "alignas", "decltype", "noexcept",
                                 "explicit", "__asm__", "__asm", "asm", "throw", "requires",
                                 "__declspec", "typeof", "__typeof__", "__typeof", "_Alignas"});
  if (aside || head.has_value || head.has_parameters) return;
  head.has_parameters = true;
  head.in_class_head = false;
  if (head.name != head.end) return;
  head.name = open > head.begin ? open - 1 : open;
  std::size_t before = head.name;
  if (before > head.begin && is(before - 1, "~")) --before;
  if (before > head.begin && is(before - 1, "::")) head.qualified = true;
}

void Pieces::note(Head& head, std::size_t i) const {
  const std::string_view now = word(i);
  if (now == "namespace" && !is(head.begin, "using")) head.is_space = true;
  if (now == "friend") head.befriends = true;
  if (!head.has_parameters && (now == "auto" || (now == "decltype" && is(i + 2, "auto"))))
    head.deduced = true;
  if (now == "constexpr" || now == "consteval") head.constant = true;
  if (now == "->") head.trailing = true;
  if (is_one_of(now, {"class", "struct", "union", "enum"}) && !head.has_parameters &&
      !head.has_value) {
    head.in_class_head = true;
    if (is_word(i + 1)) head.tag = i + 1;
    head.is_enum = head.is_enum || now == "enum";
  }
  if (now == "=") head.has_value = true;
  // The body of a function-try-block is all of try and catch.
  const bool initialises = (now == ":" && !head.has_value) || now == "try";
  if (initialises && head.has_parameters && head.initialisers == Piece::none) head.initialisers = i;
  if (is_word(i) && !head.has_value) head.last_word = i;
}

/// The token after the piece that the brace belongs to; 0 if the brace is part of a value.
std::size_t Pieces::cut_braces(const Head& head, std::size_t open) {
  const std::size_t next = behind(open);
  if (head.is_space) {
    const std::uint32_t id = add(Piece::Kind::space, head.begin, next, head.around);
    cut_scope(open + 1, next - 1, id);
    return next;
  }
  if (head.in_class_head && !head.is_enum && !head.has_value) {
    std::size_t last = next;
    while (last < head.end && !is(last, ";")) last = std::max(behind(last), last + 1);
    last = behind_semicolons(last, head.end);
    const std::uint32_t id = add(Piece::Kind::type, head.begin, last, head.around);
    if (head.tag != head.end) pieces_[id].name = static_cast<std::uint32_t>(head.tag);
    cut_scope(open + 1, next - 1, id);
    return last;
  }
  const bool initialiser = head.initialisers < open && !is(head.initialisers, "try") &&
                           (is_word(open - 1) || is(open - 1, ">")) &&
                           !is_one_of(word(open - 1), {"noexcept", "const"});
  if (!head.has_parameters || head.has_value || initialiser || head.is_enum) return 0;
  return cut_function(head, open);
}

std::size_t Pieces::cut_function(const Head& head, std::size_t open) {
  const std::size_t next = behind(open);
  std::size_t last = next;
  while (is(last, "catch") && is(last + 1, "(") && is(behind(last + 1), "{"))
    last = behind(behind(last + 1));
  last = behind_semicolons(last, head.end);
  const std::uint32_t function = add(Piece::Kind::function, head.begin, last, head.around);
  pieces_[function].name = static_cast<std::uint32_t>(head.name);
  pieces_[function].deduced = head.deduced && !head.trailing;
  pieces_[function].constant = head.constant;
  // The body ends before its semicolons: they belong to the function, and `instead` may be ";".
  const std::size_t from = head.initialisers == Piece::none ? open : head.initialisers;
  std::size_t to = last;
  while (is(to - 1, ";")) --to;
  if (to - from <= 2) return last;
  const std::uint32_t body = add(Piece::Kind::body, from, to, function);
  const bool in_class =
      head.around != Piece::none && pieces_[head.around].kind == Piece::Kind::type;
  pieces_[body].instead = head.qualified && !in_class ? "{}" : ";";
  const auto is_special = [&](std::size_t at) {
    return is_one_of(word(at), {"template", "inline", "static", "friend", "constexpr"});
  };
  bool plain = !in_class && !head.deduced && !is(from, "try");
  for (std::size_t at = head.begin; at < head.name && plain; ++at) plain = !is_special(at);
  if (plain) cut_statements(open + 1, next - 1, body);
  return last;
}

/// The token after the statement that starts at `begin`; at most `end`.
std::size_t Pieces::behind_statement(std::size_t begin, std::size_t end) const {
  const auto behind_next = [&](std::size_t i, std::string_view bracket) {
    while (i < end && !is(i, bracket) && !is(i, ";")) ++i;
    return is(i, bracket) ? behind(i) : i;
  };
  if (begin >= end) return end;
  const std::string_view first = word(begin);
  std::size_t i = begin;
  if (first == "{") {
    i = behind(begin);
  } else if (first == "if") {
    i = behind_statement(behind_next(begin, "("), end);
    if (i < end && is(i, "else")) i = behind_statement(i + 1, end);
  } else if (is_one_of(first, {"for", "while", "switch"})) {
    i = behind_statement(behind_next(begin, "("), end);
  } else if (first == "try") {
    i = behind_next(begin, "{");
    while (i < end && is(i, "catch")) i = behind_next(behind_next(i, "("), "{");
  } else if (is_word(begin) && is(begin + 1, ":")) {
    i = behind_statement(begin + 2, end);
  } else {
    if (first == "do") i = behind_statement(begin + 1, end);
    while (i < end && !is(i, ";")) i = behind(i);
    ++i;
  }
  return std::min(i, end);
}

/// A body with a single statement is not cut: removing the body does the same.
void Pieces::cut_statements(std::size_t begin, std::size_t end, std::uint32_t body) {
  if (behind_statement(begin, end) == end) return;
  for (std::size_t i = begin; i < end;) {
    const std::size_t next = std::max(behind_statement(i, end), i + 1);
    add(Piece::Kind::statement, i, next, body);
    i = next;
  }
}

// The innermost piece changes only where a piece begins or ends. A sorted list of these places
// answers `at` by binary search.
void Pieces::find_places() {
  std::vector<std::uint32_t> open;
  const auto leave = [&] {
    const std::uint64_t end = pieces_[open.back()].end;
    open.pop_back();
    starts_.push_back({end, open.empty() ? Piece::none : open.back()});
  };
  for (std::uint32_t id = 0; id < pieces_.size(); ++id) {
    while (!open.empty() && pieces_[open.back()].end <= pieces_[id].begin) leave();
    open.push_back(id);
    starts_.push_back({pieces_[id].begin, id});
  }
  while (!open.empty()) leave();
}

std::uint32_t Pieces::at(std::uint64_t offset) const {
  const auto behind = std::ranges::upper_bound(starts_, offset, {}, &Start::offset);
  return behind == starts_.begin() ? Piece::none : std::prev(behind)->piece;
}

bool Pieces::is_in(std::uint32_t inner, std::uint32_t outer) const {
  for (; inner != Piece::none; inner = pieces_[inner].around)
    if (inner == outer) return true;
  return false;
}

}  // namespace whittle::cxx
