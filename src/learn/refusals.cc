// The question is a containment query: which stored sets are subsets of a given set? With 100,000
// stored sets, comparing each is too slow. Instead every set is listed under one of its members,
// the one with the shortest list, so that no list becomes long. A query with k tokens then looks at
// k short lists and compares only those sets, in about a microsecond (bench/refusals). An index
// over all members would find the same with up to 64 times the memory and insertions, and copies of
// a search must be cheap.
//
// Names of tokens survive edits (tokens.h), so a refusal is never translated. When the token that
// lists it is removed from the document, the refusal moves to the list of another of its tokens.
#include "learn/refusals.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace whittle {

void Refusals::insert(const Tokens& tokens, const Removal& refused) {
  const std::size_t count = refused.tokens();
  if (!refused.is_pure || count == 0 || count > most_tokens) return;
  RefusedTokens refusal{{}, successes_};
  for (const TokenSpan& span : refused.spans)
    for (std::uint32_t at = span.begin; at < span.end; ++at)
      refusal.tokens.push_back(tokens.name(at));
  std::ranges::sort(refusal.tokens);
  // A fresh refusal inside the new one makes the new one redundant. The same set as a stale refusal
  // is replaced, so that sets do not pile up over a run.
  for (const TokenName token : refusal.tokens) {
    const std::vector<Shared>* listed = by_token_.find(token);
    if (!listed) continue;
    for (std::size_t i = 0; i < listed->size(); ++i) {
      const RefusedTokens& other = *(*listed)[i];
      if (!std::ranges::includes(refusal.tokens, other.tokens)) continue;
      if (other.success == successes_) return;
      if (other.tokens != refusal.tokens) continue;
      std::vector<Shared>& own = by_token_.at(token);  // the same set, stale: replace it
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(i));
      --size_;
      break;
    }
  }
  list(std::make_shared<const RefusedTokens>(std::move(refusal)), tokens);
}

void Refusals::list(Shared refusal, const Tokens& tokens) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  TokenName rarest = 0;
  for (const TokenName token : refusal->tokens) {
    if (tokens.position(token) == Tokens::nowhere) continue;
    const std::vector<Shared>* listed = by_token_.find(token);
    const std::size_t size = listed ? listed->size() : 0;
    if (size >= fewest) continue;
    fewest = size;
    rarest = token;
  }
  if (fewest == std::numeric_limits<std::size_t>::max()) return;
  by_token_.at(rarest).push_back(std::move(refusal));
  ++size_;
}

// Only refusals under removed tokens are touched, and they move to another token of theirs. This
// runs once for each stage that changed the document.
void Refusals::document_has(const Tokens& tokens) {
  std::vector<TokenName> gone;
  by_token_.for_each([&](TokenName token, const std::vector<Shared>&) {
    if (tokens.position(token) == Tokens::nowhere) gone.push_back(token);
  });
  for (const TokenName token : gone) {
    const std::vector<Shared> listed = *by_token_.find(token);
    by_token_.erase(token);
    size_ -= listed.size();
    for (const Shared& refusal : listed) list(refusal, tokens);
  }
}

RefusalIndex::RefusalIndex(Refusals refusals, Tokens tokens)
    : refusals_(std::move(refusals)), tokens_(std::move(tokens)) {
  refusals_.by_token_.for_each([&](TokenName token, const std::vector<Refusals::Shared>& listed) {
    const std::uint32_t position = tokens_.position(token);
    if (position == Tokens::nowhere) return;
    for (const Refusals::Shared& refusal : listed)
      (refusal->success == refusals_.successes_ ? fresh_ : stale_)
          .push_back({position, refusal.get()});
  });
  // Names are mostly in the order of the text, so the entries are nearly sorted.
  for (std::vector<IndexEntry>* entries : {&fresh_, &stale_})
    if (!std::ranges::is_sorted(*entries, {}, &IndexEntry::position))
      std::ranges::stable_sort(*entries, {}, &IndexEntry::position);
}

bool RefusalIndex::contains(const Removal& removal, const Refusals::RefusedTokens& refusal) const {
  return std::ranges::all_of(refusal.tokens, [&](TokenName token) {
    const std::uint32_t position = tokens_.position(token);
    if (position == Tokens::nowhere) return true;
    const auto span = std::ranges::upper_bound(removal.spans, position, {}, &TokenSpan::end);
    return span != removal.spans.end() && span->begin <= position;
  });
}

bool RefusalIndex::contains_one_of(const std::vector<IndexEntry>& entries,
                                   const Removal& removal) const {
  std::size_t looks = 0;
  for (const TokenSpan& span : removal.spans)
    for (auto entry = std::ranges::lower_bound(entries, span.begin, {}, &IndexEntry::position);
         entry != entries.end() && entry->position < span.end; ++entry) {
      if (contains(removal, *entry->refusal)) return true;
      if (++looks == most_looks) return false;
    }
  return false;
}

Refused RefusalIndex::contained_in(const Removal& removal) const {
  if (contains_one_of(fresh_, removal)) return Refused::fresh;
  return contains_one_of(stale_, removal) ? Refused::stale : Refused::never;
}

bool RefusalIndex::is_known(const Removal& removal) const {
  const std::size_t count = removal.tokens();
  for (const TokenSpan& span : removal.spans)
    for (auto entry = std::ranges::lower_bound(fresh_, span.begin, {}, &IndexEntry::position);
         entry != fresh_.end() && entry->position < span.end; ++entry)
      if (entry->refusal->tokens.size() == count && contains(removal, *entry->refusal)) return true;
  return false;
}

}  // namespace whittle
