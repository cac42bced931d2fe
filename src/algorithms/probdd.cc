// The elements are kept sorted by probability, so that a query is a prefix of the order, and an
// outcome moves only the elements of the last query.
#include "algorithms/probdd.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace whittle {

Probdd::Probdd(std::size_t size, ProbddOptions options)
    : options_(options), remaining_(Subset::all(size)), random_(options.seed.value_or(0)) {
  assert(0 < options.sigma && options.sigma < 1);
  std::vector<ElementOdds> entries;
  entries.reserve(size);
  for (std::uint32_t element = 0; element < size; ++element)
    entries.push_back(entry(options.sigma, element, 0));
  std::sort(entries.begin(), entries.end());
  undecided_ = SharedOrder<ElementOdds>(entries);
  if (options.infer) failed_ = FailedSets(size);
  choose();
}

Probdd::ElementOdds Probdd::entry(double probability, std::uint32_t element, std::uint32_t tries) {
  const std::uint64_t in_order =
      options_.direction == Direction::forward ? element : remaining_.size() - element;
  return {probability, options_.seed ? random_.next() : in_order, element, tries};
}

std::optional<Query> Probdd::next_query() const {
  if (batch_.empty()) return std::nullopt;
  Subset kept = remaining_;
  for (const ElementOdds& entry : batch_) kept.erase(entry.element);
  return Query{std::move(kept),
               likelihood_,
               {.kind = removal_of(batch_.size()), .round = batch_.front().tries}};
}

void Probdd::observe(Outcome outcome) {
  assert(!batch_.empty());
  if (options_.infer && outcome != Outcome::interesting) failed_.add(elements_of(batch_));
  if (outcome == Outcome::interesting) {
    for (const ElementOdds& tried : batch_) remaining_.erase(tried.element);
    if (options_.infer)
      for (const ElementOdds& entry :
           settled_by<ElementOdds>(failed_, undecided_, failed_.infer(remaining_)))
        undecided_.erase(entry);
  } else if (batch_.size() > 1) {
    for (const ElementOdds& tried : batch_) {
      const double probability = tried.probability / (1 - likelihood_);
      if (options_.threshold && probability >= *options_.threshold) continue;
      undecided_.insert(entry(probability, tried.element, tried.tries + 1));
    }
  }  // Else the one that was tried is needed, and undecided no more.
  choose();
}

/// Takes the next batch from the front: elements in order, while the expected gain does not fall.
/// If one more element gains as much, it is taken: the tables of the papers do so (4 elements at
/// 0.25, where 3 gain as much), although Algorithm 1 of the second paper prints `>`.
void Probdd::choose() {
  constexpr double rounding = 1 - 1e-9;
  std::size_t size = 0;
  double gain = 0;
  likelihood_ = 1;
  undecided_.visit_while([&](const ElementOdds& entry) {
    const double likelihood = likelihood_ * (1 - entry.probability);
    const double larger_gain = static_cast<double>(size + 1) * likelihood;
    if (larger_gain < gain * rounding) return false;
    ++size;
    gain = larger_gain;
    likelihood_ = likelihood;
    return true;
  });
  batch_ = undecided_.take_front(size);
}

std::vector<double> Probdd::probabilities() const {
  std::vector<double> all(remaining_.size(), 0);
  remaining_.for_each([&](std::size_t element) { all[element] = 1; });
  for (const ElementOdds& entry : batch_) all[entry.element] = entry.probability;
  undecided_.visit_while([&](const ElementOdds& entry) {
    all[entry.element] = entry.probability;
    return true;
  });
  return all;
}

}  // namespace whittle
