// One walk over Clang's tree. A reference is recorded more than once if removal can break it in
// more than one way: to the declaration that Clang resolved, to the first declaration, to the
// definition of a type, and to the template that a declaration was instantiated from. Too many
// references keep too much; missing ones make candidates that do not compile, which costs more.
//
// Only places in the file itself count: declarations of included files cannot be removed.
#include "cxx_graph/references.h"

#include <algorithm>

namespace whittle::cxx {
namespace {

using Kind = Reference::Kind;

class Visit {
 public:
  Visit(const LibClang& clang, void* unit, void* file) : clang_(clang), file_(file) {
    clang_.visit_children(
        clang_.unit_cursor(unit),
        [](Cursor cursor, Cursor, void* visit) {
          static_cast<Visit*>(visit)->see(cursor);
          return LibClang::recurse;
        },
        this);
  }

  References found;

 private:
  std::optional<std::uint64_t> place(Cursor cursor) const {
    if (clang_.is_null(cursor)) return std::nullopt;
    void* file = nullptr;
    unsigned offset = 0;
    clang_.file_location(clang_.location(cursor), &file, nullptr, nullptr, &offset);
    if (file != file_) return std::nullopt;
    return offset;
  }

  static bool is_parameter(Cursor cursor) {
    return cursor.kind == kind::parameter || cursor.kind == kind::type_parameter ||
           cursor.kind == kind::value_parameter || cursor.kind == kind::template_parameter;
  }

  void refer(std::uint64_t from, Cursor to, Kind kind) {
    if (const auto at = place(to); at && *at != from) found.references.push_back({from, *at, kind});
  }

  /// Refers to a declaration, to its first declaration, to its definition and to its template.
  void use(std::uint64_t from, Cursor to, Kind kind) {
    if (clang_.is_null(to)) return;
    if (is_parameter(to)) {
      found.known.push_back(from);
      return;
    }
    if (to.kind == kind::name_space) return refer(from, clang_.canonical(to), Kind::space);
    refer(from, to, kind);
    refer(from, clang_.canonical(to), kind);
    const bool defined_elsewhere = to.kind == kind::struct_decl || to.kind == kind::class_decl ||
                                   to.kind == kind::union_decl || to.kind == kind::enum_decl ||
                                   to.kind == kind::class_template || to.kind == kind::variable;
    if (defined_elsewhere) refer(from, clang_.definition(to), kind);
    const Cursor from_template = clang_.specialized_template(to);
    if (clang_.is_null(from_template)) return;
    refer(from, from_template, kind);
    refer(from, clang_.definition(from_template), kind);
  }

  void use_type(std::uint64_t from, Type type) {
    for (int level = 0; level < 4; ++level) {
      const Cursor declaration = clang_.type_declaration(type);
      if (declaration.kind != kind::no_declaration) return use(from, declaration, Kind::type);
      const Type inner = clang_.pointee(type);
      if (inner.kind == 0) return;
      type = inner;
    }
  }

  void see(Cursor cursor) {
    const auto at = place(cursor);
    if (!at) return;
    if (cursor.kind == kind::overloaded_reference) {
      const unsigned count = clang_.overloads(cursor);
      for (unsigned i = 0; i < count; ++i) refer(*at, clang_.overload(cursor, i), Kind::one_of);
    } else if (clang_.is_declaration(cursor.kind)) {
      declare(*at, cursor);
    } else if (clang_.is_reference(cursor.kind) || clang_.is_expression(cursor.kind)) {
      use(*at, clang_.referenced(cursor), Kind::use);
      if (clang_.is_expression(cursor.kind)) use_type(*at, clang_.type(cursor));
    }
  }

  void declare(std::uint64_t at, Cursor cursor) {
    if (cursor.kind == kind::using_declaration)
      return;  // it refers to the entity and declares no other
    const Cursor first = clang_.canonical(cursor);
    const auto first_at = place(first);
    const Declared::Kind declared = cursor.kind == kind::field        ? Declared::Kind::field
                                    : cursor.kind == kind::name_space ? Declared::Kind::space
                                    : is_parameter(cursor)            ? Declared::Kind::parameter
                                                                      : Declared::Kind::other;
    found.declared.push_back({at, declared, first_at.value_or(at)});
    if (cursor.kind == kind::name_space) return;
    const Cursor primary = clang_.specialized_template(cursor);
    const bool partly = cursor.kind == kind::partial_specialisation;
    refer(at, primary, partly ? Kind::specialises_partly : Kind::specialises);
    if (first_at && *first_at != at &&
        !clang_.are_equal(clang_.semantic_parent(cursor), clang_.lexical_parent(cursor)))
      refer(at, first, Kind::outside);
    refer(at, clang_.definition(cursor), Kind::defined);
    Cursor* overridden = nullptr;
    unsigned count = 0;
    clang_.overridden(cursor, &overridden, &count);
    for (unsigned i = 0; i < count; ++i) refer(at, overridden[i], Kind::overrides);
    if (overridden) clang_.dispose_overridden(overridden);
  }

  const LibClang& clang_;
  void* file_;
};

template <typename T>
void tidy(std::vector<T>& list) {
  std::ranges::sort(list);
  const auto again = std::ranges::unique(list);
  list.erase(again.begin(), again.end());
}

}  // namespace

std::optional<References> find_references(const LibClang& clang, const std::string& path,
                                          const std::vector<std::string>& arguments) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  void* const index = clang.create_index(0, 0);
  void* unit = nullptr;
  constexpr unsigned keep_going = 0x200;
  if (clang.parse(index, path.c_str(), pointers.data(), static_cast<int>(pointers.size()), nullptr,
                  0, keep_going, &unit) != 0)
    return std::nullopt;
  Visit visit(clang, unit, clang.file(unit, path.c_str()));
  constexpr int error = 3;
  for (unsigned i = 0; i < clang.diagnostics(unit); ++i) {
    void* const diagnostic = clang.diagnostic(unit, i);
    if (clang.severity(diagnostic) >= error) ++visit.found.errors;
    clang.dispose_diagnostic(diagnostic);
  }
  clang.dispose_unit(unit);
  tidy(visit.found.references);
  tidy(visit.found.declared);
  tidy(visit.found.known);
  return std::move(visit.found);
}

}  // namespace whittle::cxx
