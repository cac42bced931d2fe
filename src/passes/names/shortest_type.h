/// The type that is least to write, where a language has types.
#pragma once

#include <string_view>

namespace whittle::names {

/// Empty for languages without types, or where none stands for most others.
constexpr std::string_view shortest_type(std::string_view language) {
  constexpr std::string_view of_int[] = {"c",    "cpp",    "cuda", "objc", "glsl",
                                         "java", "csharp", "go",   "d",    "solidity"};
  for (const std::string_view one : of_int)
    if (one == language) return "int";
  if (language == "rust" || language == "zig") return "u8";
  if (language == "typescript" || language == "tsx") return "any";
  if (language == "kotlin" || language == "swift" || language == "scala") return "Int";
  return {};
}

}  // namespace whittle::names
