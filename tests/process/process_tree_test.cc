#include "process/process_tree.h"

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "process/scratch.h"

namespace whittle {
namespace {

/// A process that the embedding program has started itself.
class OwnChild {
 public:
  explicit OwnChild(bool in_a_session_of_its_own = false) : pid_(::fork()) {
    if (pid_ != 0) return;
    if (in_a_session_of_its_own) ::setsid();
    ::pause();
    ::_exit(1);
  }
  ~OwnChild() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  bool is_untouched() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

 private:
  pid_t pid_;
};

class Trees : public testing::Test {
 protected:
  Launch shell(std::string script) {
    return {.command = {"/bin/sh", "-c", std::move(script)},
            .environment = &environment_,
            .folder = "/",
            .in = null_.get(),
            .out = null_.get(),
            .err = null_.get()};
  }
  static Ended finish(ProcessTree& tree) {
    pollfd ended{tree.pidfd(), POLLIN, 0};
    ::poll(&ended, 1, 10'000);
    return tree.end();
  }

  std::vector<std::string> environment_ = environment_with_tmp("/tmp");
  UniqueFd null_ = open_null();
};

TEST_F(Trees, SayHowTheirCommandEnded) {
  ProcessTree tree;
  EXPECT_FALSE(tree.running());
  for (int status : {0, 3}) {
    ASSERT_TRUE(tree.start(shell("exit " + std::to_string(status))));
    EXPECT_TRUE(tree.running());
    EXPECT_EQ(finish(tree).exit_status, status);
  }
  ASSERT_TRUE(tree.start(shell("kill -ABRT $$")));
  EXPECT_EQ(finish(tree).signal, SIGABRT);
  EXPECT_FALSE(
      tree.start({.command = {"/no/such/program"}, .environment = &environment_, .folder = "/"}));
  EXPECT_FALSE(tree.running());
}

TEST_F(Trees, EndTogetherWithTheirObject) {
  const std::vector<pid_t> before = children();
  {
    ProcessTree tree;
    ASSERT_TRUE(tree.start(shell("setsid sleep 1000 & sleep 1000")));
    EXPECT_GT(children().size(), before.size());
  }
  EXPECT_EQ(children(), before);
}

TEST_F(Trees, LeaveTheChildrenOfTheEmbeddingProgramAlone) {
  const OwnChild before, detached_before(true);
  ProcessTree tree;
  const OwnChild after, detached_after(true);
  // Has ended, and nobody has asked how yet.
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(7);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(tree.start(shell("setsid sleep 1000 & exit 0")));
    finish(tree);
  }
  for (const OwnChild* child : {&before, &detached_before, &after, &detached_after})
    EXPECT_TRUE(child->is_untouched());
  int status = 0;
  EXPECT_EQ(::waitpid(ended, &status, 0), ended);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(Trees, LeaveEachOthersProcessesAlone) {
  ProcessTree one, other;
  ASSERT_TRUE(one.start(shell("setsid sleep 1000 & sleep 1000")));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(other.start(shell("setsid sleep 1000 & exit 0")));
    finish(other);
  }
  pollfd ended{one.pidfd(), POLLIN, 0};
  EXPECT_EQ(::poll(&ended, 1, 0), 0);
  EXPECT_EQ(one.end().signal, SIGKILL);
}

TEST_F(Trees, AProgramCanBeRunAtOnceThoughOtherThreadsStartProcesses) {
  auto scratch = Scratch::make("", 0);
  ASSERT_TRUE(scratch);
  const Document program(
      {File{"run.sh", 0755, share("#!/bin/sh\n" + Bytes(100'000, '\n')), File::Kind::regular}});
  std::atomic<bool> done = false;
  std::jthread other([&] {
    ProcessTree tree;
    while (!done && tree.start(shell("exit 0"))) finish(tree);
  });
  ProcessTree tree;
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    const auto folder = scratch->fresh_folder("program");
    ASSERT_TRUE(folder && write_document(program, *folder));
    Launch launch = shell("");
    launch.command = {*folder + "/run.sh"};
    const auto started = tree.start(std::move(launch));
    refused += !started;
    if (started) tree.end();
  }
  done = true;
  EXPECT_EQ(refused, 0);
}

TEST_F(Trees, AdoptOrphansOnlyAsLongAsTheyLive) {
  const auto adopts = [] {
    int on = -1;
    ::prctl(PR_GET_CHILD_SUBREAPER, &on);
    return on;
  };
  EXPECT_EQ(adopts(), 0);
  {
    const ProcessTree one;
    const ProcessTree other;
    EXPECT_EQ(adopts(), 1);
  }
  EXPECT_EQ(adopts(), 0);
}

TEST(OldKernels, AChildsEndCanBePolledWithoutAPidfd) {
  std::array<int, 2> go{};
  ASSERT_EQ(::pipe(go.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    char byte = 0;
    ::_exit(::read(go[0], &byte, 1) == 1 ? 7 : 1);
  }
  const Process process{child, readable_when_ended(child)};
  pollfd ended{process.pidfd.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&ended, 1, 50), 0) << "it runs";
  ASSERT_EQ(::write(go[1], "x", 1), 1);
  EXPECT_EQ(::poll(&ended, 1, 10'000), 1);
  EXPECT_TRUE(ended.revents & POLLIN);
  EXPECT_EQ(reap(process).exit_status, 7);
  ::close(go[0]);
  ::close(go[1]);
}

TEST(Marks, AreInheritedAndCanBeReadUntilAProcessIsReaped) {
  const Mark mark = new_mark();
  EXPECT_NE(mark, new_mark());
  const pid_t child = ::fork();
  if (child == 0) {
    set_mark(mark);
    const pid_t grandchild = ::fork();
    if (grandchild == 0) ::_exit(has_mark(::getpid(), mark) ? 0 : 1);
    int status = 0;
    ::waitpid(grandchild, &status, 0);
    ::_exit(WEXITSTATUS(status));
  }
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(info.si_status, 0);
  EXPECT_TRUE(has_mark(child, mark));  // a zombie now
  EXPECT_FALSE(has_mark(child, mark + 1));
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(has_mark(child, mark));
}

}  // namespace
}  // namespace whittle
