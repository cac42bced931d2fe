// The finest removals: single characters of text, and blocks and bytes of binary files.
//
// In text, tokens are removed by other passes, so `chars` only shortens tokens. In binary files
// there is nothing to align an edit with except powers of two. Formats that use offsets break if
// bytes are removed, so for these files each removal has a twin that overwrites the bytes with
// blanks and moves nothing.
#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "document/lines.h"
#include "passes/names/names.h"
#include "passes/text/text_passes.h"

namespace whittle::text {

namespace {

/// The edits that `list(file, bytes, edits)` adds for each binary file.
template <typename List>
Found found_in_binaries(const Subject& subject, List list) {
  Found found;
  found.joining = Joining::exact;
  const auto& files = subject.document.files();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].kind == File::Kind::regular && subject.is_binary(files[i]))
      list(static_cast<std::uint32_t>(i), BytesView(*files[i].bytes), found.edits);
  return found;
}

Edit blanked(std::uint32_t file, BytesView bytes, Range range) {
  return replacement(file, range, Bytes(range.size(), ' '), weigh(range.in(bytes)));
}

/// Calls `visit` for blocks of 16, 32, 64 ... bytes that begin at a multiple of their size. Larger
/// blocks come first, and smaller ones nest in them. Formats often align their parts, and without
/// knowing the format there is no better guess.
template <typename Visit>
void for_each_block(BytesView bytes, Visit visit) {
  std::size_t size = 16;
  while (size < bytes.size() / 2) size *= 2;
  for (; size >= 16; size /= 2)
    for (std::size_t at = 0; at < bytes.size(); at += size)
      visit(Range{at, std::min(at + size, bytes.size())});
}

enum class NamesToo { yes, no };

/// Places of names that the lexer takes for parts of a string: `f"{name}"` in Python, and the text
/// between two lifetimes in Rust.
std::vector<Range> names_in(const Names& names, std::uint32_t file) {
  std::vector<Range> ranges;
  if (const Source* source = names.source(file))
    for (NodeId node = 0; node < source->tree().size(); ++node)
      if (source->is_name(node))
        ranges.push_back({source->tree()[node].begin, source->tree()[node].end});
  return ranges;
}

/// The keywords of a file's grammar: without a letter they would be names that look like mistakes
/// (`struc`).
std::unordered_set<std::string_view> keywords_in(const Names& names, std::uint32_t file) {
  std::unordered_set<std::string_view> words;
  if (const Source* source = names.source(file)) {
    const Kinds& kinds = source->tree().syntax().kinds();
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      if (const auto& rule = kinds[static_cast<KindId>(kind)]; !rule.named) words.insert(rule.name);
  }
  return words;
}

/// Removals of the words of strings that have several, each with the blanks behind it: the flags of
/// a command, a sentence. Used where half a word would say nothing.
void add_words_of_strings(std::uint32_t file, BytesView text, std::vector<Edit>& edits) {
  for (const Lexeme& token : lex(text)) {
    if (token.kind != TokenKind::string || token.size() < 2) continue;
    const BytesView inside = text.substr(token.begin + 1, token.size() - 2);
    for (std::size_t at = inside.find_first_not_of(' '); at < inside.size();) {
      const std::size_t end = std::min(inside.find(' ', at), inside.size());
      const std::size_t next = std::min(inside.find_first_not_of(' ', end), inside.size());
      const bool is_only_word = at == 0 && end == inside.size();
      if (!is_only_word)
        edits.push_back(removal(file, {token.begin + 1 + at, token.begin + 1 + next}, 1));
      at = next;
    }
  }
}

/// Removals of single characters inside tokens. Quotes and escapes of a string stay whole: without
/// a quote, the words of the string would count as tokens.
Found characters(const Subject& subject, NamesToo names_too) {
  Found found;
  found.joining = Joining::exact;
  const SharedNames names = names_of(subject);
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    if (keeps_values(subject, file, text)) return add_words_of_strings(file, text, found.edits);
    const std::vector<Range> kept =
        names_too == NamesToo::no ? names_in(*names, file) : std::vector<Range>{};
    const std::unordered_set<std::string_view> keywords = keywords_in(*names, file);
    auto name = kept.begin();
    for (const Lexeme& token : lex(text)) {
      if (token.size() < 2 || token.kind == TokenKind::other) continue;
      if (token.kind == TokenKind::word &&
          (names_too == NamesToo::no || keywords.contains(token.in(text))))
        continue;
      const bool is_string = token.kind == TokenKind::string;
      const std::size_t end = is_string ? token.end - 1 : token.end;
      std::size_t at = is_string ? token.begin + 1 : token.begin;
      while (at < end) {
        std::size_t next = at + (text[at] == '\\' ? 2 : 1);
        while (next < end && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80) ++next;
        while (name != kept.end() && name->end <= at) ++name;
        const bool in_name = name != kept.end() && name->begin < next;
        // The first character stays if the token would change its kind: `1x` without its 1 is a
        // word, `x1` without its x a number.
        const bool keeps_kind = is_string || at > token.begin ||
                                (is_digit(text[next]) == (token.kind == TokenKind::number));
        if (keeps_kind && !in_name) found.edits.push_back(removal(file, {at, next}, 1));
        at = next;
      }
    }
  });
  return found;
}

}  // namespace

/// For binary files only. `chars` removes single characters of text.
Found bytes(const Subject& subject) {
  return found_in_binaries(subject, [](std::uint32_t file, BytesView bytes, auto& edits) {
    for (std::size_t at = 0; at < bytes.size(); ++at)
      edits.push_back(removal(file, {at, at + 1}, 1));
  });
}

Found byte_blocks(const Subject& subject) {
  return found_in_binaries(subject, [](std::uint32_t file, BytesView bytes, auto& edits) {
    for_each_block(
        bytes, [&](Range block) { edits.push_back(removal(file, block, weigh(block.in(bytes)))); });
  });
}

/// Many formats use offsets, so no byte can be removed from them, but bytes can be overwritten.
/// Blanks are no tokens, so the result is smaller by the goal.
Found blank_blocks(const Subject& subject) {
  return found_in_binaries(subject, [](std::uint32_t file, BytesView bytes, auto& edits) {
    for_each_block(bytes, [&](Range block) {
      if (!is_all_space(block.in(bytes))) edits.push_back(blanked(file, bytes, block));
    });
  });
}

Found blank_tokens(const Subject& subject) {
  return found_in_binaries(subject, [](std::uint32_t file, BytesView bytes, auto& edits) {
    for (const Lexeme& token : lex(bytes))
      edits.push_back(blanked(file, bytes, {token.begin, token.end}));
  });
}

Found chars(const Subject& subject) {
  return characters(subject, NamesToo::yes);
}

Found chars_outside_names(const Subject& subject) {
  return characters(subject, NamesToo::no);
}

}  // namespace whittle::text
