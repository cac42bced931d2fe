#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <thread>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

Document sample(const std::string& name) {
  std::ifstream file(std::string(SAMPLES) + "/" + name, std::ios::binary);
  return Document::single(name, Bytes(std::istreambuf_iterator<char>(file), {}));
}

Document reduced(const std::string& name, const std::string& plan) {
  const Document start = sample(name);
  // Keeps the longest line: what is left differs from sample to sample.
  std::string longest;
  std::istringstream lines(start.bytes(0));
  for (std::string line; std::getline(lines, line);)
    if (line.size() > longest.size()) longest = line;
  return reduce_with_plan(start, (*find_plan(plan))->make(workshop_with("gallop")),
                          [&](const Document& candidate) {
                            return candidate.bytes(0).find(longest) != Bytes::npos;
                          })
      .result;
}

// Grammars work out much of what they know only when asked. Runs on other threads ask too.
TEST(SideBySide, TwoRunsInOneProcessGiveWhatEachGivesAlone) {
  for (const char* name : {"c.c", "json.json"}) {
    ASSERT_GT(sample(name).size(), 100) << name;
    Document one, other;
    std::thread first([&] { one = reduced(name, "perses"); });
    std::thread second([&] { other = reduced(name, "auto"); });
    first.join();
    second.join();
    EXPECT_EQ(one, reduced(name, "perses")) << name;
    EXPECT_EQ(other, reduced(name, "auto")) << name;
  }
}

}  // namespace
}  // namespace whittle
