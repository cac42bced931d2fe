/// Outcomes that the runs on one server share: `--share-outcomes`.
///
/// The key of an outcome is everything that determines it: the version of whittle, the test with
/// all files that are sent with it, and the candidate. The outcomes of this test are read when the
/// run begins, and those of other runs arrive while it runs; so a lookup never waits for the
/// server.
///
/// Nothing depends on the store. An outcome that cannot be read counts as unknown; one that cannot
/// be written is tested again by the next run. Stored outcomes are treated like the answers of a
/// worker: some are compared with a worker's, and all are revoked if one is wrong
/// (remote_oracle.h).
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
  /// `bus` must outlive it. `shipped_test`: the bytes that workers are sent.
  static Result<std::unique_ptr<OutcomeStore>> open(Bus& bus, const std::string& version,
                                                    BytesView shipped_test, OnRevoked on_revoked);

  std::optional<Verdict> find(const Document& candidate);
  /// Stores an outcome. Timeouts are not stored: they say more about a host than about the
  /// candidate.
  void add(const Document& candidate, const Verdict& verdict);
  /// Requires: it was found or added.
  void revoke(const Hash& candidate);
  /// Revokes all outcomes of this test.
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
