/// A document as one text that a browser can show, what changes it from one best to the next, and
/// its colours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "document/document.h"
#include "document/edit.h"

namespace whittle {

/// All files one after the other, each below a line with its name if there are several. Valid
/// UTF-8 of as many bytes as the files: what cannot be shown is a '?' or a '.'.
std::string shown_text(const Document& document);

/// Where each file begins in that text.
std::vector<std::size_t> places_of_files(const Document& document);

/// Changes that turn one text into the other, in order. Finer than `diff` where much was removed at
/// once: lines that both have only once are found first, and only what is between them is compared.
std::vector<Change> text_changes(BytesView before, BytesView after);

enum class Colour : std::uint8_t { plain, keyword, string, number, comment, type, directive, name };

/// A run of bytes of one colour.
struct ColourRun {
  std::size_t length = 0;
  Colour colour = Colour::plain;
  friend bool operator==(const ColourRun&, const ColourRun&) = default;
};

/// The colours of `shown_text(document)`, by tree-sitter where there is a grammar.
std::vector<ColourRun> colours_of(const Document& document);

}  // namespace whittle
