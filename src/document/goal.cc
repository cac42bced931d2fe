// An edit is judged by its own text, not by rendering the document, because a list may have 100,000
// edits. The counts of ranges are additive, so edits that each make the document smaller also do so
// in combination, in any choice an algorithm makes.
#include "document/goal.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace whittle {

std::int64_t Measure::of(Goal goal) const {
  switch (goal) {
    case Goal::tokens:
      return tokens;
    case Goal::bytes:
      return bytes;
    case Goal::lines:
      return lines;
  }
  return 0;
}

Measure& Measure::operator+=(const Measure& other) {
  tokens += other.tokens;
  bytes += other.bytes;
  lines += other.lines;
  return *this;
}

Measure measure(BytesView bytes) {
  return {static_cast<std::int64_t>(count_tokens(bytes)), static_cast<std::int64_t>(bytes.size()),
          std::count(bytes.begin(), bytes.end(), '\n')};
}

Measure measure(const Document& document) {
  Measure total;
  for (const File& file : document.files()) total += measure(*file.bytes);
  return total;
}

std::strong_ordering compare(Goal goal, const Measure& a, const Measure& b) {
  const auto key = [goal](const Measure& m) {
    return std::array{m.of(goal), m.tokens, m.bytes, m.lines};
  };
  return key(a) <=> key(b);
}

bool saves(Goal goal, const Measure& before, const Measure& after) {
  return std::pair(after.of(goal), after.tokens) < std::pair(before.of(goal), before.tokens);
}

Weight weight_saved(const Measure& before, const Measure& after) {
  return static_cast<Weight>(std::max<std::int64_t>(before.tokens - after.tokens, 1));
}

bool is_smaller(Goal goal, const Document& a, const Document& b) {
  if (const auto order = compare(goal, measure(a), measure(b)); order != 0) return order < 0;
  if (a.files().size() != b.files().size()) return a.files().size() < b.files().size();
  return std::ranges::lexicographical_compare(
      a.files(), b.files(), [](const File& x, const File& y) {
        return std::tie(x.path, *x.bytes) < std::tie(y.path, *y.bytes);
      });
}

Measure RangeCounts::operator()(std::uint32_t file, const Range& range) const {
  std::optional<Counted>& counted = files_[file];
  if (!counted)
    counted.emplace(TokenIndex(document_.bytes(file)), LineIndex(document_.bytes(file)));
  return {static_cast<std::int64_t>(counted->tokens.touched_by(range)),
          static_cast<std::int64_t>(range.size()),
          static_cast<std::int64_t>(counted->lines.ends_in(range))};
}

Downhill::Exchange Downhill::exchange(const Edit& edit) const {
  Exchange exchange;
  for (const Change& change : edit.changes) {
    exchange.before += (*counts_)(change.file, {change.begin, change.end});
    exchange.after += measure(change.replacement);
  }
  return exchange;
}

bool Downhill::operator()(const Edit& edit) const {
  if (std::ranges::any_of(edit.changes, &Change::drops_file)) return true;
  // An edit that only removes always makes the document smaller, and most edits only remove.
  if (std::ranges::all_of(edit.changes,
                          [](const Change& change) { return change.replacement.empty(); }))
    return std::ranges::any_of(edit.changes,
                               [](const Change& change) { return change.begin < change.end; });
  const auto [before, after] = exchange(edit);
  if (const auto order = compare(goal_, after, before); order != 0) return order < 0;
  // All counts are equal: the first change that differs decides by the order of texts.
  for (const Change& change : edit.changes) {
    const BytesView old = BytesView(counts_->document().bytes(change.file))
                              .substr(change.begin, change.end - change.begin);
    if (const int text = change.replacement.compare(old); text != 0) return text < 0;
  }
  return false;
}

}  // namespace whittle
