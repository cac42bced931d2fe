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
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/verdict.h"
#include "oracle/test_spec.h"
#include "remote/bus.h"

namespace whittle {

/// Why outcomes of this test must not be shared; empty if they may be.
std::string why_not_shared(const TestSpec& spec);

class OutcomeStore {
 public:
  /// Called on a thread of the bus when another run takes back what it has stored.
  using OnRevoked = std::function<void(const Hash& candidate)>;
  /// `bus` must outlive it. `shipped_test` is what workers are sent.
  static Result<std::unique_ptr<OutcomeStore>> open(Bus& bus, const std::string& version,
                                                    BytesView shipped_test, OnRevoked on_revoked);

  std::optional<Verdict> find(const Hash& candidate);
  /// Stores nothing that says more about a host than about the candidate: no timeouts.
  void add(const Hash& candidate, const Verdict& verdict);
  void revoke(const Hash& candidate);
  /// Of this test.
  void revoke_all();

 private:
  OutcomeStore(Bus& bus, const Hash& test, OnRevoked on_revoked)
      : bus_(bus), test_(test.hex()), on_revoked_(std::move(on_revoked)) {}
  void take(BytesView value);
  std::string key_of(const Hash& candidate) const { return test_ + "." + candidate.hex(); }

  Bus& bus_;
  const std::string test_;
  const OnRevoked on_revoked_;
  std::mutex mutex_;
  std::unordered_map<Hash, Verdict> known_;
  std::unordered_set<Hash> revoked_;          // by this run
  std::unique_ptr<Bus::Subscription> watch_;  // the last member: its handler uses the others
};

}  // namespace whittle
