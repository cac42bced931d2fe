// Prints, for each file given, what tests/syntax demands a rate of, and how fast trees are made.
//
//     build/release/bench/syntax tests/syntax/samples/*

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "../tests/syntax/measure.h"

#include "syntax/trees.h"

int main(int count, char** paths) {
  using namespace whittle;
  const bool verbose = count > 1 && !std::strcmp(paths[1], "-v");
  fmt::print("{:<22}{:>9}{:>9}{:>7}{:>9}{:>9}{:>16}{:>14}{:>14}{:>14}{:>14}\n", "file", "bytes",
             "nodes", "errors", "parse ms", "facts ms", "derived", "deletions", "subsets",
             "replacements", "stand-ins");
  for (int i = 1 + verbose; i < count; ++i) {
    std::ifstream file(paths[i], std::ios::binary);
    const SharedBytes bytes = share(Bytes(std::istreambuf_iterator<char>(file), {}));
    const Language& language = language_of(paths[i], *bytes);
    Syntax::load(language);
    const auto begin = std::chrono::steady_clock::now();
    const auto tree = parse(language, bytes);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (!tree) {
      fmt::print("{}: {}\n", paths[i], tree.error().message);
      continue;
    }
    // Each prediction costs a parse: some seconds a file, whatever its size.
    const auto samples =
        static_cast<std::uint32_t>(std::min<std::size_t>(400, 300'000 / (bytes->size() + 1)));
    const auto asked = std::chrono::steady_clock::now();
    const Facts facts(*tree);
    for (NodeId node = 0; node < (*tree)->size(); ++node) {
      facts.lists_of(node);
      facts.removable(node);
      facts.stand_in(node);
    }
    const std::chrono::duration<double, std::milli> facts_time =
        std::chrono::steady_clock::now() - asked;
    const Measured m = measure(*tree, samples);
    const auto rate = [](const Rate& r) { return fmt::format("{}/{}", r.held, r.tried); };
    const std::string name(paths[i]);
    fmt::print("{:<22}{:>9}{:>9}{:>7}{:>9.1f}{:>9.1f}{:>16}{:>14}{:>14}{:>14}{:>14}\n",
               name.substr(name.rfind('/') + 1), bytes->size(), m.nodes, m.errors, time.count(),
               facts_time.count(), rate(m.derived), rate(m.deletions), rate(m.subsets),
               rate(m.replacements), rate(m.stand_ins));
    if (verbose) fmt::print("{}", m.failures);
  }
}
