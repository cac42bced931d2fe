#include "remote/shelf.h"

#include <algorithm>
#include <zstd.h>

#include "remote/wire.h"

namespace whittle {
namespace {

constexpr std::size_t part_size = 512 * 1024;  // the server takes 1 MB
constexpr std::size_t most_kept = 256u << 20;

/// The first value of a file; further parts are "HASH.1", "HASH.2" and so on.
struct Stored {
  bool is_difference = false;
  Hash parent = {};
  std::uint64_t parts = 0;  ///< besides this one
  std::uint64_t size = 0;   ///< of the file
  Bytes bytes = {};         ///< the difference, or the file packed by zstd
};
void fields(auto& archive, auto& a) requires requires {
  a.is_difference;
}
{ archive(a.is_difference, a.parent, a.parts, a.size, a.bytes); }

Bytes compressed(BytesView bytes) {
  Bytes out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

}  // namespace

std::string shelf_name(std::string prefix) {
  std::ranges::replace(prefix, '.', '_');
  return prefix;
}

Result<void> put_file(Bus& bus, const std::string& shelf, const Hash& hash, BytesView bytes,
                      const std::pair<Hash, const IndexedBase*>* parent) {
  Stored stored{.size = bytes.size()};
  if (parent) {
    stored.is_difference = true;
    stored.parent = parent->first;
    stored.bytes = parent->second->difference(bytes);
  }
  if (!parent || stored.bytes.size() > part_size) {
    stored = {.size = bytes.size(), .bytes = compressed(bytes)};
    // The first value comes last: who sees it can rely on the others.
    for (std::size_t at = part_size; at < stored.bytes.size(); at += part_size)
      if (Result<void> put = bus.put(shelf, hash.hex() + "." + std::to_string(++stored.parts),
                                     BytesView(stored.bytes).substr(at, part_size));
          !put)
        return put;
    stored.bytes.resize(std::min(stored.bytes.size(), part_size));
  }
  return bus.put(shelf, hash.hex(), to_wire(stored));
}

Result<SharedBytes> ShelfReader::file(const Hash& hash) {
  // One at a time: slots that need the same file would all read it.
  const std::scoped_lock guard(mutex_);
  return read(hash);
}

Result<SharedBytes> ShelfReader::read(const Hash& hash) {
  const auto known = std::ranges::find(known_, hash, &std::pair<Hash, SharedBytes>::first);
  if (known != known_.end()) {
    known_.splice(known_.begin(), known_, known);
    return known->second;
  }
  const auto lacks = [&] {
    return fail(ErrorKind::stale, "the coordinator no longer has the file " + hash.hex());
  };
  std::optional<Bytes> value = bus_.get(shelf_, hash.hex());
  if (!value && ask_(hash)) value = bus_.get(shelf_, hash.hex());
  std::optional<Stored> stored = value ? from_wire<Stored>(*value) : std::nullopt;
  if (!stored) return lacks();
  Bytes bytes;
  if (stored->is_difference) {
    const Result<SharedBytes> parent = read(stored->parent);
    if (!parent) return parent;
    Result<Bytes> whole = applied(**parent, stored->bytes);
    if (!whole) return std::unexpected(whole.error());
    bytes = std::move(*whole);
  } else {
    for (std::uint64_t part = 1; part <= stored->parts; ++part) {
      const std::optional<Bytes> more = bus_.get(shelf_, hash.hex() + "." + std::to_string(part));
      if (!more) return lacks();
      stored->bytes += *more;
    }
    // As in store/packed.cc: a larger size cannot be true, and would cost memory.
    if (stored->size / ZSTD_BLOCKSIZE_MAX > stored->bytes.size() / 3 + 1) return lacks();
    bytes.resize(stored->size);
    if (ZSTD_decompress(bytes.data(), bytes.size(), stored->bytes.data(), stored->bytes.size()) !=
        stored->size)
      return lacks();
  }
  if (hash_of(bytes) != hash) return lacks();
  size_ += bytes.size();
  known_.emplace_front(hash, share(std::move(bytes)));
  while (size_ > most_kept && known_.size() > 1) {
    size_ -= known_.back().second->size();
    known_.pop_back();
  }
  return known_.front().second;
}

}  // namespace whittle
