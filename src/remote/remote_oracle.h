/// The coordinator's side: an oracle whose slots are those of all workers.
///
/// A candidate is sent as a difference from a base that the workers have, through a queue from
/// which all of them pull. The worker that takes a job holds a lease and extends it while the test
/// runs; the coordinator ends the lease when it has the answer. So a worker that dies or hangs, or
/// an answer that gets lost, costs at most the lease: the candidate is given to another worker, and
/// after three deliveries the coordinator tests it itself. While there is no worker, it tests all
/// candidates itself.
///
/// A job can be answered twice; the second answer is ignored. The same candidate has the same
/// outcome everywhere, so it does not matter to the result who answers first. One answer in 64 of
/// each worker, and more of its first ones, is compared with another worker's. If they differ, the
/// coordinator's own test decides who is wrong, unless it contradicts itself. The wrong worker is
/// excluded, and all its answers are revoked (`take_revoked`).
///
/// The clocks of other hosts are never used: a worker counts as lost if, by our own clock, nothing
/// was heard from it for a while.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/poll_flag.h"
#include "oracle/hosts.h"
#include "remote/bus.h"
#include "remote/difference.h"
#include "remote/local_pool.h"
#include "remote/outcome_store.h"
#include "remote/seal.h"
#include "remote/wire.h"

namespace whittle {

struct RemoteOptions {
  std::string name;                  ///< the owner of the run, as the server knows them
  std::string seed = {};             ///< seed of the signing key; empty: a new key
  const Ed25519* ed25519 = nullptr;  ///< never null when a run begins
  std::vector<std::string> with;     ///< files that the test needs
  std::chrono::milliseconds lease = std::chrono::seconds(5);
  std::string version;
  bool share_outcomes = false;  ///< with other runs on the server, see outcome_store.h
};

class RemoteOracle final : public OracleElsewhere {
 public:
  /// `bus` must outlive it.
  static Result<std::unique_ptr<RemoteOracle>> open(Bus& bus, const RemoteOptions& options,
                                                    Hosts::Test test);
  ~RemoteOracle() override;

  std::size_t slots() const override;
  std::size_t free_slots() const override;
  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;
  std::chrono::microseconds limit() const override { return limit_; }
  std::size_t never_run() const override { return never_run_; }
  std::vector<Hash> take_revoked() override;
  std::size_t from_other_runs() const override { return from_other_runs_; }
  void doubt_other_runs() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Base {
    Digest digest;
    IndexedBase index;
    int depth = 0;  // the number of differences that lead to it
  };
  struct Running {
    Ticket ticket = 0;
    Document candidate;
    std::shared_ptr<const Base> base;  // the base of the difference that was sent
    bool is_local = false;
    bool has_begun = false;  // a worker has begun its test
    int times_sent = 1;
  };
  struct Worker {
    WorkerState state;
    Clock::time_point heard;
    std::uint64_t answers = 0;
    std::vector<Hash> answered;  // for `take_revoked`
  };
  /// An answer that is being compared.
  struct Check {
    Document candidate;
    Outcome given;
    // The worker that gave it, and the one that is asked; "": only this host.
    std::string worker, other;
    bool is_deciding = false;  // this host is asked, twice
    std::optional<Outcome> here = {};
  };
  /// Messages from other threads since the inbox was last read.
  struct Inbox {
    std::vector<Answer> answers = {};
    std::vector<JobRefusal> refusals = {};
    std::vector<WorkerState> states = {};
    std::vector<std::uint64_t> begun = {};
    std::vector<std::uint64_t> given_up = {};
    std::vector<Hash> taken_back = {};  // by other runs
    std::vector<std::pair<std::uint64_t, Result<Verdict>>> local = {};
  };

  RemoteOracle(Bus& bus, const RemoteOptions& options, Seal seal, Hosts::Test test);
  Result<void> begin();
  Result<void> listen();
  void remove_older_generations();
  void wait_for_workers();
  void announce();
  void publish_sealed(const std::string& last, Bytes message);
  std::string subject(std::string_view last) const;

  void receive(auto add);
  Result<void> take_inbox();
  void take_begun(const std::vector<std::uint64_t>& jobs);
  void take_answer(const Answer& answer);
  void note_answer(const std::string& worker, const Document& candidate, const Verdict& verdict);
  void take_state(WorkerState state);
  void take_refusal(const JobRefusal& refusal);
  Result<void> take_check(std::uint64_t number, const std::string& from, const Verdict& verdict);
  void decide(Check check);
  void end_job(std::uint64_t number, Verdict verdict);
  void look_around();
  void look_for_lost_jobs();

  bool works_for_us(const std::string& name, const Worker& worker) const;
  void count_slots();
  bool send(std::uint64_t number, Running& job);
  Result<Job> encoded(std::uint64_t number, Running& job);
  void choose_base();
  void test_here(std::uint64_t number, Running& job);
  void start_check(const std::string& worker, const Document& candidate, Outcome given);
  void exclude(const std::string& worker);
  void share_outcomes();
  bool put_again(const Digest& digest);

  Bus& bus_;
  const RemoteOptions options_;
  const Seal seal_;
  Hosts::Test test_;
  std::string prefix_, queue_, shelf_;
  Bytes shipped_test_;
  Digest test_digest_;
  std::vector<std::unique_ptr<Bus::Subscription>> subscriptions_;

  mutable std::mutex mutex_;  // guards the inbox and `bases_`
  Inbox inbox_;
  PollFlag news_;  // there is something in the inbox
  std::map<Digest, std::weak_ptr<const Base>> bases_;

  std::shared_ptr<const Base> base_, first_base_;
  std::optional<Document> next_base_;
  std::size_t sent_against_base_ = 0;

  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint64_t, Running> running_;
  std::unordered_map<Ticket, std::uint64_t> numbers_;
  std::size_t sent_ = 0;  // the number of running jobs that were sent to workers
  std::deque<Finished> ended_;
  std::map<std::string, Worker> workers_;
  std::size_t remote_slots_ = 0;  // slots of all workers
  std::set<std::string> excluded_, left_out_;
  std::set<std::string> strangers_;  // workers that do not trust our key
  std::map<std::uint64_t, Check> checks_;
  std::vector<Hash> revoked_;
  std::size_t never_run_ = 0, from_other_runs_ = 0;
  std::set<std::uint64_t> not_begun_;  // the last jobs that were cancelled before they began
  std::chrono::microseconds limit_{0};
  // A running mean of the last tests.
  std::chrono::microseconds test_time_{std::chrono::seconds(1)};
  bool said_alone_ = false;
  Clock::time_point last_look_ = Clock::now(), last_answer_ = Clock::now();
  int looks_without_jobs_ = 0;

  std::unique_ptr<OutcomeStore> outcomes_;  // null: they are not shared
  std::unique_ptr<LocalPool> local_;
  PollFlag over_;  // ends `announcer_`
  std::thread announcer_;
};

}  // namespace whittle
