/// Bytes as they are on disk. Never assumed to be text, let alone UTF-8.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace whittle {

using Bytes = std::string;
using BytesView = std::string_view;

/// Bytes that never change, so that copies can share them.
using SharedBytes = std::shared_ptr<const Bytes>;

inline SharedBytes share(Bytes bytes) {
  return std::make_shared<const Bytes>(std::move(bytes));
}

}  // namespace whittle
