// How long each pass takes to list its edits of a file, and to make a list of them that can be
// rendered; the slowest first.
//
//     build/release/bench/passes FILE [SECONDS]
//
// With SECONDS, leaves with status 1 if a pass takes longer than that.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

#include "document/disk.h"
#include "passes/pass.h"
#include "process/tools.h"
#include "syntax/trees.h"

using namespace whittle;
using Seconds = std::chrono::duration<double>;

namespace {

struct Timing {
  std::string_view pass;
  std::size_t edits;
  Seconds list, make, render;

  Seconds all() const { return list + make + render; }
};

template <typename Work>
auto timed(Seconds& taken, Work work) {
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  taken = std::chrono::steady_clock::now() - start;
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: passes FILE [SECONDS]\n");
    return 2;
  }
  const Result<Loaded> loaded = load({argv[1]});
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message);
    return 2;
  }
  const Document& document = loaded->document;
  Trees trees;
  NoTools tools;
  const Subject subject{document, trees, tools};
  std::vector<Timing> timings;
  for (const Pass& pass : passes()) {
    if (pass.external) continue;
    Timing timing{.pass = pass.name, .edits = 0, .list = {}, .make = {}, .render = {}};
    Found found = timed(timing.list, [&] { return pass.find(subject); });
    const EditList edits =
        timed(timing.make, [&] { return edit_list(document, std::move(found)); });
    timed(timing.render, [&] { return edits.render(Subset::none(edits.size())); });
    timing.edits = edits.size();
    timings.push_back(timing);
  }
  std::ranges::stable_sort(timings, std::greater{}, &Timing::all);
  fmt::print("{:>10} {:>8} {:>8} {:>8}  pass\n", "edits", "list s", "make s", "render s");
  for (const Timing& timing : timings)
    fmt::print("{:10} {:8.3f} {:8.3f} {:8.3f}  {}\n", timing.edits, timing.list.count(),
               timing.make.count(), timing.render.count(), timing.pass);
  const bool slow = argc > 2 && timings.front().all() > Seconds(std::atof(argv[2]));
  return slow ? 1 : 0;
}
