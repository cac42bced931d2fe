/// Edits: byte ranges of a document and what replaces them, mostly nothing.
///
/// A pass lists edits; an algorithm chooses which to apply; `render` makes the candidate. The edits
/// of one list can be applied together in any combination. Where the change of one lies inside the
/// change of another, the outer one wins; changes never overlap otherwise (`EditList` sees to it).
///
/// A comma belongs to two items at once, so it is not part of either item's edit. A `Separated`
/// says which items form a row and what separates them, and rendering keeps one separator fewer
/// than items. A number that says how many items there are belongs to all of them: a `Counted` says
/// where it stands and what it counts, and rendering lowers it by as many as went.
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
  bool drops_file = false;  ///< the whole file goes, name and all; it wins over every other change

  friend bool operator==(const Change&, const Change&) = default;
};

/// One thing that can be done to a document; one element to an algorithm.
struct Edit {
  std::vector<Change> changes;
  Weight weight = 1;  ///< how many tokens it takes away; at least 1

  friend bool operator==(const Edit&, const Edit&) = default;
};

/// What `render` puts between two kept parts that a removal made neighbours.
enum class Joining : std::uint8_t {
  exact,      ///< nothing: bytes, characters, lines
  separated,  ///< a space where two tokens would run together to another: tokens, tree nodes
};

/// Items in a row with something between them: `a, b, c`. Separator `i` follows item `i`; there are
/// as many as items, or one fewer. It goes when item `i` goes or when all later items go.
struct Separated {
  static constexpr std::uint32_t no_edit = ~std::uint32_t{0};  ///< an item that no edit removes

  std::vector<std::uint32_t> items;  ///< for each item the edit that removes it
  std::vector<Change> separators;
};

/// How a number is written; the last two in a binary file.
enum class NumberForm : std::uint8_t { digits, little_endian, big_endian };

/// A number in the text, and the edits that each take away one of what it counts. An edit that
/// takes away several is there several times.
struct Counted {
  Change number;  ///< where it stands
  std::uint64_t value = 0;
  std::vector<std::uint32_t> items;
  NumberForm form = NumberForm::digits;
};

/// Edits have other numbers now; `Separated::no_edit` stands for one that is gone, and its item
/// stays.
void renumber(std::vector<Separated>& rows, const std::vector<std::uint32_t>& numbers);
void renumber(std::vector<Counted>& counts, const std::vector<std::uint32_t>& numbers);

/// A candidate that was rendered, and where its parts are: what the next one shares with it is
/// copied from it in large pieces. Belongs to one `EditList`.
struct Rendering {
  Document document;
  Subset kept;
  std::vector<std::uint64_t> ends;  ///< of what is kept of each word of `kept`, in the first file
};

/// Edits of one document, ready to be chosen from. Copies share nothing large but the document.
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
  /// The same. `last` is what was rendered last, or empty, and becomes this candidate. For a list
  /// that deletes ranges of one file that touch, as lines do, this costs O(elements / 64 + bytes
  /// copied), if the two candidates differ in few elements.
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
