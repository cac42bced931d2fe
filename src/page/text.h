/// A document as one text that a browser can show, and its colours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/document.h"

namespace whittle {

/// All files one after the other, each below a line with its name if there are several. Valid UTF-8
/// of as many bytes as the files: bytes that cannot be shown become '?' or '.'.
std::string shown_text(const Document& document);

/// The beginning of each file in that text.
std::vector<std::size_t> places_of_files(const Document& document);

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
