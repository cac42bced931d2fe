#include "cli/advice.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>

#include "base/reason.h"
#include "cli/options.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Error error_of(ErrorKind kind, Reason reason, std::vector<std::string> values = {}) {
  return {kind, "the fact", "the way out", {reason, std::move(values)}};
}

TEST(Advice, NamesOptionsInsteadOfMembers) {
  EXPECT_EQ(in_options("search.unit cannot be combined with search.no_sweep"),
            "--unit cannot be combined with no-sweep");
  EXPECT_EQ(in_options("to show them the rest: test.around = ."),
            "to show them the rest: --around .");
}

TEST(Advice, ARowHasTheSentenceOfItsCause) {
  const Error error = in_options(
      error_of(ErrorKind::usage, Reason::output_has_run, {"small.c", "small.c"}), Call());
  EXPECT_EQ(error.message, "small.c exists; -o does not overwrite it");
  EXPECT_EQ(error.way_out,
            "write to another place, or overwrite it: --force\n"
            "or continue the unfinished run: whittle --resume small.c");
}

TEST(Advice, AValueWithBracesIsLeftAsItIs) {
  const Error error =
      in_options(error_of(ErrorKind::usage, Reason::output_exists, {"{0}{1}", ""}), Call());
  EXPECT_EQ(error.message, "{0}{1} exists; -o does not overwrite it");
}

TEST(Advice, ACauseWithoutARowKeepsTheSentenceOfTheLibrary) {
  const Error error = in_options(error_of(ErrorKind::disk, Reason::none), Call());
  EXPECT_EQ(error.message, "the fact");
  EXPECT_EQ(error.way_out, "the way out");
}

TEST(Advice, AnErrorIsTranslatedOnce) {
  Error error = error_of(ErrorKind::disk, Reason::folder_is_full);
  error.unfinished = "bug.c";
  const Error once = in_options(error, Call());
  EXPECT_EQ(once.way_out,
            "the way out\nwrite the result to another folder: -o FOLDER/NAME\n"
            "the best so far is in bug.c; continue with: whittle --resume bug.c");
  EXPECT_EQ(in_options(once, Call()).way_out, once.way_out);
}

TEST(Advice, AResultThatIsPrintedIsKeptWithTheRun) {
  Error error = error_of(ErrorKind::disk, Reason::none);
  error.unfinished = "bug.c";
  EXPECT_THAT(in_options(error, Call{.prints_result = true}).way_out,
              HasSubstr("the best so far is kept with the run; continue with: whittle --resume"));
}

TEST(Advice, ANoticeIsTranslatedToo) {
  const Notice notice = notice_in_options(
      {Notice::Kind::hint, "tests run elsewhere", "see test.around", {Reason::is_unconfined}});
  EXPECT_THAT(notice.message, HasSubstr("confine them with --sandbox"));
  EXPECT_EQ(notice.way_out, "");
}

/// Likely mistakes in a call.
struct AdviceOnCalls : testing::Test {
  AdviceOnCalls() {
    std::ofstream(folder / "test.sh") << "#!/bin/sh\n";
    std::filesystem::permissions(folder / "test.sh", std::filesystem::perms::owner_all);
    std::ofstream(folder / "bug.c") << "int x;\n";
  }
  TemporaryFolder folder;
};

TEST_F(AdviceOnCalls, TestAndFileAreSwapped) {
  const Error error = in_options(error_of(ErrorKind::test, Reason::test_was_refused),
                                 {.files = {folder / "test.sh"}, .script = folder / "bug.c"});
  EXPECT_THAT(error.message, HasSubstr("is given as the test and cannot be run, but"));
  EXPECT_THAT(error.way_out, StartsWith("the test comes first: whittle "));
}

TEST_F(AdviceOnCalls, TheTestIsACommand) {
  const Error error = in_options(error_of(ErrorKind::test, Reason::test_was_refused),
                                 {.files = {folder / "bug.c"}, .script = "sh -c true"});
  EXPECT_THAT(error.way_out, StartsWith("a command comes last, with @@ for the file: whittle "));
}

TEST_F(AdviceOnCalls, TheCommandIsATest) {
  const Error error =
      in_options(error_of(ErrorKind::not_interesting, Reason::command_shows_nothing, {"", "cd /"}),
                 {.files = {folder / "bug.c"}, .command = {folder / "test.sh", "@@"}});
  EXPECT_THAT(error.way_out, StartsWith("if it is a test, which exits with 0"));
}

TEST_F(AdviceOnCalls, TheCommandLooksForTheFileElsewhere) {
  Error error = error_of(ErrorKind::trivial, Reason::accepts_empty, {"/usr/share/x/x.conf"});
  EXPECT_EQ(
      in_options(error, {.files = {"x.conf"}, .command = {"x", "-t", "-c", "@@"}}).way_out,
      "the command looks for /usr/share/x/x.conf; to give it the whole path: whittle x.conf -- "
      "'x -t -c $PWD/@@'\nthe way out");
}

TEST_F(AdviceOnCalls, TheCommandMayNeedThePath) {
  Error error = error_of(ErrorKind::trivial, Reason::accepts_empty, {""});
  EXPECT_EQ(in_options(error, {.files = {"my bug.c"}, .command = {"gcc", "-c"}}).way_out,
            "'my bug.c' is given on standard input; to give its path: whittle 'my bug.c' -- gcc -c "
            "@@\nthe way out");
  EXPECT_THAT(in_options(error, {.files = {"a"}, .command = {"sh", "-c", "cc -c 2>&1"}}).way_out,
              HasSubstr("whittle a -- 'cc -c 2>&1 @@'\n"));
  EXPECT_EQ(in_options(error, {.files = {"a"}, .command = {"gcc", "@@"}}).way_out, "the way out");
}

TEST_F(AdviceOnCalls, TheFirstWordIsACommandOfOursWithALetterWrong) {
  const Error error = in_options(error_of(ErrorKind::test, Reason::test_was_refused),
                                 {.files = {"a b.c"}, .script = "histroy"});
  EXPECT_EQ(error.way_out, "did you mean: whittle history 'a b.c'\nthe way out");
}

TEST_F(AdviceOnCalls, TheTestIsAnInterpreter) {
  const Error error =
      in_options(error_of(ErrorKind::not_interesting, Reason::original_is_refused, {""}),
                 {.files = {folder / "bug.c"}, .script = "sh"});
  EXPECT_THAT(error.way_out, StartsWith("to keep the failure of the command sh: whittle "));
}

TEST_F(AdviceOnCalls, TheFirstFileIsTheTest) {
  Error empty = error_of(ErrorKind::trivial, Reason::accepts_empty);
  empty.way_out = "perhaps a is the test, and should not be reduced\nmore";
  EXPECT_EQ(in_options(empty, {.files = {"a", "b"}}).way_out,
            "perhaps a is the test, and should not be reduced: whittle ./a b\nmore");
}

/// Every option that advice names must exist.
TEST(Advice, NamesOnlyOptionsThatThereAre) {
  std::ifstream source(ADVICE_SOURCE);
  ASSERT_TRUE(source);
  const std::string text{std::istreambuf_iterator<char>(source), {}};
  const std::regex option("--[a-z][a-z-]*");
  std::size_t found = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at, ++found) {
    const std::string name = at->str();
    if (name == "--install") continue;  // of cmake
    if (name == "--vs") continue;       // between two commands
    EXPECT_TRUE(std::ranges::any_of(option_rows(), [&](const OptionRow& row) {
      return row.name == name;
    })) << name;
  }
  EXPECT_GT(found, 40u);
}

/// Every reason, but `none`.
std::vector<Reason> every_reason() {
  std::vector<Reason> reasons;
  for (auto reason = 1u; reason <= static_cast<unsigned>(Reason::foreign_grammars); ++reason)
    reasons.push_back(static_cast<Reason>(reason));
  return reasons;
}

/// The sentences for a cause with the values "VALUE0" to "VALUE4".
std::string sentences_about(Reason reason) {
  std::vector<std::string> values;
  for (int i = 0; i < 5; ++i) values.push_back(fmt::format("VALUE{}", i));
  const Error error = in_options(error_of(ErrorKind::usage, reason, std::move(values)), Call());
  return error.message + "\n" + error.way_out + "\n";
}

/// The words of a shell command without signs.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  bool is_quoted = false, has_word = false;
  for (const char c : text) {
    if (c == '\'') {
      is_quoted = !is_quoted;
    } else if (c == ' ' && !is_quoted) {
      has_word = false;
      continue;
    }
    if (!has_word) words.emplace_back();
    has_word = true;
    if (c != '\'') words.back() += c;
  }
  return words;
}

TEST(Advice, HasNoPlaceThatIsNotFilledAndNoMemberOfARequest) {
  for (const Reason reason : every_reason()) {
    const std::string text = sentences_about(reason);
    EXPECT_FALSE(std::regex_search(text, std::regex("[{}]|search\\.|test\\.|Request::"))) << text;
    EXPECT_FALSE(text.starts_with('\n')) << "a fact is never empty: " << text;
  }
}

TEST(Advice, ACallInASentenceIsUnderstood) {
  std::size_t calls = 0;
  for (const Reason reason : every_reason()) {
    std::string text = sentences_about(reason);
    const std::regex call("(?:^|: |&& |\\.\\.\\. )whittle ([^\n]*)");
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at, ++calls) {
      std::vector<std::string> words = split_words(at->str(1));
      if (words.back() == "...") words.back() = "TEST", words.emplace_back("FILE");
      const Result<Options> options = parse(words);
      EXPECT_TRUE(options) << at->str() << ": " << options.error().message;
    }
  }
  EXPECT_GT(calls, 8u);
}

TEST(Advice, AnOptionInASentenceTakesTheValueThatIsNamed) {
  std::size_t options = 0;
  for (const Reason reason : every_reason()) {
    const std::string text = sentences_about(reason);
    const std::regex mention("(--[a-z][a-z-]*)[ =]([a-z0-9][^ ,;:)\n]*)");
    for (std::sregex_iterator at(text.begin(), text.end(), mention), end; at != end; ++at) {
      const auto row = std::ranges::find(option_rows(), at->str(1), &OptionRow::name);
      if (row == option_rows().end() || row->value.empty() ||
          (has_optional_value(*row) && !at->str().contains('=')))
        continue;
      ++options;
      const std::vector<std::string> words = {at->str(1) + "=" + at->str(2), "t", "f"};
      const Result<Options> taken = parse(words);
      EXPECT_TRUE(taken) << at->str() << ": " << taken.error().message;
    }
  }
  EXPECT_GT(options, 8u);
}

/// How many values follow each mention of a reason in the source: "{Reason::x, {a, f(b, c)}}" has
/// two.
std::map<std::string, std::size_t> least_values_given(const std::filesystem::path& source) {
  std::map<std::string, std::size_t> least;
  const std::string mark = "Reason::";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    if (entry.path().extension() != ".cc" || entry.path().filename() == "advice.cc") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t at = 0; (at = text.find("{" + mark, at)) != text.npos; ++at) {
      const std::size_t begin = at + 1 + mark.size();
      const std::size_t end = text.find_first_of(",} ", begin);
      std::size_t values = 0, depth = 0;
      std::size_t open = text.find_first_not_of(" \n", end + 1);
      if (text[end] == ',' && text[open] == '{') {
        values = 1;
        for (; open < text.size(); ++open) {
          if (text[open] == '{' || text[open] == '(') ++depth;
          if ((text[open] == '}' || text[open] == ')') && --depth == 0) break;
          if (text[open] == ',' && depth == 1) ++values;
        }
      }
      const auto [seen, is_new] = least.emplace(text.substr(begin, end - begin), values);
      if (!is_new) seen->second = std::min(seen->second, values);
    }
  }
  return least;
}

TEST(Advice, EveryCauseHasTheValuesThatItsSentenceNeeds) {
  const std::filesystem::path folder = std::filesystem::path(ADVICE_SOURCE).parent_path();
  std::ifstream source(ADVICE_SOURCE);
  const std::string text{std::istreambuf_iterator<char>(source), {}};
  const std::map<std::string, std::size_t> given = least_values_given(folder.parent_path());
  EXPECT_GT(given.size(), 40u);
  const std::regex row("\\{Reason::([a-z_]+),");
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at) {
    const auto cause = given.find(at->str(1));
    if (cause == given.end()) continue;  // chosen by a condition
    const std::string sentences =
        text.substr(at->position(), text.find("},\n", at->position()) - at->position());
    for (std::size_t value = 0; value < 5; ++value)
      if (sentences.contains(fmt::format("{{{}}}", value))) {
        EXPECT_LT(value, cause->second) << at->str(1);
      }
  }
}

TEST(Advice, AReasonWithoutARowKeepsItsSentenceInTheWordsOfOptions) {
  EXPECT_EQ(in_options(Error{ErrorKind::usage,
                             "search.only cannot be combined with search.unit",
                             "",
                             {Reason::conflict, {"search.only", "search.unit"}}},
                       Call())
                .message,
            "--only cannot be combined with --unit");
}

TEST_F(AdviceOnCalls, AFileThatIsATestIsOneOnlyIfTheCommandIsNone) {
  const Error refused = error_of(ErrorKind::test, Reason::test_was_refused);
  const Error error =
      in_options(refused, {.files = {folder / "test.sh"}, .command = {folder / "bug.c"}});
  EXPECT_THAT(error.way_out, StartsWith("a test needs no --: whittle "));
  EXPECT_EQ(
      in_options(refused, {.files = {folder / "test.sh"}, .command = {folder / "bug.c", "-x"}})
          .way_out,
      "the way out");
  EXPECT_EQ(in_options(refused, {.files = {folder / "bug.c"}, .command = {"/bin/sh"}}).way_out,
            "the way out");
}

TEST_F(AdviceOnCalls, SeveralFilesLeaveTheQuestionOpen) {
  const Error refused = error_of(ErrorKind::test, Reason::test_was_refused);
  EXPECT_EQ(in_options(refused, {.files = {folder / "test.sh", folder / "bug.c"},
                                 .script = folder / "bug.c"})
                .message,
            "the fact");
}

TEST_F(AdviceOnCalls, AScriptInAFolderIsNoInterpreter) {
  for (const std::string script : {"./sh", ""})
    EXPECT_THAT(in_options(error_of(ErrorKind::not_interesting, Reason::original_is_refused, {""}),
                           {.files = {folder / "bug.c"}, .script = script})
                    .way_out,
                StartsWith("it must work in a folder that holds only the reduced files"));
}

TEST(Advice, ACallIsThatOfTheRequest) {
  Request request;
  request.files = {"a", "b"};
  request.test.script = "t";
  request.test.conditions.command = {"cc"};
  request.output = "-";
  const Call call = call_of(request);
  EXPECT_EQ(call.files, request.files);
  EXPECT_EQ(call.script, "t");
  EXPECT_EQ(call.command, request.test.conditions.command);
  EXPECT_TRUE(call.prints_result);
}

}  // namespace
}  // namespace whittle
