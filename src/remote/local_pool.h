/// The coordinator's own slots, for candidates that no worker can test.
///
/// Threads are made when they are needed, so a run with working workers pays nothing for them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include "base/poll_flag.h"
#include "remote/one_slot.h"

namespace whittle {

class LocalPool {
 public:
  /// Called on a thread of the pool.
  using OnEnd = std::function<void(std::uint64_t job, Result<Verdict> verdict)>;

  LocalPool(TestSpec spec, LocalOracle::Options options, Document original, OnEnd on_end)
      : spec_(std::move(spec)),
        options_(std::move(options)),
        original_(std::move(original)),
        on_end_(std::move(on_end)) {}
  ~LocalPool();

  std::size_t slots() const { return options_.slots; }
  void submit(std::uint64_t job, Document candidate);
  /// Returns whether its test had begun; if so, `on_end` may still be called for it.
  bool cancel(std::uint64_t job);

 private:
  struct Thread {
    PollFlag stop = {};
    std::uint64_t job = 0;  // its current job; 0: none
    std::thread thread = {};
  };
  void work(Thread& self);

  const TestSpec spec_;
  const LocalOracle::Options options_;
  const Document original_;
  const OnEnd on_end_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::uint64_t, Document>> waiting_;
  std::list<Thread> threads_;
  std::size_t idle_ = 0;
  bool is_over_ = false;
};

}  // namespace whittle
