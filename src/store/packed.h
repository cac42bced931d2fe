/// Documents as bytes, for the journal: any number of files, with names, modes and kinds.
///
///     version  zstd( count { kind mode path bytes }* )  hash
///
/// Numbers are LEB128, paths and bytes follow their length. The hash is over all before it, so that
/// bytes that were not written by `pack` are refused before anything is made of them.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "document/document.h"

namespace whittle {

/// A higher `level` of zstd is smaller and slower: at 1 some 400 MB/s.
Bytes pack(const Document& document, int level = 1);

/// What `pack` was given; `ErrorKind::stale` for any other bytes, whatever they are.
Result<Document> unpack(BytesView packed);

/// The part inside, not compressed and with no hash.
Bytes frame(const Document& document);
Result<Document> unframe(BytesView framed);

}  // namespace whittle
