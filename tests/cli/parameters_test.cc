#include "cli/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

using testing::HasSubstr;

AlgorithmOptions algorithm_of(std::vector<std::string> words) {
  words.insert(words.end(), {"t", "f"});
  const Result<Options> options = parse(words);
  EXPECT_TRUE(options) << options.error().message;
  return options ? options->request.search.algorithm : AlgorithmOptions{};
}

std::string refused_because(std::string option, std::string value) {
  const Result<Options> options = parse(std::vector<std::string>{option + "=" + value, "t", "f"});
  return options ? "nothing was refused" : options.error().message;
}

TEST(Parameters, AreSeparatedByCommas) {
  const AlgorithmOptions all =
      algorithm_of({"-a", "ddmin:order=complements-only,direction=backward,one-minimal,fixpoint"});
  EXPECT_EQ(all.name, "ddmin");
  EXPECT_EQ(all.order, Order::complements_only);
  EXPECT_EQ(all.direction, Direction::backward);
  EXPECT_TRUE(all.one_minimal);
  EXPECT_TRUE(all.fixpoint);
}

TEST(Parameters, ANameStartsFromTheDefaults) {
  EXPECT_FALSE(algorithm_of({"-a", "ddmin:fixpoint", "-a", "probdd"}).fixpoint);
}

TEST(Parameters, WithoutANameTheAlgorithmStays) {
  const AlgorithmOptions both = algorithm_of({"-a", "probdd:infer", "-a", ":seed=3"});
  EXPECT_EQ(both.name, "probdd");
  EXPECT_TRUE(both.infer);
  EXPECT_EQ(both.seed, 3u);
}

TEST(Parameters, OfAPlanStartFromItsDefaultsToo) {
  const Options options =
      *parse(std::vector<std::string>{"-p", "hdd:rounds=1,no-sweep", "-p", "hdd", "t", "f"});
  EXPECT_EQ(options.request.search.rounds, SearchOptions{}.rounds);
  EXPECT_FALSE(options.request.search.no_sweep);
}

TEST(Parameters, MistakesAreNamed) {
  EXPECT_THAT(refused_because("--algorithm", "ddmin:ordr=x"),
              HasSubstr("unknown parameter 'ordr', did you mean 'order'?"));
  EXPECT_THAT(refused_because("--algorithm", "ddmin:order"),
              HasSubstr("order needs a value: order=ORDER"));
  EXPECT_THAT(refused_because("--algorithm", "ddmin:fixpoint=yes"),
              HasSubstr("fixpoint takes no value"));
  EXPECT_THAT(refused_because("--algorithm", "ddmin:order=random"),
              HasSubstr("order: 'random' is not one of "));
  EXPECT_THAT(refused_because("--algorithm", "probdd:sigma=0/n"),
              HasSubstr("'0/n' is not M/n with a number M above 0"));
  EXPECT_THAT(refused_because("--plan", "hdd:rounds=0"), HasSubstr("rounds: '0' is not a number"));
  EXPECT_THAT(refused_because("--plan", "hdd:turns=1"), HasSubstr("unknown parameter 'turns'"));
}

TEST(Parameters, HaveAWordForHelpAndAreFixedOnResume) {
  for (const std::span<const OptionRow> rows : {algorithm_parameters(), plan_parameters()})
    for (const OptionRow& row : rows) {
      EXPECT_FALSE(row.name.starts_with('-')) << row.name;
      EXPECT_FALSE(row.line.empty()) << row.name;
      EXPECT_EQ(row.on_resume, OnResume::fixed) << row.name;
    }
}

}  // namespace
}  // namespace whittle
