#include "run/publish.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

/// A run whose result is confirmed.
struct PublishStep : testing::Test {
  Confirmed confirmed_in(Opened& opened) {
    Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
    Result<Confirmation> confirmation =
        confirm(opened, std::get<Searched>(std::move(outcome.value())));
    return std::get<Confirmed>(std::move(confirmation.value()));
  }
  FakedRun run;
};

TEST_F(PublishStep, TheResultSurvivesAPowerCut) {
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_EQ(publish(opened, confirmed), Published::result);
  EXPECT_EQ(run.files->saved.back(), "crash\n");
  EXPECT_EQ(run.files->last_durability, Durability::synced);
  EXPECT_THAT(*run.files->there, Contains("bug.txt.orig"));
}

TEST_F(PublishStep, ATidyRunRemovesTheCopiesOfTheOriginal) {
  run.request.tidy = true;
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_EQ(publish(opened, confirmed), Published::result);
  EXPECT_THAT(*run.files->there, Not(Contains("bug.txt.orig")));
}

TEST_F(PublishStep, ATidyRunKeepsTheCopiesIfTheResultIsDoubtful) {
  run.request.tidy = true;
  Opened opened = run.opened();
  Confirmed confirmed = confirmed_in(opened);
  confirmed.unconfirmed = 1;
  ASSERT_EQ(publish(opened, confirmed), Published::result);
  EXPECT_THAT(*run.files->there, Contains("bug.txt.orig"));
}

TEST_F(PublishStep, AnEmptyResultIsNotPublished) {
  run.predicate = [](const std::string&) { return true; };
  run.request.test.allow_empty = false;
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_EQ(confirmed.result.size(), 0u);
  ASSERT_EQ(publish(opened, confirmed), Published::nothing);
  EXPECT_EQ(run.files->given_back, "one\ncrash\nthree\n");
  EXPECT_FALSE(RunFolder::has_journal(run.folder / "bug.txt.whittle"));
}

TEST_F(PublishStep, AnEmptyResultIsPublishedIfTheUserAcceptsIt) {
  run.predicate = [](const std::string&) { return true; };
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_EQ(publish(opened, confirmed), Published::result);
  EXPECT_EQ(run.files->saved.back(), "");
}

TEST_F(PublishStep, AFullDiskIsAnError) {
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  run.files->room = 0;
  const Result<Published> published = publish(opened, confirmed);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().kind, ErrorKind::disk);
}

TEST_F(PublishStep, TheReportSaysWhatWasDoneAndWhereItIs) {
  run.request.test.conditions.command = {"cc", "-c", "@@"};
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_TRUE(publish(opened, confirmed));
  run.notices.add(Notice::Kind::hint, "a hint");
  const Report report = run.log.end(report_of(opened, confirmed));
  EXPECT_EQ(report.ending, RunEnding::finished);
  EXPECT_EQ(report.target, run.folder / "bug.txt");
  EXPECT_EQ(report.original_at, "bug.txt.orig");
  EXPECT_EQ(report.test_name, "test.sh");
  EXPECT_EQ(report.test_command, "cc -c bug.txt");
  EXPECT_TRUE(report.confirmed);
  EXPECT_EQ(report.counts.asked, run.heard.told_count);
  EXPECT_EQ(report.shared, 0u);
  ASSERT_EQ(report.notices.size(), 1u);
  EXPECT_EQ(report.notices.front().message, "a hint");
}

TEST_F(PublishStep, TheReportOfARunOnOtherHostsCountsTheirSlotsAndOutcomes) {
  Opened opened = run.opened_elsewhere();
  const Confirmed confirmed = confirmed_in(opened);
  const Report report = run.log.end(report_of(opened, confirmed));
  EXPECT_EQ(report.jobs, 3u);
  EXPECT_EQ(report.shared, 7u);
}

TEST_F(PublishStep, ARunThatWasStoppedSaysByWhom) {
  Opened opened = run.opened();
  Confirmed confirmed = confirmed_in(opened);
  confirmed.searched.end.ending = Ending::interrupted;
  EXPECT_EQ(report_of(opened, confirmed).ending, RunEnding::max_time);
  run.stop.stop();
  EXPECT_EQ(report_of(opened, confirmed).ending, RunEnding::interrupted);
}

TEST_F(PublishStep, AFinishedRunLeavesNoFolder) {
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  ASSERT_TRUE(close(opened, confirmed, report_of(opened, confirmed)));
  EXPECT_FALSE(std::filesystem::exists(run.folder / "bug.txt.whittle"));
}

TEST_F(PublishStep, TheRecordIsKeptIfTheUserWantsIt) {
  run.request.record = KeepRecord::always;
  Opened opened = run.opened();
  const Confirmed confirmed = confirmed_in(opened);
  const Report report = report_of(opened, confirmed);
  EXPECT_TRUE(report.history_at.ends_with("bug.txt.whittle"));
  ASSERT_TRUE(close(opened, confirmed, report));
  EXPECT_FALSE(RunFolder::has_journal(run.folder / "bug.txt.whittle"));
  EXPECT_TRUE(std::filesystem::exists(run.folder / "bug.txt.whittle/events.jsonl"));
}

TEST_F(PublishStep, ASmallRecordIsKeptIfSmallOnesAre) {
  Opened opened = run.opened();
  const std::string folder = run.folder / "bug.txt.whittle";
  EXPECT_TRUE(keeps_record(KeepRecord::if_small, folder));
  std::ofstream(folder + "/events.jsonl") << std::string(5'000'000, ' ');
  EXPECT_FALSE(keeps_record(KeepRecord::if_small, folder));
  EXPECT_TRUE(keeps_record(KeepRecord::always, folder));
}

TEST_F(PublishStep, AStoppedRunCanBeContinued) {
  Opened opened = run.opened();
  Confirmed confirmed = confirmed_in(opened);
  confirmed.searched.end.ending = Ending::interrupted;
  ASSERT_TRUE(close(opened, confirmed, report_of(opened, confirmed)));
  EXPECT_TRUE(RunFolder::has_journal(run.folder / "bug.txt.whittle"));
}

TEST_F(PublishStep, TheReportHasTheTestAsAShellWouldRunItOnTheResult) {
  const Document two({File{"a b.c", 0644, share("x"), File::Kind::regular},
                      File{"c.h", 0644, share("y"), File::Kind::regular},
                      File{"link", 0644, share("a b.c"), File::Kind::symlink}});
  const auto command = [&](TestOptions test) {
    FakedRun one;
    one.request.test = std::move(test);
    Opened opened = one.opened();
    Result<SearchOutcome> outcome = search(opened, one.log, one.notices);
    Confirmed confirmed = std::get<Confirmed>(
        confirm(opened, std::get<Searched>(std::move(outcome.value()))).value());
    confirmed.result = two;
    return report_of(opened, confirmed).test_command;
  };
  EXPECT_EQ(command({.script = "./my test.sh"}), "'./my test.sh' 'a b.c' c.h");
  EXPECT_EQ(command({.conditions = {.command = {"cc", "-c", "@@"}}}), "cc -c 'a b.c' c.h");
  EXPECT_EQ(command({.conditions = {.command = {"f", "@@"}, .versus = {"g", "-x", "@@"}}}),
            "f 'a b.c' c.h\ng -x 'a b.c' c.h");
  EXPECT_EQ(command({.conditions = {.stages = {{"one", "cc -c \"$1\""}, {"two", "./a.out"}}}}),
            "/bin/sh -c 'cc -c \"$1\"' sh 'a b.c' c.h\n/bin/sh -c ./a.out sh 'a b.c' c.h");
}

TEST_F(PublishStep, TheReportSaysWhatTheOriginalDoesNotHave) {
  run.original = Document::single("bug.json", "[\n\"crash\",\n2\n]\n");
  Opened opened = run.opened();
  Confirmed confirmed = confirmed_in(opened);
  const auto report_on = [&](const std::string& text) {
    confirmed.result = Document::single("bug.json", text);
    return report_of(opened, confirmed);
  };
  EXPECT_FALSE(report_on("[\n2\n]\n").has_new_text);
  EXPECT_EQ(report_on("[\n2\n]\n").new_errors, 0u);
  EXPECT_TRUE(report_on("[\n3\n]\n").has_new_text);
  EXPECT_TRUE(report_on("[\n2, \"crash\"\n]\n").has_new_text) << "in another order";
  EXPECT_TRUE(report_on("[\n2\n2\n]\n").has_new_text) << "more often";
  EXPECT_GT(report_on("\"crash\",\n").new_errors, 0u);
  EXPECT_FALSE(report_on("\"crash\",\n").has_new_text);
  EXPECT_TRUE(report_on("").chose_well_formed);
}

TEST_F(PublishStep, BlanksInABinaryFileAreCounted) {
  run.original = Document::single("bug.bin", std::string("a\0 b crash", 10));
  Opened opened = run.opened();
  Confirmed confirmed = confirmed_in(opened);
  confirmed.result = Document::single("bug.bin", "  crash ");
  EXPECT_EQ(report_of(opened, confirmed).blanks, 3u);
}

TEST_F(PublishStep, TheReportNamesTheCompilersByTheirPathsIfTheyAreKnown) {
  run.request.test.conditions.command = {"make", "gcc"};
  Opened opened = run.opened();
  opened.compilers = {"/usr/bin/gcc", "/usr/bin/ld"};
  const Confirmed confirmed = confirmed_in(opened);
  EXPECT_THAT(report_of(opened, confirmed).programs,
              testing::ElementsAre("make", "/usr/bin/gcc", "/usr/bin/ld"));
}

TEST_F(PublishStep, WhereTheOriginalIsDependsOnWhereTheResultIs) {
  const auto original_at = [](std::optional<std::string> output, std::set<std::string> there) {
    FakedRun one;
    one.request.output = std::move(output);
    Opened opened = one.opened();
    Result<SearchOutcome> outcome = search(opened, one.log, one.notices);
    const Confirmed confirmed = std::get<Confirmed>(
        confirm(opened, std::get<Searched>(std::move(outcome.value()))).value());
    opened.copies.clear();
    for (const std::string& name : there) one.files->there->insert(one.folder / name);
    const std::string place = report_of(opened, confirmed).original_at;
    return place.empty() ? place : place.substr(place.rfind('/') + 1);
  };
  EXPECT_EQ(original_at({}, {"bug.txt", "bug.txt.orig"}), "bug.txt.orig");
  EXPECT_EQ(original_at({}, {"bug.txt"}), "") << "the copy was removed";
  EXPECT_EQ(original_at("-", {"bug.txt", "bug.txt.orig"}), "bug.txt");
}

}  // namespace
}  // namespace whittle
