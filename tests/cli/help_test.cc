#include "cli/help.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "algorithms/registry.h"
#include "cli/cluster_options.h"
#include "cli/exit_codes.h"
#include "cli/parameters.h"
#include "cli/topics.h"
#include "passes/pass.h"
#include "plan/plans.h"
#include "syntax/languages.h"

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

TEST(Help, OnAWordOfAPageIsThatPageOrAllOfThem) {
  std::map<std::string, std::vector<std::string>> pages;
  for (const Topic& topic : topics()) {
    const std::string_view mark = "<!-- words: ";
    const std::size_t begin = topic.text.find(mark);
    if (begin == topic.text.npos) continue;
    const std::string_view rest = topic.text.substr(begin + mark.size());
    std::istringstream words{std::string(rest.substr(0, rest.find(" -->")))};
    for (std::string word; words >> word;) pages[word].emplace_back(topic.name);
  }
  EXPECT_GT(pages.size(), 10u);
  for (const auto& [word, names] : pages) {
    if (std::ranges::find(topics(), word, &Topic::name) != topics().end()) continue;
    const Result<std::string> text = help(word);
    ASSERT_TRUE(text) << word << " leads nowhere";
    for (const std::string& name : names)
      EXPECT_TRUE(text->contains("whittle help " + name) || *text == *help(name))
          << word << " does not lead to " << name;
  }
}

TEST(Help, EveryNameInTheTextsLeadsSomewhere) {
  std::set<std::string> names;
  const std::regex mention("whittle help ([a-z][a-z-]*)");
  for (const std::string& text : {help_text(), all_help_text(), *help_on({})})
    for (std::sregex_iterator at(text.begin(), text.end(), mention), end; at != end; ++at)
      names.insert(at->str(1));
  for (const std::string_view command :
       {"worker", "cluster", "batch", "blame", "init", "history", "explain", "bugs"}) {
    const std::string text = help(std::string(command)).value_or("");
    EXPECT_FALSE(text.empty()) << command;
    for (std::sregex_iterator at(text.begin(), text.end(), mention), end; at != end; ++at)
      names.insert(at->str(1));
  }
  EXPECT_TRUE(names.contains("test-scripts"));
  for (const std::string& name : names) EXPECT_TRUE(help(name)) << name;
}

TEST(Help, ThePagesThatOptionsNameExist) {
  const std::regex mention("docs/([a-z-]+)\\.md");
  for (const std::span<const OptionRow> rows :
       {option_rows(), cluster_rows(), plan_parameters(), algorithm_parameters()})
    for (const OptionRow& row : rows) {
      const std::string text = fmt::format("{} {} {}", row.line, row.text, row.section);
      for (std::sregex_iterator at(text.begin(), text.end(), mention), end; at != end; ++at)
        EXPECT_NE(std::ranges::find(topics(), at->str(1), &Topic::name), topics().end())
            << row.name << " names " << at->str();
    }
}

TEST(Help, EveryCallInTheSynopsesIsUnderstood) {
  std::size_t calls = 0;
  for (const std::string_view synopsis : synopses) {
    const std::regex between(" \\| ");
    const std::string text(synopsis);
    for (std::sregex_token_iterator at(text.begin(), text.end(), between, -1), end; at != end;
         ++at) {
      std::string call = at->str();
      for (const auto& [from, to] : {std::pair<std::string, std::string>{"[options] ", ""},
                                     {" [-- COMMAND @@]", ""},
                                     {" [N]", ""},
                                     {" [TOPIC]", ""},
                                     {"up|status|down", "down"},
                                     {"FILE...", "FILE"}})
        if (const std::size_t place = call.find(from); place != call.npos)
          call.replace(place, from.size(), to);
      std::istringstream stream(call);
      const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
      const Result<Options> options = parse(words);
      EXPECT_TRUE(options) << call << ": " << options.error().message;
      ++calls;
    }
  }
  EXPECT_GE(calls, synopses.size() + 3);
}

TEST(Help, TheShortHelpIsShort) {
  const std::string text = help_text();
  EXPECT_LT(std::ranges::count(text, '\n'), 70);
  EXPECT_THAT(text, StartsWith("whittle - find the smallest input"));
  for (const std::string_view option : {"--exit", "--keep", "--jobs", "--resume", "--quiet"})
    EXPECT_THAT(text, HasSubstr(std::string(option)));
}

TEST(Help, SpellsAnOptionAsItIsTyped) {
  const auto spelling = [](std::string_view name, std::string_view indent = "") {
    for (const std::span<const OptionRow> rows : {option_rows(), algorithm_parameters()})
      if (const auto row = std::ranges::find(rows, name, &OptionRow::name); row != rows.end())
        return spelled(*row, indent);
    return std::string("no such option");
  };
  EXPECT_EQ(spelling("--jobs"), "-j, --jobs N");
  EXPECT_EQ(spelling("--exit"), "--exit N,...");
  EXPECT_EQ(spelling("--exit", "    "), "    --exit N,...");
  EXPECT_EQ(spelling("--show-graph"), "--show-graph[=dot]");
  EXPECT_EQ(spelling("--verify"), "--verify");
  EXPECT_EQ(spelling("sigma"), "sigma=P") << "a parameter";
}

TEST(Help, WordsWithAMeaningOfTheirOwnComeFirst) {
  EXPECT_EQ(*help("all"), all_help_text());
  EXPECT_EQ(*help("man"), man_page());
  EXPECT_THAT(*help("exit-codes"), HasSubstr("\n   70  a bug in whittle\n"));
  EXPECT_EQ(*help_on(std::vector<std::string>{"jobs", "more", "words"}), *help("jobs"));
}

TEST(Completions, KnowEachNameOfAPassAPlanAnAlgorithmAndALanguage) {
  for (const std::string_view shell : {"bash", "zsh", "fish"}) {
    const std::string script = *completions(shell);
    for (const auto& plan : plans()) EXPECT_THAT(script, HasSubstr(std::string(plan.name)));
    for (const auto& one : algorithms()) EXPECT_THAT(script, HasSubstr(std::string(one.name)));
    for (const Language& language : languages()) EXPECT_THAT(script, HasSubstr(language.name));
    for (const Pass& pass : passes()) EXPECT_THAT(script, HasSubstr(std::string(pass.name)));
  }
}

/// Whether quotes, braces and parentheses of a script of a shell are closed.
bool quotes_are_closed(const std::string& script) {
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#') && !line.contains("# ") && std::ranges::count(line, '\'') % 2 != 0)
      return false;
  return true;
}

TEST(Completions, CloseEachQuoteOnItsLine) {
  for (const std::string_view shell : {"bash", "zsh", "fish"})
    EXPECT_TRUE(quotes_are_closed(*completions(shell))) << shell;
  EXPECT_FALSE(quotes_are_closed("-d 'it's open'"));
}

TEST(Completions, OfZshHaveNoSignInATextThatZshWouldRead) {
  std::istringstream lines(*completions("zsh"));
  std::size_t options = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t open = line.find('['), close = line.find(']');
    if (!line.starts_with("  ") || open == line.npos) continue;
    ++options;
    ASSERT_NE(close, line.npos) << line;
    EXPECT_EQ(line.substr(open + 1, close - open - 1).find_first_of(":[`$\"\\"), line.npos) << line;
    EXPECT_TRUE(line.ends_with(" \\")) << "the next option belongs to the same command";
  }
  EXPECT_EQ(options, option_rows().size() + cluster_rows().size());
}

TEST(Completions, AnOptionThatTakesAFileIsCompletedWithFiles) {
  const std::string bash = *completions("bash");
  for (const std::string_view option : {"-o|--save-as", "--with", "--ca", "--around"})
    EXPECT_THAT(bash, HasSubstr(fmt::format("    {}) COMPREPLY=($(compgen -f", option)));
  EXPECT_THAT(bash, HasSubstr("    --propose) COMPREPLY=($(compgen -c"));
  EXPECT_THAT(bash, HasSubstr("    --max-tests) return;;"));
  EXPECT_THAT(bash, testing::Not(HasSubstr("    --verify)"))) << "it takes no value";
  EXPECT_THAT(bash, testing::Not(HasSubstr("    --show-graph)"))) << "its value follows '='";
}

TEST(ManualPage, HasItsSectionsInTheUsualOrder) {
  const std::string page = man_page();
  std::size_t last = 0;
  for (const std::string_view section :
       {".TH WHITTLE 1", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS",
        ".SH EXAMPLES", ".SH EXIT STATUS", ".SH FILES", ".SH ENVIRONMENT", ".SH SEE ALSO"}) {
    const std::size_t at = page.find(section);
    ASSERT_NE(at, page.npos) << section;
    EXPECT_GE(at, last) << section;
    last = at;
  }
}

TEST(ManualPage, HasNoLineThatTroffWouldTakeForAnUnknownRequest) {
  std::istringstream lines(man_page());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('.') && !line.starts_with('\'')) continue;
    const std::string request = line.substr(0, line.find(' '));
    EXPECT_TRUE((
        std::set<std::string>{".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".BR", ".br"}.contains(
            request)))
        << line;
  }
}

TEST(ManualPage, EveryBackslashBeginsAnEscape) {
  const std::string page = man_page();
  for (std::size_t at = 0; (at = page.find('\\', at)) != page.npos; at += 2)
    EXPECT_TRUE(std::string_view("-e&").contains(page[at + 1])) << page.substr(at, 20);
}

TEST(ExitCodes, ANumberNeverChangesItsMeaning) {
  const std::pair<ErrorKind, int> rows[] = {
      {ErrorKind::usage, 2},       {ErrorKind::input, 3},
      {ErrorKind::test, 4},        {ErrorKind::not_interesting, 5},
      {ErrorKind::disk, 6},        {ErrorKind::scratch, 7},
      {ErrorKind::busy, 8},        {ErrorKind::stale, 9},
      {ErrorKind::unreliable, 10}, {ErrorKind::trivial, 11},
      {ErrorKind::internal, 70}};
  for (const auto& [kind, code] : rows) EXPECT_EQ(exit_code(kind), code);
  EXPECT_EQ(exit_success, 0);
  EXPECT_EQ(exit_interrupted, 130) << "as of a shell after Ctrl-C";
  EXPECT_EQ(exit_meanings.size(), std::size(rows) + 2) << "no code is documented that is not used";
}

}  // namespace
}  // namespace whittle
