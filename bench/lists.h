/// Properties over lists of 1,000 elements, drawn from a seed: what bench/simulate and
/// bench/parallel measure on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/subset.h"

namespace whittle {

using Predicate = std::function<bool(const Subset&)>;

struct Setting {
  std::string name;
  /// Draws one input.
  std::function<Predicate(Random&)> draw;
};

constexpr std::size_t n = 1000;

inline Predicate needs(Subset needed) {
  return [needed = std::move(needed)](const Subset& kept) { return needed.is_subset_of(kept); };
}

inline Predicate scattered(Random& random, std::size_t m) {
  std::vector<std::uint32_t> all = Subset::all(n).elements();
  random.shuffle(all);
  Subset needed = Subset::none(n);
  for (std::size_t i = 0; i < m; ++i) needed.insert(all[i]);
  return needs(needed);
}

/// Runs of up to 20 elements, four of five in them needed.
inline Predicate clustered(Random& random, std::size_t m) {
  Subset needed = Subset::none(n);
  std::size_t count = 0;
  while (count < m) {
    std::size_t at = random.below(n);
    for (std::size_t length = 1 + random.below(20); length > 0 && at < n && count < m;
         --length, ++at)
      if (!needed.contains(at) && random.below(5) < 4) {
        needed.insert(at);
        ++count;
      }
  }
  return needs(needed);
}

enum class Uses { none, after_definitions, both_ways };
using UseLists = std::vector<std::vector<std::uint32_t>>;

/// Each element uses others: up to two in `one_in` = 1, else one in each `one_in`-th. Half of them
/// are at most `near` away.
inline UseLists draw_uses(Random& random, std::size_t size, Uses kind, std::size_t near,
                          std::size_t one_in) {
  UseLists uses(size);
  if (kind == Uses::none) return uses;
  for (std::size_t e = 1; e < size; ++e)
    for (std::size_t count = one_in == 1 ? random.below(3) : random.below(one_in) == 0; count > 0;
         --count) {
      const std::size_t reach = random.below(2) ? e : std::min(e, near);
      const std::size_t other = e - 1 - random.below(reach);
      if (kind == Uses::both_ways && random.below(2))
        uses[other].push_back(static_cast<std::uint32_t>(e));
      else
        uses[e].push_back(static_cast<std::uint32_t>(other));
    }
  return uses;
}

/// Interesting if `needed` is kept and so is everything that a kept element uses.
inline Predicate closed_under(UseLists uses, Subset needed) {
  return [uses = std::move(uses), needed = std::move(needed)](const Subset& kept) {
    if (!needed.is_subset_of(kept)) return false;
    bool whole = true;
    kept.for_each([&](std::size_t e) {
      for (const std::uint32_t used : uses[e]) whole = whole && kept.contains(used);
    });
    return whole;
  };
}

inline Predicate dependent(Random& random, Uses kind) {
  UseLists uses = draw_uses(random, n, kind, 20, 1);
  Subset needed = Subset::none(n);
  for (int i = 0; i < 20; ++i) needed.insert(random.below(n));
  return closed_under(std::move(uses), std::move(needed));
}

inline Predicate at_least(std::size_t m) {
  return [m](const Subset& kept) { return kept.count() >= m; };
}

/// Holds for one in `one_in` of all subsets with m needed elements, without rule or reason: as a
/// crash that most changes hide, whatever they are.
inline Predicate chaotic(Random& random, std::size_t m, std::uint64_t one_in) {
  const Predicate held = scattered(random, m);
  const std::uint64_t seed = random.next();
  return [=](const Subset& kept) {
    if (kept.count() == n) return true;
    std::uint64_t mixed = seed;
    kept.for_each([&](std::size_t e) { mixed = Random(mixed ^ e).next(); });
    return held(kept) && Random(mixed).below(one_in) == 0;
  };
}

}  // namespace whittle
