// Each stage gets only the elements that are left, with new numbers. So no algorithm needs to know
// that others ran before it; `members_` maps the numbers back.
#include "algorithms/compose.h"

#include <cassert>
#include <utility>

namespace whittle {

Chain::Chain(Elements elements, std::vector<MakeReduction> stages, Repeat repeat)
    : elements_(std::move(elements)),
      stages_(std::make_shared<const std::vector<MakeReduction>>(std::move(stages))),
      repeat_(repeat),
      count_at_round_(elements_.count()),
      best_(Subset::all(elements_.count())) {
  assert(!stages_->empty());
  begin_stage();
  end_finished_stages();
}

std::optional<Query> Chain::query_ahead(std::size_t index) const {
  if (!running_) return std::nullopt;
  std::optional<Query> query = running_->query_ahead(index);
  if (query) {
    query->kept = widen(query->kept);
    query->role.step = step_;
  }
  return query;
}

void Chain::observe(Outcome outcome) {
  assert(running_);
  running_->observe(outcome);
  if (outcome == Outcome::interesting) best_ = widen(running_->best());
  end_finished_stages();
}

void Chain::begin_stage() {
  const MakeReduction& make = (*stages_)[stage_];
  if (stage_ == 0 && round_ == 0) {
    running_ = make(elements_, 0);
    return;
  }
  Restriction restriction = restrict_to(elements_, best_);
  members_ = std::move(restriction.members);
  running_ = make(std::move(restriction.elements), round_);
}

void Chain::end_finished_stages() {
  while (running_ && !running_->query_ahead(0)) {
    if (++stage_ == stages_->size()) {
      const std::size_t count = best_.count();
      if (repeat_ == Repeat::once || count == count_at_round_) {
        running_.reset();
        return;
      }
      stage_ = 0;
      ++round_;
      count_at_round_ = count;
    }
    ++step_;
    begin_stage();
  }
}

Subset Chain::widen(const Subset& of_stage) const {
  if (!members_) return of_stage;
  Subset ours = Subset::none(elements_.count());
  of_stage.for_each([&](std::size_t element) { ours.insert((*members_)[element]); });
  return ours;
}

Restriction restrict_to(const Elements& elements, const Subset& kept) {
  std::vector<std::uint32_t> members;
  std::vector<Weight> weights;
  if (!elements.is_forest()) {
    members = kept.elements();
    for (std::uint32_t element : members) weights.push_back(elements.weight(element));
    return {Elements(std::move(weights)),
            std::make_shared<const std::vector<std::uint32_t>>(std::move(members))};
  }
  constexpr std::uint32_t gone = Elements::no_parent;
  const std::size_t count = elements.count();
  std::vector<std::uint32_t> number(count, gone), parents;
  for (std::uint32_t element = 0; element < count; ++element) {
    const std::uint32_t parent = elements.parent(element);
    const bool rooted = parent == Elements::no_parent || number[parent] != gone;
    if (!kept.contains(element) || !rooted) continue;
    number[element] = static_cast<std::uint32_t>(members.size());
    members.push_back(element);
    parents.push_back(parent == Elements::no_parent ? Elements::no_parent : number[parent]);
  }
  // Children come after their parents, so going backward adds the lost weight of each element to
  // its parent.
  std::vector<Weight> lost(count, 0);
  for (std::size_t element = count; element-- > 0;) {
    if (number[element] == gone) lost[element] = elements.weight(element);
    const std::uint32_t parent = elements.parent(element);
    if (parent != Elements::no_parent) lost[parent] += lost[element];
  }
  for (std::uint32_t element : members) weights.push_back(elements.weight(element) - lost[element]);
  return {Elements(std::move(weights), std::move(parents)),
          std::make_shared<const std::vector<std::uint32_t>>(std::move(members))};
}

}  // namespace whittle
