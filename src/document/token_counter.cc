// Reports want the tokens of every candidate, and candidates differ from the one before in a few
// lines. Counting only these lines keeps reports cheap.
#include "document/token_counter.h"

#include "base/common_ends.h"
#include "document/lexer.h"

namespace whittle {
namespace {

/// The number of tokens of `now`, given that `before` has `tokens`: counts only the lines that
/// differ.
std::size_t recount(BytesView before, std::size_t tokens, BytesView now) {
  std::size_t begin = common_prefix(before, now);
  // Starts at the first line that differs. (`rfind` gives npos without a line end, so 0.)
  begin = begin == 0 ? 0 : now.rfind('\n', begin - 1) + 1;
  std::size_t same = common_suffix(before.substr(begin), now.substr(begin));
  // Ends with the last line that differs.
  const std::size_t line_end = now.find('\n', now.size() - same);
  same = line_end == BytesView::npos ? 0 : now.size() - line_end - 1;
  const auto middle = [&](BytesView bytes) {
    return count_tokens(bytes.substr(begin, bytes.size() - same - begin));
  };
  return tokens - middle(before) + middle(now);
}

}  // namespace

std::size_t TokenCounter::operator()(const Document& document) {
  std::size_t total = 0;
  for (const File& file : document.files()) {
    Counted& last = last_[file.path];
    if (last.bytes != file.bytes) {
      last.tokens =
          last.bytes ? recount(*last.bytes, last.tokens, *file.bytes) : count_tokens(*file.bytes);
      last.bytes = file.bytes;
    }
    total += last.tokens;
  }
  return total;
}

}  // namespace whittle
