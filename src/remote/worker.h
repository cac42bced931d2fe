/// A worker: takes the jobs of every run that it hears of and trusts, in a number of slots.
///
/// It knows runs only by their announcements. It accepts only announcements, jobs and cancellations
/// that a trusted key has signed. Before it takes the first job of a run, it fetches the test,
/// checks that both sides have the same version of whittle, and tests the original. If the original
/// is not interesting on this host, the worker says so and stays away. A run that is no longer
/// announced is forgotten, and its tests are stopped.
///
/// Each slot is a thread with its own oracle for each run. Slots serve the runs in turn, so that no
/// run can keep another from its share.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/poll_flag.h"
#include "process/scratch.h"
#include "remote/bus.h"
#include "remote/one_slot.h"
#include "remote/seal.h"
#include "remote/shelf.h"
#include "remote/shipped_test.h"
#include "remote/wire.h"

namespace whittle {

struct WorkerOptions {
  std::size_t slots = 1;
  std::vector<std::string> trusts;   ///< trusted keys, whose runs it takes; "*": all
  const Ed25519* ed25519 = nullptr;  ///< never null
  bool sandbox = false;              ///< uses a sandbox even for tests that do not ask for it
  std::string version;
  int stop_fd = -1;                        ///< becomes readable when the worker must end
  std::function<void()> stopping = [] {};  ///< called when the worker has noticed `stop_fd`
  /// Receives log messages of one line each. Called from any thread.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

class Worker {
 public:
  /// `bus` must outlive it.
  Worker(Bus& bus, WorkerOptions options);
  ~Worker();
  /// Works until `stop_fd` is readable. Then gives its jobs back to the queue.
  Result<void> run();

 private:
  using Clock = std::chrono::steady_clock;

  /// A run that we have heard of.
  struct HeardRun {
    enum class State { fresh, joining, ready, refused } state = State::fresh;
    Announcement announcement;
    Clock::time_point heard;
    std::unique_ptr<ShelfReader> files;
    std::optional<Scratch> place;  // the folder of the test's files
    ReceivedTest test;
    Document original;
    std::set<std::uint64_t> cancelled;  // the last jobs that were cancelled
    std::deque<Job> direct;             // sent to this worker alone
    std::vector<std::unique_ptr<Bus::Subscription>> subscriptions;
    std::atomic<bool> is_over = false;
  };
  using SharedRun = std::shared_ptr<HeardRun>;
  /// The part of a slot that works for one run.
  struct Part {
    SharedRun run;
    std::unique_ptr<Bus::Puller> puller;
    std::unique_ptr<OneSlot> slot;
    std::uint64_t doubts_at = 0;  // the value of `tests` at the last check of the original
    std::uint64_t tests = 0;
  };
  struct Slot {
    PollFlag stop;  // stops the running test
    SharedRun run;  // the run that it works for; null if idle
    std::uint64_t job = 0;
    Bus::Lease* lease = nullptr;
    Clock::time_point until;  // the job must have ended by then, or the thread hangs
    bool hangs = false;
    std::map<std::string, Part> parts;
    std::size_t turn = 0;
    std::thread thread;
  };

  void hear(const BusMessage& message);
  void meet(const Announcement& announcement);
  void obey(const SharedRun& run, BytesView text);
  void leave(const SharedRun& run, const Error& why);
  void forget(const SharedRun& run);
  void stop_tests_of(const HeardRun& run);
  void say_state(bool leaving = false);
  void keep_leases();

  void work(Slot& slot);
  SharedRun next_run(Slot& slot);
  void join(Slot& slot, const SharedRun& run);
  /// Null if it was stopped.
  Result<Part*> part_of(Slot& slot, const SharedRun& run);
  void serve(Slot& slot, const SharedRun& run);
  void do_job(Slot& slot, Part& part, const Job& job, Bus::Lease* lease);
  Result<std::optional<Verdict>> tested(Part& part, const Job& job);
  Result<bool> is_in_order(Part& part, const Verdict& verdict);

  Bus& bus_;
  const WorkerOptions options_;
  const std::string id_, host_;
  const Clock::time_point began_ = Clock::now();
  std::atomic<bool> is_over_ = false;
  std::atomic<std::uint64_t> tests_ = 0, failures_ = 0;

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::map<std::string, SharedRun> runs_;  // by prefix
  std::deque<Slot> slots_;
  std::vector<std::unique_ptr<Bus::Subscription>> subscriptions_;
};

}  // namespace whittle
