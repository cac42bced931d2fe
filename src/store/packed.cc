// A document as bytes: paths, modes and contents with their lengths, packed by zstd. The bytes may
// come from the network or from a damaged disk, so every length is checked before memory is used
// for it.
#include "store/packed.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>
#include <zstd.h>

#include "store/leb128.h"

namespace whittle {
namespace {

constexpr char version = 1;
std::unexpected<Error> not_packed() {
  return fail(ErrorKind::stale, "a stored document is damaged");
}

Bytes hash_bytes(BytesView bytes) {
  const Hash hash = hash_of(bytes);
  Bytes out;
  for (const std::uint64_t word : {hash.high, hash.low})
    for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift);
  return out;
}

}  // namespace

Bytes frame(const Document& document) {
  Bytes out;
  out.reserve(document.size() + 64 * document.files().size() + 16);
  put_number(out, document.files().size());
  for (const File& file : document.files()) {
    put_number(out, static_cast<std::uint64_t>(file.kind));
    put_number(out, file.mode);
    put_bytes(out, file.path);
    put_bytes(out, *file.bytes);
  }
  return out;
}

Result<Document> unframe(BytesView framed) {
  NumberReader reader(framed);
  const std::optional<std::uint64_t> count = reader.number();
  if (!count) return not_packed();
  // No reserve(count): in damaged bytes `count` may be any number. Each file that is really read
  // takes some of the bytes, so the loop ends.
  std::vector<File> files;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto kind = reader.number();
    const auto mode = reader.number();
    const auto path = reader.bytes();
    const auto bytes = reader.bytes();
    if (!kind || !mode || !path || !bytes) return not_packed();
    if (*kind > static_cast<std::uint64_t>(File::Kind::folder) || *mode > 07777)
      return not_packed();
    files.push_back({std::string(*path), static_cast<std::uint32_t>(*mode), share(Bytes(*bytes)),
                     static_cast<File::Kind>(*kind)});
  }
  if (!reader.at_end()) return not_packed();
  return Document(std::move(files));
}

Bytes pack(const Document& document, int level) {
  const Bytes framed = frame(document);
  Bytes packed(1 + ZSTD_compressBound(framed.size()), version);
  const std::size_t size =
      ZSTD_compress(packed.data() + 1, packed.size() - 1, framed.data(), framed.size(), level);
  assert(!ZSTD_isError(size) && "there is room for whatever comes out");
  packed.resize(1 + size);
  packed += hash_bytes(packed);
  return packed;
}

Result<Document> unpack(BytesView packed, std::uint64_t most) {
  if (packed.size() < 1 + Hash::size || packed.front() != version) return not_packed();
  const BytesView hashed = packed.substr(0, packed.size() - Hash::size);
  if (hash_bytes(hashed) != packed.substr(hashed.size())) return not_packed();
  const BytesView compressed = hashed.substr(1);
  const unsigned long long size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return not_packed();
  // `size` comes from the bytes and decides how much memory is allocated. A zstd block takes at
  // least three bytes and holds at most 128 KB, so a larger size cannot be true.
  if (size > most || size / ZSTD_BLOCKSIZE_MAX > compressed.size() / 3) return not_packed();
  Bytes framed(size, '\0');
  if (ZSTD_decompress(framed.data(), framed.size(), compressed.data(), compressed.size()) != size)
    return not_packed();
  return unframe(framed);
}

}  // namespace whittle
