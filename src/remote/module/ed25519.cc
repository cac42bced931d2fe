// Ed25519 by OpenSSL's EVP interface. It lives in the module because the module links OpenSSL
// anyway, for TLS.
#include "remote/ed25519.h"

#include <cassert>
#include <memory>
#include <openssl/evp.h>

namespace whittle {
namespace {

using OpensslKey = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using OpensslContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

const unsigned char* bytes_of(BytesView text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

class OpensslEd25519 final : public Ed25519 {
 public:
  RawKey public_key(const RawKey& seed) const override {
    const OpensslKey key = private_key(seed);
    RawKey raw{};
    std::size_t size = raw.size();
    [[maybe_unused]] const int done = EVP_PKEY_get_raw_public_key(key.get(), raw.data(), &size);
    assert(done == 1 && "every 32 bytes are a seed");
    return raw;
  }

  Bytes sign(const RawKey& seed, BytesView text) const override {
    const OpensslKey key = private_key(seed);
    const OpensslContext context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    Bytes signature(signature_size, '\0');
    std::size_t size = signature.size();
    if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1 ||
        EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                       bytes_of(text), text.size()) != 1)
      return {};  // nobody accepts it
    return signature;
  }

  bool is_signed(const RawKey& raw, BytesView text, BytesView signature) const override {
    const OpensslKey key(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw.data(), raw.size()),
        EVP_PKEY_free);
    const OpensslContext context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    return key && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(text),
                            text.size()) == 1;
  }

 private:
  static OpensslKey private_key(const RawKey& seed) {
    return {EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()),
            EVP_PKEY_free};
  }
};

}  // namespace
}  // namespace whittle

extern "C" const whittle::Ed25519* whittle_ed25519() {
  static const whittle::OpensslEd25519 only;
  return &only;
}
