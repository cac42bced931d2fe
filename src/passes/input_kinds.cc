// Nothing is parsed here: plans ask before each pass, for each document, so an answer must cost
// little. The language of a file follows from its name and its first line.
#include "passes/input_kinds.h"

#include <algorithm>

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

bool has_data(const Subject& subject) {
  return any_language(subject, [](const Language& language) { return language.profile.is_data; });
}

bool has_table(const Subject& subject) {
  return any_language(subject,
                      [](const Language& language) { return language.parser == Parser::table; });
}

bool has_several_files(const Subject& subject) {
  return subject.document.files().size() >= 2;
}

bool has_s_expressions(const Subject& subject) {
  return any_language(
      subject, [](const Language& language) { return language.parser == Parser::s_expressions; });
}

bool has_dialect(const Subject& subject, std::uint32_t any_of) {
  return any_language(subject,
                      [any_of](const Language& language) { return language.is_any(any_of); });
}

}  // namespace whittle::input
