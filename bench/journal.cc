// What the journal costs: the share of a run's time that is spent in it, with tests of 5 ms.
//
//     build/release/bench/bench_journal [FOLDER]
//
// Tests are slept through; one in seven finds a smaller document. Publishing the best is not
// counted: that is done with or without a journal.
#include "store/journal.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;

Bytes like_a_program(std::size_t size) {
  Random random(1);
  Bytes text;
  while (text.size() < size)
    text += "  variable_" + std::to_string(random.below(500)) + " += table[" +
            std::to_string(random.below(100)) + "];\n";
  return text;
}

/// Time this thread was really running, however busy the machine is with others.
double processor_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void measure_journal(const std::string& folder, std::size_t slots, std::size_t bytes) {
  constexpr std::size_t tests = 1400;
  Bytes text = like_a_program(bytes);
  const Document original = Document::single("bug.c", text);
  Result<RunFolder> run = RunFolder::create(
      folder + "/bench_journal.whittle", {"bench", "", hash_of("test"), original.hash()}, original);
  if (!run) {
    std::fprintf(stderr, "%s\n", run.error().message.c_str());
    return;
  }
  Clock::duration inside{0};
  Clock::duration longest{0};
  double processor = 0;
  const Clock::time_point start = Clock::now();
  {
    Journal journal(*run, [](const Document&) { return Result<void>(); });
    std::size_t bests = 0;
    for (std::size_t i = 0; i < tests * slots; ++i) {
      std::this_thread::sleep_for(std::chrono::microseconds(5000 / slots));
      const bool smaller = i % 7 == 0;
      if (smaller) text.resize(text.size() - text.size() / (30 * slots));
      const Document candidate = Document::single("bug.c", text);
      const Hash hash = smaller ? candidate.hash() : hash_of(std::to_string(i));
      const double processor_before = processor_ms();
      const Clock::time_point begin = Clock::now();
      journal.tested(hash,
                     {.outcome = outcome_of(smaller), .duration = std::chrono::milliseconds(5)});
      if (smaller)
        journal.improved(
            {.number = ++bests, .stage = "bench", .document = &candidate, .queries = i});
      const Clock::duration took = Clock::now() - begin;
      inside += took;
      processor += processor_ms() - processor_before;
      longest = std::max(longest, took);
    }
    const Clock::time_point begin = Clock::now();
    if (!journal.flush()) std::fprintf(stderr, "%s\n", journal.failure()->message.c_str());
    inside += Clock::now() - begin;
  }
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const double all = Milliseconds(Clock::now() - start).count();
  const double spent = Milliseconds(inside).count();
  std::printf("%5zu  %9zu  %7zu  %8.0f ms  %8.1f ms  %7.1f ms  %5.2f %%  %5.2f %%\n", slots, bytes,
              tests * slots, all, spent, Milliseconds(longest).count(), 100 * spent / all,
              100 * processor / all);
  if (!run->remove()) std::fprintf(stderr, "bench_journal.whittle cannot be removed\n");
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "/tmp";
  std::printf(
      "slots      bytes    tests          all   in journal    longest    share  on processor\n");
  for (const std::size_t slots : {1u, 8u})
    for (const std::size_t bytes : {10'000u, 100'000u, 1'000'000u})
      whittle::measure_journal(folder, slots, bytes);
}
