#include "algorithms/registry.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "support/reductions.h"

namespace whittle {
namespace {

std::string message(const AlgorithmOptions& options) {
  const auto made = make_reduction(options, Elements(4));
  return made ? "made" : made.error().message;
}

TEST(Registry, MakesEveryAlgorithmItLists) {
  std::set<std::string_view> names;
  for (const AlgorithmRow& row : algorithms()) {
    EXPECT_EQ(message({.name = std::string(row.name)}), "made") << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " is listed twice";
    EXPECT_FALSE(row.summary.empty() || row.paper.empty()) << row.name;
  }
}

TEST(Registry, GuessesWhatAMistypedNameMeant) {
  EXPECT_EQ(message({.name = "prodd"}), "unknown algorithm 'prodd', did you mean 'probdd'?");
  EXPECT_EQ(message({.name = "dmin"}), "unknown algorithm 'dmin', did you mean 'ddmin'?");
  EXPECT_EQ(message({.name = "simulated-annealing"}), "unknown algorithm 'simulated-annealing'");
}

TEST(Registry, RejectsOptionsAnAlgorithmDoesNotTake) {
  EXPECT_EQ(message({.name = "cdd", .seed = 1}), "cdd does not support seed");
  EXPECT_EQ(message({.name = "probdd", .order = Order::complements_only}),
            "probdd does not support order");
  EXPECT_EQ(make_reduction({.name = "ddmin", .sigma = 0.5}, Elements(4)).error().way_out,
            "these support it: probdd, cdd, wprobdd");
  EXPECT_EQ(message({.name = "probdd", .sigma = 1.0}),
            "sigma is a probability above 0 and below 1, not 1");
}

// One row for each option, as README and docs promise them. Whoever is not listed refuses it, with
// the list as the way out.
TEST(Registry, EachOptionIsTakenByTheseAndRefusedByAllOthers) {
  const auto with = [](auto set) {
    AlgorithmOptions options;
    set(options);
    return options;
  };
  const std::tuple<std::string, AlgorithmOptions, std::string> rows[] = {
      {"order", with([](auto& o) { o.order = Order::subsets_first; }), "ddmin, opdd"},
      {"order=complements-first", with([](auto& o) { o.order = Order::complements_first; }),
       "ddmin"},
      {"order", with([](auto& o) { o.order = Order::complements_only; }), "ddmin, opdd"},
      {"direction", with([](auto& o) { o.direction = Direction::forward; }),
       "gallop, ddmin, opdd, combine, probdd, cdd, chisel, oneminimal"},
      {"after-success", with([](auto& o) { o.after_success = AfterSuccess::restart; }),
       "ddmin, oneminimal"},
      {"granularity", with([](auto& o) { o.granularity = 4; }), "ddmin, opdd"},
      {"sigma", with([](auto& o) { o.sigma = 0.2; }), "probdd, cdd, wprobdd"},
      {"sigma", with([](auto& o) { o.expected = 2; }), "probdd, cdd, wprobdd"},
      {"threshold", with([](auto& o) { o.threshold = 0.8; }), "probdd, cdd, wprobdd"},
      {"seed", with([](auto& o) { o.seed = 0; }), "probdd, activecoarsen"},
      {"start", with([](auto& o) { o.start = 0.9; }), "activecoarsen"},
      {"rate", with([](auto& o) { o.rate = 0.5; }), "activecoarsen"},
      {"infer", with([](auto& o) { o.infer = true; }), "probdd, wprobdd"},
      {"width", with([](auto& o) { o.width = 1; }), "gallop"},
  };
  for (auto [option, options, takers] : rows)
    for (const AlgorithmRow& row : algorithms()) {
      options.name = row.name;
      const auto made = make_reduction(options, Elements(4));
      const bool is_taker =
          (", " + takers + ",").find(fmt::format(", {},", row.name)) != std::string::npos;
      ASSERT_EQ(made.has_value(), is_taker) << row.name << " and " << option;
      if (made) continue;
      // "complements-first" is named only to an algorithm that takes other orders.
      const std::string refused = row.name == "opdd" ? option : option.substr(0, option.find('='));
      EXPECT_EQ(made.error().message, fmt::format("{} does not support {}", row.name, refused));
      EXPECT_EQ(made.error().way_out, "these support it: " + takers);
      EXPECT_EQ(made.error().kind, ErrorKind::usage);
    }
}

TEST(Registry, HandsOptionsToTheAlgorithm) {
  const auto first_query = [](const AlgorithmOptions& options) {
    return printed(make_reduction(options, Elements(4))->next_query()->kept);
  };
  EXPECT_EQ(first_query({.name = "ddmin"}), "1 2 . .");
  EXPECT_EQ(first_query({.name = "ddmin", .order = Order::complements_first}), ". . 3 4");
  EXPECT_EQ(first_query({.name = "ddmin", .direction = Direction::backward}), ". . 3 4");
  EXPECT_EQ(first_query({.name = "opdd", .order = Order::complements_only}), ". . 3 4");
  EXPECT_EQ(first_query({.name = "cdd", .sigma = 0.5}), ". . 3 4");
  EXPECT_EQ(first_query({.name = "probdd", .direction = Direction::backward, .sigma = 0.5}),
            "1 2 . .");
}

TEST(Registry, ASweepOrAFixpointFollowsWhenAsked) {
  // 2 can go only after 3 has: a single pass comes to it too early.
  const Predicate predicate = [](const Subset& kept) {
    return kept.contains(0) && (kept.contains(1) || !kept.contains(2));
  };
  const auto left = [&](const AlgorithmOptions& options) {
    return printed(run(*make_reduction(options, Elements(4)), predicate).result);
  };
  EXPECT_EQ(left({.name = "cdd", .sigma = 0.9}), "1 2 . .");
  EXPECT_EQ(left({.name = "cdd", .sigma = 0.9, .one_minimal = true}), "1 . . .");
  EXPECT_EQ(left({.name = "cdd", .sigma = 0.9, .fixpoint = true}), "1 . . .");
}

TEST(Registry, AnExpectedNumberOfElementsIsASigmaForEachLength) {
  for (const std::string name : {"probdd", "cdd", "wprobdd"})
    for (const std::size_t size : {20u, 50u, 400u}) {
      const auto expected = make_reduction({.name = name, .expected = 5}, Elements(size));
      const auto sigma =
          make_reduction({.name = name, .sigma = 5.0 / static_cast<double>(size)}, Elements(size));
      EXPECT_EQ(run(*expected, needs({3, 9, 17})).asked, run(*sigma, needs({3, 9, 17})).asked)
          << name << " " << size;
    }
  // Expecting more than there is does not mean that nothing can go.
  const auto few = make_reduction({.name = "probdd", .expected = 50}, Elements(4));
  EXPECT_EQ(run(*few, needs({2})).result, subset_of(4, {2}));
}

// Of eight elements with 0.1 each, all are asked about together; after the refusal each is at
// 0.1 / (1 - 0.9^8) = 0.18, then four at 0.18 / (1 - 0.82^4) = 0.33 and so on.
TEST(Registry, AThresholdKeepsWhatIsLikelyToBeNeededUntested) {
  const auto asks = [](const std::string& name, std::optional<double> threshold) {
    const auto made =
        make_reduction({.name = name, .sigma = 0.1, .threshold = threshold}, Elements(8));
    return run(*made, needs({1, 2, 3, 4, 5, 6, 7, 8})).asked.size();
  };
  EXPECT_EQ(asks("probdd", 0.15), 1u);
  EXPECT_EQ(asks("cdd", 0.15), 1u);
  EXPECT_LT(asks("probdd", 0.5), asks("probdd", {}));
  EXPECT_LT(asks("cdd", 0.5), asks("cdd", {}));
  EXPECT_EQ(asks("cdd", 0.8), asks("cdd", {}));  // sizes are 1 before 0.8 is reached
  EXPECT_EQ(message({.name = "cdd", .sigma = 0.5, .threshold = 0.4}),
            "threshold is a probability above sigma and at most 1, not 0.4");
}

}  // namespace
}  // namespace whittle
