// A small program of every language, reduced by the tree plans to one word that must stay.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

#include "plan/tree_plans/tree_stages.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The longest word that stands in the text once, the first of those: mostly a name deep in it.
std::string rarest_word(std::string_view text) {
  std::map<std::string_view, int> counts;
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end > begin && ++counts[text.substr(begin, end - begin)] == 1)
      words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::erase_if(words, [&](std::string_view word) { return counts[word] > 1; });
  return std::string(*std::ranges::max_element(words, {}, &std::string_view::size));
}

std::vector<std::string> samples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SAMPLES))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

class EachLanguage : public testing::TestWithParam<std::string> {};

TEST_P(EachLanguage, AProgramIsReducedToOneThatParsesAndIsTreeMinimal) {
  std::stringstream text;
  text << std::ifstream(std::filesystem::path(SAMPLES) / GetParam(), std::ios::binary).rdbuf();
  const Document sample = Document::single(GetParam(), text.str());
  const std::string word = rarest_word(sample.bytes(0));
  const auto is_interesting = [&](const Document& candidate) {
    return candidate.bytes(0).find(word) != Bytes::npos;
  };
  Trees trees;
  const auto errors = [&](const Document& document) {
    return trees.tree(GetParam(), document.files()[0].bytes)->errors();
  };
  for (const char* plan : {"tree", "perses", "hdd"}) {
    SCOPED_TRACE(plan);
    const SharedStageMaker stage_maker = stage_maker_with("gallop");
    const Document result =
        reduce_with_plan(sample, find_plan(plan).value()->make(stage_maker), is_interesting).result;
    SCOPED_TRACE(word + " in:\n" + result.bytes(0));
    EXPECT_TRUE(is_interesting(result));
    // Every sample has much more to it than the word and what the grammar wants around it.
    EXPECT_LT(result.size(), sample.size() / 2);
    // PHP's parser makes up a semicolon before `?>` alone; its grammar does not tell where.
    const std::uint32_t made_up = GetParam() == "php.php" ? 1 : 0;
    EXPECT_LE(errors(result), errors(sample) + made_up);
    const std::optional<Stage> stage = verify_tree_minimality(stage_maker, result);
    if (!stage) continue;  // nothing could go whatever the test said
    for (std::size_t i = 0; i < stage->edits->size(); ++i) {
      Subset kept = Subset::all(stage->edits->size());
      kept.erase(i);
      const Document smaller = stage->edits->render(kept);
      EXPECT_FALSE(is_interesting(smaller)) << "this is as well:\n" << smaller.bytes(0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, EachLanguage, testing::ValuesIn(samples()),
                         [](const auto& sample) {
                           return sample.param.substr(0, sample.param.find('.'));
                         });

TEST(Languages, ThereIsASampleOfEach) {
  std::vector<std::string> sampled;
  for (const std::string& name : samples()) sampled.push_back(language_of(name, "").name);
  for (const Language& language : languages())
    EXPECT_NE(std::ranges::find(sampled, language.name), sampled.end()) << language.name;
}

}  // namespace
}  // namespace whittle
