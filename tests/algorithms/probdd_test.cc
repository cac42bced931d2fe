// ProbDD and weighted ProbDD as the papers list them, slow and plain: all elements are sorted at
// each query, and every prefix is looked at. Ours must ask the same.
#include "algorithms/probdd.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "algorithms/weighted_probdd.h"
#include "base/random.h"
#include "support/reductions.h"

namespace whittle {
namespace {

class PlainProbdd {
 public:
  PlainProbdd(std::vector<Weight> weights, bool weighted, double sigma)
      : weights_(std::move(weights)),
        weighted_(weighted),
        probability_(weights_.size(), sigma),
        remaining_(Subset::all(weights_.size())) {}

  std::optional<Query> next_query() const {
    const std::vector<std::uint32_t> batch = chosen();
    if (batch.empty()) return std::nullopt;
    Subset kept = remaining_;
    for (std::uint32_t element : batch) kept.erase(element);
    return Query{kept};
  }
  void observe(Outcome outcome) {
    const std::vector<std::uint32_t> batch = chosen();
    double none_needed = 1;
    for (std::uint32_t element : batch) none_needed *= 1 - probability_[element];
    for (std::uint32_t element : batch) {
      if (outcome == Outcome::interesting)
        remaining_.erase(element);
      else
        probability_[element] = batch.size() == 1 ? 1 : probability_[element] / (1 - none_needed);
    }
  }
  const Subset& best() const { return remaining_; }

 private:
  double weight(std::uint32_t element) const {
    return weighted_ ? std::max<Weight>(1, weights_[element]) : 1;
  }
  std::vector<std::uint32_t> chosen() const {
    std::vector<std::uint32_t> undecided;
    for (std::uint32_t element : remaining_.elements())
      if (probability_[element] < 1) undecided.push_back(element);
    std::stable_sort(undecided.begin(), undecided.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double promise_a = weight(a) * (1 - probability_[a]);
      const double promise_b = weight(b) * (1 - probability_[b]);
      if (weighted_ && promise_a != promise_b) return promise_a > promise_b;
      return probability_[a] < probability_[b];
    });
    std::size_t best_size = 0;
    double best_gain = 0, none_needed = 1, total = 0;
    for (std::size_t i = 0; i < undecided.size(); ++i) {
      none_needed *= 1 - probability_[undecided[i]];
      total += weight(undecided[i]);
      const double gain = total * none_needed;
      // Unweighted, the larger of two that gain the same; see probdd.cc.
      if (weighted_ ? gain > best_gain : gain >= best_gain * (1 - 1e-9)) {
        best_gain = gain;
        best_size = i + 1;
      }
    }
    undecided.resize(best_size);
    return undecided;
  }

  std::vector<Weight> weights_;
  bool weighted_;
  std::vector<double> probability_;
  Subset remaining_;
};

TEST(Probdd, AsksWhatAPlainReadingOfThePapersAsks) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const std::size_t size = 1 + random.below(250);
    const double sigma = std::array{0.02, 0.1, 0.25, 0.5, 0.9}[random.below(5)];
    const double density = random.unit() * random.unit();
    std::vector<Weight> weights;
    Subset needed = Subset::none(size);
    for (std::size_t element = 0; element < size; ++element) {
      weights.push_back(static_cast<Weight>(random.below(1 + random.below(60))));
      if (random.unit() < density) needed.insert(element);
    }
    // Not monotone: what is needed, unless the number left is a multiple of five.
    const Predicate predicate = [&](const Subset& kept) {
      return needed.is_subset_of(kept) && kept.count() % 5 != 0;
    };
    ASSERT_EQ(run(Probdd(size, {.sigma = sigma}), predicate).asked,
              run(PlainProbdd(weights, false, sigma), predicate).asked)
        << "seed " << seed;
    ASSERT_EQ(run(WeightedProbdd(Elements(weights), {.sigma = sigma}), predicate).asked,
              run(PlainProbdd(weights, true, sigma), predicate).asked)
        << "weighted, seed " << seed;
  }
}

}  // namespace
}  // namespace whittle
