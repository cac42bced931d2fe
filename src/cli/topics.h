/// The pages of docs/, which are part of the program: `whittle help TOPIC`. The table is written by
/// cmake/embed_docs.cmake when whittle is built.
#pragma once

#include <span>
#include <string_view>

namespace whittle {

struct Topic {
  std::string_view name;   ///< the page's file name: "test-scripts"
  std::string_view title;  ///< its first line
  std::string_view text;   ///< all of it, in Markdown
};

/// All topics, sorted by name.
std::span<const Topic> topics();

}  // namespace whittle
