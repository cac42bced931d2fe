// A watch on the shelf instead of a request for each candidate: a request would add a round trip to
// every question that the store does not know, and most are unknown. The price is memory for all
// outcomes of the test, which `most_known` bounds.
//
// A revoked outcome is overwritten, not deleted: other runs must learn that it was wrong, also runs
// that have used it.
#include "remote/outcome_store.h"

#include <future>

#include "remote/wire.h"
#include "store/packed.h"

namespace whittle {
namespace {

constexpr const char* shelf = "whittle_outcomes";
/// An entry has some 200 bytes. If the shelf is full, further outcomes are not stored.
constexpr ShelfLimits limits{.bytes = 256u << 20, .age = std::chrono::hours(7 * 24)};
constexpr std::chrono::seconds most_waited{5};
/// As many as the shelf can hold. A faulty server may send more.
constexpr std::size_t most_known = std::size_t{1} << 21;

struct StoredOutcome {
  Digest candidate;
  bool is_revoked = false;  ///< the stored outcome was wrong, and the right one is not known
  Verdict verdict = {};
};
void fields(auto& archive, auto& a) requires requires {
  a.is_revoked;
}
{ archive(a.candidate, a.is_revoked, a.verdict); }

}  // namespace

std::string why_not_shared(const TestSpec& spec) {
  for (const Step& step : spec.steps)
    if (step.expect.slower_than) return "the test measures time, and hosts differ in speed";
  return {};
}

Result<std::unique_ptr<OutcomeStore>> OutcomeStore::open(Bus& bus, const std::string& version,
                                                         BytesView shipped_test,
                                                         OnRevoked on_revoked) {
  if (Result<void> made = bus.make_shelf(shelf, limits); !made)
    return std::unexpected(made.error());
  std::unique_ptr<OutcomeStore> store(new OutcomeStore(
      bus, digest_of(version + digest_of(shipped_test).hex()).hex(), std::move(on_revoked)));
  // Shared with the handler, which may be called after we stopped waiting.
  const auto has_read = std::make_shared<std::promise<void>>();
  std::future<void> read = has_read->get_future();
  auto watch =
      bus.watch(shelf, store->test_ + ".*", [store = store.get(), has_read](const Bytes* value) {
        if (value)
          store->take(*value);
        else
          has_read->set_value();
      });
  if (!watch) return std::unexpected(watch.error());
  store->watch_ = std::move(*watch);
  read.wait_for(most_waited);  // the rest arrives while the run is going on
  return store;
}

void OutcomeStore::take(BytesView value) {
  const auto stored = from_wire<StoredOutcome>(value);
  if (!stored || stored->verdict.timed_out || !is_plausible(stored->verdict)) return;
  std::unique_lock lock(mutex_);
  if (!stored->is_revoked) {
    // An outcome that we have revoked may still arrive from the server, which does not know that
    // yet.
    if (!revoked_.contains(stored->candidate) && known_.size() < most_known)
      known_[stored->candidate] = stored->verdict;
    return;
  }
  known_.erase(stored->candidate);
  // Only candidates that this run has asked about matter: others are unknown to the search.
  const auto ours = hashes_.find(stored->candidate);
  if (ours == hashes_.end()) return;
  const Hash candidate = ours->second;
  lock.unlock();
  on_revoked_(candidate);
}

// The digest is computed once for each candidate, because SHA-256 is slower than the quick hash.
Digest OutcomeStore::name_on_the_network(const Document& candidate) {
  const Hash hash = candidate.hash();
  {
    const std::scoped_lock guard(mutex_);
    if (const auto known = digests_.find(hash); known != digests_.end()) return known->second;
  }
  const Digest digest = digest_of(frame(candidate));
  const std::scoped_lock guard(mutex_);
  digests_[hash] = digest;
  hashes_[digest] = hash;
  return digest;
}

std::optional<Verdict> OutcomeStore::find(const Document& candidate) {
  const Digest name = name_on_the_network(candidate);
  const std::scoped_lock guard(mutex_);
  const auto found = known_.find(name);
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

// The output of the test is not stored: it is large, and only the run itself shows it.
void OutcomeStore::add(const Document& candidate, const Verdict& verdict) {
  if (verdict.timed_out) return;
  StoredOutcome stored{.candidate = name_on_the_network(candidate), .verdict = verdict};
  stored.verdict.output.clear();
  bus_.put_later(shelf, key_of(stored.candidate), to_wire(stored));
}

void OutcomeStore::revoke(const Hash& candidate) {
  std::unique_lock lock(mutex_);
  const auto known = digests_.find(candidate);
  if (known == digests_.end()) return;
  const Digest digest = known->second;
  lock.unlock();
  revoke(digest);
}

void OutcomeStore::revoke(const Digest& candidate) {
  {
    const std::scoped_lock guard(mutex_);
    known_.erase(candidate);
    revoked_.insert(candidate);
  }
  bus_.put_later(shelf, key_of(candidate),
                 to_wire(StoredOutcome{.candidate = candidate, .is_revoked = true}));
}

void OutcomeStore::revoke_all() {
  std::vector<Digest> all;
  {
    const std::scoped_lock guard(mutex_);
    for (const auto& [candidate, verdict] : known_) all.push_back(candidate);
  }
  for (const Digest& candidate : all) revoke(candidate);
}

}  // namespace whittle
