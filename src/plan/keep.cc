#include "plan/keep.h"

#include <algorithm>
#include <fmt/format.h>

namespace whittle {
namespace {

// As lithium has it: what is to be reduced stands between DDBEGIN and DDEND; the rest stays.
constexpr std::string_view begin_marker = "DDBEGIN";
constexpr std::string_view end_marker = "DDEND";

}  // namespace

Result<Keep> Keep::make(const std::vector<std::string>& patterns) {
  Keep keep;
  for (const std::string& pattern : patterns) {
    try {
      keep.patterns_.emplace_back(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
      return fail(ErrorKind::usage,
                  fmt::format("'{}' is not a regular expression: {}", pattern, error.what()));
    }
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
    for (const std::regex& pattern : patterns_)
      for (std::sregex_iterator match(bytes.begin(), bytes.end(), pattern), end; match != end;
           ++match)
        if (match->length() > 0)
          found.push_back({static_cast<std::uint64_t>(match->position()),
                           static_cast<std::uint64_t>(match->position() + match->length())});
    const std::size_t begin = bytes.find(begin_marker);
    const std::size_t end = begin == Bytes::npos ? begin : bytes.find(end_marker, begin);
    if (end != Bytes::npos) {
      // Whole lines: the markers are mostly comments.
      const std::size_t first = bytes.find('\n', begin);
      const std::size_t last = bytes.rfind('\n', end);
      found.push_back({0, first == Bytes::npos ? end : std::min(first + 1, end)});
      found.push_back({last == Bytes::npos ? end : last + 1, bytes.size()});
    }
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
    const auto after = std::ranges::upper_bound(kept, change.begin, {}, &Range::end);
    return after != kept.end() && after->begin < std::max(change.end, change.begin + 1);
  });
}

}  // namespace whittle
