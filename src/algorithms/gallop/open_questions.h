/// The questions that were asked and not answered yet, in the order in which they are answered.
///
/// With a width there are many, and testing ahead copies them often, so copies share them. A
/// question changes only if something that it was built on changes its meaning (`change`).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "algorithms/gallop/element_group.h"
#include "base/query_role.h"
#include "base/subset.h"

namespace whittle {

/// The number of merges before a moment. Larger is later.
using MergeStamp = std::uint64_t;

/// The purpose of a question.
struct AskPurpose {
  std::uint64_t search = 0;  ///< asks about a part of this failed group; 0: of none
  bool leap = false;         ///< asks about elements found needed
  bool check = false;        ///< asks about an element that only its group's failure shows needed
};

/// A question: may `group` be removed from the merged subset? An empty group asks about the merged
/// subset itself.
struct OpenQuestion {
  std::shared_ptr<const Subset> kept;  ///< the subset to test
  ElementGroup group;
  MergeStamp stamp = 0;  ///< when it was asked, and on which merged subset
  AskPurpose purpose;
  double likelihood = 0.5;
  QueryKind kind = QueryKind::complement;
  std::uint32_t round = 0;
  bool drained = false;  ///< asked before the width was given up: a failure has no meaning
  bool refuted = false;  ///< built on a merge that turned out not to be interesting

  bool is_about_merge() const { return group.empty(); }
};

class OpenQuestions {
 public:
  std::size_t size() const { return queue_.size(); }
  bool empty() const { return queue_.empty(); }
  const OpenQuestion& operator[](std::size_t index) const { return *queue_[index]; }
  /// True if a question other than one about the merged subset is open.
  bool any_about_groups() const {
    return std::ranges::any_of(queue_, [](const auto& one) { return !one->is_about_merge(); });
  }
  /// True if the merged subset itself was asked about, and the question still stands.
  bool any_about_merge() const {
    return std::ranges::any_of(
        queue_, [](const auto& one) { return one->is_about_merge() && !one->refuted; });
  }

  void add(OpenQuestion question) {
    queue_.push_back(std::make_shared<const OpenQuestion>(std::move(question)));
  }
  /// Takes the next one to be answered. Requires: there is one.
  std::shared_ptr<const OpenQuestion> take() {
    assert(!queue_.empty());
    std::shared_ptr<const OpenQuestion> next = std::move(queue_.front());
    queue_.pop_front();
    return next;
  }
  /// Changes all of them. Other copies of the queue do not see the change.
  template <typename Change>
  void change(Change change) {
    for (std::shared_ptr<const OpenQuestion>& question : queue_) {
      OpenQuestion changed = *question;
      change(changed);
      question = std::make_shared<const OpenQuestion>(std::move(changed));
    }
  }

 private:
  std::deque<std::shared_ptr<const OpenQuestion>> queue_;
};

}  // namespace whittle
