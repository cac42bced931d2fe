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
  const auto [number, likelihood] = (*line_)[next_];
  return Query{remaining_ - removal(number),
               std::clamp(likelihood, 0.05, 0.95),
               {.kind = number < parts() ? removal_of(chunk_size_) : QueryKind::subset,
                .round = rounds_ - 1,
                .parts = static_cast<std::uint32_t>(parts()),
                .part = static_cast<std::uint32_t>(number % parts())}};
}

void Chisel::observe(Outcome outcome) {
  assert(line_);
  Subset removed = removal((*line_)[next_].number);
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
      if (!was_tested(removal((*line_)[next_].number))) return;
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

// The features of all candidates lie one behind the other, as in the authors' matrix: a question
// about an element beyond those that are left reads the next candidate's.
std::vector<double> Chisel::likelihoods(const std::vector<std::uint32_t>& numbers) const {
  std::vector<Subset> removals;
  for (std::uint32_t number : numbers) removals.push_back(removal(number));
  const std::size_t left = elements_->size();
  std::vector<double> likelihoods;
  for (std::size_t candidate = 0; candidate < removals.size(); ++candidate)
    likelihoods.push_back(tree_->probability([&](std::size_t element) {
      const std::size_t place =
          direction_ == Direction::forward ? element : remaining_.size() - 1 - element;
      const std::size_t behind = candidate + place / left;
      return behind < removals.size() && removals[behind].contains((*elements_)[place % left]);
    }));
  return likelihoods;
}

// `arma::sort_index` is `std::sort` of values and numbers, which mixes equal values if there are
// more than 16. The same call with the same comparison gives the authors' order, since their
// program is built with the same standard library.
void Chisel::begin_round(std::size_t chunk_size) {
  elements_ = list_of(remaining_, direction_);
  chunk_size_ = chunk_size;
  next_ = 0;
  ++rounds_;
  if (is_time_to_learn()) learn();
  std::vector<std::uint32_t> numbers(elements_->size() == 1 ? 1 : 2 * parts());
  std::iota(numbers.begin(), numbers.end(), 0u);
  const std::vector<double> likelihood = likelihoods(numbers);
  std::vector<Candidate> line;
  for (std::uint32_t number : numbers) line.push_back({number, likelihood[number]});
  std::sort(line.begin(), line.end(),
            [](const Candidate& a, const Candidate& b) { return a.likelihood > b.likelihood; });
  line_ = std::make_shared<const std::vector<Candidate>>(std::move(line));
}

}  // namespace whittle
