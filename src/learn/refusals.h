/// The removals that the test refused, and whether a new removal contains one of them.
///
/// If removing a set of tokens was refused, removing more than this set is nearly always refused
/// too, whichever pass asks. (Over thirteen recorded runs: 0.1 % of plain removals that contain a
/// refused one were interesting as long as nothing else had been removed, against 12 to 42 % of the
/// others.) A refusal is *fresh* until the next success; then it is *stale*, and says less.
///
///     Refusals refusals;
///     refusals.insert(tokens, tokens.removal(edit));          // was refused
///     ...
///     const RefusalIndex index(refusals, tokens);             // for many questions
///     index.contained_in(tokens.removal(other)) == Refused::fresh
///
/// A value; copies share everything, and an insertion makes anew only the way to the new refusal.
/// `RefusalIndex` answers in about a microsecond with 100,000 refusals (bench/refusals).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "learn/persistent_array.h"
#include "learn/tokens.h"

namespace whittle {

/// What a removal contains: no refused removal, one from before the last success, or a fresh one.
enum class Refused : std::uint8_t { never, stale, fresh };

class Refusals {
 public:
  /// A removal of more tokens is not kept: the larger it is, the less a refusal says.
  static constexpr std::size_t most_tokens = 64;

  /// The test refused to let these tokens go. Of no effect if the removal is not pure or too large,
  /// or if it contains a fresh refusal, which says more.
  void insert(const Tokens& tokens, const Removal& refused);
  /// Something was removed: all refusals are stale from now on.
  void succeeded() { ++successes_; }
  /// The document has these tokens now. Tokens that were removed since a refusal count as removed
  /// by every later question; a refusal of which no token is left is forgotten.
  void document_has(const Tokens& tokens);

  std::size_t size() const { return size_; }

 private:
  friend class RefusalIndex;
  struct Refusal {
    std::vector<TokenName> tokens;  // in ascending order
    std::uint64_t success;          // the number of the last success before it
  };
  using Shared = std::shared_ptr<const Refusal>;
  /// Each refusal is listed under one of its tokens only, the one that has the fewest: to find the
  /// refusals in a set of tokens, look under each token of the set.
  void list(Shared refusal, const Tokens& tokens);

  PersistentArray<std::vector<Shared>> by_token_;
  std::size_t size_ = 0;
  std::uint64_t successes_ = 0;
};

/// The refusals as seen from one document. Costs O(refusals + tokens) to make.
class RefusalIndex {
 public:
  RefusalIndex(Refusals refusals, Tokens tokens);

  /// Whether the removal contains a refused one; a fresh one if there is any.
  ///
  /// Looks at `most_looks` refusals at the most, and those that are fresh come first. A removal of
  /// a large part of the document may contain thousands, but then one of the first ones is enough.
  Refused contained_in(const Removal& removal) const;
  /// Whether exactly this removal was refused, and nothing has been removed since.
  bool is_known(const Removal& removal) const;

  static constexpr std::size_t most_looks = 256;

 private:
  struct Entry {
    std::uint32_t position;  // of the token that it is listed under
    const Refusals::Refusal* refusal;
  };
  bool contains(const Removal& removal, const Refusals::Refusal& refusal) const;
  bool contains_one_of(const std::vector<Entry>& entries, const Removal& removal) const;

  Refusals refusals_;  // has what the entries point to
  Tokens tokens_;
  std::vector<Entry> fresh_, stale_;  // by position
};

}  // namespace whittle
