#include "process/command_run.h"

#include <algorithm>
#include <fmt/format.h>

namespace whittle {

void BoundedOutput::append(BytesView bytes) {
  size_ += bytes.size();
  for (const char c : bytes)
    fingerprint_ = (fingerprint_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  const std::size_t half = limit_ / 2;
  const std::size_t fits = std::min(bytes.size(), half - std::min(half, head_.size()));
  head_.append(bytes.substr(0, fits));
  tail_.append(bytes.substr(fits));
  // Cut only at twice the size, so that each byte is moved once on average.
  if (tail_.size() > 2 * half) tail_.erase(0, tail_.size() - half);
}

Bytes BoundedOutput::text() const {
  const std::size_t half = limit_ / 2;
  const BytesView tail = BytesView(tail_).substr(tail_.size() - std::min(half, tail_.size()));
  const std::uint64_t left_out = size_ - head_.size() - tail.size();
  if (left_out == 0) return head_ + Bytes(tail);
  return fmt::format("{}\n[{} bytes left out]\n{}", head_, left_out, tail);
}

}  // namespace whittle
