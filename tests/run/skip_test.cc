// A list that was skipped is skipped at the same place when the run is resumed, also after a kill.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "document/disk.h"
#include "run/controls.h"
#include "run/reduce.h"
#include "run/unfinished.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// What a search was told, and what a user does meanwhile.
class User final : public Observer {
 public:
  static constexpr std::size_t never = ~std::size_t{0};
  std::size_t skips_at = never, dies_at = never;  // after so many outcomes
  Controls controls;
  std::vector<std::pair<Hash, Outcome>> outcomes;

  void told(const Told& event) override {
    outcomes.emplace_back(event.candidate, event.outcome);
    if (outcomes.size() == skips_at) controls.skip();
    if (outcomes.size() == dies_at) ::kill(::getpid(), SIGKILL);
  }
};

struct SkipTest : testing::Test {
  SkipTest() {
    std::ofstream(folder / "test.sh") << "#!/bin/sh\n"
                                         "grep -q 'int crash(int b)' input.c && "
                                         "grep -q 'return crash' input.c\n";
    fs::permissions(folder / "test.sh", fs::perms::owner_all);
    start_over();
  }
  void start_over() const {
    std::ofstream text(folder / "input.c");
    for (int i = 0; i < 30; ++i)
      text << "int helper_" << i << "(int a) {\n  if (a > " << i << ") return a;\n  return 1;\n}\n";
    text << "int crash(int b) { return b * 2; }\nint main(void) {\n  return crash(3);\n}\n";
  }
  Request request(User& user) const {
    Request request;
    request.files = {folder / "input.c"};
    request.test.script = folder / "test.sh";
    request.jobs = 2;
    request.tidy = true;
    request.controls = &user.controls;
    return request;
  }
  Bytes result() const { return read_file(folder / "input.c").value(); }

  /// The run in a process of its own, which kills itself.
  void run_until_killed(std::size_t skips_at, std::size_t dies_at) const {
    const pid_t child = ::fork();
    if (child == 0) {
      User user;
      user.skips_at = skips_at;
      user.dies_at = dies_at;
      (void)reduce(request(user), user);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the run ended before it was killed";
  }

  TemporaryFolder folder;
};

TEST_F(SkipTest, ARunThatWasKilledAfterASkipEndsAsIfItHadNotBeenKilled) {
  constexpr std::size_t place = 12;
  User undisturbed;
  ASSERT_TRUE(reduce(request(undisturbed), undisturbed));
  start_over();
  User skipping;
  skipping.skips_at = place;
  ASSERT_TRUE(reduce(request(skipping), skipping));
  const Bytes expected = result();
  ASSERT_NE(skipping.outcomes, undisturbed.outcomes) << "nothing was skipped";
  ASSERT_GT(skipping.outcomes.size(), place + 30);

  for (const std::size_t after : {1, 7, 30}) {
    start_over();
    run_until_killed(place, place + after);
    Result<Unfinished> unfinished = Unfinished::open(folder / "input.c");
    ASSERT_TRUE(unfinished) << unfinished.error().message;
    User resumed;
    Request again = request(resumed);
    again.continues = std::move(*unfinished);
    const Result<Report> report = reduce(std::move(again), resumed);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(resumed.outcomes, skipping.outcomes) << after;
    EXPECT_EQ(result(), expected) << after;
  }
}

}  // namespace
}  // namespace whittle
