/// How a run was called, as its journal keeps it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whittle {

struct Invocation {
  std::string folder;                  ///< the working folder, which relative names refer to
  std::vector<std::string> arguments;  ///< `Request::settings`

  friend bool operator==(const Invocation&, const Invocation&) = default;
};

/// One line of JSON. Names of files are any bytes: what is not UTF-8, and so no text to JSON, is a
/// list of numbers.
std::string to_json(const Invocation& invocation);

/// What `to_json` was given; nothing if the text is none of its.
std::optional<Invocation> invocation_from(std::string_view json);

}  // namespace whittle
