/// Several observers as one: each is told of every event, in the order they were added.
#pragma once

#include <algorithm>
#include <vector>

#include "report/event.h"

namespace whittle {

class Observers final : public Observer {
 public:
  /// `observer` must outlive it.
  void add(Observer& observer) { all_.push_back(&observer); }
  /// The last one stays the last.
  void add_before_last(Observer& observer) { all_.insert(all_.end() - 1, &observer); }
  void remove(Observer& observer) { std::erase(all_, &observer); }

  template <typename... Values>
  void all(void (Observer::*how)(const Values&...), const Values&... values) {
    for (Observer* one : all_) (one->*how)(values...);
  }

  void joins(const std::shared_ptr<const SharedState>& state) override {
    all(&Observer::joins, state);
  }
  void started(const RunStart& event) override { all(&Observer::started, event); }
  void noticed(const Notice& event) override { all(&Observer::noticed, event); }
  void resumed(const Resumed& event) override { all(&Observer::resumed, event); }
  void ended(const Report& event) override { all(&Observer::ended, event); }
  void failed(const RunFailed& event) override { all(&Observer::failed, event); }
  void list_began(const ListBegan& event) override { all(&Observer::list_began, event); }
  void list_ended(const ListEnded& event) override { all(&Observer::list_ended, event); }
  void told(const Told& event) override { all(&Observer::told, event); }
  void explained(const Explained& event) override { all(&Observer::explained, event); }
  void activity(const Activity& event) override { all(&Observer::activity, event); }
  void slot_changed(const SlotChange& event) override { all(&Observer::slot_changed, event); }
  void improved(const BestFound& event) override { all(&Observer::improved, event); }
  void interesting(const Document& candidate) override { all(&Observer::interesting, candidate); }
  void tested(const Hash& candidate, const Verdict& verdict) override {
    all(&Observer::tested, candidate, verdict);
  }
  bool wants_counts() const override {
    return std::ranges::any_of(all_, [](const Observer* one) { return one->wants_counts(); });
  }
  const Error* failure() const override {
    for (const Observer* one : all_)
      if (const Error* error = one->failure()) return error;
    return nullptr;
  }

 private:
  std::vector<Observer*> all_;
};

}  // namespace whittle
