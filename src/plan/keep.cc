// Kept text is found again in every document, not remembered as ranges: edits move text, and a
// pattern is the only description of it that survives an edit.
#include "plan/keep.h"

#include <algorithm>

#include "base/reason.h"

namespace whittle {
namespace {

// The markers of lithium.
constexpr std::string_view begin_marker = "DDBEGIN";
constexpr std::string_view end_marker = "DDEND";

}  // namespace

Result<Keep> Keep::make(const std::vector<std::string>& patterns) {
  Keep keep;
  for (const std::string& pattern : patterns) {
    Result<Pattern> compiled = Pattern::compile(pattern);
    if (!compiled) {
      Error error = compiled.error();
      error.cause = {Reason::bad_keep_pattern, {error.message}};
      error.message = "search.keep: " + error.message;
      return std::unexpected(std::move(error));
    }
    keep.patterns_.push_back(std::move(*compiled));
  }
  return keep;
}

Keep::Ranges Keep::ranges(const Document& document) const {
  Ranges all;
  all.files_.resize(document.files().size());
  for (std::size_t file = 0; file < document.files().size(); ++file) {
    const Bytes& bytes = document.bytes(file);
    std::vector<Ranges::Range> found;
    if (std::ranges::count(whole_files_, document.files()[file].path))
      found.push_back({0, std::max<std::uint64_t>(bytes.size(), 1)});
    for (const Pattern& pattern : patterns_)
      for (const Pattern::Match& match : pattern.matches(bytes))
        found.push_back({match.begin, match.end});
    const std::size_t begin = bytes.find(begin_marker);
    const std::size_t end = begin == Bytes::npos ? begin : bytes.find(end_marker, begin);
    if (end != Bytes::npos) {
      // Whole lines, since a marker mostly stands in a comment.
      const std::size_t first = bytes.find('\n', begin);
      const std::size_t last = bytes.rfind('\n', end);
      found.push_back({0, first == Bytes::npos ? end : std::min(first + 1, end)});
      found.push_back({last == Bytes::npos ? end : last + 1, bytes.size()});
    }
    // Merged, so that `touches` needs one binary search for each change.
    std::ranges::sort(found, {}, &Ranges::Range::begin);
    for (const Ranges::Range& range : found) {
      auto& merged = all.files_[file];
      if (!merged.empty() && range.begin <= merged.back().end)
        merged.back().end = std::max(merged.back().end, range.end);
      else
        merged.push_back(range);
    }
  }
  return all;
}

bool Keep::Ranges::touches(const Edit& edit) const {
  return std::ranges::any_of(edit.changes, [&](const Change& change) {
    const auto& kept = files_[change.file];
    if (kept.empty()) return false;
    if (change.drops_file) return true;
    // An insertion counts as one byte long: text inserted at the beginning of kept text would
    // change it.
    const auto after = std::ranges::upper_bound(kept, change.begin, {}, &Range::end);
    return after != kept.end() && after->begin < std::max(change.end, change.begin + 1);
  });
}

}  // namespace whittle
