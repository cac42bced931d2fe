#include "plan/goal.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace whittle {

Measure measure(BytesView bytes) {
  return {static_cast<std::int64_t>(count_tokens(bytes)), static_cast<std::int64_t>(bytes.size()),
          std::count(bytes.begin(), bytes.end(), '\n')};
}

Measure measure(const Document& document) {
  Measure total;
  for (const File& file : document.files()) {
    const Measure part = measure(*file.bytes);
    total.tokens += part.tokens;
    total.bytes += part.bytes;
    total.lines += part.lines;
  }
  return total;
}

std::strong_ordering compare(Goal goal, const Measure& a, const Measure& b) {
  const auto key = [goal](const Measure& m) -> std::array<std::int64_t, 3> {
    switch (goal) {
      case Goal::tokens:
        return {m.tokens, m.bytes, m.lines};
      case Goal::bytes:
        return {m.bytes, m.tokens, m.lines};
      case Goal::lines:
        return {m.lines, m.tokens, m.bytes};
    }
    return {};
  };
  return key(a) <=> key(b);
}

bool is_smaller(Goal goal, const Document& a, const Document& b) {
  if (const auto order = compare(goal, measure(a), measure(b)); order != 0) return order < 0;
  if (a.files().size() != b.files().size()) return a.files().size() < b.files().size();
  return std::ranges::lexicographical_compare(
      a.files(), b.files(), [](const File& x, const File& y) {
        return std::tie(x.path, *x.bytes) < std::tie(y.path, *y.bytes);
      });
}

Measure Downhill::measure_old(const Change& change) const {
  std::optional<Counts>& counts = counts_[change.file];
  if (!counts) {
    const Bytes& bytes = base_.bytes(change.file);
    counts.emplace(Counts{TokenIndex(bytes), {}});
    for (const Range& line : find_lines(bytes))
      if (bytes[line.end - 1] == '\n') counts->line_ends.push_back(line.end - 1);
  }
  const auto line_ends_before = [&](std::uint64_t at) {
    return std::ranges::lower_bound(counts->line_ends, at) - counts->line_ends.begin();
  };
  return {static_cast<std::int64_t>(counts->tokens.touched_by({change.begin, change.end})),
          static_cast<std::int64_t>(change.end - change.begin),
          line_ends_before(change.end) - line_ends_before(change.begin)};
}

bool Downhill::operator()(const Edit& edit) const {
  // What only removes always does, and most edits do.
  if (std::ranges::all_of(edit.changes,
                          [](const Change& change) { return change.replacement.empty(); }))
    return std::ranges::any_of(edit.changes, [](const Change& change) {
      return change.drops_file || change.begin < change.end;
    });
  Measure before, after;
  int text = 0;  // how the first change compares that is as long as what it replaces
  for (const Change& change : edit.changes) {
    if (change.drops_file) return true;
    const BytesView old =
        BytesView(base_.bytes(change.file)).substr(change.begin, change.end - change.begin);
    const Measure gone = measure_old(change), come = measure(change.replacement);
    before.tokens += gone.tokens, before.bytes += gone.bytes, before.lines += gone.lines;
    after.tokens += come.tokens, after.bytes += come.bytes, after.lines += come.lines;
    if (text == 0) text = change.replacement.compare(old);
  }
  const auto order = compare(goal_, after, before);
  return order < 0 || (order == 0 && text < 0);
}

}  // namespace whittle
