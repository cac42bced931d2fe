// The pool is a stack of groups. Groups share their elements with the groups they were cut from, so
// taking the front of the top group, the usual case, copies nothing.
#include "algorithms/gallop/element_pool.h"

#include <algorithm>
#include <utility>

namespace whittle {

void ElementPool::give(ElementGroup group) {
  if (group.empty()) return;
  size_ += group.size();
  if (groups_.empty() || !groups_.back().put_back(group)) groups_.push_back(std::move(group));
}

ElementGroup ElementPool::take(std::size_t count, std::size_t lead, const Subset& kept,
                               bool all_kept) {
  if (all_kept && groups_.back().size() > count) {
    size_ -= count;
    return groups_.back().take_front(count);
  }
  std::vector<std::uint32_t> list;
  while (list.size() < count && !groups_.empty()) {
    ElementGroup& next = groups_.back();
    const ElementGroup front = next.take_front(std::min(next.size(), count - list.size()));
    for (const std::uint32_t element : front.elements())
      if (kept.contains(element)) list.push_back(element);
    size_ -= front.size();
    if (next.empty()) groups_.pop_back();
  }
  return ElementGroup::of(std::move(list), lead);
}

std::vector<std::uint32_t> ElementPool::take_all() {
  std::vector<std::uint32_t> all;
  all.reserve(size_);
  for (const ElementGroup& group : groups_)
    all.insert(all.end(), group.elements().begin(), group.elements().end());
  groups_.clear();
  size_ = 0;
  return all;
}

}  // namespace whittle
