/// The languages whittle knows: one table.
///
/// A language names the parser that makes its trees: a tree-sitter grammar (a module loaded when it
/// is first needed) or one of the built-in parsers. What no row matches is read by its brackets and
/// indentation; every file has a tree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

enum class Parser : std::uint8_t {
  tree_sitter,    ///< `grammar` is loaded
  s_expressions,  ///< SMT-LIB, Lisp
  assembly,       ///< sections, labels, instructions
  brackets,       ///< groups in brackets, indented blocks, lines, tokens: any bytes at all
};

/// How comments are written; empty where a language has no such comment.
struct Comments {
  std::string line;  ///< opens a comment that ends with its line
  std::string open;  ///< opens one that `close` ends
  std::string close;
};

struct Language {
  std::string name;                      ///< as `--language` takes it
  std::vector<std::string> file_names;   ///< extensions with their dot, and whole names: `Makefile`
  std::vector<std::string> programs;     ///< behind `#!`, without their version: `python`
  std::vector<std::string> first_lines;  ///< or its first line holds one of these
  Parser parser = Parser::brackets;
  Comments comments;
  std::string grammar;  ///< of the module: `c` is in `c.so`, which exports `tree_sitter_c`
  std::string module;   ///< the path of the module, if it is the user's own
};

/// All of them, by name.
std::span<const Language> languages();
/// Nothing if there is none of that name.
const Language* find_language(std::string_view name);
/// By the file's name, then by its first line, else `brackets`.
const Language& language_of(std::string_view path, BytesView bytes);

/// A grammar of the user's: "path/to/parser.so", or "path/to/parser.so:name" if the module exports
/// `tree_sitter_name` and is not called so. With its `grammar.json` beside it (or `parser.json`),
/// it gets everything the bundled ones get. Whether it can be loaded shows when it is first used.
Language user_language(std::string_view module_and_name);

}  // namespace whittle
