#include "remote/seal.h"

#include <gtest/gtest.h>

#include "remote/access.h"

namespace whittle {
namespace {

// The first key of RFC 8032, section 7.1, as `nk` of NATS writes it.
constexpr RawKey seed = {0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a,
                         0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32,
                         0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60};
constexpr RawKey key = {0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe,
                        0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6,
                        0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a};

TEST(Nkey, KeysAreReadAsTheyAreWritten) {
  // Made by other means for tests/remote/key.sh.
  const std::string nkey = "UDO52X7F23LJAT7YCTCCJIEUC5SYGIRJNHEFJE7MH6TOE6HCJN4UCWKF";
  const std::string text = "SUABJRRMGOGXQ3YZSNQWXDRQBUG3OLFNC5EMUCBX434V43I3ZP5YMHR5TA";
  ASSERT_TRUE(read_user_nkey(nkey));
  ASSERT_TRUE(read_user_seed(text));
  EXPECT_EQ(user_nkey(*read_user_nkey(nkey)), nkey);
  EXPECT_EQ(user_seed(*read_user_seed(text)), text);
  EXPECT_FALSE(read_user_nkey(text));
  EXPECT_FALSE(read_user_seed(nkey));
  for (std::size_t i = 0; i < nkey.size(); ++i) {
    std::string wrong = nkey;
    wrong[i] = wrong[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(read_user_nkey(wrong)) << wrong;
  }
  for (const std::string& wrong : {std::string(), nkey + "A", nkey.substr(1), std::string("alice")})
    EXPECT_FALSE(read_user_nkey(wrong)) << wrong;
}

TEST(Seal, what_a_key_has_signed_for_a_subject_is_opened_there_and_nowhere_else) {
  const Result<const Ed25519*> loaded = load_ed25519();
  if (!loaded) GTEST_SKIP() << loaded.error().message;
  const Ed25519& ed25519 = **loaded;
  EXPECT_EQ(ed25519.public_key(seed), key);
  const Seal seal = *Seal::of(ed25519, user_seed(seed));
  EXPECT_EQ(seal.key(), user_nkey(key));
  const Bytes sealed = seal.on("subject", "message");
  EXPECT_EQ(opened(ed25519, seal.key(), "subject", sealed), "message");
  EXPECT_FALSE(opened(ed25519, seal.key(), "other", sealed));
  EXPECT_FALSE(opened(ed25519, Seal::of(ed25519, "")->key(), "subject", sealed));
  EXPECT_FALSE(opened(ed25519, "", "subject", sealed));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    Bytes changed = sealed;
    changed[i] ^= 1;
    EXPECT_FALSE(opened(ed25519, seal.key(), "subject", changed)) << i;
  }
  EXPECT_FALSE(opened(ed25519, seal.key(), "subject", ""));
  EXPECT_NE(Seal::of(ed25519, "")->key(), Seal::of(ed25519, "")->key());
}

TEST(Access, a_server_elsewhere_needs_encryption_and_credentials_or_the_word_insecure) {
  const auto is_accepted = [](const std::string& url) {
    return access_of({.url = url, .credentials = {}, .ca = {}}).has_value();
  };
  for (const char* url : {"nats://127.0.0.1", "nats://127.0.0.1:4222", "nats://localhost:1",
                          "nats://[::1]:4222", "tls://127.9.9.9", "insecure://10.0.0.1"})
    EXPECT_TRUE(is_accepted(url)) << url;
  for (const char* url :
       {"nats://10.0.0.1", "nats://example.org:4222", "nats://0.0.0.0", "nats://localhost.evil",
        "nats://127.0.0.1.evil", "nats://[fe80::1]:4222", "nats://128.0.0.1", "tls://example.org",
        "nats://127.0.0.1,nats://10.0.0.1", "nats://127.0.0.1@10.0.0.1", "nats://", "http://x"})
    EXPECT_FALSE(is_accepted(url)) << url;
  EXPECT_EQ(access_of({.url = "insecure://h:1", .credentials = {}, .ca = {}})->url, "nats://h:1");
}

}  // namespace
}  // namespace whittle
