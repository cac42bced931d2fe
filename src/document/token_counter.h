/// Counts the tokens of documents that differ little from one another, as candidates do.
///
///     TokenCounter count;
///     for (const Document& candidate : candidates) use(count(candidate));
///
/// Gives the sum of `count_tokens` over all files. No token reaches across the end of a line, so
/// only the lines between the first and the last difference to the document before are counted; the
/// rest is compared, which is some twenty times as fast.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "base/bytes.h"
#include "document/document.h"

namespace whittle {

class TokenCounter {
 public:
  std::size_t operator()(const Document& document);

 private:
  struct Counted {
    SharedBytes bytes;
    std::size_t tokens = 0;
  };
  std::unordered_map<std::string, Counted> last_;  // by path
};

}  // namespace whittle
