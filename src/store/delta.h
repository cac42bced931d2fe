/// A text as a difference to another one.
///
/// Bests differ little from one another: mostly, something was removed. What both texts have at
/// their beginning and at their end is only counted. The middle is compressed by zstd, which may
/// refer to the other text. A single removal costs little more than comparing the texts.
#pragma once

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

Bytes delta(BytesView before, BytesView after);

/// The text `after` that `delta` was given; `ErrorKind::stale` for bytes that it did not write.
Result<Bytes> patched(BytesView before, BytesView delta);

}  // namespace whittle
