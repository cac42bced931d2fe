// Each candidate leaves out the result's pieces from the original, in units that grow: lines, then
// the blocks around them. The first candidate that fails in another way is the second bug, and the
// search ends. If all candidates still show the first bug, its line is found by bisection over
// beginnings of the document and left out too.
#include "run/complements.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "document/diff.h"
#include "document/edit.h"
#include "document/units.h"

namespace whittle {
namespace {

/// The number of the innermost unit around a range; `no_parent` if there is none. Units nest, and
/// an outer one comes before those inside it.
std::uint32_t unit_around(const Units& units, std::uint32_t file, const Range& range) {
  const auto is_before = [](const std::pair<std::uint32_t, std::uint64_t>& place,
                            const Edit& unit) {
    const Change& change = unit.changes.front();
    return place < std::pair(change.file, change.begin);
  };
  const auto behind = std::upper_bound(units.edits.begin(), units.edits.end(),
                                       std::pair(file, range.begin), is_before);
  if (behind == units.edits.begin()) return Units::no_parent;
  auto unit = static_cast<std::uint32_t>(behind - units.edits.begin() - 1);
  while (unit != Units::no_parent) {
    const Change& change = units.edits[unit].changes.front();
    if (change.file == file && change.end >= range.end) break;
    unit = units.parents[unit];
  }
  return unit;
}

/// The most levels of blocks around a piece that are left out, from the innermost: each level is
/// one test.
constexpr std::size_t most_levels = 6;

Document without(const Document& document, std::vector<Edit> removals, Joining joining) {
  const EditList list(document, std::move(removals), joining);
  return list.render(Subset::none(list.size()));
}

}  // namespace

Complements::Complements(const Document& original, const Document& result) {
  known_.insert(original.hash());
  leave_out(original, kept_words(original, result));
  if (waiting_.empty())
    bisect(original);
  else
    ask_next();
}

/// The places of the words of the original that the result still has.
std::vector<Complements::FileRange> Complements::kept_words(const Document& original,
                                                            const Document& result) {
  std::vector<FileRange> kept;
  for (std::uint32_t i = 0; i < original.files().size(); ++i) {
    const File& before = original.files()[i];
    const auto after = std::ranges::find(result.files(), before.path, &File::path);
    if (before.kind != File::Kind::regular || after == result.files().end() ||
        !is_text(*before.bytes))
      continue;
    const std::vector<Change> changes = text_changes(*before.bytes, *after->bytes);
    auto change = changes.begin();
    for (const Lexeme& token : lex(*before.bytes)) {
      if (token.kind > TokenKind::string) continue;  // brackets and commas are everywhere
      while (change != changes.end() && change->end <= token.begin) ++change;
      if (change == changes.end() || change->begin >= token.end)
        kept.push_back({i, {token.begin, token.end}});
    }
  }
  return kept;
}

/// Adds the document without the lines of the places, and then without ever larger blocks around
/// them.
void Complements::leave_out(const Document& document, const std::vector<FileRange>& places) {
  std::vector<Document> found;
  const auto add = [&](const std::vector<Edit>& removals, Joining joining) {
    Document candidate = without(document, removals, joining);
    if (candidate.size() > 0 && known_.insert(candidate.hash()).second)
      found.push_back(std::move(candidate));
  };
  for (const Unit unit : {Unit::lines, Unit::brackets}) {
    Units units = cut(document, unit);
    if (units.parents.empty()) units.parents.assign(units.edits.size(), Units::no_parent);
    std::vector<std::uint32_t> around;
    for (const FileRange& place : places)
      around.push_back(unit_around(units, place.file, place.range));
    bool has_outer = true;
    for (std::size_t level = 0; has_outer && level < most_levels; ++level) {
      std::ranges::sort(around);
      around.erase(std::ranges::unique(around).begin(), around.end());
      std::erase(around, Units::no_parent);
      std::vector<Edit> removals;
      for (const std::uint32_t one : around) removals.push_back(units.edits[one]);
      if (!removals.empty()) add(removals, units.joining);
      has_outer = false;
      for (std::uint32_t& one : around)
        if (units.parents[one] != Units::no_parent) {
          one = units.parents[one];
          has_outer = true;
        }
    }
  }
  waiting_.assign(std::make_move_iterator(found.rbegin()), std::make_move_iterator(found.rend()));
}

void Complements::ask_next() {
  asked_.reset();
  if (waiting_.empty()) return;
  asked_ = std::move(waiting_.back());
  waiting_.pop_back();
}

void Complements::observe(Complement answer) {
  assert(asked_ && "nothing was asked");
  if (answer == Complement::fails_differently) {
    asked_.reset();
    return;
  }
  if (!bisects_) {
    if (answer == Complement::fails_alike && !alike_) alike_ = *asked_;
    ask_next();
    if (!asked_ && alike_) bisect(*std::exchange(alike_, std::nullopt));
    return;
  }
  (answer == Complement::fails_alike ? high_ : low_) = low_ + (high_ - low_) / 2;
  ask_in_bisection();
}

void Complements::ask_in_bisection() {
  if (high_ - low_ > 1) {
    asked_ = beginning_of_base();
    return;
  }
  // The bug happens at the last of the first `high_` lines.
  bisects_ = false;
  if (high_ > 0) leave_out(base_, {lines_[high_ - 1]});
  ask_next();
}

void Complements::bisect(Document base) {
  bisects_ = true;
  base_ = std::move(base);
  lines_.clear();
  for (const Edit& line : cut(base_, Unit::lines).edits)
    lines_.push_back(
        {line.changes.front().file, {line.changes.front().begin, line.changes.front().end}});
  low_ = 0;
  high_ = lines_.size();
  ask_in_bisection();
}

/// The document without the lines after the middle of the open range.
Document Complements::beginning_of_base() const {
  std::vector<Edit> removals;
  for (std::size_t line = low_ + (high_ - low_) / 2; line < lines_.size(); ++line)
    removals.push_back(removal(lines_[line].file, lines_[line].range, 1));
  return without(base_, std::move(removals), Joining::exact);
}

}  // namespace whittle
