#include "process/known_tools.h"

#include "base/program_name.h"

namespace whittle {

std::span<const KnownTool> known_tools() {
  static constexpr KnownTool rows[] = {
      {"gcc", "-v"},        {"g++", "-v"},        {"cc", "-v"},        {"c++", "-v"},
      {"clang", "-v"},      {"clang++", "-v"},    {"gfortran", "-v"},  {"gnat", "-v"},
      {"gdc", "-v"},        {"rustc", "-vV"},     {"go", "version"},   {"javac", "-version"},
      {"opt", "--version"}, {"llc", "--version"}, {"z3", "--version"}, {"cvc5", "--version"}};
  return rows;
}

std::string_view version_option(std::string_view path) {
  for (const KnownTool& tool : known_tools())
    if (is_version_of(path, tool.name)) return tool.version_option;
  return {};
}

}  // namespace whittle
