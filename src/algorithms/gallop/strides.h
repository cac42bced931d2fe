/// The strides: groups of one length over everything that is left, not searched if they fail.
///
/// There are two uses. A **spread** opens a list whose elements hardly depend on each other: one
/// question about everything, then laps of strides over the rest, eight to a lap at first,
/// twice as many after a lap in which few could be removed. On a **chaotic** test (see leaps.h), a
/// group that failed says little about its parts. So everything left is tried in strides of an
/// eighth, then from another place, until 16 strides in a row have failed; then in strides half as
/// long, until three lengths in a row removed nothing.
///
///     strides.begin_spread(elements.size());
///     ask_about(pool, strides.take_length());  // then strides.removed() or strides.failed(stride)
///     auto left = strides.take_kept();
///     if (auto rate = strides.next_lap(left.size())) expect(*rate);
///
/// Cost: O(1) for each question, O(left) for each lap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace whittle {

class Strides {
 public:
  /// True if so many elements make a spread worth its questions.
  static bool can_spread(std::size_t elements);

  /// The first lap: a single stride over all `elements`.
  void begin_spread(std::size_t elements);
  /// Another lap over the `left` elements. If its strides would be too short, the spread is over,
  /// and the result is the share of needed elements that the last lap suggests.
  std::optional<double> next_lap(std::size_t left);
  /// True if so many strides in a row failed that this lap's strides are too long.
  bool is_in_vain() const;

  void begin_chaotic();
  /// Another chaotic round, the `round`th of the run, over the `left` elements. False if three
  /// lengths in a row removed nothing.
  bool next_chaotic(std::size_t left, std::size_t round);

  /// The length of the next stride; the first one of a chaotic round is shorter.
  std::size_t take_length() { return length_ - std::exchange(shift_, 0); }
  /// A stride could be removed.
  void removed();
  /// A stride could not be removed: it waits for the next lap.
  void failed(std::span<const std::uint32_t> stride);
  /// These wait for the next lap as well.
  void keep(std::span<const std::uint32_t> elements);
  /// Takes everything that waits.
  std::vector<std::uint32_t> take_kept() { return std::exchange(kept_, {}); }

 private:
  void begin_lap(std::size_t elements, std::size_t strides);

  std::vector<std::uint32_t> kept_;
  std::size_t length_ = 0;
  std::size_t shift_ = 0;    // by how much the first stride of a chaotic round is shorter
  std::size_t removed_ = 0;  // strides of this lap that could be removed
  std::size_t failed_ = 0;   // spread: of this lap; chaotic: since the last success
  std::size_t in_vain_ = 0;  // spread: strides that failed since the last success
  std::size_t per_lap_ = 0;
  std::size_t lengths_in_vain_ = 0;  // chaotic: lengths in a row that removed nothing
};

}  // namespace whittle
