#include "cxx_graph/libclang.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace whittle::cxx {
namespace {

constexpr int oldest = 14, newest = 19;

/// The newest version first: it understands more of recent headers.
std::vector<std::string> candidates() {
  if (const char* const given = std::getenv("WHITTLE_LIBCLANG")) return {given};
  std::vector<std::string> paths;
  for (int version = newest; version >= oldest; --version) {
    const std::string number = std::to_string(version);
    std::vector<std::string> found;
    std::error_code problem;
    const std::filesystem::path folder = "/usr/lib/llvm-" + number + "/lib";
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      const std::string name = entry->path().filename();
      if (name.starts_with("libclang") && !name.starts_with("libclang-cpp") &&
          name.find(".so") != name.npos)
        found.push_back(entry->path());
    }
    std::ranges::sort(found);
    paths.insert(paths.end(), found.begin(), found.end());
    for (const char* const end : {".so.1", ".so"}) paths.push_back("libclang-" + number + end);
    paths.push_back("libclang-" + number + ".so." + number);
    paths.push_back("libclang.so." + number);
  }
  paths.insert(paths.end(), {"libclang.so.1", "libclang.so"});
  return paths;
}

}  // namespace

std::optional<LibClang> LibClang::load(std::vector<std::string>* tried) {
  for (const std::string& path : candidates()) {
    tried->push_back(path);
    // Never closed: it stays for as long as the program runs.
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    LibClang clang;
    if (library && clang.load_from(library)) return clang;
  }
  return std::nullopt;
}

bool LibClang::load_from(void* library) {
  bool complete = true;
  const auto load = [&](auto& function, const char* name) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    complete = complete && function;
  };
  load(create_index, "clang_createIndex");
  load(parse, "clang_parseTranslationUnit2");
  load(dispose_unit, "clang_disposeTranslationUnit");
  load(diagnostics, "clang_getNumDiagnostics");
  load(diagnostic, "clang_getDiagnostic");
  load(severity, "clang_getDiagnosticSeverity");
  load(dispose_diagnostic, "clang_disposeDiagnostic");
  load(file, "clang_getFile");
  load(unit_cursor, "clang_getTranslationUnitCursor");
  load(visit_children, "clang_visitChildren");
  load(location, "clang_getCursorLocation");
  load(file_location, "clang_getFileLocation");
  load(referenced, "clang_getCursorReferenced");
  load(canonical, "clang_getCanonicalCursor");
  load(definition, "clang_getCursorDefinition");
  load(specialized_template, "clang_getSpecializedCursorTemplate");
  load(semantic_parent, "clang_getCursorSemanticParent");
  load(lexical_parent, "clang_getCursorLexicalParent");
  load(are_equal, "clang_equalCursors");
  load(is_null, "clang_Cursor_isNull");
  load(is_declaration, "clang_isDeclaration");
  load(is_reference, "clang_isReference");
  load(is_expression, "clang_isExpression");
  load(overloads, "clang_getNumOverloadedDecls");
  load(overload, "clang_getOverloadedDecl");
  load(overridden, "clang_getOverriddenCursors");
  load(dispose_overridden, "clang_disposeOverriddenCursors");
  load(type, "clang_getCursorType");
  load(pointee, "clang_getPointeeType");
  load(type_declaration, "clang_getTypeDeclaration");
  return complete;
}

}  // namespace whittle::cxx
