// A shape says how a record looks: the bytes before its length, the size and byte order of the
// length, and the bytes that the length leaves out. A division tries one shape from one place of
// the file on.
//
// The evidence for a division is counted in bits: how unlikely it is that each length fits into the
// rest of the file by chance, and that the last record ends where the enclosing one does. The best
// of some eight thousand divisions is used if it has more bits than the best of that many would
// have by chance.
#include "passes/text/records.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "document/binary_number.h"

namespace whittle::text {
namespace {

// A header before the first record is at most this long.
constexpr std::uint64_t furthest_begin = 64;
constexpr std::size_t most_records = 1 << 16;  // in a file
constexpr std::size_t deepest = 24;            // records inside of records
constexpr std::uint64_t convincing = 24;       // bits
// Empty records in a row: such zeros are mostly something else.
constexpr std::size_t most_empty = 64;
// In a large file a length of one byte fits nearly everywhere, so it is no evidence.
constexpr std::uint64_t most_for_one_byte = 4096;
constexpr std::uint64_t most_bytes = 1 << 20;  // larger files are not divided
// Between the length of a record and the first record in it.
constexpr std::uint64_t extra_bytes[] = {0, 1, 4};

struct Shape {
  std::uint64_t before;  // bytes before the length: a tag
  std::uint64_t size;    // of the length; 0: one byte or more, as in ASN.1
  NumberForm form;
  std::int64_t uncounted;  // uncounted bytes behind the length, minus counted bytes before it
};

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes{{1, 0, NumberForm::big_endian, 0}};
  for (const std::uint64_t before : {0, 1, 2, 4, 8})
    for (const std::uint64_t size : {1, 2, 4})
      for (const NumberForm form : {NumberForm::big_endian, NumberForm::little_endian}) {
        if (size == 1 && form == NumberForm::little_endian) continue;
        const auto own = static_cast<std::int64_t>(size),
                   all = static_cast<std::int64_t>(before + size);
        for (const std::int64_t uncounted :
             {std::int64_t{0}, std::int64_t{4}, std::int64_t{8}, -own})
          shapes.push_back({before, size, form, uncounted});
        if (before > 0) shapes.push_back({before, size, form, -all});
      }
  return shapes;
}

class Division {
 public:
  Division(BytesView bytes, const Shape& shape, std::uint64_t begin)
      : bytes_(bytes), shape_(shape) {
    // The records need not reach the end of the file, but if they do, that is evidence too.
    const std::uint64_t end = divide({begin, bytes.size()}, Record::no_parent, 0, Rest::allowed);
    if (end == bytes.size()) bits_ += std::bit_width(bytes.size() - begin);
  }

  std::uint64_t bits() const { return bits_; }
  std::vector<Record> take() && { return std::move(records_); }

 private:
  enum class Rest { allowed, none };

  std::optional<Record> record_at(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t at = begin + shape_.before, size = shape_.size;
    // ASN.1: below 128 it is the length, above that the number of bytes of the length.
    if (size == 0) {
      if (at >= end) return std::nullopt;
      const auto first = static_cast<unsigned char>(bytes_[at]);
      if (first > 0x84 || first == 0x80) return std::nullopt;
      size = first < 0x80 ? 1 : first - 0x80;
      at += first < 0x80 ? 0 : 1;
    }
    if (at + size > end) return std::nullopt;
    const Range number{at, at + size};
    const std::uint64_t value = read_number(number.in(bytes_), shape_.form);
    if (value > bytes_.size()) return std::nullopt;
    const auto behind = static_cast<std::int64_t>(value) + shape_.uncounted;
    if (behind < 0 || static_cast<std::uint64_t>(behind) > end - number.end) return std::nullopt;
    return Record{
        {begin, number.end + static_cast<std::uint64_t>(behind)}, number, shape_.form, value};
  }

  /// Adds the records of `span` and returns where the last one ends. If the records must fill the
  /// span and do not, adds nothing.
  std::uint64_t divide(Range span, std::uint32_t parent, std::size_t depth, Rest rest) {
    const std::size_t first = records_.size();
    const std::uint64_t bits = bits_;
    std::uint64_t at = span.begin;
    std::size_t empty = 0;  // in a row
    while (at < span.end && records_.size() < most_records) {
      std::optional<Record> record = record_at(at, span.end);
      if (!record) break;
      empty = record->value == 0 ? empty + 1 : 0;
      if (empty > most_empty) break;
      const std::uint64_t needed = std::bit_width(span.end - record->number.end);
      // A length of n bits that must be at most the remaining size is unlikely by as many bits as
      // it is wider than that size.
      bits_ += 8 * record->number.size() - std::min(8 * record->number.size(), needed);
      record->parent = parent;
      at = record->range.end;
      records_.push_back(*record);
    }
    if (at != span.end && rest == Rest::none) {
      records_.resize(first);
      bits_ = bits;
      return at;
    }
    const std::size_t last = records_.size();
    for (std::size_t i = first; i < last && depth < deepest; ++i) divide_inside(i, depth + 1);
    return at;
  }

  void divide_inside(std::size_t number, std::size_t depth) {
    for (const std::uint64_t extra : extra_bytes) {
      const Range inside{records_[number].number.end + extra, records_[number].range.end};
      if (inside.begin >= inside.end) return;
      if (divide(inside, static_cast<std::uint32_t>(number), depth, Rest::none) != inside.end)
        continue;
      bits_ += std::bit_width(inside.size());
      records_[number].is_leaf = false;
      return;
    }
  }

  BytesView bytes_;
  const Shape& shape_;
  std::vector<Record> records_;  // level by level: the records in a span are adjacent
  std::uint64_t bits_ = 0;
};

}  // namespace

std::vector<Record> guess_records(BytesView bytes) {
  if (bytes.size() > most_bytes) return {};
  static const std::vector<Shape> shapes = all_shapes();
  std::vector<Record> best;
  std::uint64_t most = convincing;
  for (const Shape& shape : shapes) {
    if (shape.size == 1 && bytes.size() > most_for_one_byte) continue;
    for (std::uint64_t begin = 0; begin < std::min(furthest_begin, bytes.size()); ++begin) {
      Division division(bytes, shape, begin);
      if (division.bits() <= most) continue;
      most = division.bits();
      best = std::move(division).take();
    }
  }
  return best;
}

}  // namespace whittle::text
