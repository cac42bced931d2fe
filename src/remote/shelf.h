/// Files by their digest on the server: tests, originals, and the bases of candidates.
///
/// A value on the server has at most 1 MB, so larger files are cut. A base may be stored as its
/// difference from an earlier one; it then costs a few kilobytes, however large it is.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "remote/bus.h"
#include "remote/difference.h"
#include "remote/digest.h"

namespace whittle {

/// The shelf and the queue of the run with this prefix: "whittle_USER/RUN_GENERATION". Names on the
/// server have no dots.
std::string shelf_name(std::string prefix);

/// Puts `bytes` on the shelf. If there is a `parent`, only the difference to it is stored, unless
/// that is not much shorter.
Result<void> put_file(Bus& bus, const std::string& shelf, const Digest& digest, BytesView bytes,
                      const std::pair<Digest, const IndexedBase*>* parent = nullptr);

/// The files that a worker has read from a shelf, as long as they are likely to be needed again.
class ShelfReader {
 public:
  /// `ask` makes the coordinator put a file on the shelf that is not there; false if it has none.
  ShelfReader(Bus& bus, std::string shelf, std::function<bool(const Digest&)> ask)
      : bus_(bus), shelf_(std::move(shelf)), ask_(std::move(ask)) {}

  /// Thread-safe. The bytes always have this digest. `ErrorKind::stale` if the server sent other
  /// bytes, too many, or none.
  Result<SharedBytes> file(const Digest& digest);

 private:
  SharedBytes recall(const Digest& digest);
  SharedBytes keep(const Digest& digest, Bytes bytes);

  Bus& bus_;
  const std::string shelf_;
  const std::function<bool(const Digest&)> ask_;
  std::mutex mutex_;
  std::list<std::pair<Digest, SharedBytes>> known_;  // the last one used comes first
  std::size_t size_ = 0;                             // the size of all of them, in bytes
};

}  // namespace whittle
