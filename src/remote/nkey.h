/// Keys as NATS writes them: a prefix for the purpose of the key, 32 bytes and a checksum, in base
/// 32. Public keys of users begin with U, their seeds with SU.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace whittle {

/// A public key or a seed of Ed25519.
using RawKey = std::array<unsigned char, 32>;

std::string user_nkey(const RawKey& key);
std::string user_seed(const RawKey& seed);
/// Nothing if the text is no such key, or if a character of it is wrong.
std::optional<RawKey> read_user_nkey(std::string_view text);
std::optional<RawKey> read_user_seed(std::string_view text);

}  // namespace whittle
