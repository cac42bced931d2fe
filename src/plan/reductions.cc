#include "plan/reductions.h"

#include <algorithm>
#include <cassert>

namespace whittle {

AndNone::AndNone(AnyReduction inner, When when) : inner_(std::move(inner)), when_(when) {}

bool AndNone::asks_none() const {
  if (asked_) return false;
  return when_ == When::first || (!inner_.next_query() && inner_.best().count() == 1);
}

std::optional<Query> AndNone::query_ahead(std::size_t index) const {
  if (none_) return std::nullopt;
  if (asks_none()) {
    if (index > 0) return std::nullopt;
    return Query{Subset::none(inner_.best().size()), 0.3, {.kind = QueryKind::none}};
  }
  return inner_.query_ahead(index);
}

void AndNone::observe(Outcome outcome) {
  assert(next_query());
  if (!asks_none()) {
    inner_.observe(outcome);
    return;
  }
  asked_ = true;
  if (outcome == Outcome::interesting) none_ = Subset::none(inner_.best().size());
}

NotAll::NotAll(AnyReduction inner, Groups groups, std::vector<std::uint32_t> parents)
    : inner_(std::move(inner)),
      groups_(std::make_shared<const Groups>(std::move(groups))),
      parents_(std::make_shared<const std::vector<std::uint32_t>>(std::move(parents))) {
  pass_over_forbidden();
}

bool NotAll::is_allowed(const Subset& kept) const {
  return std::ranges::all_of(*groups_, [&](const std::vector<std::uint32_t>& group) {
    if (std::ranges::any_of(group, [&](std::uint32_t e) { return kept.contains(e); })) return true;
    if (parents_->empty()) return false;
    for (std::uint32_t around = (*parents_)[group.front()]; around != Elements::no_parent;
         around = (*parents_)[around])
      if (!kept.contains(around)) return true;
    return false;
  });
}

void NotAll::pass_over_forbidden() {
  for (auto query = inner_.next_query(); query && !is_allowed(query->kept);
       query = inner_.next_query())
    inner_.observe(Outcome::uninteresting);
}

std::optional<Query> NotAll::query_ahead(std::size_t index) const {
  for (std::size_t ahead = 0;; ++ahead) {
    std::optional<Query> query = inner_.query_ahead(ahead);
    if (!query) return std::nullopt;
    if (is_allowed(query->kept) && index-- == 0) return query;
  }
}

void NotAll::observe(Outcome outcome) {
  inner_.observe(outcome);
  pass_over_forbidden();
}

std::optional<Query> WhileItPays::query_ahead(std::size_t index) const {
  if (index >= credit_) return std::nullopt;
  return inner_.query_ahead(index);
}

void WhileItPays::observe(Outcome outcome) {
  assert(credit_ > 0);
  credit_ = outcome == Outcome::interesting ? credit_ + 3 : credit_ - 1;
  inner_.observe(outcome);
}

std::optional<Query> FirstOf::next_query() const {
  if (next_ == best_.size()) return std::nullopt;
  Query query{best_, 0.2, {.kind = QueryKind::single}};
  query.kept.erase(next_);
  return query;
}

void FirstOf::observe(Outcome outcome) {
  assert(next_ < best_.size());
  if (outcome == Outcome::interesting) {
    best_.erase(next_);
    next_ = best_.size();
  } else {
    ++next_;
  }
}

}  // namespace whittle
