#include "page/text.h"

#include <algorithm>
#include <unordered_map>

#include "base/utf8.h"
#include "document/diff.h"
#include "document/lexer.h"
#include "syntax/highlight.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

/// What is shown for a byte depends on its neighbours only, so that it stays the same in all bests.
std::string as_utf8(BytesView bytes) {
  std::string text(bytes);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_length(bytes.substr(at));
    const auto c = static_cast<unsigned char>(text[at]);
    if (size == 0)
      text[at] = '?';
    else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
      text[at] = c == '\r' || c == '\f' ? ' ' : '.';
    at += std::max<std::size_t>(size, 1);
  }
  return text;
}

std::string headline(const File& file) {
  return "=== " + as_utf8(file.path) +
         (file.kind == File::Kind::symlink  ? " ->"
          : file.kind == File::Kind::folder ? "/"
                                            : "") +
         " ===\n";
}

bool has_headlines(const Document& document) {
  return document.files().size() > 1;
}

/// A file's last line ends before the next headline.
bool lacks_newline(const File& file) {
  return !file.bytes->empty() && !file.bytes->ends_with('\n');
}

/// Two texts of which the lines [begin, end) are to be compared.
class Comparison {
 public:
  Comparison(BytesView before, BytesView after)
      : before_(before), after_(after), a_(find_lines(before)), b_(find_lines(after)) {}

  std::vector<Change> changes() && {
    compare(0, a_.size(), 0, b_.size());
    return std::move(changes_);
  }

 private:
  BytesView line(const std::vector<Range>& lines, BytesView text, std::size_t i) const {
    return lines[i].in(text);
  }
  bool same(std::size_t a, std::size_t b) const {
    return line(a_, before_, a) == line(b_, after_, b);
  }
  static std::size_t offset(const std::vector<Range>& lines, BytesView text, std::size_t i) {
    return i < lines.size() ? lines[i].begin : text.size();
  }

  struct Pair {
    std::size_t a, b;
  };

  /// Lines that are there once in both parts, in an order that both have: the longest such row.
  std::vector<Pair> anchors(std::size_t a, std::size_t a_end, std::size_t b,
                            std::size_t b_end) const {
    struct Seen {
      std::size_t in_a = 0, in_b = 0, at_a = 0;
    };
    std::unordered_map<BytesView, Seen> seen;
    for (std::size_t i = a; i < a_end; ++i) {
      Seen& entry = seen[line(a_, before_, i)];
      ++entry.in_a;
      entry.at_a = i;
    }
    for (std::size_t i = b; i < b_end; ++i)
      if (const auto found = seen.find(line(b_, after_, i)); found != seen.end())
        ++found->second.in_b;
    std::vector<Pair> pairs;
    std::vector<std::size_t> ends,
        before;  // patience sorting: the last of each row, who is before whom
    for (std::size_t i = b; i < b_end; ++i) {
      const auto found = seen.find(line(b_, after_, i));
      if (found == seen.end() || found->second.in_a != 1 || found->second.in_b != 1) continue;
      const std::size_t at = found->second.at_a;
      const auto row =
          std::ranges::lower_bound(ends, at, {}, [&](std::size_t p) { return pairs[p].a; });
      before.push_back(row == ends.begin() ? ~std::size_t{0} : *(row - 1));
      if (row == ends.end())
        ends.push_back(pairs.size());
      else
        *row = pairs.size();
      pairs.push_back({at, i});
    }
    std::vector<Pair> longest;
    for (std::size_t p = ends.empty() ? ~std::size_t{0} : ends.back(); p != ~std::size_t{0};
         p = before[p])
      longest.push_back(pairs[p]);
    std::ranges::reverse(longest);
    return longest;
  }

  void compare(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    while (a < a_end && b < b_end && same(a, b)) ++a, ++b;
    while (a < a_end && b < b_end && same(a_end - 1, b_end - 1)) --a_end, --b_end;
    if (a == a_end && b == b_end) return;
    const std::vector<Pair> fixed =
        a == a_end || b == b_end ? std::vector<Pair>() : anchors(a, a_end, b, b_end);
    for (const Pair& pair : fixed) {
      compare(a, pair.a, b, pair.b);
      a = pair.a + 1;
      b = pair.b + 1;
    }
    if (!fixed.empty()) return compare(a, a_end, b, b_end);
    const std::size_t begin = offset(a_, before_, a), other = offset(b_, after_, b);
    for (Change& change : diff(0, before_.substr(begin, offset(a_, before_, a_end) - begin),
                               after_.substr(other, offset(b_, after_, b_end) - other))) {
      change.begin += begin;
      change.end += begin;
      changes_.push_back(std::move(change));
    }
  }

  BytesView before_, after_;
  std::vector<Range> a_, b_;
  std::vector<Change> changes_;
};

class Painter {
 public:
  void paint(std::size_t end, Colour colour) {
    if (end <= at_) return;
    if (!runs_.empty() && runs_.back().colour == colour)
      runs_.back().length += end - at_;
    else
      runs_.push_back({end - at_, colour});
    at_ = end;
  }
  std::size_t at() const { return at_; }
  std::vector<ColourRun> finish() && { return std::move(runs_); }

 private:
  std::vector<ColourRun> runs_;
  std::size_t at_ = 0;
};

Colour colour_of(Highlighted::Kind kind) {
  switch (kind) {
    case Highlighted::Kind::comment:
      return Colour::comment;
    case Highlighted::Kind::string:
      return Colour::string;
    case Highlighted::Kind::number:
      return Colour::number;
    case Highlighted::Kind::keyword:
      return Colour::keyword;
    case Highlighted::Kind::type:
      return Colour::type;
    case Highlighted::Kind::directive:
      return Colour::directive;
  }
  return Colour::plain;
}

void paint_tree(Painter& painter, std::size_t base, const Tree& tree) {
  for (const Highlighted& part : highlight(tree)) {
    painter.paint(base + part.begin, Colour::plain);
    painter.paint(base + part.end, colour_of(part.kind));
  }
}

void paint_lexemes(Painter& painter, std::size_t base, BytesView bytes) {
  for (const Lexeme& token : lex(bytes)) {
    if (token.kind != TokenKind::string && token.kind != TokenKind::number) continue;
    painter.paint(base + token.begin, Colour::plain);
    painter.paint(base + token.end,
                  token.kind == TokenKind::string ? Colour::string : Colour::number);
  }
}

void paint_file(Painter& painter, Trees& trees, const File& file) {
  const std::size_t base = painter.at();
  if (file.kind == File::Kind::regular && is_text(*file.bytes)) {
    const auto tree = trees.tree(file.path, file.bytes);
    if (tree && tree->language().parser == Parser::tree_sitter)
      paint_tree(painter, base, *tree);
    else
      paint_lexemes(painter, base, *file.bytes);
  }
  painter.paint(base + file.bytes->size(), Colour::plain);
}

}  // namespace

std::string shown_text(const Document& document) {
  std::string text;
  for (const File& file : document.files()) {
    if (has_headlines(document)) text += headline(file);
    text += as_utf8(*file.bytes);
    if (has_headlines(document) && lacks_newline(file)) text += '\n';
  }
  return text;
}

std::vector<std::size_t> places_of_files(const Document& document) {
  std::vector<std::size_t> places;
  std::size_t at = 0;
  for (const File& file : document.files()) {
    if (has_headlines(document)) at += headline(file).size();
    places.push_back(at);
    at += file.bytes->size() + (has_headlines(document) && lacks_newline(file) ? 1 : 0);
  }
  return places;
}

std::vector<Change> text_changes(BytesView before, BytesView after) {
  return Comparison(before, after).changes();
}

std::vector<ColourRun> colours_of(const Document& document) {
  Painter painter;
  Trees trees;
  for (const File& file : document.files()) {
    if (has_headlines(document)) painter.paint(painter.at() + headline(file).size(), Colour::name);
    paint_file(painter, trees, file);
    if (has_headlines(document) && lacks_newline(file))
      painter.paint(painter.at() + 1, Colour::plain);
  }
  return std::move(painter).finish();
}

}  // namespace whittle
