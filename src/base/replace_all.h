/// Replaces every occurrence of a text by another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace whittle {

/// Inserted text is not searched again. Requires: `what` is not empty.
inline void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

}  // namespace whittle
