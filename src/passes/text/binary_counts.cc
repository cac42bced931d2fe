// Binary formats store how long their parts are and where they begin. So each removal must also
// lower these numbers, as in `counted.cc`.
//
// If a file can be divided into records (records.h), whole records are removed, and single bytes of
// a record's contents.
//
// In other files, `counted-bytes` and `counted-offsets` remove only blanks. By then, other passes
// have overwritten everything that does not matter with blanks, including lengths and offsets that
// nothing reads. So most of the numbers that are left are real ones, and few guesses are wrong.
//
// The formats that these passes were written with, and those out of reach (checksums, compressed
// data, tables of offsets into each other), are in docs/rejected.md.
#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "document/binary_number.h"
#include "passes/text/records.h"
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

// The most bytes that all numbers together may count. Rendering looks at each of these bytes for
// every candidate.
constexpr std::size_t most_counted = 4'000'000;

struct Number {
  Range range;
  NumberForm form;
  std::uint64_t value;
  Range counts;  // the bytes that it counts
};

/// Edits for the bytes of a file that numbers count.
class CountedBytes {
 public:
  CountedBytes(std::uint32_t file, BytesView bytes) : file_(file), bytes_(bytes) {}

  void list_blanks(const std::vector<Number>& numbers, Found& found) const {
    if (is_too_much(numbers)) return;
    std::vector<bool> goes(bytes_.size());
    for (const Number& number : numbers)
      for (std::uint64_t at = number.counts.begin; at < number.counts.end; ++at)
        goes[at] = is_space(bytes_[at]) && !is_in_a_number(at, numbers);
    list(numbers, goes, found);
  }

  /// Requires: each byte of `goes` is counted by one of the numbers.
  void list(const std::vector<Number>& numbers, const std::vector<bool>& goes, Found& found) const {
    if (is_too_much(numbers)) return;
    // If there are many bytes, an edit takes a block of several, so that a list has about a
    // thousand edits at most. When these blocks are removed, the pass lists smaller ones.
    const auto all = static_cast<std::size_t>(std::ranges::count(goes, true));
    const std::uint64_t most = std::max<std::uint64_t>(1, std::bit_floor(all / 512));
    std::vector<std::uint32_t> edits(bytes_.size(), Separated::no_edit);
    for (std::uint64_t at = 0; at < bytes_.size();) {
      const std::uint64_t begin = at++;
      if (!goes[begin]) continue;
      while (at < bytes_.size() && goes[at] && at % most != 0) ++at;
      std::fill(edits.begin() + begin, edits.begin() + at, found.edits.size());
      found.edits.push_back(removal(file_, {begin, at}, 1));
    }
    for (const Number& number : numbers) {
      Counted counts{
          {file_, number.range.begin, number.range.end, "", false}, number.value, {}, number.form};
      for (std::uint64_t at = number.counts.begin; at < number.counts.end; ++at)
        if (edits[at] != Separated::no_edit) counts.items.push_back(edits[at]);
      if (!counts.items.empty()) found.counts.push_back(std::move(counts));
    }
  }

 private:
  static bool is_too_much(const std::vector<Number>& numbers) {
    std::size_t counted = 0;
    for (const Number& number : numbers) counted += number.counts.size();
    return counted > most_counted;
  }

  static bool is_in_a_number(std::uint64_t at, const std::vector<Number>& numbers) {
    const auto behind = std::ranges::upper_bound(
        numbers, at, {}, [](const Number& number) { return number.range.begin; });
    return behind != numbers.begin() && at < std::prev(behind)->range.end;
  }

  std::uint32_t file_;
  BytesView bytes_;
};

/// A number that ends right before `at` and could be the length of the `blanks` bytes that begin
/// there. The widest form is tried first: a length of four bytes also looks like one of a single
/// byte.
std::optional<Number> length_before(std::uint64_t at, std::uint64_t blanks, BytesView bytes) {
  for (const std::uint64_t size : {8, 4, 2, 1})
    for (const NumberForm form : {NumberForm::little_endian, NumberForm::big_endian}) {
      if (size > at) continue;
      const Range range{at - size, at};
      const std::uint64_t value = read_number(range.in(bytes), form);
      if (value > 0 && value <= bytes.size() - at)
        return Number{range, form, value, {at, at + std::min(value, blanks)}};
    }
  return std::nullopt;
}

std::vector<Number> lengths(BytesView bytes) {
  std::vector<Number> numbers;
  std::uint64_t end = 0;
  for (std::uint64_t begin = 0; begin < bytes.size(); begin = end) {
    end = begin + 1;
    if (!is_space(bytes[begin])) continue;
    while (end < bytes.size() && is_space(bytes[end])) ++end;
    std::optional<Number> number = length_before(begin, end - begin, bytes);
    // A length of 9 to 13 looks like white space. So the number may also be the part of the run
    // before its first blank.
    if (const std::uint64_t blank = bytes.find(' ', begin); !number && blank < end)
      number = length_before(blank, end - blank, bytes);
    if (number && (numbers.empty() || numbers.back().range.end <= number->range.begin))
      numbers.push_back(*number);
  }
  return numbers;
}

/// Aligned words of 4 or 8 bytes that may be offsets: such a word counts all bytes before the place
/// it points to. A second word directly behind it is taken as the length of the part that begins
/// there.
std::vector<Number> offsets(BytesView bytes, NumberForm form) {
  std::vector<Number> numbers;
  const auto add = [&](Range range) {
    const std::uint64_t value = read_number(range.in(bytes), form);
    if (value == 0 || value > bytes.size()) return false;
    if (!numbers.empty() && numbers.back().counts.begin == 0 &&
        numbers.back().range.end == range.begin && numbers.back().range.size() == range.size() &&
        value <= bytes.size() - numbers.back().value)
      numbers.push_back({range, form, value, {numbers.back().value, numbers.back().value + value}});
    else
      numbers.push_back({range, form, value, {0, value}});
    return true;
  };
  for (std::uint64_t at = 0; at + 4 <= bytes.size(); at += 4)
    if (at % 8 == 0 && at + 8 <= bytes.size() && add({at, at + 8}))
      at += 4;
    else
      add({at, at + 4});
  return numbers;
}

/// The edits that `list(file, bytes, found)` adds for each binary file.
template <typename List>
Found in_binaries(const Subject& subject, List list) {
  Found found;
  found.joining = Joining::exact;
  const auto& files = subject.document.files();
  for (std::uint32_t i = 0; i < files.size(); ++i)
    if (files[i].kind == File::Kind::regular && subject.is_binary(files[i]))
      list(i, BytesView(*files[i].bytes), found);
  return found;
}

// Removing a record lowers the lengths of all records around it by the size of the record.
// `Counted` counts items, so the edit is entered once for each byte. This is why the sum of all
// sizes has a limit.
void list_records(std::uint32_t file, BytesView bytes, Found& found) {
  const std::vector<Record> all = guess_records(bytes);
  std::size_t counted = 0;
  for (const Record& record : all)
    if (record.parent != Record::no_parent) counted += record.range.size();
  if (counted > most_counted) return;
  std::vector<Counted> lengths;
  for (const Record& record : all)
    lengths.push_back(
        {{file, record.number.begin, record.number.end, "", false}, record.value, {}, record.form});
  for (const Record& record : all) {
    if (record.range.size() == bytes.size()) continue;
    const auto edit = static_cast<std::uint32_t>(found.edits.size());
    found.edits.push_back(removal(file, record.range, weigh(record.range.in(bytes))));
    for (std::uint32_t around = record.parent; around != Record::no_parent;
         around = all[around].parent)
      lengths[around].items.insert(lengths[around].items.end(), record.range.size(), edit);
  }
  for (Counted& length : lengths)
    if (!length.items.empty()) found.counts.push_back(std::move(length));
}

void list_bytes_of_records(std::uint32_t file, BytesView bytes, Found& found) {
  std::vector<Number> numbers;
  std::vector<bool> goes(bytes.size());
  for (const Record& record : guess_records(bytes)) {
    const Range body{record.number.end,
                     std::min(record.number.end + record.value, record.range.end)};
    numbers.push_back({record.number, record.form, record.value, body});
    if (record.is_leaf) std::fill(goes.begin() + body.begin, goes.begin() + body.end, true);
  }
  CountedBytes(file, bytes).list(numbers, goes, found);
}

}  // namespace

Found records(const Subject& subject) {
  return in_binaries(subject, list_records);
}

Found record_bytes(const Subject& subject) {
  return in_binaries(subject, list_bytes_of_records);
}

Found counted_bytes(const Subject& subject) {
  return in_binaries(subject, [](std::uint32_t file, BytesView bytes, Found& found) {
    CountedBytes(file, bytes).list_blanks(lengths(bytes), found);
  });
}

Found counted_offsets(const Subject& subject) {
  return in_binaries(subject, [](std::uint32_t file, BytesView bytes, Found& found) {
    // The byte order that gives more plausible offsets is taken for the whole file.
    const std::vector<Number> little = offsets(bytes, NumberForm::little_endian),
                              big = offsets(bytes, NumberForm::big_endian);
    CountedBytes(file, bytes).list_blanks(big.size() > little.size() ? big : little, found);
  });
}

}  // namespace whittle::text
