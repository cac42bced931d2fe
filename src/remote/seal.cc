#include "remote/seal.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <system_error>

namespace whittle {
namespace {

RawKey random_key() {
  RawKey key;
  if (::getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
    throw std::system_error(errno, std::generic_category(), "no random bytes");
  return key;
}

/// The first words keep these signatures apart from those for the server, which sign a nonce: a
/// server must not be able to get a message signed by calling it a nonce.
Bytes signed_text(const std::string& subject, BytesView message) {
  return fmt::format("whittle message\n{}\n{}", subject, message);
}

}  // namespace

Seal::Seal(const Ed25519& ed25519, const RawKey& seed)
    : ed25519_(&ed25519), seed_(seed), key_(user_nkey(ed25519.public_key(seed))) {}

Result<Seal> Seal::of(const Ed25519& ed25519, const std::string& seed) {
  if (seed.empty()) return Seal(ed25519, random_key());
  const std::optional<RawKey> raw = read_user_seed(seed);
  if (!raw)
    return fail(ErrorKind::usage, "the seed in the credentials is no seed of a user",
                "make a key with: whittle cluster key");
  return Seal(ed25519, *raw);
}

// The subject is signed but not sent with the message: the receiver knows on which subject the
// message came.
Bytes Seal::on(const std::string& subject, Bytes message) const {
  message += ed25519_->sign(seed_, signed_text(subject, message));
  return message;
}

BytesView without_seal(BytesView sealed) {
  return sealed.substr(0, sealed.size() - std::min(sealed.size(), Ed25519::signature_size));
}

std::optional<BytesView> opened(const Ed25519& ed25519, const std::string& key,
                                const std::string& subject, BytesView sealed) {
  const std::optional<RawKey> raw = read_user_nkey(key);
  const BytesView message = without_seal(sealed);
  if (!raw || message.empty() ||
      !ed25519.is_signed(*raw, signed_text(subject, message), sealed.substr(message.size())))
    return std::nullopt;
  return message;
}

std::string new_seed() {
  return user_seed(random_key());
}

}  // namespace whittle
