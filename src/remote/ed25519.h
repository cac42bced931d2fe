/// Ed25519 (RFC 8032), by OpenSSL. It is in the module nats.so, which has OpenSSL already.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "remote/nkey.h"

namespace whittle {

class Ed25519 {
 public:
  static constexpr std::size_t signature_size = 64;
  virtual ~Ed25519() = default;
  virtual RawKey public_key(const RawKey& seed) const = 0;
  /// Some 60 microseconds, and twice that to check it.
  virtual Bytes sign(const RawKey& seed, BytesView text) const = 0;
  virtual bool is_signed(const RawKey& key, BytesView text, BytesView signature) const = 0;
};

/// `ErrorKind::usage` if there is no module; see bus.h.
Result<const Ed25519*> load_ed25519();

/// The place of the function in the module.
using GetEd25519 = const Ed25519*();
inline constexpr const char* get_ed25519_name = "whittle_ed25519";

}  // namespace whittle
