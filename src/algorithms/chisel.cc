#include "algorithms/chisel.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace whittle {

Chisel::Chisel(std::size_t size, Direction direction)
    : direction_(direction),
      remaining_(Subset::all(size)),
      remaining_count_(size),
      tree_(std::make_shared<const DecisionTree>()) {
  cut(2);
}

Subset Chisel::candidate(std::uint32_t number) const {
  const ElementSpan chunk = chunks_[chunk_of(number)];
  return is_subset(number) ? only(remaining_.size(), chunk) : without(remaining_, chunk);
}

std::optional<Query> Chisel::next_query() const {
  if (!line_ || next_ == line_->size()) return std::nullopt;
  const std::uint32_t number = (*line_)[next_];
  const std::size_t chunk = chunk_of(number);
  Subset kept = candidate(number);
  const double likelihood = tree_->probability(kept);
  return Query{std::move(kept),
               likelihood,
               {.kind = is_subset(number) ? QueryKind::subset : removal_of(chunks_[chunk].size()),
                .round = rounds_ - 1,
                .parts = static_cast<std::uint32_t>(chunks_.count()),
                .part = static_cast<std::uint32_t>(chunk)}};
}

void Chisel::observe(Outcome outcome) {
  assert(line_ && next_ < line_->size());
  const std::uint32_t number = (*line_)[next_++];
  const bool interesting = outcome == Outcome::interesting;
  history_.push_back(std::make_shared<const DecisionTree::Sample>(
      DecisionTree::Sample{candidate(number), interesting}));
  if (interesting) {
    const std::size_t chunks = chunks_.count();
    remaining_ = history_.back()->kept;
    remaining_count_ = remaining_.count();
    learn();
    cut(is_subset(number) ? 2 : std::max<std::size_t>(chunks - 1, 2));
  } else if (next_ == line_->size()) {
    if (chunks_.count() == remaining_count_)
      line_.reset();
    else
      cut(std::min(remaining_count_, 2 * chunks_.count()));
  } else if (history_.size() - learned_ >= learned_ / 8) {
    learn();
    line_up();
  }
}

/// Cuts what remains into `count` chunks, or as many as there are elements.
void Chisel::cut(std::size_t count) {
  line_.reset();
  if (remaining_count_ < 2) return;
  count = std::min(count, remaining_count_);
  chunks_ = Chunks(remaining_, direction_, count);
  // With two chunks, each one is all but the other.
  std::vector<std::uint32_t> all(count == 2 ? 2 : 2 * count);
  std::iota(all.begin(), all.end(), 0u);
  line_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(all));
  next_ = 0;
  ++rounds_;
  line_up();
}

void Chisel::learn() {
  std::vector<const DecisionTree::Sample*> samples;
  for (const auto& sample : history_) samples.push_back(sample.get());
  tree_ = std::make_shared<const DecisionTree>(samples, remaining_.size());
  learned_ = history_.size();
}

void Chisel::line_up() {
  struct Ranked {
    std::uint32_t number;
    double probability;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = next_; i < line_->size(); ++i)
    ranked.push_back({(*line_)[i], tree_->probability(candidate((*line_)[i]))});
  // Those that were moved back by an earlier tree come forward again: candidates that are equally
  // likely are asked about in ddmin's order.
  std::ranges::sort(ranked, {}, &Ranked::number);
  std::ranges::stable_sort(ranked, std::ranges::greater(), &Ranked::probability);
  std::vector<std::uint32_t> line;
  for (const Ranked& one : ranked) line.push_back(one.number);
  line_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(line));
  next_ = 0;
}

}  // namespace whittle
