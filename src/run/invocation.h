/// How a run was called, as its journal stores it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whittle {

struct Invocation {
  std::string folder;                  ///< the working folder, to which relative names refer
  std::vector<std::string> arguments;  ///< `Request::settings`

  friend bool operator==(const Invocation&, const Invocation&) = default;
};

/// One line of JSON. File names may be any bytes, but JSON strings must be UTF-8: an argument that
/// is not UTF-8 becomes a list of byte values.
std::string to_json(const Invocation& invocation);

/// The invocation that `to_json` was given; nothing if `to_json` did not write the text.
std::optional<Invocation> invocation_from(std::string_view json);

}  // namespace whittle
