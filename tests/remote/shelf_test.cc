// A shelf whose server lies.
#include "remote/shelf.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zstd.h>

#include "fake_bus.h"

#include "remote/wire.h"

namespace whittle {
namespace {

/// What is stored for a file, as remote/shelf.cc writes it.
struct OnTheShelf {
  std::uint32_t form = 0;  ///< 0: plain, 1: packed, 2: a difference
  Digest parent = {};
  std::uint64_t parts = 0, size = 0;
  Bytes content = {};
};
void fields(auto& archive, auto& a) requires requires {
  a.form;
}
{ archive(a.form, a.parent, a.parts, a.size, a.content); }

struct Shelf : testing::Test {
  Result<SharedBytes> read(const Digest& digest) {
    ShelfReader reader(bus, "s", [](const Digest&) { return false; });
    return reader.file(digest);
  }
  void store(const Digest& digest, const OnTheShelf& value) {
    ASSERT_TRUE(bus.put("s", digest.hex(), to_wire(value)));
  }
  FakeBus bus;
  const Digest some = digest_of("some");
};

TEST_F(Shelf, FilesComeBackWholeInPartsAndFromChains) {
  Bytes noise;
  for (std::uint32_t i = 0, x = 1; i < 400'000; ++i)
    noise += fmt::format("{:x}", x = x * 69069 + 1);
  const Bytes texts[] = {"", "short", noise, Bytes(50 << 20, '\0')};
  for (const Bytes& text : texts) {
    ASSERT_TRUE(put_file(bus, "s", digest_of(text), text));
    const Result<SharedBytes> back = read(digest_of(text));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(**back, text);
  }
  Bytes text = "a text that grows ";
  ASSERT_TRUE(put_file(bus, "s", digest_of(text), text));
  for (int i = 0; i < 32; ++i) {
    const IndexedBase base(text);
    const std::pair<Digest, const IndexedBase*> parent{digest_of(text), &base};
    text += "by a few words each time ";
    ASSERT_TRUE(put_file(bus, "s", digest_of(text), text, &parent));
  }
  const Result<SharedBytes> back = read(digest_of(text));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(**back, text);
}

TEST_F(Shelf, AFileThatNamesItselfAsItsParentIsRefused) {
  store(some, {.form = 2, .parent = some, .size = 1, .content = IndexedBase("").difference("x")});
  EXPECT_FALSE(read(some));
  const Digest other = digest_of("other");
  store(some, {.form = 2, .parent = other, .size = 1, .content = IndexedBase("").difference("x")});
  store(other, {.form = 2, .parent = some, .size = 1, .content = IndexedBase("").difference("x")});
  EXPECT_FALSE(read(some));
}

TEST_F(Shelf, EmptyPartsAreRefused) {
  store(some, {.parts = 1000, .size = 4, .content = "some"});
  // Otherwise the file would be whole, after as many questions as the server likes.
  for (int part = 1; part <= 1000; ++part)
    bus.values["s/" + some.hex() + "." + std::to_string(part)] = "";
  EXPECT_FALSE(read(some));
}

TEST_F(Shelf, AChainOfAMillionDifferencesIsRefused) {
  Digest at = some;
  for (int i = 0; i < 100; ++i) {
    const Digest next = digest_of(at.hex());
    store(at, {.form = 2, .parent = next, .size = 1, .content = IndexedBase("").difference("x")});
    at = next;
  }
  const Bytes empty;
  ASSERT_TRUE(put_file(bus, "s", at, empty));
  EXPECT_FALSE(read(some));
}

TEST_F(Shelf, HalfAMegabyteDoesNotDemandGigabytes) {
  // 17 GB of zeros, as zstd packs them: a frame that says so, and block after block of repeated
  // bytes (three bytes of header and one byte each, for 128 KB).
  Bytes bomb("\x28\xb5\x2f\xfd\xe0", 5);
  const std::uint64_t blocks = 131'000, size = blocks * ZSTD_BLOCKSIZE_MAX;
  for (int shift = 0; shift < 64; shift += 8) bomb += static_cast<char>(size >> shift);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint32_t head = (ZSTD_BLOCKSIZE_MAX << 3) | (1u << 1) | (i + 1 == blocks ? 1u : 0u);
    for (int shift = 0; shift < 24; shift += 8) bomb += static_cast<char>(head >> shift);
    bomb += '\0';
  }
  ASSERT_EQ(ZSTD_getFrameContentSize(bomb.data(), bomb.size()), size);
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  store(some, {.form = 1, .size = size, .content = bomb});
  EXPECT_FALSE(read(some));
  store(some, {.form = 1, .size = 600 << 20, .content = bomb.substr(0, 400'000)});
  EXPECT_FALSE(read(some));
  // The same as a difference, in a job or on the shelf.
  EXPECT_FALSE(applied("", '\1' + bomb));
  // Copies of the base, as often as there is room for in a message.
  const Bytes base(1 << 20, 'b');
  Bytes copies(1, '\0');
  for (int i = 0; i < 5000; ++i) {
    put_number(copies, i == 0 ? 0 : 2 * base.size() - 1);  // back to the front
    put_number(copies, base.size());
    put_bytes(copies, "");
  }
  EXPECT_FALSE(applied(base, copies));
  ::getrusage(RUSAGE_SELF, &after);
#ifdef __SANITIZE_THREAD__
  constexpr long shadows = 4;  // bytes of ThreadSanitizer for each of ours
#else
  constexpr long shadows = 0;
#endif
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, (1 + shadows) * (3L << 20)) << "in kilobytes";
}

TEST_F(Shelf, BytesThatDoNotHaveTheNameAreRefused) {
  store(some, {.form = 0, .size = 5, .content = "other"});
  EXPECT_FALSE(read(some));
  store(some, {.form = 0, .size = 4, .content = "some"});
  EXPECT_TRUE(read(some));
  store(some, {.form = 0, .parts = ~std::uint64_t{0}, .size = 4, .content = "some"});
  EXPECT_FALSE(read(some));
  store(some, {.form = 3, .size = 4, .content = "some"});
  EXPECT_FALSE(read(some));
}

}  // namespace
}  // namespace whittle
