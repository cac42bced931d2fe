// One row for each algorithm: its name, its summary and paper for `--list algorithms`, the
// parameters that it takes, and the function that makes it. A parameter that an algorithm does not
// take is an error, so that no experiment runs with an option that has no effect.
#include "algorithms/registry.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <ranges>
#include <vector>

#include "algorithms/active_coarsen.h"
#include "algorithms/cdd.h"
#include "algorithms/chisel.h"
#include "algorithms/combine.h"
#include "algorithms/compose.h"
#include "algorithms/dd.h"
#include "algorithms/ddmin.h"
#include "algorithms/gallop.h"
#include "algorithms/one_minimal.h"
#include "algorithms/one_pass.h"
#include "algorithms/probdd.h"
#include "algorithms/weighted_ddmin.h"
#include "algorithms/weighted_probdd.h"
#include "base/did_you_mean.h"

namespace whittle {
namespace {

using Options = AlgorithmOptions;

struct KnownAlgorithm {
  AlgorithmRow row;
  AnyReduction (*make)(const Options& options, Elements elements);
};

Direction direction(const Options& options) {
  return options.direction.value_or(Direction::forward);
}

double sigma(const Options& options, std::size_t count) {
  if (options.expected)
    return std::min(0.5, *options.expected / static_cast<double>(std::max<std::size_t>(count, 1)));
  return options.sigma.value_or(0.1);
}

const std::array known{
    KnownAlgorithm{{"gallop", "group testing that learns how far apart needed elements are",
                    "our own", "direction width"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     return Gallop(std::move(elements),
                                   {.width = options.width.value_or(1),
                                    .direction = options.direction.value_or(Direction::backward),
                                    .revisits = options.revisits});
                   }},
    KnownAlgorithm{{"ddmin", "chunks and their complements, ever finer; 1-minimal",
                    "Zeller and Hildebrandt 2002; Hodovan and Kiss 2016",
                    "order direction after-success granularity"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     return Ddmin(
                         elements.count(),
                         {.order = options.order.value_or(Order::subsets_first),
                          .direction = direction(options),
                          .after_success = options.after_success.value_or(AfterSuccess::proceed),
                          .first_cut = options.granularity.value_or(2)});
                   }},
    KnownAlgorithm{{"opdd", "ddmin without going back; a linear number of tests",
                    "Gharachorlu and Sumner 2018",
                    "order=subsets-first,complements-only direction granularity"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     return OnePass(elements.count(),
                                    {.direction = direction(options),
                                     .subsets = options.order != Order::complements_only,
                                     .first_cut = options.granularity.value_or(2)});
                   }},
    KnownAlgorithm{
        {"combine", "opdd that tries all chunks of a size, then all removable ones together",
         "Gharachorlu and Sumner 2018", "direction"},
        [](const Options& options, Elements elements) -> AnyReduction {
          return Combine(elements.count(), {.direction = direction(options)});
        }},
    KnownAlgorithm{
        {"probdd", "removes the elements least likely to be needed; learns from failures",
         "Wang, Shen, Chen, Xiong and Zhang 2021", "direction sigma threshold seed infer"},
        [](const Options& options, Elements elements) -> AnyReduction {
          return Probdd(elements.count(), {.sigma = sigma(options, elements.count()),
                                           .direction = direction(options),
                                           .seed = options.seed,
                                           .threshold = options.threshold,
                                           .infer = options.infer});
        }},
    KnownAlgorithm{{"cdd", "ProbDD with group sizes that are computed in advance",
                    "Zhang, Xu, Tian, Cheng and Sun 2025", "direction sigma threshold"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     return Cdd(elements.count(), {.p0 = sigma(options, elements.count()),
                                                   .direction = direction(options),
                                                   .threshold = options.threshold});
                   }},
    KnownAlgorithm{{"wddmin", "ddmin that cuts by weight; 1-minimal",
                    "Zhou, Xu, Zhang, Tian and Sun 2025", ""},
                   [](const Options&, Elements elements) -> AnyReduction {
                     return WeightedDdmin(std::move(elements));
                   }},
    KnownAlgorithm{{"wprobdd", "ProbDD that maximizes the expected weight",
                    "Zhou, Xu, Zhang, Tian and Sun 2025", "sigma threshold infer"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     const double first = sigma(options, elements.count());
                     return WeightedProbdd(
                         std::move(elements),
                         {.sigma = first, .infer = options.infer, .threshold = options.threshold});
                   }},
    KnownAlgorithm{
        {"chisel",
         "CHISEL's: halves, the likeliest first by a decision tree; from the start after a success",
         "Heo, Lee, Pashakhanloo and Naik 2018", "direction"},
        [](const Options& options, Elements elements) -> AnyReduction {
          return Chisel(elements.count(), direction(options));
        }},
    KnownAlgorithm{
        {"activecoarsen", "random removals, larger after a success, smaller after a failure",
         "Liang, Tripp and Naik 2011", "seed start rate"},
        [](const Options& options, Elements elements) -> AnyReduction {
          ActiveCoarsenOptions chosen{.seed = options.seed.value_or(0)};
          chosen.start = options.start.value_or(chosen.start);
          chosen.rate = options.rate.value_or(chosen.rate);
          return ActiveCoarsen(elements.count(), chosen);
        }},
    KnownAlgorithm{
        {"dd", "isolates one element that makes the difference; does not minimize",
         "Zeller and Hildebrandt 2002", ""},
        [](const Options&, Elements elements) -> AnyReduction { return Dd(elements.count()); }},
    KnownAlgorithm{{"oneminimal", "tries every single element until none can be removed",
                    "Zhou, Xu, Zhang, Tian and Sun 2025", "direction after-success"},
                   [](const Options& options, Elements elements) -> AnyReduction {
                     return OneMinimal(
                         elements.count(),
                         {.direction = direction(options),
                          .after_success = options.after_success.value_or(AfterSuccess::proceed)});
                   }},
};

/// An option that was given, and its value if there are only a few.
struct GivenParameter {
  std::string_view option;
  std::string_view value = {};

  std::string text() const {
    return fmt::format("{}{}{}", option, value.empty() ? "" : "=", value);
  }
};

std::vector<GivenParameter> given(const Options& options) {
  constexpr std::array<std::string_view, 3> orders{"subsets-first", "complements-first",
                                                   "complements-only"};
  std::vector<GivenParameter> list;
  if (options.order) list.push_back({"order", orders[static_cast<std::size_t>(*options.order)]});
  if (options.direction) list.push_back({"direction"});
  if (options.after_success) list.push_back({"after-success"});
  if (options.granularity) list.push_back({"granularity"});
  if (options.sigma || options.expected) list.push_back({"sigma"});
  if (options.threshold) list.push_back({"threshold"});
  if (options.seed) list.push_back({"seed"});
  if (options.start) list.push_back({"start"});
  if (options.rate) list.push_back({"rate"});
  if (options.infer) list.push_back({"infer"});
  if (options.width) list.push_back({"width"});
  return list;
}

enum class Takes { no, not_this_value, yes };

Takes takes(const AlgorithmRow& row, const GivenParameter& given) {
  for (const auto word : std::views::split(row.takes, ' ')) {
    const std::string_view text(word.begin(), word.end());
    if (text == given.option) return Takes::yes;
    if (!text.starts_with(fmt::format("{}=", given.option))) continue;
    for (const auto value : std::views::split(text.substr(given.option.size() + 1), ','))
      if (std::string_view(value.begin(), value.end()) == given.value) return Takes::yes;
    return Takes::not_this_value;
  }
  return Takes::no;
}

/// Fails if `options` sets a parameter that `algorithm` does not take, or to a value that it does
/// not take.
Result<void> check(const KnownAlgorithm& algorithm, const Options& options) {
  for (const GivenParameter& one : given(options)) {
    const Takes answer = takes(algorithm.row, one);
    if (answer == Takes::yes) continue;
    std::string others;
    for (const KnownAlgorithm& other : known)
      if (takes(other.row, one) == Takes::yes)
        others += fmt::format("{}{}", others.empty() ? "" : ", ", other.row.name);
    return fail(ErrorKind::usage,
                fmt::format("{} does not support {}", algorithm.row.name,
                            answer == Takes::no ? GivenParameter{one.option}.text() : one.text()),
                fmt::format("these support it: {}", others));
  }
  if (options.sigma && !(0 < *options.sigma && *options.sigma < 1))
    return fail(ErrorKind::usage,
                fmt::format("sigma is a probability above 0 and below 1, not {}", *options.sigma));
  if (options.expected && !(*options.expected > 0))
    return fail(ErrorKind::usage,
                fmt::format("sigma=M/n needs an M above 0, not {}", *options.expected));
  if (options.threshold && !(sigma(options, 1) < *options.threshold && *options.threshold <= 1))
    return fail(ErrorKind::usage,
                fmt::format("threshold is a probability above sigma and at most 1, not {}",
                            *options.threshold));
  for (const auto& [name, value] : {std::pair("start", options.start), {"rate", options.rate}})
    if (value && !(0 < *value && *value < 1))
      return fail(ErrorKind::usage, fmt::format("{} is above 0 and below 1, not {}", name, *value));
  return {};
}

}  // namespace

std::span<const AlgorithmRow> algorithms() {
  static const std::vector<AlgorithmRow> rows = [] {
    std::vector<AlgorithmRow> list;
    for (const KnownAlgorithm& algorithm : known) list.push_back(algorithm.row);
    return list;
  }();
  return rows;
}

Result<AnyReduction> make_reduction(const AlgorithmOptions& options, Elements elements) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const KnownAlgorithm& algorithm) {
    return algorithm.row.name == (options.name.empty() ? "gallop" : options.name);
  });
  if (found == known.end()) {
    std::vector<std::string_view> names;
    for (const KnownAlgorithm& algorithm : known) names.push_back(algorithm.row.name);
    return fail(ErrorKind::usage, unknown_name("algorithm", options.name, names));
  }
  if (auto fits = check(*found, options); !fits) return std::unexpected(fits.error());
  if (!options.one_minimal && !options.fixpoint) return found->make(options, std::move(elements));

  std::vector<MakeReduction> stages;
  stages.push_back([options, make = found->make](Elements left, std::size_t round) {
    Options anew = options;
    if (anew.seed) *anew.seed += round;
    return make(anew, std::move(left));
  });
  if (options.one_minimal)
    stages.push_back([direction = direction(options)](Elements left, std::size_t) -> AnyReduction {
      return OneMinimal(left.count(), {.direction = direction});
    });
  return Chain(std::move(elements), std::move(stages),
               options.fixpoint ? Repeat::until_nothing_goes : Repeat::once);
}

}  // namespace whittle
