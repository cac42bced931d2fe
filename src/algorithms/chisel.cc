// The history of outcomes is a list of shared samples, so that copies that test ahead share it. The
// tree is made again from all samples before a round, not updated.
#include "algorithms/chisel.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace whittle {

Chisel::Chisel(std::size_t size, Direction direction)
    : direction_(direction),
      remaining_(Subset::all(size)),
      tree_(std::make_shared<const DecisionTree>()) {
  history_.push_back(
      std::make_shared<const DecisionTree::Sample>(DecisionTree::Sample{Subset::all(size), true}));
  if (size > 0) begin_round((size + 1) / 2);
  settle();
}

Subset Chisel::removal(std::uint32_t number) const {
  if (elements_->size() == 1) return only(remaining_.size(), *elements_);
  const ElementSpan chunk =
      ElementSpan(*elements_).subspan(number % parts() * chunk_size_, chunk_size_);
  return number < parts() ? only(remaining_.size(), chunk) : without(remaining_, chunk);
}

std::optional<Query> Chisel::next_query() const {
  if (!line_) return std::nullopt;
  const std::uint32_t number = (*line_)[next_];
  const Subset removed = removal(number);
  const double likelihood = std::clamp(tree_->probability(removed), 0.05, 0.95);
  return Query{remaining_ - removed,
               likelihood,
               {.kind = number < parts() ? removal_of(chunk_size_) : QueryKind::subset,
                .round = rounds_ - 1,
                .parts = static_cast<std::uint32_t>(parts()),
                .part = static_cast<std::uint32_t>(number % parts())}};
}

void Chisel::observe(Outcome outcome) {
  assert(line_);
  Subset removed = removal((*line_)[next_]);
  const bool interesting = outcome == Outcome::interesting;
  if (interesting) remaining_ -= removed;
  history_.push_back(std::make_shared<const DecisionTree::Sample>(
      DecisionTree::Sample{std::move(removed), interesting}));
  ++candidates_;
  ++next_;
  if (interesting) {
    line_.reset();
    if (!remaining_.empty()) begin_round((remaining_.count() + 1) / 2);
  }
  settle();
}

void Chisel::skip() {
  assert(line_);
  ++candidates_;
  ++next_;
  settle();
}

void Chisel::settle() {
  while (line_) {
    if (next_ < line_->size()) {
      if (!was_tested(removal((*line_)[next_]))) return;
      ++candidates_;
      ++next_;
    } else if (chunk_size_ == 1) {
      line_.reset();
    } else {
      begin_round((chunk_size_ + 1) / 2);
    }
  }
}

bool Chisel::was_tested(const Subset& removed) const {
  // The first sample is made up: nobody has tested that.
  return std::ranges::any_of(history_.begin() + 1, history_.end(),
                             [&](const auto& sample) { return sample->removed == removed; });
}

bool Chisel::is_time_to_learn() const {
  return candidates_ <= 100 || candidates_ % (candidates_ / 100 + 1) == 0;
}

void Chisel::learn() {
  std::vector<const DecisionTree::Sample*> samples;
  for (const auto& sample : history_) samples.push_back(sample.get());
  tree_ = std::make_shared<const DecisionTree>(samples, remaining_.size());
}

void Chisel::begin_round(std::size_t chunk_size) {
  elements_ = list_of(remaining_, direction_);
  chunk_size_ = chunk_size;
  next_ = 0;
  ++rounds_;
  if (is_time_to_learn()) learn();
  std::vector<std::uint32_t> line(elements_->size() == 1 ? 1 : 2 * parts());
  std::iota(line.begin(), line.end(), 0u);
  std::vector<double> probability;
  for (std::uint32_t number : line) probability.push_back(tree_->probability(removal(number)));
  std::ranges::stable_sort(line, std::ranges::greater(),
                           [&](std::uint32_t number) { return probability[number]; });
  line_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(line));
}

}  // namespace whittle
