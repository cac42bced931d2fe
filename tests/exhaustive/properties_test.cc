// Random tests on more elements than can be gone through: rapidcheck draws them, and shrinks what
// fails to a small counterexample.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <set>

#include "support/every_reduction.h"

namespace whittle {
namespace {

/// Interesting if one of the groups is kept whole: each group is a cause of its own, so that what
/// can go depends on what went before.
struct Causes {
  std::size_t size = 0;
  std::vector<Subset> groups;

  Outcome operator()(const Subset& kept) const {
    return outcome_of(
        std::ranges::any_of(groups, [&](const Subset& group) { return group.is_subset_of(kept); }));
  }
};

Causes draw_causes() {
  Causes causes;
  causes.size = *rc::gen::inRange<std::size_t>(1, 40);
  using Numbers = std::vector<std::size_t>;
  const auto lists = *rc::gen::nonEmpty(rc::gen::container<std::vector<Numbers>>(
      rc::gen::container<Numbers>(rc::gen::inRange<std::size_t>(0, causes.size))));
  for (const auto& list : lists) {
    Subset group = Subset::none(causes.size);
    for (std::size_t element : list) group.insert(element);
    causes.groups.push_back(group);
  }
  return causes;
}

TEST(Properties, EveryAlgorithmKeepsItsPromiseOnTestsWithSeveralCauses) {
  const std::vector<Contender> all = every_reduction();
  EXPECT_TRUE(rc::check("keeps its promise", [&] {
    const Causes causes = draw_causes();
    const Contender& contender = all[*rc::gen::inRange<std::size_t>(0, all.size())];
    RC_TAG(contender.name);
    AnyReduction reduction = contender.make(Elements(causes.size));
    std::set<Subset> found_interesting{Subset::all(causes.size)};
    std::size_t asked = 0;
    while (const auto query = reduction.next_query()) {
      RC_ASSERT(++asked <= contender.most_queries(causes.size));
      const Outcome outcome = causes(query->kept);
      if (outcome == Outcome::interesting) found_interesting.insert(query->kept);
      reduction.observe(outcome);
    }
    const Subset best = reduction.best();
    RC_ASSERT(found_interesting.contains(best));
    if (contender.promise != Promise::one_minimal &&
        contender.promise != Promise::one_minimal_nonempty)
      return;
    for (std::uint32_t element : best.elements()) {
      Subset without = best;
      without.erase(element);
      if (without.empty() && contender.promise == Promise::one_minimal_nonempty) continue;
      RC_ASSERT(causes(without) == Outcome::uninteresting);
    }
  }));
}

}  // namespace
}  // namespace whittle
