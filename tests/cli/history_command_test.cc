// Commands that read the record of a run: history, explain, bugs and report.
#include "cli/history_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/called.h"
#include "cli/page_command.h"
#include "run/confirm.h"
#include "run/faked_run.h"
#include "run/publish.h"

namespace whittle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A run on three lines, of which the test needs the second. Its record stays.
struct RecordOfRun : InEmptyFolder {
  enum class Closed { no, yes };
  void record_run(Closed closed = Closed::yes) {
    run.request.record = KeepRecord::always;
    run.request.caller = {.options = {"--jobs=1"}, .words = {"./a b.sh", "bug.txt"}};
    Opened opened = run.opened();
    Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
    Confirmed confirmed = std::get<Confirmed>(
        confirm(opened, std::get<Searched>(std::move(outcome.value()))).value());
    if (closed == Closed::yes)
      EXPECT_TRUE(close(opened, confirmed, run.log.end(report_of(opened, confirmed))));
    else
      confirmed.searched.watchers->recorder.flush();
    bests = run.heard.bests;
  }
  FakedRun run;
  const std::string file = run.folder / "bug.txt";
  std::vector<std::string> bests;
};

TEST_F(RecordOfRun, HistoryHasARowForEachBest) {
  record_run();
  const Called call = called(show_history, {"history", file});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_THAT(call.out, StartsWith("  best      time     tokens       bytes     lines  pass\n"
                                   "     0      0:00          3          16         3  (the "
                                   "original)\n"
                                   "     1      0:0"));
  EXPECT_EQ(std::ranges::count(call.out, '\n'), std::ptrdiff_t(2 + bests.size()));
}

TEST_F(RecordOfRun, HistoryPrintsABestByItsNumber) {
  record_run();
  EXPECT_EQ(called(show_history, {"history", file, "0"}).out, "one\ncrash\nthree\n");
  for (std::size_t i = 0; i < bests.size(); ++i)
    EXPECT_EQ(called(show_history, {"history", file, std::to_string(i + 1)}).out, bests[i]);
  EXPECT_EQ(called(show_history, {"history", "-o", "-", file, "0"}).out, "one\ncrash\nthree\n");
}

TEST_F(RecordOfRun, ANumberOfNoBestIsRefused) {
  record_run();
  const std::string most = std::to_string(bests.size());
  const std::string above = std::to_string(bests.size() + 1);
  for (const std::string& wrong : std::vector<std::string>{above, "1.5", "1x", "", "x"}) {
    const Called call = called(show_history, {"history", file, wrong});
    EXPECT_EQ(call.message(), "'" + wrong + "' is not the number of a best, from 0 to " + most);
    EXPECT_EQ(call.code.error().kind, ErrorKind::usage);
    EXPECT_EQ(call.out, "");
  }
}

TEST_F(RecordOfRun, HistoryWritesABestToAFileThatIsNotThere) {
  record_run();
  EXPECT_EQ(called(show_history, {"history", "-o", "old", file, "0"}).code, exit_success);
  EXPECT_EQ(content("old"), "one\ncrash\nthree\n");
  const Called again = called(show_history, {"history", "-o", "old", file, "1"});
  EXPECT_EQ(again.message(), "old exists; -o does not overwrite it");
  EXPECT_EQ(content("old"), "one\ncrash\nthree\n");
  EXPECT_EQ(called(show_history, {"history", "--force", "-o", "old", file, "1"}).code,
            exit_success);
  EXPECT_EQ(content("old"), bests.front());
}

TEST_F(RecordOfRun, SeveralFilesAreWrittenToAFolder) {
  std::vector<File> files = {{.path = "a.txt", .mode = 0644, .bytes = share("crash\n")},
                             {.path = "dir/b.txt", .mode = 0600, .bytes = share("b\n")}};
  run.original = Document(std::move(files));
  record_run();
  const Called call = called(show_history, {"history", file, "0"});
  EXPECT_EQ(call.message(), "best 0 has 2 files");
  EXPECT_EQ(call.way_out(), "write them to a folder: -o FOLDER");
  EXPECT_EQ(called(show_history, {"history", "-o", "old", file, "0"}).code, exit_success);
  EXPECT_EQ(content("old/a.txt"), "crash\n");
  EXPECT_EQ(content("old/dir/b.txt"), "b\n");
  EXPECT_EQ(std::filesystem::status("old/dir/b.txt").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(RecordOfRun, WithoutARecordThePlaceIsNamed) {
  for (const Called& call :
       {called(show_history, {"history", file}), called(show_explanation, {"explain", file}),
        called(report_run, {"report", file}), called(view_run, {"view", file}),
        called(report_run, {"report", file, "-o", "r.md"})}) {
    ASSERT_FALSE(call.code);
    EXPECT_EQ(call.code.error().kind, ErrorKind::stale);
    EXPECT_THAT(call.way_out() + call.message(), HasSubstr("bug.txt.whittle"));
  }
}

TEST_F(RecordOfRun, ExplainSaysWhatWasTriedInTheWordsOfTheCommandLine) {
  record_run();
  const Called text = called(show_explanation, {"explain", file});
  EXPECT_EQ(text.code, exit_success) << text.message();
  EXPECT_THAT(text.out, AllOf(HasSubstr("crash"), testing::Not(HasSubstr("search."))));
  const Called json = called(show_explanation, {"explain", "--json", "-", file});
  EXPECT_THAT(json.out, StartsWith("{\""));
  EXPECT_EQ(called(show_explanation, {"explain", "--json", "why.json", file}).out, "");
  EXPECT_THAT(content("why.json"), StartsWith("{\"program\":\"whittle "));
}

TEST_F(RecordOfRun, ExplainOverwritesNoFileOfTheUser) {
  record_run();
  write("mine.json", "{\"mine\":1}\n");
  const Called call = called(show_explanation, {"explain", "--json", "mine.json", file});
  EXPECT_THAT(call.message(), HasSubstr("mine.json exists and whittle did not write it"));
  EXPECT_EQ(content("mine.json"), "{\"mine\":1}\n");
  EXPECT_EQ(called(show_explanation, {"explain", "--force", "--json", "mine.json", file}).code,
            exit_success);
}

TEST_F(RecordOfRun, AReportIsWrittenInTheFormatOfItsEnding) {
  record_run();
  const Called both = called(report_run, {"report", file, "-o", "bug.md", "--report", "bug.html"});
  EXPECT_EQ(both.code, exit_success) << both.message();
  EXPECT_EQ(both.err, "whittle: the report is in bug.md\nwhittle: the report is in bug.html\n");
  EXPECT_THAT(content("bug.md"), StartsWith("<!-- Made by whittle "));
  EXPECT_THAT(content("bug.md"), HasSubstr("```txt\ncrash\n```"));
  EXPECT_THAT(content("bug.md"), HasSubstr("whittle --jobs=1 './a b.sh' bug.txt"));
  EXPECT_THAT(content("bug.md"), HasSubstr("Reduced from 3 to 1 token (16 to 6 bytes)"));
  EXPECT_THAT(content("bug.html"), StartsWith("<!-- Made by whittle "));
  EXPECT_THAT(called(report_run, {"report", file, "-o", "bug.txt"}).message(),
              HasSubstr("'bug.txt' does not end in .html or .md"));
}

TEST_F(RecordOfRun, WithoutANameAReportIsBesideTheFile) {
  record_run();
  EXPECT_EQ(called(report_run, {"report", "-q", file}).err, "");
  EXPECT_THAT(content(file + ".html"), StartsWith("<!-- Made by whittle "));
}

TEST_F(RecordOfRun, AReportReplacesOnlyAReport) {
  record_run();
  write("notes.md", "mine\n");
  EXPECT_THAT(called(report_run, {"report", file, "-o", "notes.md"}).message(),
              HasSubstr("--report does not overwrite it"));
  EXPECT_EQ(content("notes.md"), "mine\n");
  EXPECT_EQ(called(report_run, {"report", file, "-o", "r.md"}).code, exit_success);
  EXPECT_EQ(called(report_run, {"report", file, "-o", "r.md"}).code, exit_success);
}

TEST_F(RecordOfRun, ARunWithoutAnEndHasNoBugReport) {
  record_run(Closed::no);
  const Called markdown = called(report_run, {"report", file, "-o", "r.md"});
  EXPECT_THAT(markdown.message(), HasSubstr("has no end yet"));
  EXPECT_THAT(markdown.way_out(), HasSubstr("whittle --resume FILE"));
  EXPECT_FALSE(std::filesystem::exists("r.md"));
  EXPECT_EQ(called(report_run, {"report", file, "-o", "r.html"}).code, exit_success)
      << "the page shows what there is";
}

struct BugsCommand : InEmptyFolder {
  static void keep_bug(const std::string& number, const std::string& failure) {
    std::filesystem::create_directories("bug.c.bugs/" + number);
    write("bug.c.bugs/" + number + "/bug.c", "int x;\n");
    write("bug.c.bugs/" + number + "/failure.txt", failure);
  }
};

TEST_F(BugsCommand, ListsTheBugsByNumber) {
  keep_bug("10", "killed by SIGFPE\n");
  keep_bug("2", "exits with 3\n");
  EXPECT_EQ(called(show_bugs, {"bugs", "bug.c"}).out,
            "bug       bytes  failure\n"
            "  2           7  exits with 3\n"
            " 10           7  killed by SIGFPE\n");
  EXPECT_EQ(called(show_bugs, {"bugs", "bug.c"}).code, exit_success);
}

TEST_F(BugsCommand, TheTerminalDoesNotObeyAFailure) {
  keep_bug("1",
           "prints: \x1b[2J\x07"
           "gone\n");
  const Called call = called(show_bugs, {"bugs", "bug.c"});
  EXPECT_THAT(call.out, HasSubstr("prints: ?[2J?gone"));
}

TEST_F(BugsCommand, WithoutABugThePlaceIsNamed) {
  const Called call = called(show_bugs, {"bugs", "bug.c"});
  EXPECT_EQ(call.message(), "no other bug of bug.c is known");
  EXPECT_EQ(call.way_out(), "looked for: bug.c.bugs");
}

/// `--report` and `--serve` during a run.
struct PageOfRun : InEmptyFolder {
  static Result<std::unique_ptr<RunPage>> opened(const std::vector<std::string>& words) {
    Options options = parse(words).value();
    Result<std::unique_ptr<RunPage>> page = RunPage::open(options);
    lends_record = options.request.lend_record;
    return page;
  }
  static inline bool lends_record = false;
};

TEST_F(PageOfRun, WithoutItsOptionsThereIsNone) {
  EXPECT_EQ(opened({"t", "f"}).value(), nullptr);
  EXPECT_FALSE(lends_record);
  EXPECT_EQ(opened({"--report=r.md", "t", "f"}).value(), nullptr) << "Markdown is no page";
}

TEST_F(PageOfRun, AReportNeedsTheRecordUntilTheEnd) {
  const auto page = opened({"--report=r.html", "t", "f"});
  ASSERT_TRUE(page && *page);
  EXPECT_TRUE(lends_record);
  EXPECT_EQ((*page)->server(), nullptr);
  EXPECT_TRUE((*page)->finish()) << "the run did not begin, so there is nothing to report";
  EXPECT_FALSE(std::filesystem::exists("r.html"));
}

TEST_F(PageOfRun, AReportThatCannotBeWrittenIsFoundBeforeTheRun) {
  write("mine.html", "<html>");
  EXPECT_THAT(opened({"--report=mine.html", "t", "f"}).error().message,
              HasSubstr("--report does not overwrite it"));
  EXPECT_TRUE(opened({"--force", "--report=mine.html", "t", "f"}));
  EXPECT_THAT(opened({"--report=page", "t", "f"}).error().way_out, HasSubstr("--report FILE.html"));
}

}  // namespace
}  // namespace whittle
