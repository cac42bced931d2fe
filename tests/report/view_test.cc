#include <gtest/gtest.h>
#include <string>

#include "report/keys.h"
#include "report/lines.h"
#include "report/pages.h"
#include "report/run_state.h"
#include "report/summary.h"
#include "report/view_lines.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;

/// A run of 41 s on 16 slots of which two are busy.
RunState example(Goal goal = Goal::tokens) {
  RunState state;
  RunStart start;
  start.tokens = 10'000;
  start.bytes = 88'310;
  start.jobs = 16;
  start.goal = goal;
  start.files = {"x.c"};
  start.original = Document::single("x.c", "int a;\nint b;\nint c;\n");
  state.started(start);
  const EditList edits(start.original, std::vector<Edit>(3));
  state.list_began(
      {.number = 1, .stage = "lines/probdd", .edits = &edits, .elements = edits.size()});
  Told told;
  told.stage = "lines/probdd";
  told.outcome = Outcome::interesting;
  told.bytes = 1204;
  state.told(told);
  const Document best = Document::single("x.c", "int a;\nint c;\n");
  state.improved({.number = 1,
                  .list = 1,
                  .stage = "lines/probdd",
                  .tokens = 100,
                  .bytes = 1204,
                  .lines = 12,
                  .document = &best});
  told.outcome = Outcome::uninteresting;
  told.timed_out = true;
  state.told(told);
  Activity activity;
  activity.started = 3102;
  state.tally.activity(activity);
  state.slot_changed({SlotChange::Phase::start, 0, false, false, {}});
  state.slot_changed({SlotChange::Phase::start, 1, true, false, {}});
  state.slot_changed({SlotChange::Phase::start, 2, true, false, {}});
  state.slot_changed({SlotChange::Phase::end, 1, true, true, {}});
  return state;
}

std::vector<std::string> texts(const std::vector<Line>& lines) {
  std::vector<std::string> texts;
  for (const Line& line : lines) texts.push_back(text_of(line));
  return texts;
}

TEST(View, OnAnOrdinaryTerminalItShowsAll) {
  const RunState state = example();
  const auto lines = texts(view_lines(state, state.began + 41s, {.width = 80, .height = 24}));
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(lines[0], "0:41  99 % removed  10,000 -> 100 tokens  88,310 -> 1,204 bytes  x.c");
  EXPECT_EQ(columns(lines[1]), 76u);
  EXPECT_TRUE(lines[1].ends_with(" 10,000 tokens")) << lines[1];
  EXPECT_TRUE(lines[3].ends_with(" 100")) << lines[3];
  EXPECT_EQ(lines[4], "lines by probdd  list 1: 3 edits, 2 queries");
  EXPECT_EQ(lines[5], "3,102 tests run, 2 used, 0 remembered  75.7 tests/s  50 % interesting");
  EXPECT_EQ(lines[6], "2 of 16 slots busy  41s  -  41s");
  EXPECT_EQ(lines[7], "no gain for 40 s  1 test reached the time limit  ? for keys");
}

TEST(View, EachLineIsShorterThanTheTerminalAndTheyTakeAThirdOfIt) {
  const RunState state = example();
  for (const std::size_t width : {1, 5, 9, 20, 40, 80, 200})
    for (const std::size_t height : {1, 5, 12, 24, 60})
      for (const bool unicode : {false, true}) {
        const auto lines = view_lines(state, state.began + 41s,
                                      {.width = width, .height = height, .unicode = unicode});
        EXPECT_LE(lines.size(), std::max<std::size_t>(1, height / 3));
        for (const Line& line : lines) EXPECT_LT(columns(line), width) << text_of(line);
      }
}

TEST(View, WhatDoesNotFitIsSaidInFewerWordsOrLeftOutWhole) {
  const RunState state = example();
  const auto lines = texts(view_lines(state, state.began + 41s, {.width = 40, .height = 24}));
  EXPECT_EQ(lines[0], "0:41  99 % removed  100 tokens  x.c");
  EXPECT_EQ(lines[4], "lines by probdd  list 1");
  EXPECT_EQ(lines[5], "3,102 tests run, 2 used");
  EXPECT_EQ(lines[6], "2 of 16 slots busy  41s  -  41s");
}

TEST(View, BeforeTheSearchItSaysWhatIsDone) {
  const RunState state;
  EXPECT_EQ(texts(view_lines(state, state.began + 3s, {.width = 80, .height = 24})),
            std::vector<std::string>{"0:03  testing the original"});
}

TEST(View, BinaryInputIsCountedInBytes) {
  const RunState state = example(Goal::bytes);
  EXPECT_EQ(texts(view_lines(state, state.began + 41s, {.width = 80, .height = 24}))[0],
            "0:41  98 % removed  88,310 -> 1,204 bytes  x.c");
}

TEST(View, BlanksInBinaryInputAreCounted) {
  RunState state = example(Goal::bytes);
  const Document best = Document::single("x.bin", std::string("\0\1  \0\2   ", 9));
  state.improved({.number = 2, .stage = "blank-blocks/gallop", .bytes = 9, .document = &best});
  EXPECT_EQ(texts(view_lines(state, state.began + 41s, {.width = 80, .height = 24}))[0],
            "0:41  99.9 % removed  88,310 -> 9 bytes  5 blanks in it  x.c");
}

TEST(View, BeforeTheFirstListNothingIsSaidOfLists) {
  RunState state;
  RunStart start;
  start.tokens = 10;
  start.jobs = 1;
  start.files = {"a.c", "b.c", "c.c"};
  state.started(start);
  const auto lines = texts(view_lines(state, state.began + 1s, {.width = 80, .height = 24}));
  EXPECT_EQ(lines[0], "0:01  0 % removed  10 -> 10 tokens  0 -> 0 bytes  a.c and 2 more");
  EXPECT_EQ(lines[4], "looking for what can be removed");
}

TEST(View, TheCurveFallsWhereTheSizeFell) {
  RunState state = example();
  state.curve[1].at = 20.5s;
  EXPECT_EQ(braille_curve(state, 41s, 4, 2), (std::vector<std::string>{"⣿⡇⠀⠀", "⣿⣇⣀⣀"}));
}

TEST(View, APlainLineHasTheSameFigures) {
  const RunState state = example();
  EXPECT_EQ(
      plain_line(state, state.began + 41s),
      " 0:41  10,000 -> 100 tokens  88,310 -> 1,204 bytes  lines/probdd  2 running  "
      "3,102 tests run, 2 used  75.7 tests/s  no gain for 40 s  tried since: 0 % of this list");
  EXPECT_TRUE(plain_line(state, state.began + 5s).ends_with("/s")) << "there was a gain just now";
}

/// A query that removes these elements from what `kept` has; says whether it is interesting.
void tell(RunState& state, Subset& kept, std::vector<std::size_t> removed, Outcome outcome) {
  Subset candidate = kept;
  for (const std::size_t element : removed) candidate.erase(element);
  Told told;
  told.stage = "lines/gallop";
  told.list = state.list.number;
  told.kept = &candidate;
  told.outcome = outcome;
  state.told(told);
  if (outcome == Outcome::interesting) kept = candidate;
}

TEST(View, AnEditCountsAsTriedIfItWasRefusedAloneSinceTheLastGain) {
  RunState state = example();
  const EditList edits(Document::single("x", ""), std::vector<Edit>(8));
  state.list_began(
      {.number = 4, .stage = "lines/gallop", .edits = &edits, .elements = edits.size()});
  Subset kept = Subset::all(8);
  tell(state, kept, {0, 1}, Outcome::uninteresting);
  EXPECT_EQ(state.tried().edits, 0u) << "together is not alone";
  tell(state, kept, {0}, Outcome::uninteresting);
  tell(state, kept, {0}, Outcome::uninteresting);
  tell(state, kept, {1}, Outcome::uninteresting);
  EXPECT_EQ(state.tried().edits, 2u);
  EXPECT_EQ(state.tried().of, 8u);

  tell(state, kept, {2, 3, 4, 5}, Outcome::interesting);
  const Document best = Document::single("x", "");
  state.improved({.number = 2, .list = 4, .stage = "lines/gallop", .document = &best});
  EXPECT_EQ(state.tried().edits, 0u) << "a gain may make possible what was refused";
  EXPECT_EQ(state.tried().of, 4u);
  tell(state, kept, {7}, Outcome::uninteresting);
  EXPECT_EQ(state.tried().edits, 1u);
  EXPECT_EQ(state.tried().lists, 0u);
  EXPECT_NE(plain_line(state, state.last_gain + 125s)
                .find("no gain for 2 min 5 s  tried since: 25 % of this list"),
            std::string::npos);

  for (const std::size_t number : {5, 6, 7})
    state.list_began(
        {.number = number, .stage = "lines/gallop", .edits = &edits, .elements = edits.size()});
  kept = Subset::all(8);
  tell(state, kept, {3}, Outcome::uninteresting);
  EXPECT_TRUE(plain_line(state, state.last_gain + 125s)
                  .ends_with("no gain for 2 min 5 s  tried since: 2 lists, 12 % of this one"));
}

TEST(Lines, ColumnsAreCountedByCharacters) {
  EXPECT_EQ(columns("abc"), 3u);
  EXPECT_EQ(columns("äöü"), 3u);
  EXPECT_EQ(columns("漢字"), 4u);
  EXPECT_EQ(text_of(cut({{"ab"}, {"漢字"}, {"c"}}, 5)), "ab漢");
  EXPECT_EQ(text_of(without_front({{"ab"}, {"cde"}, {"f"}}, 3)), "def");
  EXPECT_EQ(text_of(without_front({{"ab"}}, 3)), "");
}

TEST(Lines, ALongTextIsBrokenAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 0, 2), "one two three");
  EXPECT_EQ(wrapped("one two three", 13, 2), "one two three");
  EXPECT_EQ(wrapped("one two three", 12, 2), "one two\n  three");
  EXPECT_EQ(wrapped("  one two three", 7, 4), "  one\n    two\n    three");
  EXPECT_EQ(wrapped("  a-very-long-word and", 8, 4), "  a-very-long-word\n    and");
  EXPECT_EQ(wrapped("a-very-long-word", 8, 4), "a-very-long-word");
  EXPECT_EQ(wrapped("a  b  c", 4, 2), "a  b\n  c");
  EXPECT_EQ(wrapped("keep: --output 'no such key' or don't", 16, 2),
            "keep: --output\n  'no such key'\n  or don't");
}

TEST(Lines, NothingThatATerminalWouldObeyIsPrinted) {
  EXPECT_EQ(printable("a\x1b[31mb\tc\x7f"), "a?[31mb  c?");
  EXPECT_EQ(printable("\xff\xc3\xa4\xc2\x9b"), "?ä?");
  EXPECT_EQ(printable("\xe2\x82"), "??");
  EXPECT_EQ(printable_lines("a\x1b[2J\n\nb\rc\n"), "a?[2J\n\nb?c\n");
}

TEST(Lines, WithoutColoursThereIsNoEscapeSequence) {
  EXPECT_EQ(painted({{"a", Paint::bad}, {"b"}}, false), "ab");
  EXPECT_EQ(painted({{"a", Paint::bad}, {"b"}}, true), "\x1b[31ma\x1b[mb");
}

TEST(Keys, ArrowsAreKeysAndOtherSequencesAreOneOtherKey) {
  EXPECT_EQ(keys_in("vd?"), (std::vector{Key::best, Key::diff, Key::help}));
  EXPECT_EQ(keys_in("\x1b[A\x1b[6~q"), (std::vector{Key::up, Key::page_down, Key::quit}));
  EXPECT_EQ(keys_in("\x1b"), std::vector{Key::escape});
  EXPECT_EQ(keys_in("\x1b[1;5Cq"), (std::vector{Key::other, Key::quit}));
  EXPECT_EQ(keys_in("\x1b["), std::vector{Key::other});
}

TEST(Pages, TheDifferenceShowsWhatWasRemoved) {
  EXPECT_EQ(texts(diff_page(example()).lines),
            (std::vector<std::string>{"  int a;", "- int b;", "  int c;"}));
}

TEST(Pages, ALongRemovalIsCounted) {
  RunState state;
  RunStart start;
  std::string text = "first\n";
  for (int i = 0; i < 1000; ++i) text += "line " + std::to_string(i) + "\n";
  start.original = Document::single("x", text + "last\n");
  state.started(start);
  const Document best = Document::single("x", "first\nlast\n");
  state.improved({.number = 1, .stage = "lines/ddmin", .document = &best});
  const std::vector<std::string> lines = texts(diff_page(state).lines);
  ASSERT_EQ(lines.size(), 15u);
  EXPECT_EQ(lines[0], "  first");
  EXPECT_EQ(lines[1], "- line 0");
  EXPECT_EQ(lines[7], "      ... 988 lines removed");
  EXPECT_EQ(lines[13], "- line 999");
  EXPECT_EQ(lines[14], "  last");
}

TEST(Pages, WhatStayedIsShownNearChangesOnly) {
  RunState state;
  RunStart start;
  std::string text;
  for (int i = 0; i < 100; ++i) text += "line " + std::to_string(i) + "\n";
  start.original = Document::single("x", text + "removed\nlast\n");
  state.started(start);
  const Document best = Document::single("x", text + "last\n");
  state.improved({.number = 1, .stage = "lines/ddmin", .document = &best});
  EXPECT_EQ(
      texts(diff_page(state).lines),
      (std::vector<std::string>{"  line 0", "  line 1", "  line 2", "      ... 94 lines unchanged",
                                "  line 97", "  line 98", "  line 99", "- removed", "  last"}));
}

TEST(Pages, ABinaryFileIsShownInHexadecimal) {
  RunState state;
  RunStart start;
  const std::string zeros(40, '\0');
  start.original = Document::single("x", zeros +
                                             "\n\x7f"
                                             "ELF\n" +
                                             zeros + "\nabc\n");
  state.started(start);
  const Document best = Document::single("x", zeros +
                                                  "\n\x7f"
                                                  "ELF\n" +
                                                  zeros + "\n   \n");
  state.improved({.number = 1, .stage = "lines/ddmin", .document = &best});
  const auto shown = texts(best_page(state, {}).lines);
  ASSERT_EQ(shown.size(), 6u);
  EXPECT_EQ(shown[2],
            "00000020  00 00 00 00 00 00 00 00 0a 7f 45 4c 46 0a 00 00  ..........ELF...");
  EXPECT_EQ(texts(diff_page(state).lines).back(), "        - 61 62 63");
}

TEST(Pages, BeforeTheFirstGainTheySaySo) {
  const std::vector<std::string> nothing = {"nothing has been removed yet"};
  EXPECT_EQ(texts(best_page({}, {}).lines), nothing);
  EXPECT_EQ(texts(diff_page({}).lines), nothing);
  EXPECT_EQ(texts(output_page({}).lines),
            std::vector<std::string>{"no refused test has printed anything so far"});
}

TEST(Pages, TheOutputOfARefusedTestBeginsWithTheLineThatMatters) {
  RunState state;
  Verdict verdict;
  verdict.outcome = Outcome::interesting;
  verdict.output = "npm warn old\nneedle\n";
  state.tested({}, verdict);
  verdict.outcome = Outcome::uninteresting;
  verdict.exit_status = 2;
  verdict.output = "npm warn old\nno needle\n";
  state.tested({}, verdict);
  EXPECT_EQ(texts(output_page(state).lines),
            (std::vector<std::string>{"--- exit status 2", "no needle", "  npm warn old",
                                      "  no needle"}));
}

TEST(Pages, TheHelpFitsIntoFortyColumns) {
  for (const std::string& line : texts(help_page().lines)) EXPECT_LT(columns(line), 40u) << line;
}

TEST(Pages, ALineThatChangedIsShownBeforeAndAfter) {
  RunState state;
  RunStart start;
  start.original = Document::single("x", "a\nf(1, 2, 3);\nb\n");
  state.started(start);
  const Document best = Document::single("x", "a\nf(1);\nb\n");
  state.improved({.number = 1, .stage = "lines/ddmin", .document = &best});
  EXPECT_EQ(texts(diff_page(state).lines),
            (std::vector<std::string>{"  a", "- f(1, 2, 3);", "+ f(1);", "  b"}));
}

TEST(Pages, TheTableBeginsWithThePassThatRemovedMost) {
  RunState state = example();
  Told told;
  told.stage = "chars/gallop";
  state.told(told);
  const Document best = Document::single("x.c", "");
  state.improved(
      {.number = 2, .list = 2, .stage = "chars/gallop", .tokens = 99, .document = &best});
  const std::vector<std::string> lines = texts(table_page(state).lines);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[1].starts_with("lines  ")) << lines[1];
  EXPECT_NE(lines[1].find("9,900"), std::string::npos) << lines[1];
  EXPECT_TRUE(lines[2].starts_with("chars  "));
}

TEST(Summary, ItSaysWhatMayHelp) {
  Report report;
  report.jobs = 8;
  report.counts.asked = 100;
  EXPECT_TRUE(what_to_try(report).empty());
  report.counts.time = 300s;
  report.counts.timed_out = 20;
  report.activity.started = 400;
  const std::vector<std::string> lines = what_to_try(report);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0],
            "a test took 3.0 s on average; a quick check that refuses most candidates saves "
            "time: --precheck COMMAND");
  EXPECT_EQ(lines[1], "20 % of the tests reached the time limit: a shorter --timeout saves time");
  EXPECT_EQ(lines[2], "only 25 % of the tests were used: fewer jobs (-j) would hardly take longer");
}

TEST(Summary, TheTokensRemovedByPassesAddUp) {
  Report report;
  std::int64_t tokens = 64;
  for (const std::string_view stage :
       {"a/x", "b/x", "c/x", "d/x", "e/x", "f/x", "a/y"}) {  // a removes 65
    report.stages[stage].tokens_removed = tokens;
    report.counts.tokens_removed += tokens;
    tokens /= 2;
  }
  report.stages["grows/x"].tokens_removed = -1;
  report.counts.tokens_removed -= 1;
  const std::vector<std::string> lines = summary_details(report);
  EXPECT_EQ(lines[1], "tokens removed by: a 65, b 32, c 16, d 8, e 4, others 1");
}

TEST(Summary, ALongOrBinaryResultIsNotShown) {
  EXPECT_EQ(result_as_text(Document::single("x", "a\nb"), 2), "a\nb\n");
  EXPECT_EQ(result_as_text(Document::single("x", "a\nb\nc\n"), 2), "");
  EXPECT_EQ(result_as_text(Document::single("x", std::string("a\0b", 3)), 2), "");
}

}  // namespace
}  // namespace whittle
