/// Says how a document was parsed, in one line.
#pragma once

#include <string>

#include "document/document.h"
#include "syntax/trees.h"

namespace whittle {

/// "c by tree-sitter, 2 errors (5 of 6,257 tokens)", "no grammar for .xyz: brackets and
/// indentation"; for several files, how many are read as each language: "2 files as c, 1 file as
/// json".
std::string parse_summary(const Document& document, Trees& trees);

}  // namespace whittle
