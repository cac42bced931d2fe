/// Edits: byte ranges of a document and their replacements, mostly nothing.
///
/// A pass lists edits; an algorithm chooses which to apply; `render` makes the candidate. The edits
/// of one list can be applied together in any combination. If a change of one lies inside a change
/// of another, the outer one wins. Changes never overlap in another way: `EditList` leaves out
/// edits that would.
///
/// A comma belongs to two items at once, so it is not part of either item's edit. A `Separated`
/// lists the items of a row and their separators, and rendering keeps one separator fewer than
/// items. A number that counts items belongs to all of them: a `Counted` has the place of the
/// number and the edits that remove its items, and rendering lowers the number by the removed
/// items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/outcome.h"
#include "base/subset.h"
#include "document/document.h"

namespace whittle {

/// Replaces bytes [begin, end) of a file, or drops the file.
struct Change {
  std::uint32_t file = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string replacement;
  bool drops_file = false;  ///< removes the whole file with its name; wins over every other change

  friend bool operator==(const Change&, const Change&) = default;
};

/// One possible step of a reduction; one element for an algorithm.
struct Edit {
  std::vector<Change> changes;
  Weight weight = 1;  ///< how many tokens it removes; at least 1

  friend bool operator==(const Edit&, const Edit&) = default;
};

/// The text that `render` inserts between two kept parts that become neighbours.
enum class Joining : std::uint8_t {
  exact,      ///< nothing: bytes, characters, lines
  separated,  ///< a space where two tokens would become one: tokens, tree nodes
};

/// Items with separators between them: `a, b, c`. Separator `i` follows item `i`; there are as many
/// separators as items, or one fewer. A separator is removed with its item, or if all later items
/// are removed.
struct Separated {
  static constexpr std::uint32_t no_edit = ~std::uint32_t{0};  ///< an item that no edit removes

  std::vector<std::uint32_t> items;  ///< for each item the edit that removes it
  std::vector<Change> separators;
};

/// How a number is written; the last two in a binary file.
enum class NumberForm : std::uint8_t { digits, little_endian, big_endian };

/// A number in the text, and the edits that each remove one of the items that it counts. An edit
/// that removes several items is listed several times.
struct Counted {
  Change number;  ///< its place in the text
  std::uint64_t value = 0;
  std::vector<std::uint32_t> items;
  NumberForm form = NumberForm::digits;
};

/// Adapts rows and counts to new numbers of edits. `Separated::no_edit` marks an edit that was left
/// out; its item stays.
void renumber(std::vector<Separated>& rows, const std::vector<std::uint32_t>& numbers);
void renumber(std::vector<Counted>& counts, const std::vector<std::uint32_t>& numbers);

/// A rendered candidate and the places of its parts. The next candidate copies the parts that it
/// shares with this one in large pieces. Belongs to one `EditList`.
struct Rendering {
  Document document;
  Subset kept;
  std::vector<std::uint64_t> ends;  ///< of the bytes of each word of `kept`, in the first file
};

/// The edits of one document. Copies share only the document.
class EditList {
 public:
  EditList() = default;
  /// An edit with a change that would overlap an earlier edit's without nesting is left out;
  /// `edits()` has those that stayed, in the order given.
  EditList(Document base, std::vector<Edit> edits, Joining joining = Joining::separated,
           std::vector<Separated> rows = {}, std::vector<Counted> counts = {});

  const Document& base() const { return base_; }
  const std::vector<Edit>& edits() const { return edits_; }
  std::size_t size() const { return edits_.size(); }
  bool empty() const { return edits_.empty(); }
  std::vector<Weight> weights() const;

  /// The candidate in which the edits outside `kept` are applied. Costs O(bytes copied + changes).
  Document render(const Subset& kept) const;
  /// The same, with a shortcut: `last` is the candidate that was rendered last, or empty, and
  /// becomes this one. For a list that deletes adjacent ranges of one file, as lines do, this costs
  /// O(elements / 64 + bytes copied) if the two candidates differ in few elements.
  const Document& render(const Subset& kept, Rendering& last) const;
  /// The changes that make it: in document order, none inside another.
  std::vector<Change> changes(const Subset& kept) const;

 private:
  struct Placed {
    Change change;
    std::uint32_t owner;  // its edit; or, past the last edit, a separator; past those, a count
  };
  template <typename Visit>
  void for_each_outermost(const Subset& kept, Visit visit) const;
  void leave_out_overlapping(std::vector<Separated>& rows, std::vector<Counted>& counts);
  void note_deletions();
  void render_from(const Subset& kept, Rendering& last) const;

  Document base_;
  std::vector<Edit> edits_;
  Joining joining_ = Joining::separated;
  std::vector<std::vector<std::uint32_t>> rows_;  // items of each row, as in Separated
  std::vector<Counted> counts_;
  std::vector<Placed> placed_;  // in document order, outer before inner
  struct Span {
    std::uint64_t begin, end;
  };
  // For a list that only deletes, side by side in one file, as lines and tokens do: the range of
  // each edit, for a quicker way to render. Otherwise empty.
  std::vector<Span> deletions_;
  bool deletions_touch_ = false;  // each begins where the one before it ends
};

}  // namespace whittle
