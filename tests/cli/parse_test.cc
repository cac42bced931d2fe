// The words of a command line: commands, mistakes, and options that belong together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/called.h"
#include "cli/cluster_options.h"
#include "cli/help.h"
#include "cli/option_setters.h"
#include "cli/options.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Words = std::vector<std::string>;

/// "fact / way out", or "" if nothing is wrong.
std::string mistake_in(const Words& words) {
  const Result<Options> options = parse(words);
  if (options) return "";
  return options.error().message + " / " + options.error().way_out;
}

Options understood(const Words& words) {
  Result<Options> options = parse(words);
  EXPECT_TRUE(options) << options.error().message;
  return options ? std::move(*options) : Options();
}

struct ParseWords : InEmptyFolder {};

TEST_F(ParseWords, AFirstWordMayNameACommand) {
  struct Row {
    Words words;
    Task task;
    Words files;
  };
  const Row rows[] = {
      {{"history", "f"}, Task::history, {"f"}},
      {{"history", "f", "3"}, Task::history, {"f", "3"}},
      {{"explain", "f"}, Task::explain, {"f"}},
      {{"bugs", "f"}, Task::bugs, {"f"}},
      {{"view", "f"}, Task::view, {"f"}},
      {{"report", "f"}, Task::report, {"f"}},
      {{"init", "f"}, Task::init, {"f"}},
      {{"init", "f", "--", "cc", "@@"}, Task::init, {"f"}},
      {{"batch", "folder", "--", "cc", "@@"}, Task::batch, {"folder"}},
      {{"blame", "f", "--", "cc", "@@"}, Task::blame, {"f"}},
      {{"blame", "t", "f"}, Task::blame, {"f"}},
      {{"blame", "--stage=a=true", "f"}, Task::blame, {"f"}},
      {{"--make-test", "s", "f", "--", "cc", "@@"}, Task::make_test, {"f"}},
      {{"init", "--make-test", "s", "f", "--", "cc", "@@"}, Task::make_test, {"f"}},
      {{"--show-tree", "f"}, Task::show_tree, {"f"}},
      {{"--show-graph", "f"}, Task::show_graph, {"f"}},
      {{"--show-graph=dot", "f"}, Task::show_graph_dot, {"f"}},
      {{"--list", "plans"}, Task::list_plans, {}},
      {{"--version"}, Task::version, {}},
      {{"--completions", "fish"}, Task::completions, {}},
      {{"cluster", "key"}, Task::cluster, {}},
      {{"./history", "f"}, Task::reduce, {"f"}},
      {{"--resume", "history"}, Task::reduce, {"history"}},
  };
  for (const Row& row : rows) {
    const Options options = understood(row.words);
    EXPECT_EQ(options.task, row.task) << testing::PrintToString(row.words);
    EXPECT_EQ(options.request.files, row.files) << testing::PrintToString(row.words);
  }
}

TEST_F(ParseWords, ACommandWithOtherWordsIsAnsweredWithTheRightCall) {
  struct Row {
    Words words;
    std::string fact, call;
  };
  const Row rows[] = {
      {{"history"}, "history needs one file", "history FILE [N]"},
      {{"history", "f", "1", "2"}, "history needs one file", "history FILE [N]"},
      {{"explain", "f", "g"}, "explain needs one file", "explain FILE"},
      {{"bugs"}, "bugs needs one file", "bugs FILE"},
      {{"view", "f", "3"}, "view needs one file", "view FILE"},
      {{"report", "f", "f.md"}, "report needs one file", "report FILE -o FILE.md"},
      {{"init"}, "init needs one file", "init FILE"},
      {{"init", "f", "g"}, "init needs one file", "init FILE"},
      {{"blame", "f"}, "blame needs a file and a command after --", "blame FILE -- COMMAND @@"},
      {{"batch", "f"}, "batch needs one folder", "batch FOLDER -- COMMAND @@"},
      {{"batch", "f", "g", "--", "x"}, "batch needs one folder", "batch FOLDER -- COMMAND @@"},
      {{"worker", "nats://h"}, "worker takes only options", "worker --connect nats://HOST"},
      {{"cluster"}, "cluster needs one of up, status, down and key", "cluster up --local 2"},
      {{"cluster", "go"}, "cluster needs one of up, status, down and key", "cluster up --local 2"},
      {{"view", "f", "--", "cat", "@@"}, "view needs one file", "view FILE"},
  };
  for (const Row& row : rows) {
    EXPECT_THAT(mistake_in(row.words), StartsWith(row.fact)) << testing::PrintToString(row.words);
    EXPECT_THAT(mistake_in(row.words), HasSubstr(" / write it as: whittle " + row.call));
  }
}

TEST_F(ParseWords, AFileOfThatNameIsAFile) {
  for (const std::string name : {"history", "worker", "batch"}) {
    write(name, "x");
    EXPECT_EQ(mistake_in({name, "f", "g", "h"}), "") << name;
    std::filesystem::remove(name);
    EXPECT_NE(mistake_in({name, "f", "g", "h"}), "") << name;
  }
}

TEST_F(ParseWords, MistakesAroundTheDashesAreExplained) {
  EXPECT_EQ(mistake_in({"--", "cc", "@@"}),
            "there is no FILE before -- / a command comes after FILE: whittle FILE -- COMMAND @@\n"
            "a test needs no --: whittle TEST FILE");
  EXPECT_EQ(mistake_in({"f", "--"}),
            "no command after -- / write it as: whittle FILE -- clang -O2 -c @@");
  EXPECT_EQ(mistake_in({"f", "--", ""}), "the command is empty / ");
  EXPECT_EQ(mistake_in({"f", "--", "cc", "--vs"}),
            "no command after --vs / write it as: whittle FILE -- COMMAND @@ --vs OTHER_COMMAND "
            "@@");
  EXPECT_EQ(mistake_in({"f", "--", "cc", "--vs", ""}), "the command is empty / ");
  EXPECT_EQ(mistake_in({"f", "cc", "@@"}),
            "@@ is the candidate's path in a command, which comes after -- / "
            "write it as: whittle FILE -- COMMAND @@");
  EXPECT_EQ(mistake_in({"", "f"}), "the name of the test is empty / ");
  EXPECT_EQ(mistake_in({"--resume"}),
            "--resume needs the FILE whose run is to be continued / "
            "write it as: whittle --resume FILE");
}

TEST_F(ParseWords, TwoCommandsAreSplitAtVs) {
  const Options options = understood({"f", "--", "a", "@@", "--vs", "b", "--vs", "@@"});
  EXPECT_THAT(options.request.test.conditions.command, ElementsAre("a", "@@"));
  EXPECT_THAT(options.request.test.conditions.versus, ElementsAre("b", "--vs", "@@"));
}

TEST_F(ParseWords, ACommandInOneWordIsRunByTheShellWhichIsSaid) {
  const Options options = understood({"f", "--", "grep x @@ | wc -l"});
  EXPECT_THAT(options.request.test.conditions.command,
              ElementsAre("sh", "-c", "grep x \"$1\" | wc -l", "sh", "@@"));
  EXPECT_THAT(options.remarks, ElementsAre("the shell runs: grep x @@ | wc -l"));
}

TEST_F(ParseWords, ASecondCommandInOneWordIsRunByTheShellToo) {
  const Options options = understood({"f", "--", "a", "@@", "--vs", "b @@ | wc -l"});
  EXPECT_THAT(options.request.test.conditions.versus,
              ElementsAre("sh", "-c", "b \"$1\" | wc -l", "sh", "@@"));
}

TEST_F(ParseWords, TheBadCommandIsTheCommand) {
  EXPECT_THAT(understood({"--bad", "cc -c @@", "f"}).request.test.conditions.command,
              ElementsAre("cc", "-c", "@@"));
  EXPECT_THAT(understood({"--bad", "cc -c @@ 2>&1 | grep x", "f"}).request.test.conditions.command,
              ElementsAre("/bin/sh", "-c", HasSubstr("| grep x"), "sh", "@@"));
  EXPECT_THAT(understood({"--bad", "grep 'x y'", "f"}).request.test.conditions.command,
              testing::SizeIs(3))
      << "it reads the candidate from standard input";
  EXPECT_EQ(mistake_in({"--bad", "a", "f", "--", "b"}),
            "--bad cannot be combined with a command after -- / the command after -- is the bad "
            "one");
}

TEST_F(ParseWords, StagesAreTheWholeTest) {
  const Options options = understood({"--stage", "a=true", "--stage", "b=x=y", "f", "g"});
  ASSERT_EQ(options.request.test.conditions.stages.size(), 2u);
  EXPECT_EQ(options.request.test.conditions.stages[1].name, "b");
  EXPECT_EQ(options.request.test.conditions.stages[1].command, "x=y");
  EXPECT_THAT(options.request.files, ElementsAre("f", "g"));
  EXPECT_EQ(options.request.test.script, "");

  EXPECT_THAT(mistake_in({"--stage", "a=true", "f", "--", "cc"}),
              StartsWith("--stage cannot be combined with a command after --"));
  EXPECT_THAT(mistake_in({"--stage", "a=true", "--exit=1", "f"}),
              StartsWith("conditions such as --exit and --output need a command after --"));
  for (const std::string wrong : {"true", "=true", "a b=true", "\x1b=true"})
    EXPECT_THAT(mistake_in({"--stage", wrong, "f"}), HasSubstr("is not NAME=COMMAND")) << wrong;
  EXPECT_THAT(mistake_in({"--stage", "a=x", "--stage", "a=y", "f"}),
              HasSubstr("there are two stages with the name 'a'"));
}

TEST_F(ParseWords, AnExecutableFirstFileWithStagesIsProbablyTheTest) {
  write_program("test.sh", "true");
  EXPECT_EQ(mistake_in({"--stage", "a=true", "test.sh", "f"}),
            "test.sh is executable, but with --stage it would be reduced / make it the last stage: "
            "--stage \"test=$PWD/test.sh\"");
  EXPECT_EQ(mistake_in({"--stage", "a=true", "test.sh"}), "") << "it may be the file to reduce";
}

TEST_F(ParseWords, OptionsThatNeedAnotherOneSaySo) {
  EXPECT_THAT(mistake_in({"--json=weights", "t", "f"}), StartsWith("--json=weights needs a file"));
  EXPECT_EQ(mistake_in({"--json=weights", "--json", "e", "t", "f"}), "");
  EXPECT_THAT(mistake_in({"--bug", "1", "t", "f"}), StartsWith("--bug needs --resume"));
  EXPECT_EQ(mistake_in({"--resume", "--bug", "1", "f"}), "");
}

TEST_F(ParseWords, ABatchFindsOutByItselfWhatToKeep) {
  const Words batch = {"batch", "folder", "--", "cc", "@@"};
  const Words refused[] = {{"--resume"},        {"--workers", "x"}, {"--json", "x"},
                           {"--serve", "0"},    {"--report=x.md"},  {"--report=x.html"},
                           {"--exit=1"},        {"--output=x"},     {"--reduce-command"},
                           {"--slower-than=1s"}};
  for (const Words& options : refused) {
    Words words = options;
    words.insert(words.end(), batch.begin(), batch.end());
    EXPECT_FALSE(parse(words)) << testing::PrintToString(words);
  }
  EXPECT_EQ(understood(batch).request.record, KeepRecord::never);
}

TEST_F(ParseWords, ASmallRecordStaysUnlessTheUserSaysOtherwise) {
  const auto record = [](const Words& words, CalledAs name = CalledAs::whittle) {
    return parse(words, name)->request.record;
  };
  EXPECT_EQ(record({"t", "f"}), KeepRecord::if_small);
  EXPECT_EQ(record({"--leave=history", "t", "f"}), KeepRecord::always);
  EXPECT_EQ(record({"--leave=orig", "t", "f"}), KeepRecord::never);
  EXPECT_EQ(record({"-o", "-", "t", "f"}), KeepRecord::never);
  EXPECT_EQ(record({"t", "f"}, CalledAs::creduce), KeepRecord::never);
}

TEST_F(ParseWords, TheEndingChoosesTheKindOfReport) {
  const Options both = understood({"--report=a.md", "--report=b.html", "t", "f"});
  EXPECT_EQ(both.markdown, "a.md");
  EXPECT_EQ(both.report, "b.html");
  const Options later = understood({"report", "f", "-o", "c.md"});
  EXPECT_EQ(later.markdown, "c.md");
  EXPECT_FALSE(later.request.output);
  EXPECT_EQ(understood({"report", "f", "-o", "c.html"}).report, "c.html");
}

TEST_F(ParseWords, ALetterAndItsValueCanBeOneArgument) {
  EXPECT_EQ(understood({"-j7", "t", "f"}).request.jobs, 7u);
  EXPECT_TRUE(understood({"-v", "-q", "t", "f"}).verbose);
  EXPECT_THAT(mistake_in({"-vq", "t", "f"}),
              StartsWith("-v takes no value; write the options in '-vq' separately"));
  EXPECT_THAT(mistake_in({"-x", "t", "f"}), StartsWith("unknown option '-x'"));
  EXPECT_THAT(mistake_in({"-i", "f"}), HasSubstr("FILE is given without -i"));
  EXPECT_THAT(understood({"t", "-"}).request.files, ElementsAre("-"));
}

TEST_F(ParseWords, AnUnknownOptionNamesTheOneThatWasMeant) {
  const std::pair<std::string, std::string> rows[] = {
      {"--reduce", "did you mean '--reduce-command'?"},  // its beginning
      {"--timeout-ms", "did you mean '--timeout'?"},     // with another word
      {"--jbos", "did you mean '--jobs'?"},              // a typing error
      {"--local", "it comes after the command, as in: whittle worker"},
      {"--seed", "seed is a parameter of --algorithm, as in: -a NAME:seed"},
      {"--rounds", "rounds is a parameter of --plan, as in: -p NAME:rounds"},
      {"--", ""},
      {"--=x", "unknown option '--'"},
      {"--zzzzzzzzzzz", "unknown option '--zzzzzzzzzzz' / see: whittle --help"},
  };
  for (const auto& [option, answer] : rows)
    EXPECT_THAT(mistake_in({option, "t", "f"}), HasSubstr(answer)) << option;
}

TEST_F(ParseWords, OptionsOfTheClusterComeAfterItsCommand) {
  const Options worker =
      understood({"worker", "--connect", "nats://h", "--trust=a,b", "--slots=3"});
  EXPECT_EQ(worker.connect, "nats://h");
  EXPECT_THAT(worker.trust, ElementsAre("a", "b"));
  EXPECT_EQ(worker.slots, 3u);
  EXPECT_EQ(understood({"cluster", "up", "--local", "2"}).local, 2u);
  for (const OptionRow& row : cluster_rows()) {
    EXPECT_THAT(mistake_in({std::string(row.name), "1", "t", "f"}),
                HasSubstr("is an option of whittle worker and cluster"));
    const Result<std::string> help = help_on(Words{std::string(row.name)});
    EXPECT_TRUE(help) << row.name;
  }
}

TEST_F(ParseWords, AViewIsANameOrTwoCommands) {
  EXPECT_EQ(understood({"--view", "base64", "t", "f"}).request.view->name, "base64");
  const Options own = understood({"--view", "cat -", "tac -", "t", "f"});
  EXPECT_EQ(own.request.view->decode, "cat -");
  EXPECT_EQ(own.request.view->encode, "tac -");
  EXPECT_THAT(own.request.files, ElementsAre("f"));
  const Options program = understood({"--view", "cat", "tac", "t", "f"});
  EXPECT_EQ(program.request.view->encode, "tac") << "a program of that name is a command";
  EXPECT_THAT(mistake_in({"--view", "bas64", "t", "f"}), HasSubstr("unknown view 'bas64'"))
      << "a misspelled name must not take TEST for ENCODE";
  EXPECT_FALSE(parse(Words{"--view", "cat -"})) << "ENCODE is missing";
  EXPECT_EQ(own.given.front().text(), "--view=cat -\ntac -") << "so it can be repeated on resume";
}

TEST_F(ParseWords, WithoutTakesPassesAndPartsOfAPlan) {
  const SearchOptions search =
      understood({"--without=lines,renames,,dependencies", "--without=dead-code,names", "t", "f"})
          .request.search;
  EXPECT_THAT(search.without, ElementsAre("lines", "names"));
  EXPECT_TRUE(search.keep_names);
  EXPECT_TRUE(search.debloat.without_dependencies);
  EXPECT_TRUE(search.debloat.without_dead_code);
}

TEST_F(ParseWords, ALanguageIsANameOrAParser) {
  EXPECT_EQ(understood({"-l", "c", "t", "f"}).request.search.language, "c");
  for (const std::string parser : {"./parser.so", "parser.so:c", "dir/parser"}) {
    const SearchOptions search = understood({"-l", "c", "-l", parser, "t", "f"}).request.search;
    EXPECT_EQ(search.grammar, parser);
    EXPECT_FALSE(search.language) << "the last one counts";
  }
  EXPECT_FALSE(understood({"-l", "./p.so", "-l", "c", "t", "f"}).request.search.grammar);
}

TEST_F(ParseWords, ASwitchCanBeTurnedOff) {
  EXPECT_EQ(understood({"--delete-only", "t", "f"}).request.search.delete_only, true);
  EXPECT_EQ(understood({"--delete-only=off", "t", "f"}).request.search.delete_only, false);
  EXPECT_THAT(mistake_in({"--delete-only=on", "t", "f"}), HasSubstr("'on' is not off"));
  EXPECT_EQ(understood({"--well-formed", "t", "f"}).request.search.well_formed, true);
  EXPECT_EQ(understood({"--well-formed=off", "t", "f"}).request.search.well_formed, false);
  const Options compiler = understood({"--well-formed=compiler", "t", "f"});
  EXPECT_TRUE(compiler.request.test.conditions.compiler_accepts);
  EXPECT_FALSE(compiler.request.search.well_formed) << "nothing is said about errors of syntax";
  EXPECT_THAT(mistake_in({"--well-formed=on", "t", "f"}), HasSubstr("is not compiler or off"));
  EXPECT_THAT(mistake_in({"--show-graph=svg", "f"}), HasSubstr("'svg' is not dot"));
  EXPECT_TRUE(understood({"--listen=off", "t", "f"}).request.search.no_listen);
  EXPECT_FALSE(understood({"--listen=off", "--listen=auto", "t", "f"}).request.search.no_listen);
}

TEST_F(ParseWords, ARateIsAWordOrAPercentage) {
  const auto test = [](const std::string& value) {
    return understood({"--flaky", value, "t", "f"}).request.test;
  };
  EXPECT_EQ(test("half").flaky, Flaky::half);
  EXPECT_EQ(test("stop").flaky, Flaky::stop);
  EXPECT_EQ(test("99%").least_rate, 0.99);
  EXPECT_EQ(test("0.1%").flaky, Flaky::rate);
  for (const std::string wrong : {"0%", "99.1%", "0.09%", "50", "%", "-5%", "rate", "5%%", "nan%"})
    EXPECT_THAT(mistake_in({"--flaky", wrong, "t", "f"}),
                HasSubstr("is not half, raise, stop or a rate from 0.1% to 99%"))
        << wrong;
  EXPECT_EQ(understood({"--flaky=50%", "--flaky=half", "t", "f"}).request.test.least_rate, 0);
}

TEST_F(ParseWords, NumbersSizesAndStatusesHaveBounds) {
  const std::pair<Words, bool> rows[] = {
      {{"--jobs=4096"}, true},    {{"--jobs=4097"}, false},      {{"--jobs=-1"}, false},
      {{"--jobs=1x"}, false},     {{"--jobs="}, false},          {{"--jobs=+1"}, false},
      {{"--max-tests=0"}, true},  {{"--max-tests=1e3"}, false},  {{"--exit=0,255"}, true},
      {{"--exit=256"}, false},    {{"--exit=1,"}, false},        {{"--exit=-1"}, false},
      {{"--memory=512M"}, true},  {{"--memory=0"}, false},       {{"--memory=M"}, false},
      {{"--memory=1.5G"}, false}, {{"--memory=2T"}, false},      {{"--memory="}, false},
      {{"--timeout=0"}, false},   {{"--timeout=500ms"}, true},   {{"--timeout=1h30"}, false},
      {{"--timeout=-1s"}, false}, {{"--processes=0"}, false},    {{"--width=0"}, false},
      {{"--until=50%"}, true},    {{"--until=0 apples"}, false}, {{"--until=100 tokens"}, true},
      {{"--serve=8080"}, true},   {{"--serve=x:y"}, false},      {{"--valid=cobol"}, false},
      {{"--list=all"}, false},    {{"--effort=half"}, false},    {{"--progress=none"}, true},
      {{"--leave=all"}, false},   {{"--bug=0"}, false},
  };
  for (const auto& [options, is_right] : rows) {
    Words words = options;
    words.insert(words.end(), {"t", "f"});
    EXPECT_EQ(parse(words).has_value(), is_right) << options.front();
  }
}

TEST(ParseSize, AUnitIsAPowerOfTwo) {
  EXPECT_EQ(parse_size("800000k"), 800000ull << 10);
  EXPECT_EQ(parse_size("800000K"), 800000ull << 10);
  EXPECT_EQ(parse_size("512M"), 512ull << 20);
  EXPECT_EQ(parse_size("2G"), 2ull << 30);
  EXPECT_EQ(parse_size("12345"), 12345ull);
  EXPECT_EQ(parse_size("8589934592G"), 1ull << 63) << "the most that is read does not overflow";
  EXPECT_EQ(parse_size("x").error().message, "'x' is not a size; write it as 512M or 2G");
}

TEST(WordsOf, AnOptionTakesAllWordsOfItsTable) {
  std::size_t count = 0;
  for (const OptionRow& row : option_rows())
    for (const std::string& word : words_of(row.name)) {
      ++count;
      EXPECT_TRUE(parse(Words{fmt::format("{}={}", row.name, word), "t", "f"}))
          << row.name << "=" << word;
      EXPECT_TRUE(row.line.contains(word) || row.text.contains(word) || row.name == "--unit")
          << "the help of " << row.name << " does not name " << word;
    }
  EXPECT_GT(count, 30u);
  EXPECT_THAT(words_of("--keep"), IsEmpty());
}

TEST(GivenOption, IsWrittenAsItCanBeTyped) {
  const Options options =
      understood({"-j", "3", "--verify", "--keep", "a b", "--delete-only", "t", "f"});
  Words texts;
  for (const Options::Given& given : options.given) texts.push_back(given.text());
  EXPECT_THAT(texts, ElementsAre("--jobs=3", "--verify", "--keep=a b", "--delete-only"));
  EXPECT_EQ(options.request.caller.options, texts);
  texts.insert(texts.end(), {"t", "f"});
  EXPECT_EQ(understood(texts).request.caller.options, options.request.caller.options);
}

TEST(OptionRows, SayWhatTheirDefaultIsAndWhereToRead) {
  for (const OptionRow& row : option_rows()) {
    EXPECT_FALSE(row.line.ends_with('.')) << row.name << ": the help adds no dots";
    EXPECT_TRUE(row.text.empty() || row.text.ends_with('.') || row.text.ends_with(')')) << row.name;
    EXPECT_TRUE(row.apply) << row.name;
  }
}

}  // namespace
}  // namespace whittle
