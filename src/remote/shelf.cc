// The server is not trusted with content. Every file is checked against its digest after it was put
// together, and the digest comes from a signed message. So a server can withhold a file, but not
// change one, and all its numbers (sizes, parts, chains) are checked before memory is used for
// them.
#include "remote/shelf.h"

#include <algorithm>
#include <zstd.h>

#include "remote/wire.h"

namespace whittle {
namespace {

constexpr std::size_t part_size = 512 * 1024;  // the server takes 1 MB
constexpr std::size_t most_kept = 256u << 20;

/// The first value of a file; further parts are "DIGEST.1", "DIGEST.2" and so on.
struct Stored {
  enum Form : std::uint32_t { plain, packed, by_parent };
  std::uint32_t form = plain;
  Digest parent = {};       ///< the base of a difference
  std::uint64_t parts = 0;  ///< the number of further parts
  std::uint64_t size = 0;   ///< the size of the file
  Bytes content = {};       ///< the file, the file packed by zstd, or the difference
};
void fields(auto& archive, auto& a) requires requires {
  a.form;
}
{ archive(a.form, a.parent, a.parts, a.size, a.content); }

/// A whole file: packed, unless the reader would reject it as too well packed (`is_believable`).
Stored whole(BytesView bytes) {
  Bytes out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  if (is_believable(bytes.size(), out.size()))
    return {.form = Stored::packed, .size = bytes.size(), .content = std::move(out)};
  return {.form = Stored::plain, .size = bytes.size(), .content = Bytes(bytes)};
}

/// The file of `stored` with all its parts; nothing if they are damaged.
std::optional<Bytes> unpacked_whole(Stored stored) {
  if (stored.form == Stored::plain)
    return stored.content.size() == stored.size ? std::optional(std::move(stored.content))
                                                : std::nullopt;
  if (!is_believable(stored.size, stored.content.size())) return std::nullopt;
  Bytes bytes(stored.size, '\0');
  if (ZSTD_decompress(bytes.data(), bytes.size(), stored.content.data(), stored.content.size()) !=
      stored.size)
    return std::nullopt;
  return bytes;
}

}  // namespace

std::string shelf_name(std::string prefix) {
  const std::size_t run = prefix.find('.', prefix.find('.') + 1);
  std::ranges::replace(prefix, '.', '_');
  if (run < prefix.size()) prefix[run] = '/';
  return prefix;
}

Result<void> put_file(Bus& bus, const std::string& shelf, const Digest& digest, BytesView bytes,
                      const std::pair<Digest, const IndexedBase*>* parent) {
  if (bytes.size() > largest_file)
    return fail(ErrorKind::input, "workers accept no file of more than 1 GB");
  Stored stored;
  if (parent)
    stored = {.form = Stored::by_parent,
              .parent = parent->first,
              .size = bytes.size(),
              .content = parent->second->difference(bytes)};
  if (!parent || stored.content.size() > part_size) {
    stored = whole(bytes);
    // The first value is written last: a reader that sees it can rely on the other parts.
    for (std::size_t at = part_size; at < stored.content.size(); at += part_size)
      if (Result<void> put = bus.put(shelf, digest.hex() + "." + std::to_string(++stored.parts),
                                     BytesView(stored.content).substr(at, part_size));
          !put)
        return put;
    stored.content.resize(std::min(stored.content.size(), part_size));
  }
  return bus.put(shelf, digest.hex(), to_wire(stored));
}

Result<SharedBytes> ShelfReader::file(const Digest& digest) {
  // One thread at a time: otherwise all slots that need the same file would read it.
  const std::scoped_lock guard(mutex_);
  // The differences up to a file that is whole or already known. The chain comes from the server:
  // it may be long, or lead back to itself.
  std::vector<std::pair<Digest, Bytes>> chain;
  Digest next = digest;
  SharedBytes file;
  while (!(file = recall(next))) {
    const auto lacks = [&] {
      return fail(ErrorKind::stale, "the coordinator no longer has the file " + next.hex());
    };
    // A file may be missing because the server has lost its data. The coordinator still has it and
    // puts it there again.
    std::optional<Bytes> value = bus_.get(shelf_, next.hex());
    if (!value && ask_(next)) value = bus_.get(shelf_, next.hex());
    std::optional<Stored> stored = value ? from_wire<Stored>(*value) : std::nullopt;
    if (!stored || stored->form > Stored::by_parent || stored->size > largest_file) return lacks();
    if (stored->form == Stored::by_parent) {
      if (chain.size() == longest_chain_read) return lacks();
      chain.emplace_back(next, std::move(stored->content));
      next = stored->parent;
      continue;
    }
    for (std::uint64_t part = 1; part <= stored->parts; ++part) {
      const std::optional<Bytes> more = bus_.get(shelf_, next.hex() + "." + std::to_string(part));
      // Parts without content would never reach the limit.
      if (!more || more->empty() || stored->content.size() + more->size() > largest_file)
        return lacks();
      stored->content += *more;
    }
    std::optional<Bytes> bytes = unpacked_whole(std::move(*stored));
    if (!bytes || digest_of(*bytes) != next) return lacks();
    file = keep(next, std::move(*bytes));
    break;
  }
  for (auto step = chain.rbegin(); step != chain.rend(); ++step) {
    Result<Bytes> bytes = applied(*file, step->second);
    if (!bytes) return std::unexpected(bytes.error());
    if (digest_of(*bytes) != step->first)
      return fail(ErrorKind::stale, "the server has another file " + step->first.hex());
    file = keep(step->first, std::move(*bytes));
  }
  return file;
}

/// The file, if it was read and is still kept; else null.
SharedBytes ShelfReader::recall(const Digest& digest) {
  const auto known = std::ranges::find(known_, digest, &std::pair<Digest, SharedBytes>::first);
  if (known == known_.end()) return nullptr;
  known_.splice(known_.begin(), known_, known);
  return known->second;
}

SharedBytes ShelfReader::keep(const Digest& digest, Bytes bytes) {
  size_ += bytes.size();
  known_.emplace_front(digest, share(std::move(bytes)));
  while (size_ > most_kept && known_.size() > 1) {
    size_ -= known_.back().second->size();
    known_.pop_back();
  }
  return known_.front().second;
}

}  // namespace whittle
