#include "remote/local_pool.h"

#include <algorithm>
#include <sys/eventfd.h>

namespace whittle {

LocalPool::~LocalPool() {
  {
    const std::scoped_lock guard(mutex_);
    is_over_ = true;
    waiting_.clear();
    for (Thread& thread : threads_) eventfd_write(thread.stop.get(), 1);
  }
  changed_.notify_all();
  for (Thread& thread : threads_) thread.thread.join();
}

void LocalPool::submit(std::uint64_t job, Document candidate) {
  const std::scoped_lock guard(mutex_);
  waiting_.emplace_back(job, std::move(candidate));
  if (idle_ < waiting_.size() && threads_.size() < options_.slots) {
    Thread& fresh = threads_.emplace_back(UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)));
    fresh.thread = std::thread([this, &fresh] { work(fresh); });
  }
  changed_.notify_one();
}

void LocalPool::cancel(std::uint64_t job) {
  const std::scoped_lock guard(mutex_);
  std::erase_if(waiting_, [&](const auto& one) { return one.first == job; });
  for (Thread& thread : threads_)
    if (thread.job == job) eventfd_write(thread.stop.get(), 1);
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
    drain(self.stop);
    lock.unlock();
    Result<std::optional<Verdict>> verdict = std::nullopt;
    if (!slot) {
      auto made = OneSlot::make(spec_, options_, original_, self.stop.get());
      if (made)
        slot = std::move(*made);  // null if it was stopped
      else
        verdict = std::unexpected(made.error());
    }
    if (slot) verdict = slot->test(candidate);
    lock.lock();
    self.job = 0;
    lock.unlock();
    if (!verdict)
      on_end_(job, std::unexpected(verdict.error()));
    else if (*verdict)
      on_end_(job, **verdict);
    lock.lock();
  }
}

}  // namespace whittle
