/// The kinds of inputs that passes apply to. A row of `registry.cc` names one of these.
///
/// The kind is decided from the names and bytes of the files; nothing is parsed. A kind that
/// matches too often costs a search that finds nothing. A kind that matches too rarely loses edits,
/// so `tests/passes/rows_test.cc` checks on code of every language that this does not happen.
#pragma once

#include "passes/pass.h"
#include "syntax/languages.h"

namespace whittle::input {

bool has_file(const Subject& subject);
bool has_text(const Subject& subject);
/// Text in a language without a grammar, or in no known language.
bool has_plain_text(const Subject& subject);
bool has_binary(const Subject& subject);
/// A file with a tree: every file except binary files of no known language.
bool has_tree(const Subject& subject);
/// A file of which a part refers to others by values (`Profile::is_data`).
bool has_data(const Subject& subject);
/// A file of records and columns.
bool has_table(const Subject& subject);
bool has_several_files(const Subject& subject);
bool has_s_expressions(const Subject& subject);
/// A file in a language of one of these dialects (`Dialect` in `syntax/languages.h`).
bool has_dialect(const Subject& subject, std::uint32_t any_of);
template <std::uint32_t any_of>
bool in_dialect(const Subject& subject) {
  return has_dialect(subject, any_of);
}

inline constexpr InputKind anything{"any input", has_file};
inline constexpr InputKind text{"any text", has_text};
inline constexpr InputKind plain_text{"text without a grammar", has_plain_text};
inline constexpr InputKind binary{"binary input", has_binary};
inline constexpr InputKind nodes{"trees", has_tree};
/// Every text has a tree, even if it only consists of brackets and lines.
inline constexpr InputKind trees{"trees", has_text};
inline constexpr InputKind data{"data", has_data};
inline constexpr InputKind table{"CSV, TSV", has_table};
inline constexpr InputKind several_files{"several files", has_several_files};
inline constexpr InputKind several_c_files{"several files: C, C++", [](const Subject& subject) {
                                             return has_several_files(subject) &&
                                                    has_dialect(subject, Dialect::includes);
                                           }};
inline constexpr InputKind directives{"C, C++", in_dialect<Dialect::includes>};
inline constexpr InputKind c_or_cxx{"C, C++, by clang_delta",
                                    in_dialect<Dialect::c | Dialect::cxx>};
inline constexpr InputKind cxx{"C++, by clang_delta", in_dialect<Dialect::cxx>};
inline constexpr InputKind cxx_classes{"C++", in_dialect<Dialect::access_labels>};
inline constexpr InputKind types_in_place{"C, C++, TypeScript",
                                          in_dialect<Dialect::types_in_place>};
inline constexpr InputKind s_expressions{"SMT-LIB, Lisp", has_s_expressions};
inline constexpr InputKind smtlib{"SMT-LIB", in_dialect<Dialect::smtlib>};
inline constexpr InputKind llvm{"LLVM IR", in_dialect<Dialect::llvm>};
inline constexpr InputKind patches{"patches", in_dialect<Dialect::patch>};

}  // namespace whittle::input
