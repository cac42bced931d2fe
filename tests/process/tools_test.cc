#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "process/local_tools.h"
#include "support/setting.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using namespace std::literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

Command shell(std::string script) {
  return {"/bin/sh", "-c", std::move(script)};
}

TEST(LocalTools, OutputsComeInTheOrderOfTheCommands) {
  std::vector<Command> commands;
  for (int i = 0; i < 20; ++i)
    commands.push_back(
        shell("sleep 0.0" + std::to_string(9 - i % 10) + "; echo " + std::to_string(i)));
  const auto outputs = LocalTools({.at_once = 4}).run(commands);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST(LocalTools, WhatCrashesHangsOrFloodsIsEndedAndHasNoAnswer) {
  const auto outputs = LocalTools({}).run({shell("sleep 100 & sleep 100"),
                                           shell("yes"),
                                           shell("echo fine; sleep 100 &"),
                                           {"/no/such/program"},
                                           {"/bin/false"},
                                           shell("echo so far; kill -SEGV $$")},
                                          {.time = 1s, .output = 1000});
  EXPECT_THAT(outputs, ElementsAre(std::nullopt, std::nullopt, "fine\n", std::nullopt, std::nullopt,
                                   std::nullopt));
}

TEST(LocalTools, DaemonsEndWithTheToolThatStartedThem) {
  const auto outputs =
      LocalTools({}).run({shell("env -i setsid sleep 1000 >/dev/null & sleep 0.1; echo $!")});
  ASSERT_TRUE(outputs[0]);
  const int daemon = std::stoi(*outputs[0]);
  ASSERT_GT(daemon, 0);
  EXPECT_EQ(::kill(daemon, 0), -1);
}

TEST(LocalTools, NoneRunsWhileTheUserWantsToStop) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  LocalTools tools({.stop_fd = ends[0]});
  EXPECT_FALSE(tools.stopped());
  EXPECT_THAT(tools.run({{"/bin/echo", "yes"}}), ElementsAre("yes\n"));
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  EXPECT_TRUE(tools.stopped());
  EXPECT_THAT(tools.run({{"/bin/sleep", "100"}}), ElementsAre(std::nullopt));
  ::close(ends[0]), ::close(ends[1]);
}

TEST(LocalTools, HaveTheLimitsOfTests) {
  LocalTools tools({.limits = {.memory = 512 << 20, .file_size = 4096}});
  const auto outputs =
      tools.run({shell("ulimit -c; ulimit -v; ulimit -f"), shell("yes > large"), shell("cat")});
  EXPECT_EQ(outputs[0], "0\n524288\n8\n");
  EXPECT_EQ(outputs[1], std::nullopt);
  EXPECT_EQ(outputs[2], "");  // nothing to read
}

TEST(LocalTools, HaveAFolderAndATmpdirOfTheirOwnThatAreEmptyForTheNext) {
  std::string root;
  {
    LocalTools tools({.at_once = 2});
    const Command look =
        shell("ls -A . \"$TMPDIR\"; pwd; echo $TMPDIR $TMP $TEMP; touch left \"$TMPDIR/left\"");
    const auto outputs = tools.run({look, look, look, look});
    for (const auto& output : outputs) {
      ASSERT_TRUE(output);
      EXPECT_THAT(*output, testing::Not(HasSubstr("left")));
      const std::string folder = output->substr(output->find("\n/") + 1);
      root = folder.substr(0, folder.find("/lane"));
      EXPECT_THAT(*output, HasSubstr(root));
    }
    EXPECT_TRUE(fs::is_directory(root)) << root;
  }
  EXPECT_FALSE(fs::exists(root)) << root;
}

TEST(LocalTools, AFolderHoldsTheFilesOfADocumentAndIsRemoved) {
  LocalTools tools({});
  const Document document({File{"src/a.c", 0, share("int a;\n"), File::Kind::regular},
                           File{"link", 0777, share("/etc/passwd"), File::Kind::symlink}});
  std::string path;
  {
    const auto folder = tools.folder(document);
    ASSERT_TRUE(folder);
    path = folder->path_of(document.files()[0]);
    EXPECT_THAT(tools.run({{"/bin/cat", path}}), ElementsAre("int a;\n"));
    EXPECT_FALSE(fs::is_symlink(folder->path_of(document.files()[1])));
  }
  EXPECT_FALSE(fs::exists(fs::path(path).parent_path().parent_path()));
}

TEST(LocalTools, WithoutAPlaceForFoldersThereAreNoAnswers) {
  LocalTools tools({.scratch_parent = "/no/such/folder"});
  EXPECT_THAT(tools.run({{"/bin/echo", "yes"}}), ElementsAre(std::nullopt));
  EXPECT_FALSE(tools.folder(Document::single("a.c", "")));
}

class FindTool : public testing::Test {
 protected:
  FindTool() {
    std::string name = "/tmp/whittle-test-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    std::ofstream(folder_ / "my-tool") << "#!/bin/sh\n";
    fs::permissions(folder_ / "my-tool", fs::perms::owner_all);
  }
  ~FindTool() override { fs::remove_all(folder_); }

  std::string at(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_;
  LocalTools tools_{{}};
};

TEST_F(FindTool, LooksAtTheUsersChoiceThenThePlacesThenPath) {
  EXPECT_EQ(tools_.find("my-tool"), "");
  EXPECT_EQ(tools_.find("my-tool", {"/no/my-tool", at("my-tool")}), at("my-tool"));
  const Setting path("PATH", folder_.string());
  EXPECT_EQ(tools_.find("my-tool"), at("my-tool"));
  const Setting chosen("WHITTLE_MY_TOOL", "/bin/sh");
  EXPECT_EQ(tools_.find("my-tool", {at("my-tool")}), "/bin/sh");
  const Setting off("WHITTLE_MY_TOOL", "");
  EXPECT_EQ(tools_.find("my-tool", {at("my-tool")}), "");
}

TEST_F(FindTool, SkipsWhatOnPathCannotBeRead) {
  fs::create_symlink("loop", folder_ / "loop");
  const std::string too_long(5000, 'x');
  const Setting path("PATH",
                     at("loop") + ":" + at("my-tool") + ":/" + too_long + ":" + folder_.string());
  EXPECT_EQ(tools_.find("my-tool"), at("my-tool"));
  EXPECT_EQ(tools_.find("no-such-tool"), "");
  EXPECT_EQ(tools_.find("no-such-tool", {at("loop/x"), too_long}), "");
}

}  // namespace
}  // namespace whittle
