#include "cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "run/request_json.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Options> parsed(std::vector<std::string> words) {
  return parse(words);
}
std::string refused(std::vector<std::string> words) {
  const Result<Options> options = parse(words);
  return options ? "nothing was refused" : options.error().message;
}

TEST(Parse, ATestAndItsFiles) {
  const Result<Options> options = parsed({"./test.sh", "a.c", "b.c"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->request.test.script, "./test.sh");
  EXPECT_THAT(options->request.files, ElementsAre("a.c", "b.c"));
}

TEST(Parse, ACommandAfterTheFile) {
  const Result<Options> options = parsed({"-j", "4", "a.c", "--", "cc", "-c", "@@"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->request.jobs, 4u);
  EXPECT_THAT(options->request.test.conditions.command, ElementsAre("cc", "-c", "@@"));
  EXPECT_THAT(options->request.caller.options, ElementsAre("--jobs=4"));
  EXPECT_THAT(options->request.caller.words, ElementsAre("a.c", "--", "cc", "-c", "@@"));
}

TEST(Parse, AValueInTheSameOrInTheNextArgument) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--plan=hdd", "t", "f"},
                                                {"--plan", "hdd", "t", "f"},
                                                {"-phdd", "t", "f"},
                                                {"-p", "hdd", "t", "f"}})
    EXPECT_EQ(parsed(words)->request.search.plan, "hdd");
}

TEST(Parse, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refused({"--jobz=3", "t", "f"}), "unknown option '--jobz', did you mean '--jobs'?");
  EXPECT_EQ(refused({"--jobs", "0", "t", "f"}), "--jobs: '0' is not a number from 1 to 4096");
  EXPECT_EQ(refused({"--unit=meters", "t", "f"}),
            "--unit: 'meters' is not one of bytes, chars, tokens, lines, brackets, auto");
  EXPECT_EQ(refused({"--resume=yes", "f"}), "--resume takes no value");
  EXPECT_EQ(refused({"t", "f", "--plan"}), "--plan needs a value: --plan NAME[:KEY,...]");
  EXPECT_EQ(refused({"f"}), "only f is given; a test and a file are needed");
  EXPECT_EQ(refused({}), "no test and no file are given");
}

TEST(Parse, RefusesOptionsThatBatchCannotKeep) {
  EXPECT_THAT(refused({"--json", "x", "batch", "folder", "--", "cc", "@@"}),
              HasSubstr("batch cannot be combined with --json"));
  EXPECT_THAT(refused({"--reduce-command", "batch", "folder", "--", "cc", "@@"}),
              HasSubstr("batch cannot be combined with --reduce-command"));
}

TEST(Parse, TakesAShareOrAnExpectedNumberForSigma) {
  EXPECT_EQ(parsed({"--algorithm=probdd:sigma=0.2", "t", "f"})->request.search.algorithm.sigma,
            0.2);
  EXPECT_EQ(parsed({"--algorithm=probdd:sigma=5/n", "t", "f"})->request.search.algorithm.expected,
            5.0);
  EXPECT_THAT(refused({"--algorithm=probdd:sigma=2", "t", "f"}),
              HasSubstr("is not a number between 0 and 1"));
}

TEST(Parse, KnowsTheSubcommands) {
  EXPECT_EQ(parsed({"batch", "folder", "--", "cc", "@@"})->task, Task::batch);
  EXPECT_EQ(parsed({"history", "f"})->task, Task::history);
  EXPECT_EQ(parsed({"explain", "f"})->task, Task::explain);
  EXPECT_EQ(parsed({"worker"})->task, Task::worker);
  EXPECT_EQ(parsed({"help", "json"})->task, Task::topic);
  EXPECT_EQ(parsed({"--help"})->task, Task::help);
}

/// What `--resume` does: the stored request, with the options of this call.
struct Resume : testing::Test {
  Result<Options> with(const std::vector<std::string>& then, std::vector<std::string> now) {
    const std::string json = to_json(parse(then)->request, "/");
    now.insert(now.begin(), "--resume");
    now.push_back("f");
    const Result<Options> options = parse(now);
    if (!options) return std::unexpected(options.error());
    return resumed_options(std::move(request_from_json(json)->request), *options);
  }
};

TEST_F(Resume, TheStoredRequestIsContinued) {
  const Result<Options> options = with({"--plan=hdd", "--verify", "t", "f", "g"}, {});
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->resume);
  EXPECT_EQ(options->request.search.plan, "hdd");
  EXPECT_TRUE(options->request.search.verify);
  EXPECT_EQ(options->request.test.script, "t");
  EXPECT_THAT(options->request.files, ElementsAre("f", "g"));
}

TEST_F(Resume, AnOptionOfOneCallIsNotKept) {
  const Result<Options> options = with({"--max-tests=3", "--force", "-j2", "t", "f"}, {});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->request.search.max_tests, SearchOptions().max_tests);
  EXPECT_FALSE(options->request.force);
  EXPECT_EQ(options->request.jobs, 2u);
  EXPECT_THAT(options->request.caller.options, ElementsAre("--jobs=2"));
}

TEST_F(Resume, AChangeableOptionCanBeGivenAgain) {
  const Result<Options> options = with({"-j2", "t", "f"}, {"-j5", "--max-tests=3"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->request.jobs, 5u);
  EXPECT_EQ(options->request.search.max_tests, 3u);
}

TEST_F(Resume, APartOfTheSearchCanOnlyBeRepeated) {
  EXPECT_TRUE(with({"--plan=hdd", "t", "f"}, {"--plan=hdd"}));
  EXPECT_TRUE(with({"--only=comments,names", "t", "f"}, {"--only=names"}));
  EXPECT_EQ(with({"--plan=hdd", "t", "f"}, {"--plan=lines"}).error().message,
            "--plan=lines cannot be changed with --resume");
  EXPECT_EQ(with({"t", "f"}, {"--without=renames"}).error().message,
            "--without=renames cannot be changed with --resume");
  EXPECT_FALSE(with({"--effort=full", "t", "f"}, {"--effort=normal"}));
  EXPECT_TRUE(with({"t", "f"}, {"--effort=normal"})) << "this is what it was";
}

TEST_F(Resume, TheReportsOfTheStoredRunAreWrittenAgain) {
  const Result<Options> again = with({"--report=a.md", "--report=a.html", "t", "f"}, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->markdown, "a.md");
  EXPECT_EQ(again->report, "a.html");
  const Result<Options> other = with({"--report=a.md", "t", "f"}, {"--report=b.html"});
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->markdown) << "others were asked for";
  EXPECT_EQ(other->report, "b.html");
  EXPECT_FALSE(with({"--report=a.html", "t", "f"}, {"--report=b.md"})->report);
}

TEST_F(Resume, OptionsOfPrintingAreThoseOfThisCall) {
  const Result<Options> options =
      with({"--quiet", "--json=e.json", "--verbose", "t", "f"}, {"--progress=none"});
  ASSERT_TRUE(options);
  EXPECT_FALSE(options->quiet);
  EXPECT_FALSE(options->verbose);
  EXPECT_FALSE(options->json);
  EXPECT_EQ(options->progress, ProgressStyle::none);
  EXPECT_THAT(options->request.caller.options, ElementsAre("--progress=none"));
}

TEST_F(Resume, OptionsThatAreAddedUpCanBeRepeatedOneByOne) {
  EXPECT_TRUE(with({"--keep=a", "--keep=b", "t", "f"}, {"--keep=b"}));
  EXPECT_FALSE(with({"--keep=a", "--keep=b", "t", "f"}, {"--keep=c"}));
  EXPECT_TRUE(with({"--stage=s=true", "f"}, {"--stage=s=true"}));
  EXPECT_FALSE(with({"--stage=s=true", "f"}, {"--stage=s=false"}));
  EXPECT_FALSE(with({"t", "f"}, {"--stage=s=true"}));
}

TEST_F(Resume, ASettingThatIsTheDefaultCanBeSaid) {
  EXPECT_TRUE(with({"t", "f"}, {"--plan=auto"}));
  EXPECT_TRUE(with({"--delete-only=off", "t", "f"}, {"--delete-only=off"}));
  EXPECT_FALSE(with({"--delete-only=off", "t", "f"}, {"--delete-only"}));
  EXPECT_FALSE(with({"--unit=lines", "t", "f"}, {"--unit=tokens"}));
}

TEST_F(Resume, EachFixedOptionIsRefusedIfItChangesTheSearch) {
  const std::map<std::string_view, std::string> values = {
      {"--algorithm", "ddmin"}, {"--language", "c"},      {"--width", "7"},
      {"--slower-than", "3s"},  {"--stage", "n=true"},    {"--exit", "3"},
      {"--view", "base64"},     {"--valid", "c"},         {"--until", "50%"},
      {"--delete-only", ""},    {"--well-formed", "off"}, {"--goal", "lines"},
      {"--unit", "lines"},      {"--effort", "full"},     {"--policy", "none"},
      {"--parallel", "off"},    {"--same-bug", "any"},    {"--plan", "lines"}};
  std::size_t fixed = 0;
  for (const OptionRow& row : option_rows()) {
    // --save-as and --bad say where the run is and what its command is.
    if (row.on_resume != OnResume::fixed || row.name == "--bad" || row.name == "--reduce-command")
      continue;
    ++fixed;
    const auto value = values.find(row.name);
    std::string text(row.name);
    if (!row.value.empty() && (value == values.end() || !value->second.empty()))
      text += "=" + (value == values.end() ? "x" : value->second);
    const Result<Options> options = with({"t", "f"}, {text});
    ASSERT_FALSE(options) << text;
    EXPECT_EQ(options.error().message, text + " cannot be changed with --resume");
    EXPECT_EQ(options.error().way_out, "to use it, start a new run without --resume");
  }
  EXPECT_GT(fixed, 25u);
}

}  // namespace
}  // namespace whittle
