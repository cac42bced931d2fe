#include <barrier>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

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
  return reduce_with_plan(start, (*find_plan(plan))->make(stage_maker_with("gallop")),
                          [&](const Document& candidate) {
                            return candidate.bytes(0).find(longest) != Bytes::npos;
                          })
      .result;
}

// Grammars work out much of what they know only when asked. Runs on other threads ask too.
TEST(SideBySide, RunsInOneProcessGiveWhatEachGivesAlone) {
  for (const char* name : {"c.c", "json.json", "go.go", "python.py", "rust.rs", "lua.lua"}) {
    ASSERT_GT(sample(name).size(), 100) << name;
    std::vector<Document> results(8);
    std::barrier all_there(static_cast<std::ptrdiff_t>(results.size()));
    std::vector<std::jthread> threads;
    for (Document& result : results)
      threads.emplace_back([&] {
        all_there.arrive_and_wait();
        result = reduced(name, "perses");
      });
    threads.clear();
    const Document alone = reduced(name, "perses");
    for (const Document& result : results) EXPECT_EQ(result, alone) << name;
  }
}

}  // namespace
}  // namespace whittle
