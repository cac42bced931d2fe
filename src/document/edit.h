/// Edits: byte ranges of a document and what replaces them, mostly nothing.
///
/// A pass lists edits; an algorithm chooses which to apply; `render` makes the candidate. The edits
/// of one list can be applied together in any combination. Where the change of one lies inside the
/// change of another, the outer one wins; changes never overlap otherwise (`EditList` sees to it).
///
/// A `Draft` is a document and the changes already accepted, in the document's own coordinates, so
/// that a tree parsed once stays valid while its nodes go one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
  separated,  ///< a space where two word characters would run together: tokens, tree nodes
};

/// A document with changes accepted so far. A value; copies share the document.
class Draft {
 public:
  Draft() : Draft(Document{}) {}
  explicit Draft(Document base, Joining joining = Joining::separated)
      : base_(std::make_shared<const Document>(std::move(base))),
        changes_(std::make_shared<const std::vector<Change>>()),
        joining_(joining) {}

  const Document& base() const { return *base_; }
  /// Sorted by file and position; none lies inside another.
  const std::vector<Change>& changes() const { return *changes_; }
  Joining joining() const { return joining_; }

  /// This draft with `edits` accepted as well.
  Draft with(const std::vector<Edit>& edits) const;
  /// The document as it is now.
  Document render() const;

 private:
  friend class EditList;
  std::shared_ptr<const Document> base_;
  std::shared_ptr<const std::vector<Change>> changes_;
  Joining joining_;
};

/// Edits of one draft, ready to be chosen from.
class EditList {
 public:
  EditList() = default;
  /// Edits with a change that would overlap another edit's without lying inside it are left out;
  /// `edits()` has those that stayed, in the order given.
  EditList(Draft draft, std::vector<Edit> edits);

  const Draft& draft() const { return draft_; }
  const std::vector<Edit>& edits() const { return edits_; }
  std::size_t size() const { return edits_.size(); }
  std::vector<Weight> weights() const;

  /// The candidate in which edits outside `kept` are applied. Costs O(bytes copied + changes).
  Document render(const Subset& kept) const;
  /// The draft that accepts them.
  Draft accept(const Subset& kept) const;

 private:
  struct Placed {  // one change of one edit, in document order, outer before inner
    Change change;
    std::uint32_t edit;
  };
  Draft draft_;
  std::vector<Edit> edits_;
  std::shared_ptr<const std::vector<Placed>> placed_;
};

}  // namespace whittle
