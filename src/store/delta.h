/// A text as a difference from another one.
///
/// Bests differ little from one another: mostly, something was removed. The common beginning and
/// the common end of both texts are only counted. The middle is compressed by zstd, which may
/// refer to the other text. A single removal costs little more than comparing the texts.
#pragma once

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

Bytes delta(BytesView before, BytesView after);

/// The text `after` that `delta` was given; `ErrorKind::stale` for bytes that it did not write.
Result<Bytes> patched(BytesView before, BytesView delta);

}  // namespace whittle
