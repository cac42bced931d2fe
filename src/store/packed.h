/// Documents as bytes, for the journal: any number of files, with names, modes and kinds.
///
///     version  zstd( count { kind mode path bytes }* )  hash
///
/// Numbers are LEB128; paths and bytes are preceded by their length. The hash covers everything
/// before it, so that damaged bytes are refused before they are decompressed.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "document/document.h"

namespace whittle {

/// A higher `level` of zstd gives fewer bytes and is slower: level 1 packs some 400 MB/s.
Bytes pack(const Document& document, int level = 1);

/// The document that `pack` was given; `ErrorKind::stale` for any bytes that `pack` did not write,
/// and for a document that takes more than `most` bytes.
Result<Document> unpack(BytesView packed, std::uint64_t most = ~std::uint64_t{0});

/// The inner part of the format, without compression, version and hash.
Bytes frame(const Document& document);
Result<Document> unframe(BytesView framed);

}  // namespace whittle
