/// Every algorithm by name, with every choice the papers leave open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/choices.h"
#include "algorithms/reduction.h"
#include "base/result.h"

namespace whittle {

/// What is left open takes the algorithm's own default; what an algorithm does not know, it
/// rejects.
struct AlgorithmOptions {
  std::string name = "gallop";
  /// ddmin. Default: subsets first. opdd: complements only leaves its subset step out.
  std::optional<Order> order = std::nullopt;
  /// Default: forward, as in the papers; gallop goes backward.
  std::optional<Direction> direction = std::nullopt;
  /// ddmin. Default: proceed.
  std::optional<AfterSuccess> after_success = std::nullopt;
  /// The first probability that an element is needed (ProbDD's sigma, CDD's p0). Default: 0.1, as
  /// in the papers' experiments.
  std::optional<double> sigma = std::nullopt;
  /// Draws ProbDD's ties, and all of ActiveCoarsen. Default: ties in element order, and 0.
  std::optional<std::uint64_t> seed = std::nullopt;
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
