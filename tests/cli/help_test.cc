#include "cli/help.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "cli/cluster_options.h"
#include "cli/exit_codes.h"
#include "cli/parameters.h"
#include "cli/topics.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Result<std::string> help(std::string word) {
  return help_on(std::vector<std::string>{std::move(word)});
}

TEST(Help, HasOneEntryForEachOption) {
  const std::string all = all_help_text();
  for (const std::span<const OptionRow> rows : {option_rows(), cluster_rows()})
    for (const OptionRow& row : rows) {
      const std::string entry = fmt::format("\n  {}", spelled(row, "    "));
      const std::size_t first = all.find(entry);
      EXPECT_NE(first, all.npos) << row.name;
      EXPECT_EQ(all.find(entry + ' ', first + 1), all.npos) << row.name;
      EXPECT_FALSE(row.line.empty()) << row.name;
    }
}

TEST(Help, ThereAreAtMostSeventyOptions) {
  EXPECT_LE(option_rows().size(), 70u) << "look for an option that the new one replaces";
}

TEST(Help, NoTwoOptionsShareANameOrALetter) {
  std::set<std::string_view> names;
  std::set<char> letters;
  for (const OptionRow& row : option_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(row.letter == 0 || letters.insert(row.letter).second) << row.letter;
  }
}

TEST(Help, OnAnOptionHasItsTextWithAndWithoutDashes) {
  EXPECT_EQ(*help("jobs"), *help("--jobs"));
  EXPECT_THAT(*help("jobs"), StartsWith("  -j, --jobs N"));
  EXPECT_THAT(*help("jobs"), HasSubstr("The result does not depend on it."));
  EXPECT_THAT(*help("sigma"), HasSubstr("sigma=P"));
}

TEST(Help, OnAPageIsThePage) {
  for (const Topic& topic : topics()) {
    EXPECT_EQ(*help(std::string(topic.name)), topic.text);
    EXPECT_FALSE(topic.title.empty()) << topic.name;
  }
  EXPECT_GT(topics().size(), 15u);
}

TEST(Help, OnACommandHasItsUsageItsOptionsAndItsPage) {
  EXPECT_THAT(*help("worker"), HasSubstr("usage: whittle worker --connect URL"));
  EXPECT_THAT(*help("worker"), HasSubstr("--trust KEY,..."));
  EXPECT_THAT(*help("bugs"), HasSubstr("More: whittle help same-bug"));
}

TEST(Help, OnANameThatIsNearlyRightNamesTheRightOne) {
  const Result<std::string> text = help("cluser");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message, "unknown topic 'cluser', did you mean 'cluster'?");
  EXPECT_EQ(text.error().way_out, "see: whittle help");
}

TEST(Help, WithoutAWordIsTheListOfPages) {
  const Result<std::string> list = help_on({});
  for (const Topic& topic : topics()) EXPECT_THAT(*list, HasSubstr(std::string(topic.title)));
}

TEST(Help, EveryExitCodeHasAMeaning) {
  std::set<std::string_view> codes;
  for (const auto& [code, meaning] : exit_meanings) codes.insert(code);
  for (const ErrorKind kind :
       {ErrorKind::usage, ErrorKind::input, ErrorKind::test, ErrorKind::not_interesting,
        ErrorKind::disk, ErrorKind::scratch, ErrorKind::busy, ErrorKind::stale,
        ErrorKind::unreliable, ErrorKind::trivial, ErrorKind::internal})
    EXPECT_TRUE(codes.contains(std::to_string(exit_code(kind)))) << exit_code(kind);
  EXPECT_TRUE(codes.contains(std::to_string(exit_interrupted)));
}

TEST(Completions, KnowTheOptionsInEveryShell) {
  for (const std::string_view shell : {"bash", "zsh", "fish"}) {
    const Result<std::string> script = completions(shell);
    ASSERT_TRUE(script);
    for (const OptionRow& row : option_rows())
      EXPECT_THAT(*script, HasSubstr(std::string(shell == "fish" ? row.name.substr(2) : row.name)))
          << shell;
  }
  EXPECT_EQ(completions("tcsh").error().message, "no completions for 'tcsh': bash, zsh or fish");
}

TEST(Completions, KnowTheWordsOfAnOption) {
  EXPECT_THAT(*completions("bash"), HasSubstr("ahead merge off"));
  EXPECT_THAT(*completions("fish"), HasSubstr("-l parallel -x -a 'ahead merge off'"));
}

TEST(ManualPage, HasEveryOptionAndEveryExitCode) {
  const std::string page = man_page();
  for (const OptionRow& row : option_rows()) {
    std::string name(row.name);
    for (std::size_t at = 0; (at = name.find('-', at)) != name.npos; at += 2) name.insert(at, "\\");
    EXPECT_TRUE(page.contains(name) || page.contains(row.name)) << row.name;
  }
  for (const auto& [code, meaning] : exit_meanings)
    EXPECT_THAT(page, HasSubstr(std::string(code))) << meaning;
}

}  // namespace
}  // namespace whittle
