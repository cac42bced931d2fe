// The first part has the document's name, as in journals that had one part for each document. The
// others have a number behind it. A part that is missing is noticed by `unpack`.
#include "store/stored_documents.h"

#include <fmt/format.h>

#include "store/packed.h"

namespace whittle {
namespace {

Bytes name_of_part(BytesView name, std::size_t part) {
  return part == 0 ? Bytes(name) : fmt::format("{}/{}", name, part);
}

}  // namespace

Result<void> put_document(Database& database, BytesView name, BytesView packed, std::size_t most) {
  Result<Statement> insert = database.prepare("INSERT OR REPLACE INTO documents VALUES(?1, ?2)");
  if (!insert) return std::unexpected(insert.error());
  std::size_t part = 0;
  do {
    const BytesView bytes = packed.substr(0, most);
    packed.remove_prefix(bytes.size());
    const Bytes row = name_of_part(name, part++);
    if (const Result<bool> done = insert->bind(1, row).bind(2, bytes).step(); !done)
      return std::unexpected(done.error());
  } while (!packed.empty());
  Result<Statement> drop = database.prepare("DELETE FROM documents WHERE name = ?1 RETURNING 1");
  if (!drop) return std::unexpected(drop.error());
  // The earlier document may have had more parts.
  for (bool is_there = true; is_there; ++part) {
    const Bytes row = name_of_part(name, part);
    const Result<bool> done = drop->bind(1, row).step();
    if (!done) return std::unexpected(done.error());
    is_there = *done;
    if (is_there)
      if (const Result<bool> end = drop->step(); !end) return std::unexpected(end.error());
  }
  return {};
}

Result<std::optional<Document>> get_document(const Database& database, BytesView name) {
  Result<Statement> select = database.prepare("SELECT packed FROM documents WHERE name = ?1");
  if (!select) return std::unexpected(select.error());
  Bytes packed;
  for (std::size_t part = 0;; ++part) {
    const Bytes row = name_of_part(name, part);
    const Result<bool> is_there = select->bind(1, row).step();
    if (!is_there) return std::unexpected(is_there.error());
    if (!*is_there && part == 0) return std::nullopt;
    if (!*is_there) break;
    packed += select->bytes(0);
    if (const Result<bool> end = select->step(); !end) return std::unexpected(end.error());
  }
  Result<Document> document = unpack(packed);
  if (!document) return std::unexpected(document.error());
  return *std::move(document);
}

}  // namespace whittle
