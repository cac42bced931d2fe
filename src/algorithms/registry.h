/// Every algorithm by name, with every choice the papers leave open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/reduction.h"
#include "base/result.h"

namespace whittle {

enum class Order { subsets_first, complements_first, complements_only };
enum class Direction { forward, backward };
/// Where ddmin goes on after a complement was interesting: at the next one, or at the first again.
enum class AfterSuccess { proceed, restart };

struct AlgorithmOptions {
  std::string name = "gallop";
  Order order = Order::subsets_first;
  /// Nothing: each algorithm's own (gallop goes backward, the papers' go forward).
  std::optional<Direction> direction;
  AfterSuccess after_success = AfterSuccess::proceed;
  /// The first probability that an element is needed (ProbDD's sigma, CDD's p0). Nothing: 0.1 for
  /// ProbDD and weighted ProbDD, 0.25 for CDD... see each header for where its default comes from.
  std::optional<double> sigma;
  /// Draws ProbDD's ties, and all of ActiveCoarsen. Nothing: ties in element order, no randomness
  /// (ActiveCoarsen takes 0).
  std::optional<std::uint64_t> seed;
  /// Weighted ProbDD: what its reference code infers from failed sets; right for monotone tests
  /// only.
  bool infer = false;
  /// How many questions gallop keeps outstanding.
  std::size_t width = 1;
  /// Followed by a sweep that tries every single element until none can go.
  bool one_minimal = false;
  /// Repeated on its own result until nothing changes.
  bool fixpoint = false;
};

struct AlgorithmRow {
  std::string_view name;
  std::string_view summary;
  std::string_view paper;
};

/// One row for each algorithm, in the order `--list-algorithms` prints them.
std::span<const AlgorithmRow> algorithms();

/// Fails with a "did you mean" if there is no such algorithm, or an option does not fit it.
Result<AnyReduction> make_reduction(const AlgorithmOptions& options, Elements elements);

}  // namespace whittle
