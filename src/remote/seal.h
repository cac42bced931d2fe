/// Signatures on the messages of a coordinator to workers.
///
/// A worker runs the programs that it is sent, so it must know who sent them. A run can claim any
/// name, but it cannot sign with the key of another: a worker takes a message only if a key that it
/// trusts has signed it. The signature covers the subject too, so that a message of one run or kind
/// is worth nothing in another. Files are not signed: a signed message has their digests.
///
/// The signature is at the end of a message, so that a worker of another version can still read the
/// version at the front.
#pragma once

#include <optional>
#include <string>

#include "remote/ed25519.h"

namespace whittle {

/// The key of a run.
class Seal {
 public:
  /// A `seed` as NATS writes it. Empty: a new key, which only workers that trust everybody accept.
  static Result<Seal> of(const Ed25519& ed25519, const std::string& seed);

  /// The public key, as NATS writes it.
  const std::string& key() const { return key_; }
  /// The message with its signature, for this subject.
  Bytes on(const std::string& subject, Bytes message) const;

 private:
  Seal(const Ed25519& ed25519, const RawKey& seed);
  const Ed25519* ed25519_;
  RawKey seed_;
  std::string key_;
};

/// The bytes before the signature; empty if there is no room for one.
BytesView without_seal(BytesView sealed);
/// The message, if `key` has signed it for this subject.
std::optional<BytesView> opened(const Ed25519& ed25519, const std::string& key,
                                const std::string& subject, BytesView sealed);

/// A new seed, as NATS writes it.
std::string new_seed();

}  // namespace whittle
