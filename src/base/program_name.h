/// Names of programs, whatever their folder, target and version.
#pragma once

#include <string_view>

namespace whittle {

/// A path without its folders: "gcc" in "/usr/bin/gcc".
constexpr std::string_view program_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Whether a path leads to a version of `program`: gcc-12 and x86_64-linux-gnu-gcc are versions of
/// gcc, gcc-ar and mpigcc are not.
constexpr bool is_version_of(std::string_view path, std::string_view program) {
  const std::string_view name = program_name(path);
  const std::size_t at = name.rfind(program);
  if (at == name.npos || (at > 0 && name[at - 1] != '-')) return false;
  const std::string_view version = name.substr(at + program.size());
  return version.empty() || (version.starts_with('-') && version.back() != '-' &&
                             version.find_first_not_of("-.0123456789") == version.npos);
}

}  // namespace whittle
