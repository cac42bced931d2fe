/// The notices of a run, from all of its steps.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "report/event.h"

namespace whittle {

class Notices {
 public:
  /// `observer` must outlive this object, and is told of each notice as `phrase` says it.
  explicit Notices(Observer& observer, std::function<Notice(Notice)> phrase = {})
      : observers_{&observer}, phrase_(std::move(phrase)) {}

  void add(Notice notice) {
    if (phrase_) notice = phrase_(std::move(notice));
    for (Observer* one : observers_) one->noticed(notice);
    all_.push_back(std::move(notice));
  }
  void add(Notice::Kind kind, std::string message, std::string way_out = {}) {
    add(Notice{kind, std::move(message), std::move(way_out)});
  }

  /// Tells `observer` of all notices so far, and of each one until it leaves.
  void join(Observer& observer) {
    for (const Notice& notice : all_) observer.noticed(notice);
    observers_.push_back(&observer);
  }
  void leave(Observer& observer) { std::erase(observers_, &observer); }

  const std::vector<Notice>& all() const { return all_; }

 private:
  std::vector<Observer*> observers_;
  std::function<Notice(Notice)> phrase_;
  std::vector<Notice> all_;
};

}  // namespace whittle
