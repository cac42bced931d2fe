/// The removals that the test refused, and whether a new removal contains one of them.
///
/// If the test refused the removal of a set of tokens, it nearly always refuses the removal of a
/// larger set too, whichever pass asks. (Over thirteen recorded runs: 0.1 % of plain removals that
/// contain a refused one were interesting as long as nothing else had been removed, against 12 to
/// 42 % of the others.) A refusal is *fresh* until the next success and *stale* afterwards; a stale
/// refusal is weaker evidence.
///
///     Refusals refusals;
///     refusals.insert(tokens, tokens.removal(edit));          // was refused
///     ...
///     const RefusalIndex index(refusals, tokens);             // for many questions
///     index.contained_in(tokens.removal(other)) == Refused::fresh
///
/// A value; copies share everything, and an insertion copies only the way to the new refusal.
/// `RefusalIndex` answers in about a microsecond with 100,000 refusals (bench/refusals).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "learn/persistent_array.h"
#include "learn/tokens.h"

namespace whittle {

/// Whether a removal contains a refused one: none, one from before the last success, or a fresh
/// one.
enum class Refused : std::uint8_t { never, stale, fresh };

class Refusals {
 public:
  /// A refused removal of more tokens is not stored: the larger it is, the less it predicts.
  static constexpr std::size_t most_tokens = 64;

  /// Stores that the test refused to remove these tokens. No effect if the removal is not pure, if
  /// it is too large, or if it contains a fresh refusal, which is the stronger evidence.
  void insert(const Tokens& tokens, const Removal& refused);
  /// Records a success: all refusals are stale from now on.
  void succeeded() { ++successes_; }
  /// Tells the tokens of the current document. Tokens that were removed since a refusal count as
  /// removed by every later question; a refusal without remaining tokens is dropped.
  void document_has(const Tokens& tokens);

  std::size_t size() const { return size_; }

 private:
  friend class RefusalIndex;
  struct RefusedTokens {
    std::vector<TokenName> tokens;  // in ascending order
    std::uint64_t success;          // the number of the last success before it
  };
  using Shared = std::shared_ptr<const RefusedTokens>;
  /// Lists the refusal under one of its tokens, the one with the shortest list. To find all
  /// refusals inside a set of tokens, it is enough to look under each token of the set.
  void list(Shared refusal, const Tokens& tokens);

  PersistentArray<std::vector<Shared>> by_token_;
  std::size_t size_ = 0;
  std::uint64_t successes_ = 0;
};

/// The refusals of one document, sorted for many questions. Costs O(refusals + tokens) to make.
class RefusalIndex {
 public:
  RefusalIndex(Refusals refusals, Tokens tokens);

  /// Whether the removal contains a refused one; a fresh one if there is any.
  ///
  /// Looks at no more than `most_looks` refusals, fresh ones first. A removal of a large part of
  /// the document may contain thousands of refusals, but one of the first ones is enough then.
  Refused contained_in(const Removal& removal) const;
  /// Whether exactly this removal was refused, with no success since.
  bool is_known(const Removal& removal) const;

  static constexpr std::size_t most_looks = 256;

 private:
  struct IndexEntry {
    std::uint32_t position;  // of the token that it is listed under
    const Refusals::RefusedTokens* refusal;
  };
  bool contains(const Removal& removal, const Refusals::RefusedTokens& refusal) const;
  bool contains_one_of(const std::vector<IndexEntry>& entries, const Removal& removal) const;

  Refusals refusals_;  // owns the refusals that the entries point to
  Tokens tokens_;
  std::vector<IndexEntry> fresh_, stale_;  // by position
};

}  // namespace whittle
