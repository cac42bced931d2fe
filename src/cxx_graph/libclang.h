/// libclang, loaded while the program runs: any of versions 14 to 19, whichever is installed.
///
/// The few types and functions that are used are declared here, so that no header of libclang is
/// needed to build. The C interface of libclang is stable: functions and numbers are added only.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace whittle::cxx {

// Layouts and numbers as in clang-c/Index.h and CXString.h.
struct Cursor {
  int kind;
  int xdata;
  const void* data[3];
};
struct Location {
  const void* pointers[2];
  unsigned number;
};
struct Type {
  int kind;
  void* data[2];
};

namespace kind {
inline constexpr int struct_decl = 2, union_decl = 3, class_decl = 4, enum_decl = 5, field = 6,
                     variable = 9, parameter = 10, name_space = 22, type_parameter = 27,
                     value_parameter = 28, template_parameter = 29, class_template = 31,
                     partial_specialisation = 32, using_declaration = 35, no_declaration = 71,
                     overloaded_reference = 49;
}

/// The functions of libclang that are used; names as in clang-c/Index.h without `clang_`.
class LibClang {
 public:
  /// Nothing if no libclang can be loaded; `tried` has the paths that were tried.
  static std::optional<LibClang> load(std::vector<std::string>* tried);

  using Visitor = int (*)(Cursor cursor, Cursor parent, void* data);
  static constexpr int recurse = 2;

  void* (*create_index)(int, int) = nullptr;
  int (*parse)(void*, const char*, const char* const*, int, const void*, unsigned, unsigned,
               void**) = nullptr;
  void (*dispose_unit)(void*) = nullptr;
  unsigned (*diagnostics)(void*) = nullptr;
  void* (*diagnostic)(void*, unsigned) = nullptr;
  int (*severity)(void*) = nullptr;
  void (*dispose_diagnostic)(void*) = nullptr;
  void* (*file)(void*, const char*) = nullptr;
  Cursor (*unit_cursor)(void*) = nullptr;
  unsigned (*visit_children)(Cursor, Visitor, void*) = nullptr;
  Location (*location)(Cursor) = nullptr;
  void (*file_location)(Location, void**, unsigned*, unsigned*, unsigned*) = nullptr;
  Cursor (*referenced)(Cursor) = nullptr;
  Cursor (*canonical)(Cursor) = nullptr;
  Cursor (*definition)(Cursor) = nullptr;
  Cursor (*specialized_template)(Cursor) = nullptr;
  Cursor (*semantic_parent)(Cursor) = nullptr;
  Cursor (*lexical_parent)(Cursor) = nullptr;
  unsigned (*are_equal)(Cursor, Cursor) = nullptr;
  int (*is_null)(Cursor) = nullptr;
  unsigned (*is_declaration)(int) = nullptr;
  unsigned (*is_reference)(int) = nullptr;
  unsigned (*is_expression)(int) = nullptr;
  unsigned (*overloads)(Cursor) = nullptr;
  Cursor (*overload)(Cursor, unsigned) = nullptr;
  void (*overridden)(Cursor, Cursor**, unsigned*) = nullptr;
  void (*dispose_overridden)(Cursor*) = nullptr;
  Type (*type)(Cursor) = nullptr;
  Type (*pointee)(Type) = nullptr;
  Cursor (*type_declaration)(Type) = nullptr;

 private:
  bool load_from(void* library);
};

}  // namespace whittle::cxx
