#include "store/stored_documents.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "store/packed.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

std::unique_ptr<Database> with_table(const TemporaryFolder& folder) {
  Result<std::unique_ptr<Database>> database = Database::open(folder / "some.db");
  EXPECT_TRUE(database);
  EXPECT_TRUE((*database)->run("CREATE TABLE documents(name BLOB PRIMARY KEY, packed BLOB)"));
  return *std::move(database);
}

Document noise(std::size_t size) {
  Random random(size);
  Bytes bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random.below(256));
  return Document::single("noise", bytes);
}

TEST(StoredDocuments, ALargeDocumentIsStoredInPartsAndComesBack) {
  const TemporaryFolder folder;
  const auto database = with_table(folder);
  for (const std::size_t size : {5000u, 100u, 0u, 9000u}) {
    const Document document = noise(size);
    ASSERT_TRUE(put_document(*database, "original", pack(document), 1000));
    EXPECT_EQ(get_document(*database, "original").value(), document) << size;
  }
  EXPECT_GT(database->number("SELECT count(*) FROM documents").value(), 8);
  ASSERT_TRUE(put_document(*database, "original", pack(noise(10)), 1000));
  EXPECT_EQ(database->number("SELECT count(*) FROM documents").value(), 1)
      << "parts of the larger document stay";
  EXPECT_FALSE(get_document(*database, "best").value());
}

TEST(StoredDocuments, APartThatIsMissingIsNoticed) {
  const TemporaryFolder folder;
  const auto database = with_table(folder);
  ASSERT_TRUE(put_document(*database, "original", pack(noise(5000)), 1000));
  ASSERT_TRUE(database->run("DELETE FROM documents WHERE name = CAST('original/3' AS BLOB)"));
  EXPECT_FALSE(get_document(*database, "original"));
}

TEST(Sqlite, AValueThatCannotBeBoundIsAnError) {
  const TemporaryFolder folder;
  const auto database = with_table(folder);
  // SQLite refuses a value of more than a billion bytes before it reads it.
  const BytesView large("not that long", std::size_t{1'000'000'001});
  Result<Statement> insert = database->prepare("INSERT INTO documents VALUES(?1, ?2)");
  ASSERT_TRUE(insert);
  EXPECT_FALSE(insert->bind(1, "name").bind(2, large).step());
  EXPECT_EQ(database->number("SELECT count(*) FROM documents").value(), 0) << "NULL was stored";
  EXPECT_FALSE(insert->bind(3, 1).step()) << "there is no such parameter";
  EXPECT_TRUE(insert->bind(1, "name").bind(2, "text").step()) << "it can be used again";
}

}  // namespace
}  // namespace whittle
