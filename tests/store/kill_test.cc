// Kills a small reducer 200 times at random moments; see killed/reduce_slowly.cc.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unordered_set>

#include "base/random.h"
#include "document/disk.h"
#include "schedule/scheduler.h"
#include "store/killed/subject.h"
#include "store/run_folder.h"
#include "store/temporary_folder.h"
#include "support/scripted_oracle.h"

extern char** environ;

namespace whittle {
namespace {

namespace fs = std::filesystem;

pid_t start(const std::string& file, const std::string& log) {
  std::string program = REDUCE_SLOWLY;
  std::string file_argument = file;
  std::string log_argument = log;
  char* arguments[] = {program.data(), file_argument.data(), log_argument.data(), nullptr};
  pid_t process = 0;
  EXPECT_EQ(::posix_spawn(&process, program.c_str(), nullptr, nullptr, arguments, environ), 0);
  return process;
}

/// What a resumed run would know, found out on a copy so that the run itself has to recover.
Memo known_in(const std::string& folder, const std::string& copy) {
  Memo memo;
  if (!RunFolder::has_journal(folder)) return memo;
  fs::remove_all(copy);
  fs::copy(folder, copy);
  const Result<RunFolder> left = RunFolder::resume(copy);
  if (left) {
    EXPECT_TRUE(left->recall(memo));
  } else {
    EXPECT_TRUE(left.error().message.starts_with("there is no unfinished run"))
        << left.error().message;
  }
  return memo;
}

TEST(Kill, TwoHundredKillsAtRandomMomentsLoseNothingAndChangeNothing) {
  const AnySearch fresh = subject_search();
  const Document original = fresh.best();
  AnySearch search = fresh;
  {
    ScriptedOracle oracle(subject_outcome);
    Memo memo;
    Observer nobody;
    ASSERT_EQ(run(search, oracle, memo, nobody), Ending::finished);
  }
  const Bytes expected = search.best().bytes(0);

  const TemporaryFolder folder;
  const std::string file = folder / "bug.c";
  const std::string run_folder = RunFolder::beside(file);
  const std::string log = folder / "log";
  Random random(11);
  int kills = 0;
  int finished = 0;
  std::size_t starts = 0;
  std::size_t lost = 0;  // started again, since a kill came before they had ended or been written
  while (kills < 200) {
    ASSERT_TRUE(write_file(file, original.bytes(0), 0644));
    std::unordered_set<std::string> started;
    // Longer each time, so that it ends on a busy machine too.
    std::uint64_t longest = 50'000;
    for (bool is_finished = false; !is_finished; longest += 2'000) {
      const Memo known = known_in(run_folder, folder / "copy");
      const Bytes before = *read_file(file);
      fs::remove(log);
      const pid_t process = start(file, log);
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(longest)));
      ::kill(process, SIGKILL);
      int status = 0;
      ASSERT_EQ(::waitpid(process, &status, 0), process);
      if (WIFEXITED(status)) {
        ASSERT_EQ(WEXITSTATUS(status), 0);
        EXPECT_FALSE(fs::exists(run_folder)) << "a finished run leaves nothing behind";
        is_finished = true;
      } else {
        ++kills;
      }

      std::ifstream lines(log);
      for (std::string line; std::getline(lines, line);) {
        ++starts;
        if (!started.insert(line).second) ++lost;
        const Hash hash{std::stoull(line.substr(0, 16), nullptr, 16),
                        std::stoull(line.substr(16), nullptr, 16)};
        EXPECT_FALSE(known.find(hash)) << "asked again";
      }
      const Document now = Document::single("list", *read_file(file));
      EXPECT_EQ(subject_outcome(now), Outcome::interesting) << "whole, and still interesting";
      EXPECT_LE(now.size(), before.size()) << "never back";
      if (!is_finished && now != original) {
        const Memo told = known_in(run_folder, folder / "copy");
        const Verdict* verdict = told.find(now.hash());
        if (verdict) {
          EXPECT_EQ(verdict->outcome, Outcome::interesting);
        } else {
          // The kill came while the folder of a finished run was being removed.
          EXPECT_FALSE(RunFolder::has_journal(run_folder));
          is_finished = true;
        }
      }
    }
    ++finished;
    EXPECT_EQ(*read_file(file), expected) << "the bytes of an undisturbed run";
    fs::remove_all(run_folder);
  }
  EXPECT_GT(finished, 1);
  EXPECT_GT(kills, 2 * finished) << "most kills came in the middle";
  std::printf("%d kills in %d runs: %zu tests, of which %zu had been started before\n", kills,
              finished, starts, lost);
}

}  // namespace
}  // namespace whittle
