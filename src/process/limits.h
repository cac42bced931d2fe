/// Limits for a program that we start.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whittle {

/// 0 means no limit.
struct Limits {
  std::uint64_t memory = 0;                          ///< bytes of address space of each process
  std::uint64_t file_size = std::uint64_t{1} << 32;  ///< bytes in one file
  std::uint64_t processes = 0;                       ///< of the user, as RLIMIT_NPROC counts them
  std::size_t output = std::size_t{1} << 20;         ///< bytes kept of each stream; never 0
};

}  // namespace whittle
