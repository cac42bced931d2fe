// Elements are sorted by their expected weight, weight times (1 - p), and a query is the prefix
// with the largest gain: weight of the prefix times the probability that all of it can be removed.
// The gain rises and falls with the length, so the scan goes on until a bound shows that no longer
// prefix can be better.
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
  if (options.infer) failed_ = FailedSets(elements_.count());
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
    if (options_.infer) failed_.add(elements_of(batch_));
    if (batch_.size() == 1) {
      undecided_weight_ -= weight(batch_.front().element);
    } else {
      for (const WeightedOdds& tried : batch_) {
        const double probability = tried.probability / (1 - likelihood_);
        if (options_.threshold && probability >= *options_.threshold)
          undecided_weight_ -= weight(tried.element);
        else
          undecided_.insert(entry(probability, tried.element, tried.tries + 1));
      }
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
    // A longer prefix weighs at most as much as everything and is at most as likely as this one, so
    // its gain is bounded.
    return undecided_weight_ * likelihood > best_gain;
  });
  // An element so nearly certain that 1-p is 0 in a double would never be chosen; try it alone.
  if (chosen == 0 && !undecided_.empty()) chosen = 1, likelihood_ = 0;
  batch_ = undecided_.take_front(chosen);
}

void WeightedProbdd::infer() {
  for (const WeightedOdds& entry :
       settled_by<WeightedOdds>(failed_, undecided_, failed_.infer(remaining_))) {
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
