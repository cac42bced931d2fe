// Wrappers around a reduction. Each is a value and a reduction itself, so they can be combined, and
// the scheduler can look ahead through all of them with `query_ahead`.
#include "plan/reductions.h"

#include <algorithm>
#include <cassert>

namespace whittle {
namespace {

bool keeps_one_of(const Subset& kept, const std::vector<std::uint32_t>& elements) {
  return std::ranges::any_of(elements, [&](std::uint32_t e) { return kept.contains(e); });
}

}  // namespace

AndNone::AndNone(AnyReduction inner, When when) : inner_(std::move(inner)), when_(when) {}

// After the algorithm, keeping none is asked about only if one element is left: if more are needed,
// none is even less likely to be enough.
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

OnlyWhere::OnlyWhere(AnyReduction inner, IsAllowed is_allowed)
    : inner_(std::move(inner)),
      is_allowed_(std::make_shared<const IsAllowed>(std::move(is_allowed))) {
  pass_over_forbidden();
}

// `skip` is not the same as `observe(uninteresting)` for an algorithm that learns from outcomes and
// wants to learn from real tests only, such as CHISEL's. For all others it is.
void OnlyWhere::pass_over_forbidden() {
  for (auto query = inner_.next_query(); query && !(*is_allowed_)(query->kept);
       query = inner_.next_query())
    inner_.skip();
}

std::optional<Query> OnlyWhere::query_ahead(std::size_t index) const {
  for (std::size_t ahead = 0;; ++ahead) {
    std::optional<Query> query = inner_.query_ahead(ahead);
    if (!query) return std::nullopt;
    if ((*is_allowed_)(query->kept) && index-- == 0) return query;
  }
}

void OnlyWhere::observe(Outcome outcome) {
  inner_.observe(outcome);
  pass_over_forbidden();
}

void OnlyWhere::skip() {
  inner_.skip();
  pass_over_forbidden();
}

// If an element around the group is removed, the whole group is removed with it, and the grammar
// asks for nothing.
OnlyWhere not_all(AnyReduction inner, std::vector<std::vector<std::uint32_t>> groups,
                  std::vector<std::uint32_t> parents) {
  return {std::move(inner),
          [groups = std::move(groups), parents = std::move(parents)](const Subset& kept) {
            return std::ranges::all_of(groups, [&](const std::vector<std::uint32_t>& group) {
              if (keeps_one_of(kept, group)) return true;
              if (parents.empty()) return false;
              for (std::uint32_t around = parents[group.front()]; around != Elements::no_parent;
                   around = parents[around])
                if (!kept.contains(around)) return true;
              return false;
            });
          }};
}

OnlyWhere none_dangling(AnyReduction inner, std::vector<Need> needs) {
  return {std::move(inner), [needs = std::move(needs)](const Subset& kept) {
            return std::ranges::all_of(needs, [&](const Need& need) {
              return (need.user != Need::everybody && !kept.contains(need.user)) ||
                     keeps_one_of(kept, need.any_of);
            });
          }};
}

WhileItPays::WhileItPays(AnyReduction inner, std::vector<Weight> weights, Terms terms)
    : inner_(std::move(inner)),
      weights_(std::make_shared<const std::vector<Weight>>(std::move(weights))),
      terms_(terms),
      credit_(static_cast<double>(terms.unpaid_tests)) {
  assert(terms.price > 0);
}

// A question is settled only if it will be asked even if all outcomes before it are failures.
std::optional<Query> WhileItPays::query_ahead(std::size_t index) const {
  if (static_cast<double>(index) >= credit_) return std::nullopt;
  return inner_.query_ahead(index);
}

void WhileItPays::observe(Outcome outcome) {
  assert(credit_ > 0);
  const double before = outcome == Outcome::interesting ? weight_of_best() : 0;
  inner_.observe(outcome);
  credit_ -= 1;
  if (outcome != Outcome::interesting) return;
  const double removed = before - weight_of_best();
  // The credit is counted in tests. The price refers to the document as it is now, so the same
  // removal pays for more tests later.
  credit_ += removed / (terms_.price * std::max(terms_.document, 1.0));
  credit_ = std::min(credit_, static_cast<double>(terms_.unpaid_tests));
  terms_.document -= removed;
}

double WhileItPays::weight_of_best() const {
  double weight = 0;
  inner_.best().for_each([&](std::size_t element) { weight += (*weights_)[element]; });
  return weight;
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
