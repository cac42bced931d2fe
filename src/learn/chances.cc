// Empirical Bayes with two levels: the count of a cell in one pass starts from the rate of the cell
// in all passes, which starts from a rate that was measured over recorded runs. The prior counts as
// `lean` edits, so a pass that is listed for the first time behaves like the average pass, and its
// own outcomes dominate after some tens of edits. Counts are scaled down to a fixed memory instead
// of kept in a window: a window would need a queue for each cell and pass, in a value that is
// copied at every update.
#include "learn/chances.h"

#include <algorithm>
#include <utility>

namespace whittle {
namespace {

// Rates in 16,671 recorded tests (shared/prototypes/refusals), by `Refused`. The first one is
// gallop's own assumption: as long as nothing is known, nearly everything can be removed.
constexpr std::array<double, 3> without_error{0.978, 0.0135, 0.01};
constexpr double with_error = 0.3;  // factor, if the edit adds a syntax error
constexpr double refused_before = 0.3;
constexpr double lean = 30;  // weight of the prior estimate, in edits
constexpr double memory_of_all = 128, memory_of_pass = 64;  // edits

double prior(std::size_t cell) {
  double chance = without_error[cell / 4];
  if (cell & 2) chance *= with_error;
  if (cell & 1) chance *= refused_before;
  return chance;
}

}  // namespace

void Chances::Count::add(double more_removed, double more_edits, double memory) {
  removed += more_removed;
  edits += more_edits;
  if (edits <= memory) return;
  removed *= memory / edits;
  edits = memory;
}

double Chances::Count::rate(double prior) const {
  return (removed + lean * prior) / (edits + lean);
}

double Chances::operator()(std::size_t pass, const Cell& cell) const {
  const std::size_t number = cell.number();
  if (!counts_) return prior(number);
  return counts_->by_pass[pass][number].rate(counts_->all[number].rate(prior(number)));
}

void Chances::saw(std::size_t pass, std::size_t cell, std::size_t removed, std::size_t edits) {
  if (edits == 0) return;
  ChanceCounts counts =
      counts_ ? *counts_ : ChanceCounts{{}, decltype(ChanceCounts::by_pass)(passes_)};
  const auto more = static_cast<double>(removed), of = static_cast<double>(edits);
  counts.all[cell].add(more, of, memory_of_all);
  counts.by_pass[pass][cell].add(more, of, memory_of_pass);
  counts_ = std::make_shared<const ChanceCounts>(std::move(counts));
}

}  // namespace whittle
