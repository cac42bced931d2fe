// What a program in a sandbox can reach, with namespaces of ours and with bubblewrap's.
#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "process/local_tools.h"
#include "process/process_tree.h"
#include "process/program.h"
#include "process/sandbox_linux.h"
#include "process/scratch.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// Who makes the sandbox: "" is this process.
struct SandboxTest : testing::TestWithParam<const char*> {
  void SetUp() override {
    if (*GetParam()) {
      const Result<std::string> found = find_program(GetParam());
      if (!found) GTEST_SKIP() << found.error().message;
      bubblewrap = *found;
    }
    if (!sandbox_maker()) GTEST_SKIP() << "no sandbox can be made here";
  }

  /// The exit status of a shell that runs the line.
  int runs(const std::string& line, const std::vector<std::string>& shown = {}) {
    const std::string folder = *scratch.fresh_folder("0"), tmp = *scratch.fresh_folder("0.tmp");
    Sandbox sandbox = Sandbox::with({folder, tmp}, shown);
    sandbox.bubblewrap = bubblewrap;
    const std::vector<std::string> environment = environment_with_tmp(tmp, true);
    ProcessTree tree;
    const Result<void> started = tree.start({.command = {"/bin/sh", "-c", line},
                                             .environment = &environment,
                                             .folder = folder,
                                             .in = null.get(),
                                             .out = 1,
                                             .err = 2,
                                             .sandbox = &sandbox});
    EXPECT_TRUE(started) << started.error().message;
    pollfd ended{tree.pidfd(), POLLIN, 0};
    while (::poll(&ended, 1, 60'000) < 0) {
    }
    return tree.end().exit_status;
  }
  static void write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  /// A service that is listening at a Unix socket; a name that begins with @ is an abstract one.
  UniqueFd service_at(const std::string& name) {
    UniqueFd listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path, sizeof address.sun_path - 1);
    if (name.starts_with('@')) address.sun_path[0] = '\0';
    EXPECT_EQ(::bind(listening.get(), reinterpret_cast<sockaddr*>(&address),
                     static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size())),
              0);
    EXPECT_EQ(::listen(listening.get(), 5), 0);
    return listening;
  }
  static std::string connects_to(const std::string& name) {
    const std::string address = name.starts_with('@') ? "\\0" + name.substr(1) : name;
    return "python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"" + address +
           "\")' 2>/dev/null";
  }

  /// A folder that a sandbox shows: beside the test program, or at home if that is in /tmp, which
  /// each sandbox has for itself.
  static std::string folder_in_sight() {
    const std::string here = fs::current_path();
    const char* const home = std::getenv("HOME");
    return here.starts_with("/tmp/") && home ? home : here;
  }

  UniqueFd null = open_null();
  Scratch scratch = *Scratch::make("", 1 << 20);
  Scratch in_tmp = *Scratch::make("/tmp", 1 << 20);
  Scratch elsewhere = *Scratch::make(folder_in_sight(), 1 << 20);
  std::string bubblewrap;
};
INSTANTIATE_TEST_SUITE_P(, SandboxTest, testing::Values("", "bwrap"), [](const auto& info) {
  return *info.param ? "bubblewrap" : "namespaces";
});

TEST_P(SandboxTest, ItWritesToItsOwnFoldersOnly) {
  const std::string precious = elsewhere.root() + "/precious";
  write(precious, "keep me");
  EXPECT_EQ(runs("echo x >here && echo y >\"$TMPDIR/there\""), 0);
  EXPECT_NE(runs("rm -f " + precious + " 2>/dev/null"), 0);
  EXPECT_NE(runs("(echo gone >" + precious + ") 2>/dev/null"), 0);
  EXPECT_EQ(runs("grep -qx 'keep me' " + precious), 0);
  EXPECT_TRUE(fs::exists(precious));
}

TEST_P(SandboxTest, NoServiceIsReachedThroughAUnixSocketWhereverItIs) {
  const std::string name = "@whittle-test-" + std::to_string(::getpid());
  const std::string in_the_folder = elsewhere.root() + "/socket";
  const UniqueFd one = service_at(in_the_folder), two = service_at(in_tmp.root() + "/socket"),
                 three = service_at(name);
  // Without a sandbox they answer.
  for (const std::string& at : {in_the_folder, in_tmp.root() + "/socket", name}) {
    EXPECT_EQ(std::system(connects_to(at).c_str()), 0) << at;
    EXPECT_NE(runs(connects_to(at), {in_tmp.root()}), 0) << at;
  }
  // Pairs, which compilers and interpreters use, still work.
  EXPECT_EQ(runs("python3 -c 'import socket; socket.socketpair()'"), 0);
}

TEST_P(SandboxTest, ANamedPipeIsWrittenOnlyInItsOwnFolders) {
  EXPECT_EQ(runs("mkfifo own && { echo x >own & } && read x <own && [ $x = x ]"), 0);
  EXPECT_EQ(runs("echo x >/dev/null && echo x 2>/dev/null >/dev/stderr && : >/dev/shm/x"), 0);
  // Bubblewrap makes its mounts after us, which a process under Landlock cannot do.
  if (!bubblewrap.empty()) return;
  if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) < 1)
    GTEST_SKIP() << "this kernel has no Landlock";
  const std::string pipe = elsewhere.root() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const UniqueFd reads(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_NE(runs("echo secret 2>/dev/null >" + pipe), 0);
  char byte = 0;
  EXPECT_LE(::read(reads.get(), &byte, 1), 0);
}

TEST_P(SandboxTest, TemporaryFoldersAreItsOwn) {
  const std::string secret = in_tmp.root() + "/secret";
  write(secret, "s");
  EXPECT_NE(runs("[ -e " + secret + " ]"), 0);
  EXPECT_EQ(runs("[ -e " + secret + " ] && ! touch " + secret + " 2>/dev/null", {in_tmp.root()}),
            0);
  EXPECT_EQ(runs("[ -z \"$(ls -A /run)\" ]"), 0);
  const std::string left = "whittle-left-" + std::to_string(::getpid());
  for (const char* folder : {"/tmp/", "/dev/shm/", "/run/", "/var/tmp/"}) {
    EXPECT_EQ(runs("echo x >" + (folder + left)), 0) << folder;
    EXPECT_FALSE(fs::exists(folder + left));
  }
}

TEST_P(SandboxTest, SlotsDoNotSeeEachOther) {
  const std::string other = *scratch.fresh_folder("1");
  write(other + "/file", "x");
  EXPECT_NE(runs("[ -e " + other + "/file ] || [ -e ../1 ]"), 0);
}

TEST_P(SandboxTest, ThereAreOnlyHarmlessDevices) {
  EXPECT_EQ(runs("echo x >/dev/null && [ \"$(head -c 3 /dev/zero | wc -c)\" = 3 ] && head -c 1 "
                 "/dev/urandom >r && [ -s r ] && echo x | cat /dev/stdin >/dev/null"),
            0);
  EXPECT_EQ(runs("for d in /dev/*; do case $d in /dev/null|/dev/zero|/dev/full|/dev/random|"
                 "/dev/urandom|/dev/tty|/dev/console|/dev/ptmx|/dev/pts|/dev/shm|/dev/fd|"
                 "/dev/core|/dev/std*) ;; *) echo \"$d\"; exit 1;; esac; done"),
            0);
}

TEST_P(SandboxTest, ItHasNoPrivilegeAndGetsNone) {
  EXPECT_EQ(runs("grep -q '^NoNewPrivs:.1' /proc/self/status && grep -q '^Seccomp:.2' "
                 "/proc/self/status && grep -q '^CapEff:.0*$' /proc/self/status"),
            0);
  EXPECT_NE(runs("unshare -r true 2>/dev/null"), 0);
  EXPECT_NE(runs("unshare -U true 2>/dev/null"), 0);
  EXPECT_NE(runs("mount -o remount,rw / 2>/dev/null"), 0);
  // keyctl(KEYCTL_GET_KEYRING_ID, session, create): the keys of the user.
  EXPECT_EQ(runs("python3 -c 'import ctypes, platform; n = {\"x86_64\": 250, \"aarch64\": 219}"
                 "[platform.machine()]; exit(ctypes.CDLL(None).syscall(n, 0, -3, 1) != -1)'"),
            0);
}

TEST_P(SandboxTest, ThreadsChildrenAndSignalsWorkAsOutside) {
  EXPECT_EQ(runs("python3 -c 'import threading, subprocess; t = threading.Thread(target=lambda: "
                 "None); t.start(); t.join(); subprocess.check_call([\"true\"])'"),
            0);
  EXPECT_EQ(runs("kill -ABRT $$"), 134);
  EXPECT_EQ(runs("exit 7"), 7);
}

TEST_P(SandboxTest, TheEnvironmentNamesNoService) {
  ::setenv("SSH_AUTH_SOCK", "/somewhere", 1);
  EXPECT_EQ(runs("[ -z \"$SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS$DOCKER_HOST\" ] && "
                 "[ \"$XDG_RUNTIME_DIR\" = \"$TMPDIR\" ]"),
            0);
  ::unsetenv("SSH_AUTH_SOCK");
}

TEST(NeededBy, TheProgramsFolderAndTheFilesThatArgumentsNameAreShown) {
  const Scratch place = *Scratch::make("/tmp", 1 << 20);
  const std::string root = place.root(), data = root + "/data";
  std::ofstream(root + "/test.sh") << "";
  std::ofstream(data) << "";
  const auto shows = [](const std::vector<std::string>& command, const std::string& path) {
    return std::ranges::count(needed_by(command), path) > 0;
  };
  EXPECT_TRUE(shows({root + "/test.sh"}, root));
  EXPECT_TRUE(shows({"/bin/sh", "-c", "cat '" + data + "'|wc"}, data));
  EXPECT_TRUE(shows({"/bin/cc", "--file=" + data}, data));
  EXPECT_TRUE(shows({"/bin/cc", "-I" + root}, root));
  EXPECT_FALSE(shows({"/bin/cat", root + "/missing"}, root + "/missing"));
  // A script in /tmp itself must not bring all of /tmp.
  EXPECT_FALSE(shows({"/tmp/test.sh"}, "/tmp"));
}

TEST(SandboxedTools, AToolReadsItsFilesAndWritesNowhereElse) {
  if (!sandbox_maker()) GTEST_SKIP() << "no sandbox can be made here";
  const Scratch elsewhere = *Scratch::make(fs::current_path(), 1 << 20);
  const std::string precious = elsewhere.root() + "/precious";
  std::ofstream(precious) << "keep me";
  for (const bool sandbox : {true, false}) {
    LocalTools tools({.sandbox = sandbox});
    const Document document = Document::single("dir/a.txt", "text");
    const auto folder = tools.folder(document);
    ASSERT_TRUE(folder);
    const std::string file = folder->path_of(document.files().front());
    const auto answers =
        tools.run({{"/bin/cat", file},
                   {"/bin/sh", "-c", "echo x >here && cat here"},
                   {"/bin/sh", "-c", "echo changed >\"$1\" && cat \"$1\"", "sh", file},
                   {"/bin/sh", "-c", "rm \"$1\" && echo removed", "sh", precious}});
    EXPECT_EQ(answers[0], "text");
    EXPECT_EQ(answers[1], "x\n");
    EXPECT_EQ(answers[2].has_value(), !sandbox);
    EXPECT_EQ(answers[3].has_value(), !sandbox);
  }
}

}  // namespace
}  // namespace whittle
