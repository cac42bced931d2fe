/// Outcomes that the runs on one server share: `--share-outcomes`.
///
/// An outcome is stored under what determines it: the version of whittle, the test with everything
/// that is sent along with it, and the candidate. What is there for this test is read when the run
/// begins, and what other runs add comes while it runs; so looking something up waits for nobody.
///
/// Nothing depends on it. An outcome that cannot be read counts as unknown; one that cannot be
/// written is tested again by the next run. Outcomes are taken from it as from a worker: some are
/// compared with a worker's, and all are revoked if one is wrong (remote_oracle.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "base/hash.h"
#include "base/verdict.h"
#include "document/document.h"
#include "oracle/test_spec.h"
#include "remote/bus.h"
#include "remote/digest.h"

namespace whittle {

/// Why outcomes of this test must not be shared; empty if they may be.
std::string why_not_shared(const TestSpec& spec);

class OutcomeStore {
 public:
  /// Called on a thread of the bus when another run takes back an outcome that `find` has given.
  using OnRevoked = std::function<void(const Hash& candidate)>;
  /// `bus` must outlive it. `shipped_test` is what workers are sent.
  static Result<std::unique_ptr<OutcomeStore>> open(Bus& bus, const std::string& version,
                                                    BytesView shipped_test, OnRevoked on_revoked);

  std::optional<Verdict> find(const Document& candidate);
  /// Stores nothing that says more about a host than about the candidate: no timeouts.
  void add(const Document& candidate, const Verdict& verdict);
  /// Requires: it was found or added.
  void revoke(const Hash& candidate);
  /// Of this test.
  void revoke_all();

 private:
  OutcomeStore(Bus& bus, std::string test, OnRevoked on_revoked)
      : bus_(bus), test_(std::move(test)), on_revoked_(std::move(on_revoked)) {}
  void take(BytesView value);
  void revoke(const Digest& candidate);
  std::string key_of(const Digest& candidate) const { return test_ + "." + candidate.hex(); }
  Digest name_on_the_network(const Document& candidate);

  Bus& bus_;
  const std::string test_;
  const OnRevoked on_revoked_;
  std::mutex mutex_;
  std::map<Digest, Verdict> known_;
  std::set<Digest> revoked_;  // by this run
  // The candidates that this run has asked about or added, by both of their names: the run knows
  // candidates by their quick hash, other runs only by their digest.
  std::unordered_map<Hash, Digest> digests_;
  std::map<Digest, Hash> hashes_;
  std::unique_ptr<Bus::Subscription> watch_;  // the last member: its handler uses the others
};

}  // namespace whittle
