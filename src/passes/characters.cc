#include "passes/text_passes.h"

namespace whittle::text {

/// For binary files: single bytes of text are left to `chars`.
Found bytes(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  const auto& files = subject.document.files();
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].kind != File::Kind::regular || is_text(*files[i].bytes)) continue;
    for (std::size_t at = 0; at < files[i].bytes->size(); ++at)
      found.edits.push_back(removal(static_cast<std::uint32_t>(i), {at, at + 1}, 1));
  }
  return found;
}

/// Characters inside words, numbers and strings, one less at a time; whole tokens have passes of
/// their own. Never a string's quotes or escapes: without them its words would count as tokens.
Found chars(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    for (const Lexeme& token : lex(text)) {
      if (token.size() < 2 || token.kind == TokenKind::other) continue;
      const bool is_string = token.kind == TokenKind::string;
      const std::size_t end = is_string ? token.end - 1 : token.end;
      std::size_t at = is_string ? token.begin + 1 : token.begin;
      while (at < end) {
        std::size_t next = at + (text[at] == '\\' ? 2 : 1);
        while (next < end && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80) ++next;
        // A number that loses its first digit could become a word and a dot; a word, a number.
        const bool keeps_kind = is_string || at > token.begin ||
                                (is_digit(text[next]) == (token.kind == TokenKind::number));
        if (keeps_kind) found.edits.push_back(removal(file, {at, next}, 1));
        at = next;
      }
    }
  });
  return found;
}

}  // namespace whittle::text
