#include "run/request.h"

#include <gtest/gtest.h>

#include "oracle/hosts.h"

namespace whittle {
namespace {

class FiveSlots final : public Hosts {
 public:
  std::size_t slots() override { return 5; }
  Result<std::unique_ptr<OracleElsewhere>> open(Test) override {
    return fail(ErrorKind::test, "nobody");
  }
};

TEST(WithDefaults, ASearchOnThisHostTestsAhead) {
  const Request request = with_defaults(Request());
  EXPECT_EQ(request.search.parallel, Parallel::ahead);
  EXPECT_EQ(request.search.width, std::nullopt);
}

TEST(WithDefaults, ASearchOnOtherHostsMergesWithAWidthOfAllSlots) {
  FiveSlots hosts;
  Request request;
  request.hosts = &hosts;
  request = with_defaults(std::move(request));
  EXPECT_EQ(request.search.parallel, Parallel::merge);
  EXPECT_EQ(request.search.width, 5u);
}

TEST(WithDefaults, AMergeHereIsAsWideAsTheNumberOfJobs) {
  Request request;
  request.search.parallel = Parallel::merge;
  request.jobs = 3;
  EXPECT_EQ(with_defaults(std::move(request)).search.width, 3u);
}

TEST(WithDefaults, TheUsersChoiceStays) {
  FiveSlots hosts;
  for (const Parallel mode : {Parallel::ahead, Parallel::off}) {
    Request request;
    request.hosts = &hosts;
    request.search.parallel = mode;
    EXPECT_EQ(with_defaults(std::move(request)).search.parallel, mode);
  }
  Request request;
  request.hosts = &hosts;
  request.search.width = 2;
  EXPECT_EQ(with_defaults(std::move(request)).search.width, 2u);
}

TEST(WithDefaults, AnotherAlgorithmCannotMerge) {
  FiveSlots hosts;
  Request request;
  request.hosts = &hosts;
  request.search.algorithm.name = "probdd";
  EXPECT_EQ(with_defaults(std::move(request)).search.parallel, Parallel::ahead);
}

TEST(WithDefaults, ADecisionIsNotMadeTwice) {
  FiveSlots hosts;
  Request request;
  request.hosts = &hosts;
  request = with_defaults(std::move(request));
  request.hosts = nullptr;  // continued on this host alone
  request = with_defaults(std::move(request));
  EXPECT_EQ(request.search.parallel, Parallel::merge);
  EXPECT_EQ(request.search.width, 5u);
}

TEST(SlotsOf, AreOneIfNothingRunsInParallel) {
  Request request;
  request.jobs = 8;
  EXPECT_EQ(slots_of(request), 8u);
  request.search.parallel = Parallel::off;
  EXPECT_EQ(slots_of(request), 1u);
}

TEST(PlaceOf, IsTheOutputUnlessItIsPrinted) {
  Request request;
  request.files = {"bug.c"};
  EXPECT_EQ(place_of(request), "bug.c");
  request.output = "small.c";
  EXPECT_EQ(place_of(request), "small.c");
  request.output = "-";
  EXPECT_EQ(place_of(request), "bug.c");
}

}  // namespace
}  // namespace whittle
