/// The path of this program, to find the files that are installed beside it.
#pragma once

#include <filesystem>
#include <system_error>

namespace whittle {

/// Empty if the system does not say.
inline std::filesystem::path own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

/// The folder above the one that the program is in: `/usr` for `/usr/bin/whittle`.
inline std::filesystem::path own_prefix() {
  return own_program().parent_path().parent_path();
}

}  // namespace whittle
