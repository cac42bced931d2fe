// zstd with the old text as a prefix to which matches may refer. Level 1 is enough, because the
// texts are nearly equal.
#include "store/delta.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <zstd.h>

#include "base/common_ends.h"
#include "store/leb128.h"

namespace whittle {
namespace {

std::unexpected<Error> not_a_delta() {
  return fail(ErrorKind::stale, "a stored difference is damaged");
}

/// The window that lets zstd refer to all of `before` from anywhere in the middle.
int window_for(std::size_t before, std::size_t middle) {
  return std::clamp(static_cast<int>(std::bit_width(before + middle)) + 1, 10, 30);
}

}  // namespace

Bytes delta(BytesView before, BytesView after) {
  const std::size_t front = common_prefix(before, after);
  BytesView middle = after.substr(front);
  const std::size_t back = common_suffix(before.substr(front), middle);
  middle.remove_suffix(back);
  Bytes out;
  put_number(out, front);
  put_number(out, back);
  put_number(out, middle.size());
  if (middle.empty()) return out;
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_compressionLevel, 1);
  ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_windowLog, window_for(before.size(), middle.size()));
  // Finds matches that are far away, which level 1 alone does not look for.
  ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_enableLongDistanceMatching, before.size() > 256 * 1024);
  ZSTD_CCtx_refPrefix(zstd.get(), before.data(), before.size());
  const std::size_t head = out.size();
  out.resize(head + ZSTD_compressBound(middle.size()));
  const std::size_t size = ZSTD_compress2(zstd.get(), out.data() + head, out.size() - head,
                                          middle.data(), middle.size());
  assert(!ZSTD_isError(size) && "there is room for whatever comes out");
  out.resize(head + size);
  return out;
}

Result<Bytes> patched(BytesView before, BytesView delta) {
  NumberReader reader(delta);
  const auto front = reader.number();
  const auto back = reader.number();
  const auto size = reader.number();
  if (!front || !back || !size || *front > before.size() || *back > before.size() - *front)
    return not_a_delta();
  const BytesView compressed = reader.rest();
  // As in packed.cc: a larger size cannot be true, and would cost memory.
  if (*size / ZSTD_BLOCKSIZE_MAX > compressed.size() / 3) return not_a_delta();
  Bytes middle(*size, '\0');
  if (*size > 0) {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> zstd(ZSTD_createDCtx(),
                                                                    ZSTD_freeDCtx);
    ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_windowLogMax, 30);
    ZSTD_DCtx_refPrefix(zstd.get(), before.data(), before.size());
    if (ZSTD_decompressDCtx(zstd.get(), middle.data(), middle.size(), compressed.data(),
                            compressed.size()) != *size)
      return not_a_delta();
  } else if (!compressed.empty()) {
    return not_a_delta();
  }
  Bytes after(before.substr(0, *front));
  after += middle;
  after += before.substr(before.size() - *back);
  return after;
}

}  // namespace whittle
