// A difference is a list of steps: how far to move in the base, how many bytes to copy from there,
// and the new bytes that follow. zstd packs the list if that makes it shorter; the first byte says
// so.
//
// As in rsync, blocks of the base are found by content and matches are then extended in
// both directions. The base is cut at multiples of 16 bytes and the candidate is looked up at every
// byte, so a match is found wherever it was moved. 16 bytes are two machine words: comparing and
// hashing them is cheap.
#include "remote/difference.h"

#include <bit>
#include <cstring>
#include <zstd.h>

#include "base/common_ends.h"
#include "remote/limits.h"
#include "store/leb128.h"

namespace whittle {
namespace {

constexpr std::size_t block_size = 16;
/// The most blocks with the same content that are looked at. This finds the nearest block in all
/// but the most repetitive texts.
constexpr int most_looked_at = 64;

std::uint64_t load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

std::size_t slot_of(BytesView block, std::size_t slots) {
  const std::uint64_t mixed =
      (load(block.data()) * 0x9e3779b97f4a7c15u) ^ (load(block.data() + 8) * 0xc2b2ae3d27d4eb4fu);
  return static_cast<std::size_t>((mixed ^ (mixed >> 29)) * 0x9e3779b97f4a7c15u >> 20) &
         (slots - 1);
}

/// Maps small moves in either direction to small numbers, which `put_number` writes in few bytes.
std::uint64_t zigzag(std::int64_t move) {
  return (static_cast<std::uint64_t>(move) << 1) ^ static_cast<std::uint64_t>(move >> 63);
}
std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

std::unexpected<Error> no_difference() {
  return fail(ErrorKind::stale, "a candidate came damaged from the coordinator");
}

Bytes packed(Bytes list) {
  constexpr std::size_t worth_it = 1024;
  if (list.size() < worth_it) return '\0' + list;
  Bytes out(1 + ZSTD_compressBound(list.size()), '\1');
  const std::size_t size =
      ZSTD_compress(out.data() + 1, out.size() - 1, list.data(), list.size(), 1);
  if (ZSTD_isError(size) || size >= list.size() || !is_believable(list.size(), size))
    return '\0' + list;
  out.resize(1 + size);
  return out;
}

Result<Bytes> unpacked(BytesView difference) {
  if (difference.empty()) return no_difference();
  const BytesView rest = difference.substr(1);
  if (difference.front() == '\0') return Bytes(rest);
  const unsigned long long size = ZSTD_getFrameContentSize(rest.data(), rest.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
      !is_believable(size, rest.size()))
    return no_difference();
  Bytes list(size, '\0');
  if (ZSTD_decompress(list.data(), list.size(), rest.data(), rest.size()) != size)
    return no_difference();
  return list;
}

}  // namespace

IndexedBase::IndexedBase(Bytes bytes) : bytes_(std::move(bytes)) {
  const std::size_t blocks = bytes_.size() / block_size;
  first_.resize(std::bit_ceil(2 * blocks + 1));
  next_.resize(blocks);
  // From the end, so that the first block of each chain is the first one in the text.
  for (std::size_t block = blocks; block-- > 0;) {
    std::uint32_t& first =
        first_[slot_of(BytesView(bytes_).substr(block * block_size, block_size), first_.size())];
    next_[block] = first;
    first = static_cast<std::uint32_t>(block + 1);
  }
}

/// The place of `block` in the base: at or after `from` if possible; npos if there is none.
/// Candidates keep the order of the base, so the next place is nearly always after the last one.
std::size_t IndexedBase::find(BytesView block, std::size_t from) const {
  std::size_t found = Bytes::npos;
  int looked_at = 0;
  for (std::uint32_t at = first_[slot_of(block, first_.size())]; at != 0; at = next_[at - 1]) {
    const std::size_t position = (at - 1) * block_size;
    if (++looked_at > most_looked_at) break;
    if (std::memcmp(bytes_.data() + position, block.data(), block_size) != 0) continue;
    found = position;
    if (position >= from) break;
  }
  return found;
}

Bytes IndexedBase::difference(BytesView after) const {
  const BytesView base = bytes_;
  Bytes list;
  std::size_t cursor = 0, at = 0, copied = common_prefix(base, after), begin = 0;
  // Each turn writes one copy, [begin, begin + copied) of the base, and the new bytes after it.
  do {
    put_number(list, zigzag(static_cast<std::int64_t>(begin) - static_cast<std::int64_t>(cursor)));
    put_number(list, copied);
    cursor = begin + copied;
    at += copied;
    std::size_t fresh = after.size() - at;
    copied = 0;
    for (std::size_t i = at; i + block_size <= after.size(); ++i) {
      const std::size_t found = find(after.substr(i, block_size), cursor);
      if (found == Bytes::npos) continue;
      const std::size_t before = common_suffix(base.substr(0, found), after.substr(at, i - at));
      fresh = i - before - at;
      begin = found - before;
      copied = before + common_prefix(base.substr(found), after.substr(i));
      break;
    }
    // The last bytes are too few for a block; they are mostly the last bytes of the base.
    if (copied == 0) {
      const std::size_t end = common_suffix(base, after.substr(at));
      fresh -= end;
      copied = end;
      begin = base.size() - end;
    }
    put_bytes(list, after.substr(at, fresh));
    at += fresh;
  } while (copied > 0);
  return packed(std::move(list));
}

Result<Bytes> applied(BytesView base, BytesView difference) {
  const Result<Bytes> list = unpacked(difference);
  if (!list) return std::unexpected(list.error());
  NumberReader reader(*list);
  Bytes after;
  std::size_t cursor = 0;
  while (!reader.at_end()) {
    const auto move = reader.number();
    const auto copied = reader.number();
    const auto fresh = reader.bytes();
    if (!move || !copied || !fresh) return no_difference();
    const std::uint64_t begin = cursor + static_cast<std::uint64_t>(unzigzag(*move));
    if (begin > base.size() || *copied > base.size() - begin) return no_difference();
    // A hostile difference of a few bytes can ask for any number of copies of the base.
    if (after.size() + *copied + fresh->size() > largest_file) return no_difference();
    after.append(base.substr(begin, *copied)).append(*fresh);
    cursor = begin + *copied;
  }
  return after;
}

}  // namespace whittle
