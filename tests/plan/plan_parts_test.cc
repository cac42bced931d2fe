#include "plan/plan_parts.h"

#include <gtest/gtest.h>

#include "closure/providers.h"
#include "plan/plans.h"

namespace whittle {
namespace {

TEST(PlanParts, HaveNamesThatNoPassHas) {
  for (const PlanPart& part : plan_parts()) {
    EXPECT_TRUE(is_pass_or_part(part.name)) << part.name;
    EXPECT_EQ(find_pass(part.name), nullptr) << part.name;
    EXPECT_FALSE(part.summary.empty()) << part.name;
  }
  EXPECT_TRUE(is_pass_or_part("lines"));
  EXPECT_FALSE(is_pass_or_part("no-such-pass"));
}

TEST(PlanParts, PlansNameAMeasurementOrAPaper) {
  for (const Plan& plan : plans())
    EXPECT_TRUE(plan.evidence.starts_with("bench: ") || plan.evidence.contains(", 20"))
        << plan.name;
}

TEST(PlanParts, AndProvidersNameTheirMeasurement) {
  for (const PlanPart& part : plan_parts())
    EXPECT_TRUE(part.evidence.starts_with("bench: ")) << part.name;
  for (const auto providers : {graph_providers(), second_graph_providers()})
    for (const GraphProvider& provider : providers)
      EXPECT_TRUE(provider.evidence.starts_with("bench: ")) << provider.name;
}

}  // namespace
}  // namespace whittle
