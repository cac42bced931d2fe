// Any bytes: lexing gives tokens in order that cover what is not white space; every unit's edits
// can be applied in any combination.
#include <cstdint>

#include "fuzz/must.h"

#include "document/edit.h"
#include "document/lexer.h"
#include "document/units.h"

using namespace whittle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  // The first two bytes choose what is removed.
  const unsigned choice = data[0] | static_cast<unsigned>(data[1]) << 8;
  const Bytes bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  std::uint64_t end = 0;
  for (const Lexeme& token : lex(bytes)) {
    must(token.begin >= end && token.end > token.begin && token.end <= bytes.size());
    for (; end < token.begin; ++end) must(is_space(bytes[end]));
    end = token.end;
  }
  const Document document = Document::single("a.txt", bytes);
  for (const Unit unit : {Unit::bytes, Unit::chars, Unit::tokens, Unit::lines, Unit::brackets}) {
    Units units = cut(document, unit);
    const EditList list(document, std::move(units.edits), units.joining);
    Subset kept = Subset::all(list.size());
    must(list.render(kept).bytes(0) == bytes);
    for (std::size_t i = 0; i < list.size(); ++i)
      if ((choice * (i + 1) >> 3) & 1) kept.erase(i);
    // A space may come in where two tokens would run together, never more than one for each gap.
    must(list.render(kept).size() <= bytes.size() + list.size());
  }
  return 0;
}
