// What must hold of passes that know names, on code of every language there is a sample of.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <tuple>

#include "base/random.h"
#include "document/lexer.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

struct Sample {
  std::string name;
  Bytes bytes;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> list;
    for (const auto& entry : std::filesystem::directory_iterator(SAMPLES)) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::stringstream text;
      text << in.rdbuf();
      list.push_back({entry.path().filename().string(), text.str()});
    }
    std::ranges::sort(list, {}, &Sample::name);
    return list;
  }();
  return all;
}

/// The passes of tree_passes.h and name_passes.h.
std::vector<const Pass*> passes_on_trees() {
  std::vector<const Pass*> list;
  for (const Pass& pass : passes())
    if (pass.family != Family::text && !pass.external) list.push_back(&pass);
  return list;
}

/// The passes of name_passes.h.
std::vector<const Pass*> name_passes() {
  std::vector<const Pass*> list = passes_on_trees();
  std::erase_if(list, [](const Pass* pass) { return pass->family == Family::tree; });
  return list;
}

/// By tokens, then bytes, then text. Where a language has single quotes that open no string, as
/// Lisp's '(1 2), what stands between two of them may be one token or many: there bytes will do.
bool is_smaller(const Bytes& a, const Bytes& b) {
  const auto key = [](const Bytes& bytes) {
    return std::tuple(count_tokens(bytes), bytes.size(), bytes);
  };
  return key(a) < key(b) || (b.find('\'') != b.npos && a.size() < b.size());
}

TEST(TreePasses, EveryEditMakesCodeOfEveryLanguageSmaller) {
  ASSERT_GT(samples().size(), 40u);
  for (const Sample& sample : samples())
    for (const Pass* pass : passes_on_trees())
      for (const std::string& result : results_of_each(pass->name, sample.name, sample.bytes))
        ASSERT_TRUE(is_smaller(result, sample.bytes)) << pass->name << " on " << sample.name << "\n"
                                                      << result;
}

TEST(NamesPasses, BrokenCodeIsTakenAndRangesStayInside) {
  Random random(5);
  for (const Sample& sample : samples())
    for (int round = 0; round < 3; ++round) {
      // A part of the file with a hole in it and some bytes that do not belong there.
      Bytes bytes = sample.bytes.substr(random.below(sample.bytes.size() / 2 + 1));
      bytes.resize(bytes.size() - random.below(bytes.size() / 2 + 1));
      for (int i = 0; i < 5 && !bytes.empty(); ++i)
        bytes[random.below(bytes.size())] = "(){}<>[],;\"'\n=:"[random.below(15)];
      if (!bytes.empty()) bytes.erase(random.below(bytes.size()), random.below(40));
      for (const Pass* pass : name_passes()) {
        const EditList edits = edits_of(pass->name, Document::single(sample.name, bytes));
        for (const Edit& edit : edits.edits()) {
          ASSERT_GE(edit.weight, 1u);
          for (const Change& change : edit.changes) {
            ASSERT_LE(change.begin, change.end) << pass->name;
            ASSERT_LE(change.end, bytes.size()) << pass->name;
          }
        }
        ASSERT_EQ(edits.render(Subset::all(edits.size())).bytes(0), bytes);
        edits.render(Subset::none(edits.size()));
      }
    }
}

TEST(NamesPasses, ManyNamesAndManyUsesTakeAPassSeconds) {
  Bytes code = "enum e {";
  for (int i = 0; i < 20'000; ++i) code += "e" + std::to_string(i) + ",";
  code += "};\nint f(int a, int b) { return a; }\nint main() {\n";
  for (int i = 0; i < 20'000; ++i) code += "  x = f(e" + std::to_string(i) + ", x);\n";
  code += "}\n";
  const Document document = Document::single("a.c", code);
  Trees trees;
  NoTools tools;
  for (const Pass* pass : name_passes()) {
    const std::clock_t start = std::clock();
    const std::size_t found = pass->find({document, trees, tools}).edits.size();
    const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    // Measured: at most 0.5 s, most of it the parser's.
    EXPECT_LT(took, 5) << pass->name << " " << found;
  }
}

}  // namespace
}  // namespace whittle
