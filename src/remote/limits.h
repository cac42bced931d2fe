/// Limits for data from the network. Everything beyond a limit counts as damaged.
///
/// A server, a worker or a coordinator may be faulty or hostile. A number that it sends must not
/// decide alone how much memory or time we spend.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace whittle {

/// A test, an original, a base or a candidate.
inline constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;
/// A packed value may claim this many times its length, plus a megabyte. zstd itself allows 44,000
/// times: half a megabyte could demand 22 GB. Data that packs better than this is sent unpacked.
inline constexpr std::uint64_t most_expansion = 1024;
/// Differences that lead from a whole file to a base. Coordinators write at most half as many.
inline constexpr std::size_t longest_chain_read = 64;
/// Elements of one list in a message.
inline constexpr std::size_t longest_list = 65536;
/// Slots of one worker, and workers of one run.
inline constexpr std::uint64_t most_slots = 4096;
inline constexpr std::size_t most_workers = 4096;
/// Messages that wait to be read, of each kind. An answer that is dropped is asked for again.
inline constexpr std::size_t most_waiting = 65536;
/// Runs that a worker knows at one time.
inline constexpr std::size_t most_runs = 256;
inline constexpr std::chrono::milliseconds shortest_lease{100};
inline constexpr std::chrono::milliseconds longest_lease{std::chrono::hours(1)};
/// A test, as a worker reports it.
inline constexpr std::chrono::microseconds longest_test{std::chrono::hours(7 * 24)};

/// Whether a value of `packed` bytes may be unpacked to `size` bytes.
constexpr bool is_believable(std::uint64_t size, std::uint64_t packed) {
  return size <= largest_file && size <= most_expansion * packed + (std::uint64_t{1} << 20);
}

}  // namespace whittle
