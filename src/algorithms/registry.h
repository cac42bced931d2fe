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

/// An option without a value takes the algorithm's own default. An option that the algorithm does
/// not take is rejected: see `AlgorithmRow::takes`.
struct AlgorithmOptions {
  /// Empty: the one that the plan prefers, and gallop if it prefers none.
  std::string name = {};
  /// ddmin. Default: subsets first. For opdd, complements only leaves out its subset step; it has
  /// no complements first.
  std::optional<Order> order = std::nullopt;
  /// Default: forward, as in the papers; gallop goes backward.
  std::optional<Direction> direction = std::nullopt;
  /// ddmin, opdd: the number of chunks at first, as picire's granularity. Default: 2, the n with
  /// which the papers' ddmin(c) calls ddmin2(c, n).
  std::optional<std::size_t> granularity = std::nullopt;
  /// ddmin, oneminimal. Default: proceed.
  std::optional<AfterSuccess> after_success = std::nullopt;
  /// The first probability that an element is needed (ProbDD's sigma, CDD's p0). Default: 0.1, as
  /// in the papers' experiments.
  std::optional<double> sigma = std::nullopt;
  /// Instead of sigma: how many elements are expected to stay. Sigma is this divided by the number
  /// of elements of the list, and at most 0.5.
  std::optional<double> expected = std::nullopt;
  /// ProbDD, CDD and weighted ProbDD: an element this likely to be needed is kept without a further
  /// test. The published programs use 0.8, the listings of the papers 1. Default: 1.
  std::optional<double> threshold = std::nullopt;
  /// The seed for the random choices of ProbDD (ties) and ActiveCoarsen (everything). Default:
  /// ProbDD takes ties in element order; ActiveCoarsen's seed is 0.
  std::optional<std::uint64_t> seed = std::nullopt;
  /// ActiveCoarsen: the first probability that a draw keeps an element, and how fast it changes.
  /// Default: 0.5 and 0.1, as in its authors' program.
  std::optional<double> start = std::nullopt;
  std::optional<double> rate = std::nullopt;
  /// ProbDD and weighted ProbDD: see failed_sets.h. Right for monotone tests only.
  bool infer = false;
  /// The number of questions that gallop keeps outstanding. Default: 1.
  std::optional<std::size_t> width = std::nullopt;
  /// gallop: see `GallopOptions`.
  bool revisits = true;
  /// Followed by a sweep that tries every single element until none can be removed.
  bool one_minimal = false;
  /// Repeated on its own result until nothing changes.
  bool fixpoint = false;
};

struct AlgorithmRow {
  std::string_view name;
  std::string_view summary;
  std::string_view paper;
  /// The options it takes, separated by spaces; "order=a,b" if it takes only some values. Every
  /// algorithm also takes `one-minimal` and `fixpoint`, which are put around it.
  std::string_view takes;
};

/// One row for each algorithm, in the order `--list algorithms` prints them.
std::span<const AlgorithmRow> algorithms();

/// Fails with a "did you mean" if there is no such algorithm, or an option does not fit it.
Result<AnyReduction> make_reduction(const AlgorithmOptions& options, Elements elements);

}  // namespace whittle
