#include "store/packed.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace whittle {
namespace {

Document odd_document() {
  return Document({{"a b\n.c", 0755, share(Bytes("\0\xff\r\n", 4)), File::Kind::regular},
                   {"-x", 0, share(""), File::Kind::regular},
                   {"sub/link", 0777, share("../\x80"), File::Kind::symlink},
                   {"empty", 07777, share(""), File::Kind::folder},
                   {"", 0644, share(Bytes(300, 'x')), File::Kind::regular}});
}

Bytes garbage(Random& random, std::size_t size) {
  Bytes bytes(size, '\0');
  // Small numbers are common, so that lengths and kinds are often nearly right.
  for (char& byte : bytes)
    byte = static_cast<char>(random.below(2) ? random.below(6) : random.below(256));
  return bytes;
}

TEST(Packed, DocumentsOfAnyShapeComeBackAsTheyWere) {
  for (const Document& document :
       {Document(), odd_document(), Document::single("x", ""), Document::single("x", "y", 0600),
        Document::single("big", Bytes(3'000'000, 'z'))}) {
    const Result<Document> back = unpack(pack(document));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, document);
  }
  EXPECT_LT(pack(Document::single("big", Bytes(3'000'000, 'z'))).size(), 3000u);
}

TEST(Packed, ABitThatFlippedOrAByteThatIsMissingIsNoticed) {
  const Bytes packed = pack(odd_document());
  for (std::size_t i = 0; i < packed.size(); ++i) {
    EXPECT_FALSE(unpack(BytesView(packed).substr(0, i)));
    EXPECT_FALSE(unpack(BytesView(packed).substr(i + 1)));
    for (int bit = 0; bit < 8; ++bit) {
      Bytes flipped = packed;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      const Result<Document> back = unpack(flipped);
      ASSERT_FALSE(back);
      EXPECT_EQ(back.error().kind, ErrorKind::stale);
    }
  }
}

TEST(Packed, GarbageIsRefusedOrIsADocumentThatFramesAgain) {
  Random random(7);
  std::size_t documents = 0;
  for (int i = 0; i < 300'000; ++i) {
    const Bytes bytes = garbage(random, random.below(24));
    EXPECT_FALSE(unpack(bytes));
    const Result<Document> document = unframe(bytes);
    if (!document) continue;
    ++documents;
    const Result<Document> again = unframe(frame(*document));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *document);
  }
  EXPECT_GT(documents, 100u) << "some garbage gets as far as the end";
}

TEST(Packed, ASizeThatTheBytesCannotHoldIsRefusedBeforeMemoryIsAskedFor) {
  // A frame of zstd: magic number, a size in eight bytes, and one empty block that is the last.
  Bytes packed = "\x01\x28\xb5\x2f\xfd\xe0" + Bytes(6, '\xff') + Bytes("\x7f\0\1\0\0", 5);
  const Hash hash = hash_of(packed);
  for (const std::uint64_t word : {hash.high, hash.low})
    for (int shift = 56; shift >= 0; shift -= 8) packed += static_cast<char>(word >> shift);
  const Result<Document> document = unpack(packed);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, ErrorKind::stale);
}

TEST(Packed, LengthsBeyondTheEndAndBeyondSixtyFourBitsAreRefused) {
  const Bytes huge(9, '\xff');
  EXPECT_FALSE(unframe(huge + '\x01'));                            // 2^64 - 1 files
  EXPECT_FALSE(unframe(huge + '\x03'));                            // more than 64 bits
  EXPECT_FALSE(unframe("\x01" + Bytes(3, '\0') + huge + '\x01'));  // a file of 2^64 - 1 bytes
  EXPECT_FALSE(unframe(frame(odd_document()) + "x"));
}

}  // namespace
}  // namespace whittle
