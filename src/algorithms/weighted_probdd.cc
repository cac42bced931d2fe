#include "algorithms/weighted_probdd.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace whittle {

WeightedProbdd::WeightedProbdd(Elements elements, WeightedProbddOptions options)
    : options_(options),
      elements_(std::move(elements)),
      remaining_(Subset::all(elements_.count())) {
  assert(0 < options.sigma && options.sigma < 1);
  std::vector<WeightedOdds> entries;
  entries.reserve(elements_.count());
  for (std::uint32_t element = 0; element < elements_.count(); ++element) {
    entries.push_back(entry(options.sigma, element, 0));
    undecided_weight_ += weight(element);
  }
  std::sort(entries.begin(), entries.end());
  undecided_ = SharedOrder<WeightedOdds>(entries);
  if (options.infer) needed_ = Subset::none(elements_.count());
  choose();
}

/// An element without tokens counts as one, or it would promise nothing and never be tried.
double WeightedProbdd::weight(std::uint32_t element) const {
  return std::max<Weight>(1, elements_.weight(element));
}

WeightedProbdd::WeightedOdds WeightedProbdd::entry(double probability, std::uint32_t element,
                                                   std::uint32_t tries) const {
  return {weight(element) * (1 - probability), probability, element, tries};
}

std::optional<Query> WeightedProbdd::next_query() const {
  if (batch_.empty()) return std::nullopt;
  Subset kept = remaining_;
  for (const WeightedOdds& entry : batch_) kept.erase(entry.element);
  return Query{std::move(kept),
               likelihood_,
               {.kind = removal_of(batch_.size()), .round = batch_.front().tries}};
}

void WeightedProbdd::observe(Outcome outcome) {
  assert(!batch_.empty());
  if (outcome == Outcome::interesting) {
    for (const WeightedOdds& tried : batch_) {
      remaining_.erase(tried.element);
      undecided_weight_ -= weight(tried.element);
    }
    if (options_.infer) infer();
  } else {
    if (options_.infer) remember_failure();
    if (batch_.size() == 1) {
      undecided_weight_ -= weight(batch_.front().element);
    } else {
      for (const WeightedOdds& tried : batch_)
        undecided_.insert(
            entry(tried.probability / (1 - likelihood_), tried.element, tried.tries + 1));
    }
  }
  choose();
}

void WeightedProbdd::choose() {
  std::size_t size = 0, chosen = 0;
  double weight_so_far = 0, likelihood = 1, best_gain = 0;
  likelihood_ = 1;
  undecided_.visit_while([&](const WeightedOdds& entry) {
    ++size;
    weight_so_far += weight(entry.element);
    likelihood *= 1 - entry.probability;
    const double gain = weight_so_far * likelihood;
    if (gain > best_gain) {
      best_gain = gain;
      chosen = size;
      likelihood_ = likelihood;
    }
    // From here on a prefix weighs no more than everything, and is no likelier than this one.
    return undecided_weight_ * likelihood > best_gain;
  });
  // An element so nearly certain that 1-p is 0 in a double would never be chosen; try it alone.
  if (chosen == 0 && !undecided_.empty()) chosen = 1, likelihood_ = 0;
  batch_ = undecided_.take_front(chosen);
}

void WeightedProbdd::remember_failure() {
  if (batch_.size() == 1) needed_.insert(batch_.front().element);
  std::vector<std::uint32_t> set;
  for (const WeightedOdds& tried : batch_) set.push_back(tried.element);
  failed_.push_back(std::make_shared<const std::vector<std::uint32_t>>(std::move(set)));
}

/// Goes through the failed sets after something has gone. Those that hold an element known to be
/// needed have nothing more to tell and are dropped, so that few are left to go through.
void WeightedProbdd::infer() {
  std::vector<std::uint32_t> found;
  std::erase_if(failed_, [&](const FailedSet& set) {
    std::size_t left = 0;
    std::uint32_t last = 0;
    for (std::uint32_t element : *set) {
      if (!remaining_.contains(element)) continue;
      if (needed_.contains(element)) return true;
      last = element;
      ++left;
    }
    if (left != 1) return false;
    needed_.insert(last);
    found.push_back(last);
    return true;
  });
  if (found.empty()) return;
  std::vector<WeightedOdds> settled;
  undecided_.visit_while([&](const WeightedOdds& entry) {
    if (needed_.contains(entry.element)) settled.push_back(entry);
    return settled.size() < found.size();
  });
  for (const WeightedOdds& entry : settled) {
    undecided_.erase(entry);
    undecided_weight_ -= weight(entry.element);
  }
}

std::vector<double> WeightedProbdd::probabilities() const {
  std::vector<double> all(remaining_.size(), 0);
  remaining_.for_each([&](std::size_t element) { all[element] = 1; });
  for (const WeightedOdds& entry : batch_) all[entry.element] = entry.probability;
  undecided_.visit_while([&](const WeightedOdds& entry) {
    all[entry.element] = entry.probability;
    return true;
  });
  return all;
}

}  // namespace whittle
