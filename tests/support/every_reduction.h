/// Every algorithm with every choice it offers, and what each promises. To add one, add a line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/active_coarsen.h"
#include "algorithms/cdd.h"
#include "algorithms/chisel.h"
#include "algorithms/compose.h"
#include "algorithms/dd.h"
#include "algorithms/ddmin.h"
#include "algorithms/gallop.h"
#include "algorithms/one_minimal.h"
#include "algorithms/one_pass.h"
#include "algorithms/probdd.h"
#include "algorithms/reduction.h"
#include "algorithms/weighted_ddmin.h"
#include "algorithms/weighted_probdd.h"

namespace whittle {

enum class Promise {
  interesting,             ///< no more than that the result is interesting
  minimal_if_independent,  ///< exactly what is needed, if each element is or is not by itself
  one_minimal_nonempty,    ///< no single element can be removed while another stays, whatever the
                           ///< test is
  one_minimal,             ///< no single element can be removed
};

struct Contender {
  std::string name;
  Promise promise;
  std::function<AnyReduction(Elements)> make;
  std::function<std::size_t(std::size_t n)> most_queries;
};

inline std::vector<Contender> every_reduction() {
  const auto linear = [](std::size_t factor, std::size_t constant = 0) {
    return [=](std::size_t n) { return factor * n + constant; };
  };
  const auto quadratic = [](std::size_t n) { return n * n + 3 * n; };
  std::vector<Contender> list;
  for (Order order : {Order::subsets_first, Order::complements_first, Order::complements_only})
    for (Direction direction : {Direction::forward, Direction::backward})
      for (AfterSuccess after : {AfterSuccess::proceed, AfterSuccess::restart})
        list.push_back({"ddmin order " + std::to_string(int(order)) + " direction " +
                            std::to_string(int(direction)) + " after " + std::to_string(int(after)),
                        Promise::one_minimal_nonempty,
                        [=](Elements e) -> AnyReduction {
                          return Ddmin(e.count(), {order, direction, after});
                        },
                        quadratic});
  for (Direction direction : {Direction::forward, Direction::backward}) {
    const std::string towards = direction == Direction::forward ? " forward" : " backward";
    for (bool subsets : {true, false})
      list.push_back({"opdd" + towards + (subsets ? "" : " complements only"),
                      Promise::minimal_if_independent,
                      [=](Elements e) -> AnyReduction {
                        return OnePass(e.count(), {direction, subsets});
                      },
                      subsets ? linear(6, 4) : linear(3, 2)});
    list.push_back(
        {"probdd" + towards, Promise::minimal_if_independent,
         [=](Elements e) -> AnyReduction { return Probdd(e.count(), {.direction = direction}); },
         linear(3)});
    list.push_back(
        {"cdd" + towards, Promise::minimal_if_independent,
         [=](Elements e) -> AnyReduction { return Cdd(e.count(), {.direction = direction}); },
         linear(3, 5)});
    list.push_back({"chisel" + towards, Promise::interesting,
                    [=](Elements e) -> AnyReduction { return Chisel(e.count(), direction); },
                    quadratic});
    list.push_back({"one-minimal" + towards, Promise::one_minimal,
                    [=](Elements e) -> AnyReduction {
                      return OneMinimal(e.count(), {.direction = direction});
                    },
                    quadratic});
  }
  for (std::uint64_t seed : {1u, 2u}) {
    list.push_back({"probdd seed " + std::to_string(seed), Promise::minimal_if_independent,
                    [=](Elements e) -> AnyReduction {
                      return Probdd(e.count(), {.sigma = 0.25, .seed = seed});
                    },
                    linear(3)});
    list.push_back(
        {"activecoarsen seed " + std::to_string(seed), Promise::interesting,
         [=](Elements e) -> AnyReduction { return ActiveCoarsen(e.count(), {.seed = seed}); },
         linear(4, 250)});
  }
  list.push_back({"probdd with inference", Promise::minimal_if_independent,
                  [](Elements e) -> AnyReduction { return Probdd(e.count(), {.infer = true}); },
                  linear(3)});
  list.push_back({"cdd 0.25", Promise::minimal_if_independent,
                  [](Elements e) -> AnyReduction { return Cdd(e.count(), {.p0 = 0.25}); },
                  linear(3, 5)});
  list.push_back({"one-minimal restart", Promise::one_minimal,
                  [](Elements e) -> AnyReduction {
                    return OneMinimal(e.count(), {Direction::forward, AfterSuccess::restart});
                  },
                  quadratic});
  // Wider ones ask about more than they keep: tests/algorithms has them.
  list.push_back({"gallop", Promise::minimal_if_independent,
                  [](Elements e) -> AnyReduction { return Gallop(e); }, linear(6, 4)});
  list.push_back({"wddmin", Promise::one_minimal,
                  [](Elements e) -> AnyReduction { return WeightedDdmin(e); },
                  [](std::size_t n) { return 2 * n * n + 4 * n; }});
  for (bool infer : {false, true})
    list.push_back({infer ? "wprobdd with inference" : "wprobdd", Promise::minimal_if_independent,
                    [=](Elements e) -> AnyReduction { return WeightedProbdd(e, {.infer = infer}); },
                    linear(4)});
  list.push_back({"dd", Promise::interesting,
                  [](Elements e) -> AnyReduction { return Dd(e.count()); },
                  [](std::size_t n) { return 2 * std::bit_width(n); }});
  const MakeReduction cdd = [](Elements e, std::size_t) -> AnyReduction { return Cdd(e.count()); };
  const MakeReduction sweep = [](Elements e, std::size_t) -> AnyReduction {
    return OneMinimal(e.count());
  };
  list.push_back({"cdd, then one-minimal", Promise::one_minimal,
                  [=](Elements e) -> AnyReduction {
                    return Chain(e, {cdd, sweep});
                  },
                  [=](std::size_t n) { return 3 * n + 5 + quadratic(n); }});
  list.push_back(
      {"cdd to a fixpoint", Promise::one_minimal,
       [=](Elements e) -> AnyReduction { return Chain(e, {cdd}, Repeat::until_nothing_goes); },
       [](std::size_t n) { return (3 * n + 5) * (n + 1); }});
  return list;
}

}  // namespace whittle
