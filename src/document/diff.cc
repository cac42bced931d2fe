// `diff` is Myers' greedy algorithm on lines, and once more on the tokens of each differing group
// of lines. It stores the reached diagonals of every round to walk back, O(d * d) memory for d
// differences, so it gives up after `most_differences`; candidates of one list usually differ in a
// few places.
//
// `text_changes` is for pages and reports, where the two texts may be the original and a best with
// a thousandth of it. There d is huge, and one change over everything would tell the reader
// nothing. So it uses patience diff (Bram Cohen): lines that occur once in both texts, in their
// longest common order, are fixed points, and `diff` compares only the parts between them.
#include "document/diff.h"

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>

#include "document/lexer.h"

namespace whittle {
namespace {

using Pieces = std::span<const BytesView>;

/// Pieces [begin, end) of one text become [other_begin, other_end) of the other.
struct Hunk {
  std::size_t begin, end, other_begin, other_end;
};

/// The hunks of a shortest script, in order; one hunk if there are more than `most_differences`.
std::vector<Hunk> hunks(Pieces a, Pieces b) {
  // Two candidates share most of their text, so the common ends are taken off before anything is
  // computed.
  std::size_t front = 0, back = 0;
  while (front < std::min(a.size(), b.size()) && a[front] == b[front]) ++front;
  while (back < std::min(a.size(), b.size()) - front &&
         a[a.size() - 1 - back] == b[b.size() - 1 - back])
    ++back;
  if (front == a.size() && front == b.size()) return {};
  const Hunk whole{front, a.size() - back, front, b.size() - back};
  const auto n = static_cast<std::ptrdiff_t>(a.size() - front - back);
  const auto m = static_cast<std::ptrdiff_t>(b.size() - front - back);
  if (n == 0 || m == 0) return {whole};
  const auto same = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    return a[front + static_cast<std::size_t>(x)] == b[front + static_cast<std::size_t>(y)];
  };

  constexpr std::ptrdiff_t nowhere = -2;  // and one step on from there is still nowhere
  // reached[d][k + d]: how far into `a` diagonal k = x - y got with d insertions and deletions.
  std::vector<std::vector<std::ptrdiff_t>> reached;
  const auto at = [&](std::size_t d, std::ptrdiff_t k) -> std::ptrdiff_t {
    const auto size = static_cast<std::ptrdiff_t>(d);
    return k < -size || k > size ? nowhere : reached[d][static_cast<std::size_t>(k + size)];
  };
  // From round d - 1 by an insertion (one diagonal down) or a deletion, whichever leads further.
  const auto inserts = [&](std::size_t d, std::ptrdiff_t k) {
    return at(d - 1, k + 1) > at(d - 1, k - 1);
  };
  for (std::size_t d = 0;; ++d) {
    if (d > most_differences) return {whole};
    const auto size = static_cast<std::ptrdiff_t>(d);
    std::vector<std::ptrdiff_t> row(2 * d + 1, nowhere);
    bool done = false;
    for (std::ptrdiff_t k = -size; k <= size; k += 2) {
      std::ptrdiff_t x = d == 0 ? 0 : inserts(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
      if (x < 0 || x > n || x - k > m) continue;
      while (x < n && x - k < m && same(x, x - k)) ++x;
      row[static_cast<std::size_t>(k + size)] = x;
      if (x == n && x - k == m) done = true;
    }
    reached.push_back(std::move(row));
    if (done) break;
  }

  // Walks back from the end through the rounds. Each step is one insertion or deletion; steps that
  // touch become one hunk.
  std::vector<Hunk> found;
  std::ptrdiff_t k = n - m;
  for (std::size_t d = reached.size() - 1; d > 0; --d) {
    const bool inserted = inserts(d, k);
    k += inserted ? 1 : -1;
    const std::size_t x = front + static_cast<std::size_t>(at(d - 1, k));
    const std::size_t y = front + static_cast<std::size_t>(at(d - 1, k) - k);
    const Hunk step{x, x + !inserted, y, y + inserted};
    if (!found.empty() && found.back().begin == step.end &&
        found.back().other_begin == step.other_end)
      found.back().begin = step.begin, found.back().other_begin = step.other_begin;
    else
      found.push_back(step);
  }
  std::ranges::reverse(found);
  return found;
}

std::vector<BytesView> lines_of(BytesView bytes) {
  std::vector<BytesView> pieces;
  for (const Range& line : find_lines(bytes)) pieces.push_back(line.in(bytes));
  return pieces;
}

/// Each token with the white space after it; white space before the first token is a piece too.
std::vector<BytesView> tokens_of(BytesView bytes) {
  std::vector<BytesView> pieces;
  const std::vector<Lexeme> tokens = lex(bytes);
  const std::uint64_t start = tokens.empty() ? bytes.size() : tokens.front().begin;
  if (start > 0) pieces.push_back(bytes.substr(0, start));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::uint64_t end = i + 1 < tokens.size() ? tokens[i + 1].begin : bytes.size();
    pieces.push_back(bytes.substr(tokens[i].begin, end - tokens[i].begin));
  }
  return pieces;
}

/// The part of the text that consecutive pieces cover.
BytesView covered(BytesView text, Pieces pieces, std::size_t begin, std::size_t end) {
  const auto offset = [&](std::size_t i) {
    return i < pieces.size() ? static_cast<std::size_t>(pieces[i].data() - text.data())
                             : text.size();
  };
  return text.substr(offset(begin), offset(end) - offset(begin));
}

}  // namespace

std::vector<Change> diff(std::uint32_t file, BytesView before, BytesView after) {
  std::vector<Change> changes;
  const std::vector<BytesView> a = lines_of(before), b = lines_of(after);
  for (const Hunk& lines : hunks(a, b)) {
    const BytesView old = covered(before, a, lines.begin, lines.end);
    const BytesView now = covered(after, b, lines.other_begin, lines.other_end);
    const std::vector<BytesView> c = tokens_of(old), d = tokens_of(now);
    for (const Hunk& tokens : hunks(c, d)) {
      const BytesView gone = covered(old, c, tokens.begin, tokens.end);
      const auto begin = static_cast<std::uint64_t>(gone.data() - before.data());
      changes.push_back({file, begin, begin + gone.size(),
                         std::string(covered(now, d, tokens.other_begin, tokens.other_end))});
    }
  }
  return changes;
}

namespace {

/// Compares two texts by lines, recursively between anchors.
class Comparison {
 public:
  Comparison(BytesView before, BytesView after)
      : before_(before), after_(after), a_(find_lines(before)), b_(find_lines(after)) {}

  std::vector<Change> changes() && {
    compare(0, a_.size(), 0, b_.size());
    return std::move(changes_);
  }

 private:
  BytesView line(const std::vector<Range>& lines, BytesView text, std::size_t i) const {
    return lines[i].in(text);
  }
  bool same(std::size_t a, std::size_t b) const {
    return line(a_, before_, a) == line(b_, after_, b);
  }
  static std::size_t offset(const std::vector<Range>& lines, BytesView text, std::size_t i) {
    return i < lines.size() ? lines[i].begin : text.size();
  }

  struct Pair {
    std::size_t a, b;
  };

  /// The longest common order of lines that occur once in both parts.
  std::vector<Pair> anchors(std::size_t a, std::size_t a_end, std::size_t b,
                            std::size_t b_end) const {
    struct Seen {
      std::size_t in_a = 0, in_b = 0, at_a = 0;
    };
    std::unordered_map<BytesView, Seen> seen;
    for (std::size_t i = a; i < a_end; ++i) {
      Seen& entry = seen[line(a_, before_, i)];
      ++entry.in_a;
      entry.at_a = i;
    }
    for (std::size_t i = b; i < b_end; ++i)
      if (const auto found = seen.find(line(b_, after_, i)); found != seen.end())
        ++found->second.in_b;
    std::vector<Pair> pairs;
    std::vector<std::size_t> ends,
        before;  // patience sorting: the last of each row, and the predecessor of each
    for (std::size_t i = b; i < b_end; ++i) {
      const auto found = seen.find(line(b_, after_, i));
      if (found == seen.end() || found->second.in_a != 1 || found->second.in_b != 1) continue;
      const std::size_t at = found->second.at_a;
      const auto row =
          std::ranges::lower_bound(ends, at, {}, [&](std::size_t p) { return pairs[p].a; });
      before.push_back(row == ends.begin() ? ~std::size_t{0} : *(row - 1));
      if (row == ends.end())
        ends.push_back(pairs.size());
      else
        *row = pairs.size();
      pairs.push_back({at, i});
    }
    std::vector<Pair> longest;
    for (std::size_t p = ends.empty() ? ~std::size_t{0} : ends.back(); p != ~std::size_t{0};
         p = before[p])
      longest.push_back(pairs[p]);
    std::ranges::reverse(longest);
    return longest;
  }

  /// The common ends first, then the parts between anchors, each in the same way. A part without an
  /// anchor is compared by `diff`.
  void compare(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    while (a < a_end && b < b_end && same(a, b)) ++a, ++b;
    while (a < a_end && b < b_end && same(a_end - 1, b_end - 1)) --a_end, --b_end;
    if (a == a_end && b == b_end) return;
    const std::vector<Pair> fixed =
        a == a_end || b == b_end ? std::vector<Pair>() : anchors(a, a_end, b, b_end);
    for (const Pair& pair : fixed) {
      compare(a, pair.a, b, pair.b);
      a = pair.a + 1;
      b = pair.b + 1;
    }
    if (!fixed.empty()) return compare(a, a_end, b, b_end);
    const std::size_t begin = offset(a_, before_, a), other = offset(b_, after_, b);
    for (Change& change : diff(0, before_.substr(begin, offset(a_, before_, a_end) - begin),
                               after_.substr(other, offset(b_, after_, b_end) - other))) {
      change.begin += begin;
      change.end += begin;
      changes_.push_back(std::move(change));
    }
  }

  BytesView before_, after_;
  std::vector<Range> a_, b_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<Change> text_changes(BytesView before, BytesView after) {
  return Comparison(before, after).changes();
}

}  // namespace whittle
