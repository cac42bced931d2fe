// Threads that take jobs from a queue. A thread makes its slot with its first job, because the slot
// tests the original first, which takes as long as a test.
#include "remote/local_pool.h"

#include <algorithm>

namespace whittle {

LocalPool::~LocalPool() {
  {
    const std::scoped_lock guard(mutex_);
    is_over_ = true;
    waiting_.clear();
    for (Thread& thread : threads_) thread.stop.set();
  }
  changed_.notify_all();
  for (Thread& thread : threads_) thread.thread.join();
}

void LocalPool::submit(std::uint64_t job, Document candidate) {
  const std::scoped_lock guard(mutex_);
  waiting_.emplace_back(job, std::move(candidate));
  // A new thread only if no idle one can take the job: most runs need none or few.
  if (idle_ < waiting_.size() && threads_.size() < options_.slots) {
    Thread& fresh = threads_.emplace_back();
    fresh.thread = std::thread([this, &fresh] { work(fresh); });
  }
  changed_.notify_one();
}

bool LocalPool::cancel(std::uint64_t job) {
  const std::scoped_lock guard(mutex_);
  if (std::erase_if(waiting_, [&](const auto& one) { return one.first == job; }) > 0) return false;
  for (Thread& thread : threads_)
    if (thread.job == job) thread.stop.set();
  return true;
}

void LocalPool::work(Thread& self) {
  std::unique_ptr<OneSlot> slot;
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
    --idle_;
    if (is_over_) return;
    auto [job, candidate] = std::move(waiting_.front());
    waiting_.pop_front();
    self.job = job;
    self.stop.clear();
    lock.unlock();
    Result<std::optional<Verdict>> verdict = std::nullopt;
    if (!slot) {
      auto made = OneSlot::make(spec_, options_, original_, self.stop.fd());
      if (made)
        slot = std::move(*made);  // null if it was stopped
      else
        verdict = std::unexpected(made.error());
    }
    if (slot) verdict = slot->test(candidate);
    lock.lock();
    self.job = 0;
    lock.unlock();
    // The callback takes a lock of the oracle, so ours is released first.
    if (!verdict)
      on_end_(job, std::unexpected(verdict.error()));
    else if (*verdict)
      on_end_(job, **verdict);
    lock.lock();
  }
}

}  // namespace whittle
