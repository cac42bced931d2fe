// The text of a page has exactly as many bytes as the files: bytes that are no UTF-8 are replaced
// one by one. So offsets of changes, colours and refusals are valid in the text, and the page needs
// no map between the two.
#include "page/text.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/lexer.h"
#include "syntax/highlight.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

/// The character for a byte depends only on its neighbours, so it is the same in all bests.
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
