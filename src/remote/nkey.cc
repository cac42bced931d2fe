// Keys are typed and copied by people, so a misspelt key must be recognised. The text has a
// checksum, and a text is accepted only if writing its key again gives the same text.
#include "remote/nkey.h"

#include <algorithm>
#include <cstdint>

namespace whittle {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
// The first digits of the text, of five bits each: U for the key of a user, SU for its seed. They
// are padded to whole bytes as in the nats tools, so that both accept each other's keys.
constexpr unsigned user = 20, seed_of = 18;
const std::string nkey_head{static_cast<char>(user << 3)};
const std::string seed_head{static_cast<char>((seed_of << 3) | (user >> 2)),
                            static_cast<char>((user & 3) << 6)};

/// CRC-16 with the polynomial 0x1021, low byte first.
std::string checksum(std::string_view bytes) {
  std::uint16_t sum = 0;
  for (const char byte : bytes) {
    sum = static_cast<std::uint16_t>(sum ^ (static_cast<unsigned char>(byte) << 8));
    for (int bit = 0; bit < 8; ++bit)
      sum = static_cast<std::uint16_t>((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0));
  }
  return {static_cast<char>(sum & 0xff), static_cast<char>(sum >> 8)};
}

std::string nkey_text(std::string bytes, const RawKey& key) {
  bytes.append(key.begin(), key.end());
  bytes += checksum(bytes);
  std::string text;
  std::uint32_t waiting = 0;
  int bits = 0;
  for (const char byte : bytes) {
    waiting = (waiting << 8) | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 5; bits -= 5) text += digits[(waiting >> (bits - 5)) & 31];
  }
  if (bits > 0) text += digits[(waiting << (5 - bits)) & 31];
  return text;
}

std::optional<RawKey> read_nkey(const std::string& head, std::string_view text) {
  std::string bytes;
  std::uint32_t waiting = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == digits.npos) return std::nullopt;
    waiting = (waiting << 5) | static_cast<std::uint32_t>(digit);
    if ((bits += 5) < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(waiting >> bits);
  }
  RawKey key;
  if (bytes.size() != head.size() + key.size() + 2 || !bytes.starts_with(head)) return std::nullopt;
  std::ranges::transform(bytes.substr(head.size(), key.size()), key.begin(),
                         [](char c) { return static_cast<unsigned char>(c); });
  // Also refuses a second spelling of the same bytes.
  if (nkey_text(head, key) != text) return std::nullopt;
  return key;
}

}  // namespace

std::string user_nkey(const RawKey& key) {
  return nkey_text(nkey_head, key);
}
std::string user_seed(const RawKey& seed) {
  return nkey_text(seed_head, seed);
}
std::optional<RawKey> read_user_nkey(std::string_view text) {
  return read_nkey(nkey_head, text);
}
std::optional<RawKey> read_user_seed(std::string_view text) {
  return read_nkey(seed_head, text);
}

}  // namespace whittle
