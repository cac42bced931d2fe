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

  void started(const RunStart& event) override {
    for (Observer* one : all_) one->started(event);
  }
  void noticed(const Notice& event) override {
    for (Observer* one : all_) one->noticed(event);
  }
  void ended(const Report& event) override {
    for (Observer* one : all_) one->ended(event);
  }
  void list_began(const ListBegan& event) override {
    for (Observer* one : all_) one->list_began(event);
  }
  void list_ended(const ListEnded& event) override {
    for (Observer* one : all_) one->list_ended(event);
  }
  void told(const Told& event) override {
    for (Observer* one : all_) one->told(event);
  }
  void explained(const Explained& event) override {
    for (Observer* one : all_) one->explained(event);
  }
  void activity(const Activity& event) override {
    for (Observer* one : all_) one->activity(event);
  }
  void slot_changed(const SlotChange& event) override {
    for (Observer* one : all_) one->slot_changed(event);
  }
  void improved(const BestFound& event) override {
    for (Observer* one : all_) one->improved(event);
  }
  void interesting(const Document& candidate) override {
    for (Observer* one : all_) one->interesting(candidate);
  }
  void tested(const Hash& candidate, const Verdict& verdict) override {
    for (Observer* one : all_) one->tested(candidate, verdict);
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
