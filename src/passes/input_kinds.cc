#include "passes/input_kinds.h"

#include <algorithm>
#include <initializer_list>

#include "document/lexer.h"
#include "syntax/languages.h"
#include "syntax/trees.h"

namespace whittle::input {
namespace {

template <typename Matches>
bool any_file(const Subject& subject, Matches matches) {
  return std::ranges::any_of(subject.document.files(), [&](const File& file) {
    return file.kind == File::Kind::regular && matches(file);
  });
}

template <typename Matches>
bool any_language(const Subject& subject, Matches matches) {
  return any_file(subject, [&](const File& file) {
    return matches(subject.trees.language(file.path, *file.bytes));
  });
}

/// A grammar of the user's own may be of any language, or of a dialect of one of these.
bool is_one_of(const Language& language, std::initializer_list<std::string_view> names) {
  return !language.module.empty() || std::ranges::find(names, language.name) != names.end();
}

/// C, and what has its `struct S { }` and its `#include`.
bool is_like_c(const Language& language) {
  return is_one_of(language, {"c", "cpp", "cuda", "glsl", "objc"});
}

}  // namespace

bool has_file(const Subject& subject) {
  return any_file(subject, [](const File&) { return true; });
}

bool has_text(const Subject& subject) {
  return any_file(subject, [](const File& file) { return is_text(*file.bytes); });
}

bool has_plain_text(const Subject& subject) {
  return any_file(subject, [&](const File& file) {
    return subject.trees.language(file.path, *file.bytes).parser == Parser::brackets &&
           is_text(*file.bytes);
  });
}

bool has_binary(const Subject& subject) {
  return any_file(subject, [&](const File& file) { return subject.is_binary(file); });
}

bool has_tree(const Subject& subject) {
  return any_file(subject, [&](const File& file) {
    return subject.trees.language(file.path, *file.bytes).parser != Parser::brackets ||
           is_text(*file.bytes);
  });
}

bool has_several_files(const Subject& subject) {
  return subject.document.files().size() >= 2;
}

bool has_several_files_and_c(const Subject& subject) {
  return has_several_files(subject) && any_language(subject, is_like_c);
}

bool has_c_or_cxx(const Subject& subject) {
  return any_language(subject, [](const Language& language) {
    return language.name == "c" || language.name == "cpp";
  });
}

bool has_cxx(const Subject& subject) {
  return any_language(subject, [](const Language& language) { return language.name == "cpp"; });
}

bool has_classes_of_cxx(const Subject& subject) {
  return any_language(subject, [](const Language& language) {
    return is_one_of(language, {"cpp", "cuda"});
  });
}

bool has_types_in_place(const Subject& subject) {
  return any_language(subject, [](const Language& language) {
    return is_like_c(language) || is_one_of(language, {"typescript", "tsx"});
  });
}

bool has_s_expressions(const Subject& subject) {
  return any_language(
      subject, [](const Language& language) { return language.parser == Parser::s_expressions; });
}

bool has_smtlib(const Subject& subject) {
  return any_language(subject, [](const Language& language) { return language.name == "smtlib"; });
}

bool has_llvm(const Subject& subject) {
  return any_language(subject, [](const Language& language) { return language.name == "llvm"; });
}

bool has_wat(const Subject& subject) {
  return any_language(subject, [](const Language& language) { return language.name == "wat"; });
}

}  // namespace whittle::input
