// Deletes every window of a few neighbouring tokens. Such a window need not be a node of any tree:
// it catches the removals that no other pass lists.
//
// Windows at every offset overlap, and edits that overlap cannot be in one list. But edits may
// share a change: a window is an edit with one change for each of its tokens, and two windows may
// contain the same change. So all windows of one size form one list, in which every combination is
// valid. This takes `size` changes for each token. If that would be too many, because earlier
// passes have not made the document small yet, only windows side by side are listed.
//
// If all brackets of a file have partners, windows that would separate a pair are not listed:
// nearly every such candidate is refused. Windows of one token are listed all the same, for tests
// that accept broken code.
#include <algorithm>
#include <unordered_map>

#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

constexpr std::size_t most_window_changes = 1 << 18;

/// The tokens of a file, and which sequences of them can be removed.
class TokenRuns {
 public:
  TokenRuns(std::uint32_t file, BytesView text) : file_(file), text_(text), tokens_(lex(text)) {
    const std::vector<Group> groups = find_groups(text, tokens_);
    std::size_t brackets = 0;
    for (const Lexeme& token : tokens_)
      brackets += token.kind == TokenKind::open || token.kind == TokenKind::close;
    balanced_ = brackets == 2 * groups.size();
    std::vector<std::uint32_t> open;
    std::vector<bool> opens(tokens_.size()), closes(tokens_.size());
    for (const Group& group : groups) opens[group.open] = closes[group.close] = true;
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      around_.push_back(open.empty() ? 0 : open.back() + 1);
      if (opens[i]) open.push_back(i);
      if (closes[i]) open.pop_back();
    }
    around_.push_back(0);
  }

  std::size_t size() const { return tokens_.size(); }
  BytesView text(std::size_t token) const { return tokens_[token].in(text_); }
  bool can_go(std::size_t first, std::size_t end) const {
    return !balanced_ || end - first == 1 || around_[first] == around_[end];
  }
  /// One change for each token: shares changes with other such edits.
  Edit in_parts(std::size_t first, std::size_t end) const {
    Edit edit;
    edit.weight = static_cast<Weight>(end - first);
    edit.changes.reserve(end - first);
    for (std::size_t i = first; i < end; ++i) {
      const Range range = with_white_space(text_, tokens_[i]);
      edit.changes.push_back({file_, range.begin, range.end, {}, false});
    }
    return edit;
  }
  /// One change for all tokens: takes less memory, and nests with changes of single tokens.
  Edit as_one(std::size_t first, std::size_t end) const {
    return removal(file_,
                   {with_white_space(text_, tokens_[first]).begin,
                    with_white_space(text_, tokens_[end - 1]).end},
                   static_cast<Weight>(end - first));
  }

 private:
  std::uint32_t file_;
  BytesView text_;
  std::vector<Lexeme> tokens_;
  bool balanced_ = false;
  // The innermost bracket open before each token, plus 1; 0 for none.
  std::vector<std::uint32_t> around_;
};

}  // namespace

Found token_windows(const Subject& subject, std::size_t size) {
  Found found;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const TokenRuns runs(file, text);
    const bool every_offset = runs.size() * size <= most_window_changes;
    for (std::size_t i = 0; i + size <= runs.size();) {
      const bool goes = runs.can_go(i, i + size);
      if (goes)
        found.edits.push_back(every_offset ? runs.in_parts(i, i + size) : runs.as_one(i, i + size));
      i += goes && !every_offset ? size : 1;
    }
  });
  return found;
}

/// Removes from a token up to its next occurrence: `; b` in `a; b; c`, `, 2` in a list, `else if
/// (y) g()` in a chain. Pairs at most 64 tokens apart are edits with one change for each token,
/// which may overlap. Pairs further apart would need too many changes, so they are edits of one
/// change, the longest first; those that cross a longer one are skipped by the edit list.
Found between_repeats(const Subject& subject) {
  constexpr std::size_t near = 64;
  Found found;
  std::size_t changes = 0;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const TokenRuns runs(file, text);
    std::unordered_map<BytesView, std::size_t> last;  // only asked, never walked
    std::vector<std::pair<std::size_t, std::size_t>> far;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto [place, is_new] = last.try_emplace(runs.text(i), i);
      if (is_new) continue;
      const std::size_t first = std::exchange(place->second, i);
      if (i - first < 2 || !runs.can_go(first, i)) continue;
      if (i - first > near)
        far.emplace_back(first, i);
      else if ((changes += i - first) <= most_window_changes)
        found.edits.push_back(runs.in_parts(first, i));
    }
    std::stable_sort(far.begin(), far.end(), [](const auto& a, const auto& b) {
      return a.second - a.first > b.second - b.first;
    });
    for (const auto& [first, end] : far) found.edits.push_back(runs.as_one(first, end));
  });
  return found;
}

}  // namespace whittle::text
