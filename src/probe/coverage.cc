#include "probe/coverage.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <utility>

namespace whittle::probe {
namespace {

constexpr std::string_view format = "coverage-1";

enum ByteColour : std::uint8_t { none, idle, ran };

void fill(std::vector<std::uint8_t>& colours, const CountedRange& range) {
  const auto at = [&](std::uint64_t place) {
    return colours.begin() + static_cast<std::ptrdiff_t>(std::min(place, colours.size()));
  };
  if (range.begin < range.end) std::fill(at(range.begin), at(range.end), range.ran ? ran : idle);
}

std::vector<CountedRange> runs_of(const std::vector<std::uint8_t>& colours) {
  std::vector<CountedRange> runs;
  for (std::size_t begin = 0, end = 0; begin < colours.size(); begin = end) {
    while (end < colours.size() && colours[end] == colours[begin]) ++end;
    if (colours[begin] != none) runs.push_back({begin, end, colours[begin] == ran});
  }
  return runs;
}

}  // namespace

void Coverage::paint(std::uint32_t file, std::vector<CountedRange> ranges) {
  if (ranges.empty()) return;
  // Larger ranges first; of equal ones (instances of a template) one that ran decides.
  std::ranges::stable_sort(ranges, [](const CountedRange& a, const CountedRange& b) {
    return std::pair(b.end - b.begin, a.ran) < std::pair(a.end - a.begin, b.ran);
  });
  std::vector<CountedRange>& known = files_[file];
  std::uint64_t size = known.empty() ? 0 : known.back().end;
  for (const CountedRange& range : ranges) size = std::max(size, range.end);
  std::vector<std::uint8_t> colours(size, none), before(size, none);
  for (const CountedRange& range : ranges) fill(colours, range);
  for (const CountedRange& range : known) fill(before, range);
  std::ranges::transform(colours, before, colours.begin(),
                         [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
  known = runs_of(colours);
}

bool Coverage::never_ran(std::uint32_t file, std::uint64_t begin, std::uint64_t end) const {
  const auto found = files_.find(file);
  if (found == files_.end()) return false;
  bool is_observed = false;
  auto run = std::ranges::upper_bound(found->second, begin, {}, &CountedRange::end);
  for (; run != found->second.end() && run->begin < end; ++run) {
    if (run->ran) return false;
    is_observed = true;
  }
  return is_observed;
}

std::string Coverage::to_text() const {
  std::string text = fmt::format("{} {} {} {}\n", format, recorder.empty() ? "none" : recorder,
                                 functions, idle_functions);
  for (const auto& [file, runs] : files_)
    for (const CountedRange& run : runs)
      fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", file, run.begin, run.end,
                     run.ran ? 1 : 0);
  return text;
}

std::optional<Coverage> Coverage::from_text(BytesView text) {
  std::istringstream in{std::string(text)};
  Coverage coverage;
  std::string word;
  if (!(in >> word >> coverage.recorder >> coverage.functions >> coverage.idle_functions) ||
      word != format)
    return std::nullopt;
  if (coverage.recorder == "none") coverage.recorder.clear();
  std::uint32_t file = 0;
  CountedRange run;
  while (in >> file >> run.begin >> run.end >> run.ran) coverage.files_[file].push_back(run);
  if (!in.eof()) return std::nullopt;
  return coverage;
}

}  // namespace whittle::probe
