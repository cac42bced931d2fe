// A classification tree as mlpack 3.0.4 grows it for CHISEL, whose Dockerfile installs that
// version: at each node, the element whose removal separates interesting from uninteresting samples
// best by Gini impurity, until a node is pure or no element helps. It is written by hand because
// mlpack would be a large dependency for a hundred lines. Ties take the lower element, so that runs
// repeat.
#include "algorithms/decision_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace whittle {
namespace {

struct SplitCounts {
  std::size_t samples = 0;
  std::size_t interesting = 0;

  void count(const DecisionTree::Sample& sample) {
    ++samples;
    interesting += sample.interesting;
  }
  SplitCounts operator-(const SplitCounts& other) const {
    return {samples - other.samples, interesting - other.interesting};
  }
  /// The impurity, times the number of samples: 0 if all of them agree.
  double disagreement() const {
    if (samples == 0) return 0;
    const double share = static_cast<double>(interesting) / static_cast<double>(samples);
    return static_cast<double>(samples) * 2 * share * (1 - share);
  }
};

// The least decrease of impurity for a split: mlpack's default.
constexpr double least_gain = 1e-7;

/// The element whose removal says most about the outcome; nothing if none says anything.
std::optional<std::uint32_t> best_question(std::span<const DecisionTree::Sample* const> samples,
                                           const SplitCounts& all, std::size_t elements) {
  std::vector<SplitCounts> with(elements);
  for (const DecisionTree::Sample* sample : samples)
    sample->removed.for_each([&](std::size_t element) { with[element].count(*sample); });
  std::optional<std::uint32_t> best;
  double least = all.disagreement();
  for (std::size_t element = 0; element < elements && least > 0; ++element) {
    if (with[element].samples == 0 || with[element].samples == all.samples) continue;
    const double left = with[element].disagreement() + (all - with[element]).disagreement();
    if (left > 0 && left >= least - least_gain * static_cast<double>(all.samples)) continue;
    least = left;
    best = static_cast<std::uint32_t>(element);
  }
  return best;
}

}  // namespace

DecisionTree::DecisionTree(std::span<const Sample* const> samples, std::size_t elements) {
  nodes_.clear();
  if (samples.empty())
    nodes_.emplace_back();
  else
    grow({samples.begin(), samples.end()}, elements);
}

std::uint32_t DecisionTree::grow(std::vector<const Sample*> samples, std::size_t elements) {
  SplitCounts all;
  for (const Sample* sample : samples) all.count(*sample);
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(
      {.probability = static_cast<double>(all.interesting) / static_cast<double>(all.samples)});
  const std::optional<std::uint32_t> element = best_question(samples, all, elements);
  if (!element) return node;
  const auto second = std::stable_partition(
      samples.begin(), samples.end(),
      [&](const Sample* sample) { return !sample->removed.contains(*element); });
  std::vector<const Sample*> with(second, samples.end());
  samples.erase(second, samples.end());
  // `nodes_` may move while the branches grow.
  const std::uint32_t left = grow(std::move(samples), elements);
  const std::uint32_t right = grow(std::move(with), elements);
  nodes_[node].element = *element;
  nodes_[node].without = left;
  nodes_[node].with = right;
  return node;
}

}  // namespace whittle
