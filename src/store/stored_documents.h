/// Documents in the journal, in parts: SQLite refuses a value of more than a billion bytes. Private
/// to `store/`.
#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "base/result.h"
#include "document/document.h"
#include "store/sqlite.h"

namespace whittle {

constexpr std::size_t most_in_part = std::size_t{256} << 20;

/// Stores a document that `pack` has packed, in place of an earlier document of that name.
Result<void> put_document(Database& database, BytesView name, BytesView packed,
                          std::size_t most = most_in_part);

/// Nothing if there is none; `ErrorKind::stale` if it is damaged.
Result<std::optional<Document>> get_document(const Database& database, BytesView name);

}  // namespace whittle
