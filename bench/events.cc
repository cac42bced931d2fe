// What `--json` costs: processor time for each query, without an observer and with a JsonLog.
//
//     events [FILE...]
//
// Each file (without one: made up C of 10 KB, 100 KB and 1 MB) is reduced by lines in memory, where
// a test takes no time, so that everything measured is ours. Of a run of 5 ms tests the difference
// is the share in the last column. Turn about, and the least of several turns, so that other load
// on the machine does not matter.

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <limits>

#include "report/json_log.h"
#include "report/run_log.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Bytes made_up(std::size_t size) {
  Bytes text;
  for (std::size_t i = 0; text.size() < size; ++i)
    text += fmt::format("static int value_{0} = compute(\"text {0}\", {0}, other_{1}) + 0x{0:x};\n",
                        i, i / 3);
  return text;
}

struct Cost {
  double seconds = std::numeric_limits<double>::max();
  std::size_t queries = 0;
};

/// One line in a hundred is needed; at most 600 queries, as most of the work on a large file is
/// early.
void reduce(const Document& start, const std::string& algorithm, bool logged, Cost& least) {
  const auto needed = [](const Document& candidate) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = candidate.bytes(0).find("00 = ", at)) != Bytes::npos; ++at)
      ++found;
    return found;
  };
  const std::size_t all = needed(start);
  ScriptedOracle oracle([&](const Document& d) { return outcome_of(needed(d) == all); });
  oracle.keep_no_candidates();
  const auto json = JsonLog::open("/dev/null");
  Observer nobody;
  RunLog log(logged ? static_cast<Observer&>(**json) : nobody);
  Memo memo;
  AnySearch search = StagedSearch(start, (*find_plan("lines"))->make(stage_maker_with(algorithm)));
  const double begin = cpu_seconds();
  if (!run(search, oracle, memo, log, {.tests = 600})) std::abort();
  least.seconds = std::min(least.seconds, cpu_seconds() - begin);
  least.queries = log.state().tally.total().asked;
}

void compare(const Document& start) {
  for (const char* algorithm : {"gallop", "ddmin"}) {
    Cost off, on;
    for (int turn = 0; turn < 5; ++turn) {
      reduce(start, algorithm, false, off);
      reduce(start, algorithm, true, on);
    }
    const auto each = [](const Cost& cost) {
      return cost.seconds * 1e6 / static_cast<double>(cost.queries);
    };
    const double more = each(on) - each(off);
    fmt::print("{:<24} {:>9} {:<7} {:>7} {:>9.1f} {:>9.1f} {:>9.1f} {:>8.2f} %\n",
               start.files()[0].path, start.size(), algorithm, on.queries, each(off), each(on),
               more, more / 5000 * 100);
  }
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  using namespace whittle;
  fmt::print("{:<24} {:>9} {:<7} {:>7} {:>9} {:>9} {:>9} {:>10}\n", "us of cpu per query", "bytes",
             "", "queries", "without", "--json", "more", "of 5 ms");
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    compare(Document::single(argv[i], Bytes(std::istreambuf_iterator<char>(file), {})));
  }
  if (argc == 1)
    for (std::size_t size : {10'000u, 100'000u, 1'000'000u})
      compare(Document::single("made up", made_up(size)));
}
