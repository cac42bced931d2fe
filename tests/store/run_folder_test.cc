#include "store/run_folder.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "base/reason.h"
#include "document/disk.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const Document original = Document::single("bug.c", "int main() { return 1; }\n");

RunIdentity identity() {
  return {"whittle 1", "--plan auto", hash_of("test"), original.hash()};
}

Verdict verdict(std::size_t i) {
  Verdict verdict;
  verdict.outcome = outcome_of(i % 3 == 0);
  verdict.exit_status = static_cast<int>(i % 200);
  verdict.timed_out = i % 7 == 0;
  verdict.duration = std::chrono::microseconds(i * 1001);
  verdict.limit = std::chrono::microseconds(i * 5'000'000'001);
  return verdict;
}

Hash candidate(std::size_t i) {
  return hash_of(std::to_string(i));
}

Batch outcomes(std::size_t begin, std::size_t end) {
  Batch batch;
  for (std::size_t i = begin; i < end; ++i) batch.outcomes.emplace_back(candidate(i), verdict(i));
  return batch;
}

bool same(const Verdict& a, const Verdict& b) {
  return a.outcome == b.outcome && a.exit_status == b.exit_status && a.timed_out == b.timed_out &&
         a.duration == b.duration && a.limit == b.limit;
}

/// A folder in which a run has ended after 500 outcomes.
std::string left_behind(const TemporaryFolder& folder) {
  const std::string path = RunFolder::beside(folder / "bug.c");
  Result<RunFolder> run = RunFolder::create(path, identity(), original);
  EXPECT_TRUE(run);
  EXPECT_TRUE(run->append(outcomes(0, 500)));
  Batch batch;
  batch.document = Document::single("bug.c", "return 1;");
  batch.best = {batch.document->hash(), batch.document->size(), 500};
  EXPECT_TRUE(run->append(batch));
  return path;
}

TEST(RunFolder, ReasonsOfRefusalsAreRecalled) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  const Reasons told = {{candidate(1), {{1, 2}, {3, 4}}}, {candidate(2), {}}};
  {
    Result<RunFolder> run = RunFolder::resume(path);
    ASSERT_TRUE(run);
    for (int twice = 0; twice < 2; ++twice) {  // a replayed run tells them again
      Batch batch;
      for (const auto& [hash, needs] : told) batch.reasons.emplace_back(hash, needs);
      ASSERT_TRUE(run->append(batch));
    }
  }
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run);
  Reasons known;
  ASSERT_TRUE(run->recall(known));
  EXPECT_EQ(known, told);
}

TEST(RunFolder, WhatWasWrittenIsThereWhenTheRunIsResumed) {
  const TemporaryFolder folder;
  const Result<RunFolder> run = RunFolder::resume(left_behind(folder));
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->identity(), identity());
  EXPECT_EQ(run->original(), original);
  EXPECT_TRUE(run->check(identity()));
  Memo memo;
  const Result<std::size_t> count = run->recall(memo);
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, 500u);
  EXPECT_EQ(memo.size(), 500u);
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_TRUE(memo.find(candidate(i)));
    EXPECT_TRUE(same(*memo.find(candidate(i)), verdict(i))) << i;
  }
  const Document best = Document::single("bug.c", "return 1;");
  EXPECT_EQ(run->bests(), (std::vector<Best>{{best.hash(), best.size(), 500}}));
  EXPECT_EQ(run->best().value(), best);
}

TEST(RunFolder, TheLastOutcomeOfACandidateIsTheOneThatCounts) {
  const TemporaryFolder folder;
  Result<RunFolder> run = RunFolder::create(folder / "x.whittle", identity(), original);
  ASSERT_TRUE(run);
  Batch batch;
  batch.outcomes = {{candidate(1), {.timed_out = true}},
                    {candidate(1), {.outcome = Outcome::interesting}}};
  ASSERT_TRUE(run->append(batch));
  Memo memo;
  ASSERT_TRUE(run->recall(memo));
  EXPECT_EQ(memo.find(candidate(1))->outcome, Outcome::interesting);
}

TEST(RunFolder, ABestReplacesThoseOfItsNumberAndLater) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  {
    Result<RunFolder> run = RunFolder::create(path, identity(), original);
    ASSERT_TRUE(run);
    for (const auto& [number, told] :
         std::vector<std::pair<std::size_t, std::size_t>>{{0, 10}, {1, 11}, {2, 12}, {1, 99}}) {
      Batch batch;
      batch.best = {candidate(told), told, told};
      batch.best_number = number;
      ASSERT_TRUE(run->append(batch));
    }
  }
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->bests(), (std::vector<Best>{{candidate(10), 10, 10}, {candidate(99), 99, 99}}));
}

TEST(RunFolder, ASecondRunIsRefusedNamingTheFirstsProcess) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  Result<RunFolder> first = RunFolder::create(path, identity(), original);
  ASSERT_TRUE(first);
  for (const Result<RunFolder>& second :
       {RunFolder::create(path, identity(), original), RunFolder::resume(path)}) {
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::busy);
    EXPECT_EQ(second.error().message, (folder / "bug.c") + " is being reduced by process " +
                                          std::to_string(::getpid()) + ", for 0 s so far");
    EXPECT_EQ(second.error().way_out,
              "wait for it, or stop it with: kill " + std::to_string(::getpid()));
  }
  // So is one in another process.
  const pid_t other = ::fork();
  if (other == 0) {
    const Result<RunFolder> second = RunFolder::resume(path);
    const std::string name = "by process " + std::to_string(::getppid()) + ", for";
    ::_exit(!second && second.error().message.find(name) != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ::waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  { const RunFolder ended = *std::move(first); }
  EXPECT_TRUE(RunFolder::resume(path)) << "the lock ends with the run";
}

TEST(RunFolder, TheLockIsNotHeldByTheTestsThatAKilledRunWasStarting) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t run = ::fork();
  if (run == 0) {
    const Result<RunFolder> held = RunFolder::create(path, identity(), original);
    if (!held) ::_exit(1);
    const pid_t test = ::fork();
    if (test == 0)
      for (;;) ::pause();  // it never gets as far as exec
    if (::write(ready[1], &test, sizeof(test)) != sizeof(test)) ::_exit(1);
    ::raise(SIGKILL);
  }
  pid_t test = 0;
  ASSERT_EQ(::read(ready[0], &test, sizeof(test)), static_cast<ssize_t>(sizeof(test)));
  ::waitpid(run, nullptr, 0);
  EXPECT_TRUE(RunFolder::resume(path));
  ::kill(test, SIGKILL);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(RunFolder, WhatChangedIsNamed) {
  const TemporaryFolder folder;
  const Result<RunFolder> run = RunFolder::resume(left_behind(folder));
  ASSERT_TRUE(run);
  const auto message = [&](auto change) {
    RunIdentity now = identity();
    change(now);
    const Result<void> checked = run->check(now);
    EXPECT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, ErrorKind::stale);
    return checked.error().message.substr((folder / "").size());
  };
  EXPECT_EQ(message([](RunIdentity& now) { now.test = hash_of("other"); }),
            "bug.c cannot be resumed: the test has changed");
  EXPECT_EQ(message([](RunIdentity& now) { now.original = hash_of("other"); }),
            "bug.c cannot be resumed: the original has changed");
  EXPECT_EQ(message([](RunIdentity& now) { now.options = "--plan hdd"; }),
            "bug.c cannot be resumed: the options were '--plan auto' and are now '--plan hdd'");
  EXPECT_EQ(
      message([](RunIdentity& now) {
        now.test = hash_of("other");
        now.program = "whittle 2";
      }),
      "bug.c cannot be resumed: the test has changed, it was started by whittle 1 and this is "
      "whittle 2");
}

void run_sql(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST(RunFolder, NothingToResumeIsSaidSo) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  EXPECT_FALSE(RunFolder::has_journal(path));
  for (const bool killed_while_it_was_made : {false, true}) {
    if (killed_while_it_was_made) {
      fs::create_directory(path);
      run_sql(path + "/journal.db", "PRAGMA journal_mode = WAL");
      EXPECT_TRUE(RunFolder::has_journal(path));
    }
    const Result<RunFolder> run = RunFolder::resume(path);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().kind, ErrorKind::stale);
    EXPECT_EQ(run.error().message,
              "there is no unfinished run of " + (folder / "bug.c") + " to continue");
  }
}

TEST(RunFolder, AJournalOfAnotherFormatOrOfAnotherProgramIsRefused) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  const auto message = [&] {
    const Result<RunFolder> run = RunFolder::resume(path);
    EXPECT_FALSE(run);
    EXPECT_EQ(run.error().kind, ErrorKind::stale);
    EXPECT_THAT(run.error().way_out, HasSubstr("start a new run"));
    return run.error().message;
  };
  run_sql(path + "/journal.db", "PRAGMA user_version = 1");
  EXPECT_EQ(message(), path + "/journal.db was written in format 1, and this whittle reads 3");
  run_sql(path + "/journal.db", "PRAGMA application_id = 5");
  EXPECT_EQ(message(), path + "/journal.db is damaged: it is not a journal of whittle");
  std::ofstream(path + "/journal.db") << std::string(5000, 'x');
  EXPECT_EQ(message(), path + "/journal.db is damaged: file is not a database");
}

TEST(RunFolder, AnOutcomeThatSomebodyChangedIsForgotten) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  run_sql(path + "/journal.db",
          "UPDATE outcomes SET outcome = 1 - outcome WHERE rowid = 3;"
          "UPDATE outcomes SET timed_out = 1 - timed_out WHERE rowid = 4;"
          "UPDATE outcomes SET time_limit = time_limit + 1 WHERE rowid = 5;"
          "UPDATE outcomes SET candidate = x'00' WHERE rowid = 6;"
          "UPDATE outcomes SET candidate = (SELECT candidate FROM outcomes WHERE rowid = 1) "
          "WHERE rowid = 7;");
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run);
  Memo memo;
  EXPECT_EQ(*run->recall(memo), 495u);
  for (std::size_t i = 0; i < 500; ++i)
    EXPECT_EQ(memo.find(candidate(i)) != nullptr, i < 2 || i > 6);
}

/// Whatever happens to the files, a resumed run is refused or knows only what was really so.
void expect_nothing_wrong_is_believed(const std::string& path, std::map<std::string, int>& ends) {
  const Result<RunFolder> run = RunFolder::resume(path);
  if (!run) {
    ++ends["refused"];
    EXPECT_EQ(run.error().kind, ErrorKind::stale) << run.error().message;
    return;
  }
  EXPECT_EQ(run->original(), original);
  EXPECT_EQ(run->identity(), identity());
  Memo memo;
  const Result<std::size_t> count = run->recall(memo);
  if (!count) {
    ++ends["refused"];
    EXPECT_EQ(count.error().kind, ErrorKind::stale);
    return;
  }
  ++ends[*count == 500 ? "whole" : "part"];
  std::size_t found = 0;
  for (std::size_t i = 0; i < 500; ++i)
    if (const Verdict* known = memo.find(candidate(i))) {
      EXPECT_TRUE(same(*known, verdict(i)));
      ++found;
    }
  EXPECT_EQ(found, memo.size()) << "nothing was made up";
  if (const auto best = run->best(); best && *best) {
    EXPECT_EQ(**best, Document::single("bug.c", "return 1;"));
  }
}

TEST(RunFolder, DamageIsFoundOrDoesNoHarm) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  const Bytes whole = *read_file(path + "/journal.db");
  Random random(3);
  std::map<std::string, int> ends;
  for (int i = 0; i < 400; ++i) {
    Bytes bytes = whole;
    if (i % 4 == 0)
      bytes.resize(random.below(bytes.size()));
    else
      for (std::uint64_t flips = 1 + random.below(8); flips > 0; --flips)
        bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    std::ofstream(path + "/journal.db", std::ios::binary) << bytes;
    fs::remove(path + "/journal.db-wal");
    expect_nothing_wrong_is_believed(path, ends);
  }
  EXPECT_GT(ends["refused"], 50);
  EXPECT_GT(ends["part"], 50);
}

TEST(RunFolder, AWriteAheadLogThatIsCutOrDamagedGivesWhatCameBefore) {
  const TemporaryFolder folder;
  const std::string path = folder / "bug.c.whittle";
  Bytes database;
  Bytes log;
  {
    Result<RunFolder> run = RunFolder::create(path, identity(), original);
    ASSERT_TRUE(run);
    for (std::size_t i = 0; i < 500; i += 20) ASSERT_TRUE(run->append(outcomes(i, i + 20)));
    database = *read_file(path + "/journal.db");  // as a kill would leave them
    log = *read_file(path + "/journal.db-wal");
  }
  ASSERT_GT(log.size(), 4096u * 25);
  Random random(5);
  std::map<std::string, int> ends;
  for (int i = 0; i < 100; ++i) {
    Bytes bytes = log;
    if (i % 2 == 0)
      bytes.resize(random.below(bytes.size() + 1));
    else
      bytes[random.below(bytes.size())] ^= 4;
    std::ofstream(path + "/journal.db", std::ios::binary) << database;
    std::ofstream(path + "/journal.db-wal", std::ios::binary) << bytes;
    expect_nothing_wrong_is_believed(path, ends);
  }
  EXPECT_EQ(ends["refused"], 0);
  EXPECT_GT(ends["part"], 80);
}

TEST(RunFolder, WhenTheDiskIsFullThatIsSaidAndWhatWasWrittenBeforeIsKept) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  std::size_t written = 0;
  {
    Result<RunFolder> run = RunFolder::create(path, identity(), original);
    ASSERT_TRUE(run);
    // A limit on the size of files fails writes as a full disk does.
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{200'000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    Result<void> appended;
    while (written < 100'000 && (appended = run->append(outcomes(written, written + 10))))
      written += 10;
    const Result<void> again = run->append(outcomes(written, written + 10));
    ::setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(appended);
    EXPECT_EQ(appended.error().kind, ErrorKind::disk);
    EXPECT_THAT(appended.error().message, HasSubstr("bug.c.whittle/journal.db cannot be written"));
    EXPECT_EQ(appended.error().way_out, "free some space, then continue the run");
    EXPECT_EQ(appended.error().cause.reason, Reason::journal_is_full);
    EXPECT_EQ(appended.error().cause.values, std::vector<std::string>{folder / "bug.c"});
    EXPECT_FALSE(again);
    // With room again the same run can write on.
    EXPECT_TRUE(run->append(outcomes(written, written + 10)));
    written += 10;
    std::signal(SIGXFSZ, old_handler);
  }
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run) << run.error().message;
  Memo memo;
  EXPECT_EQ(*run->recall(memo), written);
}

std::uintmax_t bytes_in(const std::string& path) {
  std::uintmax_t total = 0;
  for (const auto& entry : fs::directory_iterator(path)) total += entry.file_size();
  return total;
}

TEST(RunFolder, ATestTakesSixtyFourBytesHoweverManyThereAre) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  Result<RunFolder> run = RunFolder::create(path, identity(), original);
  ASSERT_TRUE(run);
  const std::size_t tests = 300'000;  // 1,000,000 gave 64 as well
  // Written one by one as well as many at a time: what a row costs must not hang on that.
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_TRUE(run->append(outcomes(i, i + 1)));
  for (std::size_t i = 1000; i < tests; i += 1000) ASSERT_TRUE(run->append(outcomes(i, i + 1000)));
  // And the log, which is written over and over: 4,000 pages.
  EXPECT_LT(bytes_in(path), tests * 64 + (17 << 20));
}

TEST(RunFolder, ABestTakesThePlaceOfTheOneBefore) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  Result<RunFolder> run = RunFolder::create(path, identity(), original);
  ASSERT_TRUE(run);
  Random random(3);
  Bytes noise(300'000, ' ');  // which cannot be packed
  for (char& c : noise) c = static_cast<char>(random.below(256));
  for (std::size_t i = 0; i < 200; ++i) {
    const Document best = Document::single("bug.c", noise.substr(i));
    ASSERT_TRUE(run->append(
        {.best = Best{best.hash(), best.size(), i}, .best_number = i, .document = best}));
  }
  EXPECT_LT(bytes_in(path), 20'000'000u);  // of 60 MB that were written
}

TEST(RunFolder, ItCannotBeMadeWhereNothingCanBeWritten) {
  const Result<RunFolder> run = RunFolder::create("/proc/bug.c.whittle", identity(), original);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::disk);
}

TEST(RunFolder, RemovingItTakesOnlyWhatIsOurs) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  {
    Result<RunFolder> run = RunFolder::resume(path);
    ASSERT_TRUE(run);
    std::ofstream(path + "/mine.txt") << "x";
    EXPECT_TRUE(run->remove());
  }
  EXPECT_FALSE(RunFolder::has_journal(path));
  EXPECT_EQ(std::distance(fs::directory_iterator(path), {}), 1);
  fs::remove(path + "/mine.txt");
  Result<RunFolder> run = RunFolder::create(path, identity(), original);
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->remove());
  EXPECT_FALSE(fs::exists(path));
}

TEST(RunFolder, ARemovalThatAKillCutShortIsEndedByResume) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  const auto after = [&](const std::vector<std::string>& left) {
    fs::create_directory(path);
    for (const std::string& name : left) std::ofstream(path + "/" + name) << "1 2\n";
    const Result<RunFolder> resumed = RunFolder::resume(path);
    EXPECT_FALSE(resumed);
    EXPECT_EQ(resumed.error().kind, ErrorKind::stale);
    std::vector<std::string> names;
    if (fs::exists(path))
      for (const auto& entry : fs::directory_iterator(path))
        names.push_back(entry.path().filename());
    return names;
  };
  using Names = std::vector<std::string>;
  for (const Names& left : {Names{"journal.db-wal", "lock"}, Names{"journal.db-journal", "lock"},
                            Names{"lock"}, Names{}, Names{".whittle-0123456789abcdef.tmp"}}) {
    EXPECT_EQ(after(left), Names{});
    EXPECT_FALSE(fs::exists(path)) << left.size();
  }
  EXPECT_EQ(after({"lock", "bests"}), Names{"bests"}) << "the history was to be kept";
  fs::remove_all(path);
  EXPECT_EQ(after({"notes"}), Names{"notes"}) << "it belongs to the user";
}

TEST(RunFolder, ARunThatCannotBeginLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = RunFolder::beside(folder / "bug.c");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{2000, before.rlim_max};  // the lock fits, and a journal does not
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Result<RunFolder> run = RunFolder::create(path, identity(), original, {folder / "other"});
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::disk);
  EXPECT_FALSE(fs::exists(path));
  EXPECT_FALSE(fs::exists(RunFolder::beside(folder / "other")));
}

TEST(RunFolder, ANewRunBeginsWithNothingKnown) {
  const TemporaryFolder folder;
  const std::string path = left_behind(folder);
  const Result<RunFolder> run = RunFolder::create(path, identity(), original);
  ASSERT_TRUE(run);
  Memo memo;
  EXPECT_EQ(*run->recall(memo), 0u);
  EXPECT_TRUE(run->bests().empty());
  EXPECT_EQ(run->best().value(), std::nullopt);
}

}  // namespace
}  // namespace whittle
