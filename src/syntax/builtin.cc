// Trees without a grammar. All three parsers work in the same way: they cut the bytes into tokens,
// pair the brackets, then open and close nodes from left to right. An explicit stack replaces
// recursion, so that deep nesting cannot overflow the call stack. A bracket without a partner is a
// token like any other, so every input has a tree.

#include "syntax/builtin.h"

#include <algorithm>
#include <array>

#include "document/lexer.h"
#include "syntax/block_words.h"
#include "syntax/table.h"

namespace whittle {
namespace {

constexpr std::uint32_t unpaired = ~std::uint32_t{0};

/// A token and the kind of node it becomes.
struct BracketPiece {
  std::uint32_t begin;
  std::uint32_t end;
  BuiltinKind kind;
  std::uint32_t partner = unpaired;  // of a bracket: the index of its partner
};

char closing(char open) {
  return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
}

// Pairs each closing bracket with the last open bracket of the same sort. Open brackets between the
// two have no partner: `( [ )` is a group that contains a lone `[`. Takes linear time, because each
// bracket is pushed and popped once; `open_of_sort` prevents a search that cannot succeed.
void pair_brackets(BytesView bytes, std::vector<BracketPiece>& pieces) {
  std::vector<std::uint32_t> open;
  std::array<std::uint32_t, 256> open_of_sort{};
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    BracketPiece& piece = pieces[i];
    const char c = bytes[piece.begin];
    if (piece.kind == BuiltinKind::open) {
      open.push_back(i);
      ++open_of_sort[static_cast<unsigned char>(closing(c))];
    } else if (piece.kind == BuiltinKind::close && open_of_sort[static_cast<unsigned char>(c)]) {
      for (;;) {
        const std::uint32_t last = open.back();
        const char wanted = closing(bytes[pieces[last].begin]);
        open.pop_back();
        --open_of_sort[static_cast<unsigned char>(wanted)];
        if (wanted != c) continue;
        piece.partner = last;
        pieces[last].partner = i;
        break;
      }
    }
  }
}

BuiltinKind kind_of_mark(char c) {
  switch (c) {
    case '(':
    case '[':
    case '{':
      return BuiltinKind::open;
    case ')':
    case ']':
    case '}':
      return BuiltinKind::close;
    case ',':
    case ';':
      return BuiltinKind::separator;
    default:
      return BuiltinKind::token;
  }
}

std::vector<BracketPiece> pieces_of(BytesView bytes) {
  std::vector<BracketPiece> pieces;
  for (const Lexeme& token : lex(bytes))
    pieces.push_back(
        {static_cast<std::uint32_t>(token.begin), static_cast<std::uint32_t>(token.end),
         token.kind == TokenKind::string ? BuiltinKind::string : kind_of_mark(bytes[token.begin])});
  return pieces;
}

// Joins the tokens of one value: `1.2.3` is one piece.
void join_values(BytesView bytes, std::vector<BracketPiece>& pieces) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].begin == pieces[kept].end && is_inside_value(bytes, pieces[i].begin)) {
      pieces[kept].end = pieces[i].end;
      pieces[kept].kind = BuiltinKind::token;
    } else {
      pieces[++kept] = pieces[i];
    }
  }
  if (!pieces.empty()) pieces.resize(kept + 1);
}

// Emits one piece: opens a group, closes one, or adds a leaf.
void emit(TreeBuilder& builder, const BracketPiece& piece) {
  const bool paired = piece.partner != unpaired;
  if (piece.kind == BuiltinKind::open && paired) builder.open(id(BuiltinKind::group), piece.begin);
  const bool is_bracket = piece.kind == BuiltinKind::open || piece.kind == BuiltinKind::close;
  Node& leaf = builder.leaf(id(is_bracket && !paired ? BuiltinKind::token : piece.kind),
                            piece.begin, piece.end);
  leaf.extra = piece.kind == BuiltinKind::comment;
  if (piece.kind == BuiltinKind::close && paired) builder.close(piece.end);
}

std::uint32_t size_of(const SharedBytes& bytes) {
  return static_cast<std::uint32_t>(bytes->size());
}

// ---- S-expressions ----

std::vector<BracketPiece> lex_s_expressions(BytesView bytes, bool backslash_escapes) {
  std::vector<BracketPiece> pieces;
  // For `"` and for `|`: from this position on, no quote is closed. Without it, a file of opening
  // quotes would be searched to its end for each of them.
  std::size_t hopeless[2] = {bytes.size() + 1, bytes.size() + 1};
  for (std::size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    std::size_t end = i + 1;
    BuiltinKind kind = kind_of_mark(c);
    if (is_space(c)) {
      ++i;
      continue;
    }
    if (c == ';') {
      kind = BuiltinKind::comment;
      end = std::min(bytes.find('\n', i), bytes.size());
    } else if ((c == '"' || c == '|') && i < hopeless[c == '|']) {
      std::size_t at = i + 1;
      while (at < bytes.size() && bytes[at] != c)
        at += backslash_escapes && bytes[at] == '\\' ? 2 : 1;
      if (at < bytes.size()) {
        end = at + 1;
        kind = BuiltinKind::string;
      } else {
        hopeless[c == '|'] = i;
      }
    } else if (kind == BuiltinKind::token && c != '"' && c != '\'' && c != '`') {
      while (end < bytes.size() && !is_space(bytes[end]) &&
             kind_of_mark(bytes[end]) == BuiltinKind::token && bytes[end] != '"')
        ++end;
    } else if (kind == BuiltinKind::separator) {
      kind = BuiltinKind::token;
    }
    pieces.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(end), kind});
    i = end;
  }
  pair_brackets(bytes, pieces);
  return pieces;
}

// ---- Assembly ----

bool starts_section(std::string_view word) {
  for (std::string_view name : {"section", ".section", "segment", ".text", ".data", ".bss",
                                ".rodata", "SECTION", "SEGMENT", ".code", ".const"})
    if (word == name) return true;
  return false;
}

// A comment starts with `;`, with `//`, or with a `#` or `@` between white space. In ARM assembly
// `#4` is a number.
bool starts_comment(BytesView bytes, std::uint32_t at) {
  const auto byte = [&](std::uint32_t i) { return i < bytes.size() ? bytes[i] : '\n'; };
  if (bytes[at] == ';' || (bytes[at] == '/' && byte(at + 1) == '/')) return true;
  return (bytes[at] == '#' || bytes[at] == '@') && is_space(byte(at + 1)) &&
         (at == 0 || is_space(bytes[at - 1]));
}

// ---- Brackets and indentation ----

// The stack holds three kinds of frame. A container is the file or the content of a group. If it
// has several lines, each line becomes a frame; if more deeply indented lines follow, line and
// followers become a block around it. A line that continues or closes the block (`else`, `endif`)
// is a part of it. Brackets are stronger than lines: a group is one piece of its line, even if it
// spans several.
//
// An `Outline` may say that lines are all there is. Then its headings count as less indented than
// all other lines, so that a heading and the lines below it are a block.
class BracketParser {
 public:
  BracketParser(BytesView bytes, const Outline& outline, TreeBuilder& builder)
      : bytes_(bytes), outline_(outline), builder_(builder), pieces_(pieces_of(bytes)) {
    if (outline.only_lines)
      join_values(bytes, pieces_);
    else
      pair_brackets(bytes, pieces_);
  }

  void parse() {
    push_container(0, static_cast<std::uint32_t>(pieces_.size()));
    std::uint32_t at = 0;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.kind == Frame::block &&
          (at == frame.end || frame.is_closed ||
           (at != frame.begin && indent(at) <= frame.indent && !belongs_to(frame, at)))) {
        builder_.close(end_before(at));
        frames_.pop_back();
      } else if (at == frame.end) {
        if (frame.kind == Frame::line) builder_.close(end_before(at));
        const bool was_group = frame.kind == Frame::container && frames_.size() > 1;
        frames_.pop_back();
        if (was_group) emit(builder_, pieces_[at++]);
      } else if (frame.has_lines) {
        start_line(at);
      } else {
        const BracketPiece& piece = pieces_[at++];
        emit(builder_, piece);
        if (piece.kind == BuiltinKind::open && piece.partner != unpaired)
          push_container(at, piece.partner);
      }
    }
  }

 private:
  struct Frame {
    enum Kind : std::uint8_t { container, block, line } kind;
    bool has_lines;  // its content is lines, not tokens
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t indent;    // of a block's first line
    bool is_closed = false;  // a block: its closing line is read
  };

  std::string_view word(std::uint32_t at) const {
    return bytes_.substr(pieces_[at].begin, pieces_[at].end - pieces_[at].begin);
  }
  // Whether the line at `at`, not indented more than the block's first line, is a part of the
  // block.
  bool belongs_to(const Frame& block, std::uint32_t at) const {
    return indent(at) == block.indent && block_word(word(at), word(block.begin)) != BlockWord::none;
  }

  // The end of the line before piece `at`. If lines are all there is, a line includes its line end,
  // so that the first one can be removed without leaving an empty line.
  std::uint32_t end_before(std::uint32_t at) const {
    const std::uint32_t end = pieces_[at - 1].end;
    if (!outline_.only_lines) return end;
    std::uint32_t line_end = end;
    while (line_end < bytes_.size() && bytes_[line_end] != '\n' && is_space(bytes_[line_end]))
      ++line_end;
    return line_end < bytes_.size() && bytes_[line_end] == '\n' ? line_end + 1 : end;
  }
  // The piece after `at`, where a whole group counts as one piece.
  std::uint32_t after(std::uint32_t at) const {
    const BracketPiece& piece = pieces_[at];
    const bool group = piece.kind == BuiltinKind::open && piece.partner != unpaired;
    return (group ? piece.partner : at) + 1;
  }
  bool on_new_line(std::uint32_t at) const {
    if (outline_.continued && bytes_[pieces_[at - 1].end - 1] == outline_.continued) return false;
    return bytes_.substr(pieces_[at - 1].end, pieces_[at].begin - pieces_[at - 1].end)
        .contains('\n');
  }
  std::uint32_t line_end(std::uint32_t at, std::uint32_t limit) const {
    for (at = after(at); at < limit && !on_new_line(at); at = after(at)) continue;
    return at;
  }
  // The column of the first piece of a line. A piece that follows a bracket on the same line has no
  // indentation; the largest number keeps it from heading a block.
  std::uint32_t indent(std::uint32_t at) const {
    std::uint32_t begin = pieces_[at].begin;
    const BytesView line = bytes_.substr(begin);
    const std::vector<std::string>& headings = outline_.headings;
    auto columns = static_cast<std::uint32_t>(headings.size());
    const auto heading =
        std::ranges::find_if(headings, [&](const auto& head) { return line.starts_with(head); });
    if (heading != headings.end() && (begin == 0 || bytes_[begin - 1] == '\n'))
      return static_cast<std::uint32_t>(heading - headings.begin());
    if (outline_.flat) return columns;
    for (; begin > 0 && bytes_[begin - 1] != '\n' && is_space(bytes_[begin - 1]); --begin)
      columns += bytes_[begin - 1] == '\t' ? 8 : 1;
    return begin == 0 || bytes_[begin - 1] == '\n' ? columns : ~std::uint32_t{0};
  }
  void push_container(std::uint32_t begin, std::uint32_t end) {
    const bool several = begin < end && (line_end(begin, end) < end || frames_.empty());
    frames_.push_back({Frame::container, several, begin, end, 0});
  }
  void start_line(std::uint32_t at) {
    Frame& around = frames_.back();
    const std::uint32_t limit = around.end;
    const std::uint32_t end = line_end(at, limit);
    const bool heads_block = around.kind == Frame::block && around.begin == at;
    if (around.kind == Frame::block && !heads_block && indent(at) == around.indent)
      around.is_closed = block_word(word(at), word(around.begin)) == BlockWord::closes;
    if (!heads_block && end < limit && indent(end) > indent(at)) {
      builder_.open(id(BuiltinKind::block), pieces_[at].begin);
      frames_.push_back({Frame::block, true, at, limit, indent(at)});
    }
    builder_.open(id(BuiltinKind::line), pieces_[at].begin);
    frames_.push_back({Frame::line, false, at, end, 0});
  }

  BytesView bytes_;
  const Outline& outline_;
  TreeBuilder& builder_;
  std::vector<BracketPiece> pieces_;
  std::vector<Frame> frames_;
};

}  // namespace

void intern_builtin_kinds(Kinds& kinds) {
  for (std::string_view name :
       {"ERROR", "file", "group", "open", "close", "block", "line", "token", "string", "comment",
        "label", "directive", "instruction", "separator", "header"})
    kinds.intern(name, name != "open" && name != "close" && name != "separator");
}

std::shared_ptr<const Tree> parse_s_expressions(std::shared_ptr<const Syntax> syntax,
                                                const SharedBytes& bytes) {
  // If a language doubles a quote within a string, the string reads as two strings side by side.
  const bool backslash_escapes = syntax->language().profile.backslash_escapes;
  TreeBuilder builder(std::move(syntax), bytes);
  builder.open(id(BuiltinKind::file), 0);
  for (const BracketPiece& piece : lex_s_expressions(*bytes, backslash_escapes))
    emit(builder, piece);
  builder.close(size_of(bytes));
  return std::move(builder).finish();
}

std::shared_ptr<const Tree> parse_assembly(std::shared_ptr<const Syntax> syntax,
                                           const SharedBytes& bytes) {
  const BytesView text = *bytes;
  TreeBuilder builder(std::move(syntax), bytes);
  builder.open(id(BuiltinKind::file), 0);
  enum : std::uint8_t { in_file = 1, in_section, in_label };  // the meaning of `depth`
  std::uint32_t last_end = 0;
  const auto leave_to = [&](std::size_t depth) {
    while (builder.depth() > depth) builder.close(last_end);
  };
  std::size_t outer = in_file;  // depth outside of labels: a file need not have sections

  for (std::size_t line = 0; line < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', line), text.size());
    std::vector<BracketPiece> pieces = pieces_of(text.substr(line, line_end - line));
    std::uint32_t comment = static_cast<std::uint32_t>(line_end);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      pieces[i].begin += static_cast<std::uint32_t>(line);
      pieces[i].end += static_cast<std::uint32_t>(line);
      if (!starts_comment(text, pieces[i].begin)) continue;
      comment = pieces[i].begin;
      pieces.resize(i);
    }
    pair_brackets(text, pieces);
    auto at = pieces.begin();
    const auto word = [&](auto piece) {
      return text.substr(piece->begin, piece->end - piece->begin);
    };
    // Tokens end where words end, so `.text` and `.L3` are two tokens each. The point is joined to
    // its word.
    std::string first = pieces.empty() ? "" : std::string(word(at));
    const bool dotted = first == "." && pieces.size() > 1 && pieces[1].begin == pieces[0].end;
    if (dotted) {
      pieces[1].begin = pieces[0].begin;
      ++at;
      first = word(at);
    }
    const bool labelled = at != pieces.end() && at + 1 != pieces.end() && word(at + 1) == ":";
    if (labelled) {
      // `.L3:` and `1:` are labels inside a function. They begin no block, so that the code of a
      // function stays together.
      const bool local = dotted || (first[0] >= '0' && first[0] <= '9');
      if (!local) {
        leave_to(outer);
        builder.open(id(BuiltinKind::block), at->begin);
      }
      builder.leaf(id(BuiltinKind::label), at->begin, (at + 1)->end);
      last_end = (at + 1)->end;
      at += 2;
    } else if (starts_section(first)) {
      leave_to(in_file);
      builder.open(id(BuiltinKind::block), at->begin);
      outer = in_section;
    }
    if (at != pieces.end()) {
      const bool directive = word(at)[0] == '.' || starts_section(first);
      builder.open(id(directive ? BuiltinKind::directive : BuiltinKind::instruction), at->begin);
      for (; at != pieces.end(); ++at) emit(builder, *at);
      last_end = pieces.back().end;
      builder.close(last_end);
    }
    if (comment < line_end) {
      builder.leaf(id(BuiltinKind::comment), comment, static_cast<std::uint32_t>(line_end)).extra =
          true;
      last_end = static_cast<std::uint32_t>(line_end);
    }
    line = line_end + 1;
  }
  leave_to(in_file);
  builder.close(size_of(bytes));
  return std::move(builder).finish();
}

std::shared_ptr<const Tree> parse_table(std::shared_ptr<const Syntax> syntax,
                                        const SharedBytes& bytes) {
  const bool has_header = syntax->language().profile.strict == Strict::table;
  TreeBuilder builder(std::move(syntax), bytes);
  builder.open(id(BuiltinKind::file), 0);
  const TextTable table = read_table(*bytes);
  for (const TextTable::Record& record : table.records) {
    const bool is_header = has_header && &record == &table.records.front();
    builder
        .leaf(id(is_header ? BuiltinKind::header : BuiltinKind::line),
              static_cast<std::uint32_t>(record.range().begin),
              static_cast<std::uint32_t>(record.range().end))
        .error = record.cells.size() != table.records.front().cells.size();
  }
  builder.close(size_of(bytes));
  return std::move(builder).finish();
}

std::shared_ptr<const Tree> parse_brackets(std::shared_ptr<const Syntax> syntax,
                                           const SharedBytes& bytes) {
  const Outline outline = syntax->language().profile.outline;
  TreeBuilder builder(std::move(syntax), bytes);
  builder.open(id(BuiltinKind::file), 0);
  BracketParser(*bytes, outline, builder).parse();
  builder.close(size_of(bytes));
  return std::move(builder).finish();
}

}  // namespace whittle
