/// The result of executing a command once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace whittle {

/// The first and the last bytes of a stream of any length, and a hash of all its bytes.
class BoundedOutput {
 public:
  explicit BoundedOutput(std::size_t limit = 0) : limit_(limit) {}

  void append(BytesView bytes);
  /// The bytes that were kept. If some were left out, a line between says how many.
  Bytes text() const;
  std::uint64_t size() const { return size_; }
  /// A hash of every byte, kept or not (FNV-1a).
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  std::size_t limit_;
  Bytes head_;  // at most half the limit
  Bytes tail_;  // the last bytes after the head; cut back to half the limit now and then
  std::uint64_t size_ = 0;
  std::uint64_t fingerprint_ = 0xcbf29ce484222325u;
};

struct CommandRun {
  int exit_status = 0;  ///< as a shell shows it: 128 + signal if killed by one
  int signal = 0;       ///< that killed it, or 0
  bool timed_out = false;
  std::chrono::microseconds duration{0};
  BoundedOutput out, err;

  /// The signal that killed it, or that killed the command which a shell ran, as the exit status of
  /// the shell shows.
  int signal_shown() const {
    if (signal) return signal;
    return exit_status > 128 && exit_status < 128 + 65 ? exit_status - 128 : 0;
  }
};

}  // namespace whittle
