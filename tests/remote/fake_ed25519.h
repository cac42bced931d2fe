/// Signatures that anybody could make: for tests of who asks for them, not of what they are worth.
#pragma once

#include <algorithm>

#include "remote/digest.h"
#include "remote/ed25519.h"

namespace whittle {

class FakeEd25519 final : public Ed25519 {
 public:
  RawKey public_key(const RawKey& seed) const override {
    RawKey key = seed;
    std::ranges::reverse(key);
    return key;
  }
  Bytes sign(const RawKey& seed, BytesView text) const override {
    return signature(public_key(seed), text);
  }
  bool is_signed(const RawKey& key, BytesView text, BytesView given) const override {
    return given == signature(key, text);
  }

 private:
  static Bytes signature(const RawKey& key, BytesView text) {
    return digest_of(user_nkey(key) + Bytes(text)).hex();  // 64 digits
  }
};

}  // namespace whittle
