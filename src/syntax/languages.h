/// The languages that whittle knows: one table, with one row for each language.
///
/// A row is everything that the program knows about a language: how its files are recognised, its
/// parser, and a `Profile` for passes, formatter, listener and closures. No other file has a case
/// for a language. A file that no row matches is read by its brackets and indentation, so every
/// file has a tree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "syntax/kind_facts.h"

namespace whittle {

enum class Parser : std::uint8_t {
  tree_sitter,    ///< `grammar` is loaded
  s_expressions,  ///< SMT-LIB, Lisp
  assembly,       ///< sections, labels, instructions
  brackets,       ///< groups in brackets, indented blocks, lines, tokens: any bytes at all
  table,          ///< records of cells: CSV, TSV (table.h)
};

/// The rules of a valid file beyond its grammar. A result stays valid if the original was
/// (`validity.h`), unless the row says `no`.
enum class Strict : std::uint8_t {
  no,           ///< code: a result may have syntax errors
  grammar,      ///< no syntax errors
  unique_keys,  ///< and no key twice in one mapping, no attribute twice in one tag
  closed,       ///< and each element has its end tag, except `<br>` and the like
  json,         ///< one value, as the standard says
  json_lines,   ///< one such value on each line
  patch,        ///< its hunks are parts of those of the original (`patch.h`)
  table,        ///< as many cells in each record as in the first, which is the header
  headerless,   ///< the same without a header
};

/// How text without a grammar is read if its lines say more than its brackets.
struct Outline {
  bool only_lines = false;  ///< brackets form no groups, and a value is one token (lexer.h)
  /// Beginnings of lines that open a block, the outermost first: `diff `, `@@ `.
  std::vector<std::string> headings = {};
  bool flat = false;   ///< indentation means nothing
  char continued = 0;  ///< a line that ends with it goes on in the next one; 0: none does
};

/// How comments are written; empty where a language has no such comment.
struct Comments {
  std::string line;  ///< opens a comment that ends with its line
  std::string open;  ///< opens one that `close` ends
  std::string close;
};

/// The position of a function's return type.
enum class ReturnType : std::uint8_t {
  unknown,  ///< the language has none that a pass could remove
  before,   ///< `int f()`; a function without a value says `void` there
  behind,   ///< `fn f() -> int {`; a function without a value says nothing
  none,     ///< `def f():`; no type is written
};

/// Groups of languages that some passes are made for; bits of a mask.
struct Dialect {
  enum : std::uint32_t {
    c = 1u << 0,               ///< clang_delta and a C compiler read it
    cxx = 1u << 1,             ///< the same for C++
    includes = 1u << 2,        ///< has `#include "file"`
    types_in_place = 1u << 3,  ///< a type can be defined where it is used: `struct { int x; } *p`
    access_labels = 1u << 4,   ///< has classes with `public:`
    smtlib = 1u << 5,
    llvm = 1u << 6,
    patch = 1u << 7,
  };
};

/// A program that prints a file in another layout.
struct CodeFormatter {
  std::string program = {};  ///< empty: there is none
  /// Options that change no token, if the program has such. "@@" is the path of the file.
  std::vector<std::string> options = {};
  /// The file is its standard input, because the program rewrites a named file in place, or prints
  /// its name too.
  bool from_stdin = false;
  /// The result is used only if its tokens are exactly those of the file.
  bool must_keep_tokens = false;
};

/// A word that real programs of a language contain and its grammar does not know. The parser gets
/// blanks instead (`hidden.h`). Exactly one of `in_head_of`, `before` and `after` is set.
struct HiddenWord {
  std::string word;
  std::string kind;        ///< of the node that the tree has in its place: a rule of the grammar
  bool has_group = false;  ///< the parentheses behind the word are hidden too
  std::string in_head_of = {};  ///< between this word and the next `{`, among names
  std::string before = {};      ///< directly before this word, to which the hidden word belongs
  std::string after = {};       ///< directly after this sign
};

/// A node whose text is in another language: what is in `<script>`.
struct Embedded {
  std::string around;  ///< the kind of its parent
  std::string kind;
  std::string language;  ///< the name of a row
};

/// Facts about a language that its grammar does not contain. The defaults fit a language without
/// types whose blocks are in braces; a row of the table has only the differences.
struct Profile {
  /// The shortest type that can replace most others: `int`. Empty: no types, or none that can.
  std::string shortest_type = {};
  /// The smallest body in braces that fits a function of any type: `{ throw null; }` in a language
  /// where a missing result is an error.
  std::string least_body = "{}";
  /// The same for a body that is not in braces: `=> throw null` for `=> a + b`. Empty: such a body
  /// is left alone, because braces would mean something else there (`do ... end`).
  std::string least_bare_body = {};
  /// Whether a function may have no body at all: `int f();`.
  bool body_can_go = false;
  /// The statement that an empty block must contain: `pass`. Empty: none.
  std::string empty_block = {};
  ReturnType return_type = ReturnType::unknown;
  /// Whether a type is used with the word it was declared with: `struct S s;`, not `S s;`.
  bool tag_keeps_word = false;
  /// Whether the body of an interface is a type: `x: { a: number }` for `x: I`.
  bool interface_is_type = false;
  /// Whether a variable is a sign and a name, two nodes in the tree: `$x`.
  bool sign_before_name = false;
  /// Kinds of nodes that are a key and its value, and that are something else in other grammars:
  /// `attribute` for `<a href="b">`.
  std::vector<std::string> pair_kinds = {};
  /// A tag that ends the statement before it, which then needs no mark of its own: `?>`. Empty:
  /// none.
  std::string end_tag = {};
  /// Whether a document holds data without declarations, in which parts refer to each other by
  /// values that occur twice: `<ref name="x"/>` and `<define name="x">`.
  bool is_data = false;
  /// Whether a run may only delete by default: readers of such data want to see the values that
  /// caused the failure, not others in their place.
  bool delete_only = false;
  Strict strict = Strict::no;
  Outline outline = {};  ///< of `Parser::brackets` only
  /// Whether white space at the beginning of lines, and between tokens, can be chosen freely as
  /// long as the tree stays the same (`reindent.h`).
  bool reindents = false;
  /// Whether a document is elements between tags: `<a>...</a>`.
  bool is_markup = false;
  /// The default value of a pointer, and of any type without another default.
  std::string null_value = "0";
  /// An object of type `$` without arguments, or another value that fits every type. Empty:
  /// `null_value`.
  std::string default_value = {};
  /// Whether `import "a/b"` declares b, in this file alone.
  bool import_declares_last_part = false;
  /// Whether `\"` in a string is a quote, as opposed to `""`.
  bool backslash_escapes = true;
  std::uint32_t dialects = 0;  ///< a mask of `Dialect`
  std::vector<KindFacts> kinds = {};
  std::vector<HiddenWord> hidden = {};
  std::vector<Embedded> embedded = {};
  CodeFormatter formatter = {};
  /// Compilers and checkers that print messages (`closure/listener.h`), in the order in which they
  /// are tried: a program and its arguments, with "@@" for the file. They must count columns in
  /// bytes, report all errors and write no file.
  std::vector<std::vector<std::string>> checkers = {};
  /// Whether a benefit of listening to a checker was measured; otherwise the user must ask for it.
  bool listens = false;
  /// Whether the default plan searches a graph of names (`closure/from_names.cc`). It takes a Lua
  /// program from 104,913 to 1,735 tokens in ten tests, and in other languages it finds nothing
  /// that `with-orphans` does not.
  bool names_graph_pays = true;
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
  Profile profile = {};

  bool is_any(std::uint32_t dialects) const { return (profile.dialects & dialects) != 0; }
};

/// All languages, sorted by name.
std::span<const Language> languages();
/// The language of that name, or null.
const Language* find_language(std::string_view name);
/// The language of a file: by its name, then by its first line, otherwise `brackets`. The longest
/// file name of a row that matches wins: `Cargo.lock`, not `.lock`.
const Language& language_of(std::string_view path, BytesView bytes);

/// Whether a run may only delete parts of this file by default: by its row, or because its name is
/// that of a lockfile, whatever its format: `package-lock.json`, `pnpm-lock.yaml`, `yarn.lock`.
bool deletes_only_by_default(const Language& language, std::string_view path);

/// A grammar of the user: "path/to/parser.so", or "path/to/parser.so:name" if the module exports
/// `tree_sitter_name` and has another file name. With its `grammar.json` beside it (or
/// `parser.json`), it works like the bundled grammars, with the profile of the language of its
/// name. If no language has that name, the kinds of all rows count. Errors show when the grammar is
/// first used.
Language user_language(std::string_view module_and_name);

}  // namespace whittle
