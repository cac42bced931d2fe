#include "document/disk.h"

#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "support/cpu_time.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using namespace std::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Each test runs in a folder of its own.
class Disk : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    std::string name = fs::temp_directory_path() / "whittle-disk-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  static void put(const std::string& path, BytesView bytes, std::uint32_t mode = 0644) {
    if (const fs::path parent = fs::path(path).parent_path(); !parent.empty())
      fs::create_directories(parent);
    ASSERT_TRUE(write_file(path, bytes, mode));
  }
  static std::string got(const std::string& path) { return read_file(path).value_or("(none)"); }
  static std::uint32_t mode_of(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : 0;
  }
  /// The document with the bytes of one file replaced.
  static Document with(const Document& document, std::size_t file, Bytes bytes) {
    std::vector<File> files = document.files();
    files[file].bytes = share(std::move(bytes));
    return Document(std::move(files));
  }
  static std::vector<std::string> names(const std::string& folder = ".") {
    std::vector<std::string> list;
    for (const auto& entry : fs::directory_iterator(folder))
      list.push_back(entry.path().filename());
    std::sort(list.begin(), list.end());
    return list;
  }

  fs::path before_, folder_;
};

TEST_F(Disk, AFileBelowTheCurrentFolderKeepsItsPathAnotherItsLastPart) {
  put("sub/a.c", "a");
  put("b.c", "b");
  put("elsewhere/c.c", "c");
  fs::create_directory("here");
  fs::current_path("here");
  put("d/e.c", "e");
  const auto loaded = load({"./d/../d/e.c", "../b.c", folder_ / "elsewhere/c.c"});
  ASSERT_TRUE(loaded) << loaded.error().message;
  std::vector<std::string> paths;
  for (const File& file : loaded->document.files()) paths.push_back(file.path);
  EXPECT_THAT(paths, ElementsAre("d/e.c", "b.c", "c.c"));
  EXPECT_EQ(loaded->document.bytes(1), "b");
}

TEST_F(Disk, SavingReplacesTheFileAndKeepsItsModeAndTheOriginal) {
  put("bug.c", "int main;\n", 0751);
  auto loaded = load({"bug.c"});
  ASSERT_TRUE(loaded);
  EXPECT_THAT(loaded->home.keep_originals(loaded->document).value(), ElementsAre("bug.c.orig"));
  ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, "main;")));
  EXPECT_EQ(got("bug.c"), "main;");
  EXPECT_EQ(got("bug.c.orig"), "int main;\n");
  EXPECT_EQ(mode_of("bug.c"), 0751u);
  EXPECT_EQ(mode_of("bug.c.orig"), 0751u);
  EXPECT_THAT(names(), ElementsAre("bug.c", "bug.c.orig")) << "no temporaries";
}

TEST_F(Disk, ALaterRunNeverOverwritesAnOriginal) {
  put("bug.c", "first");
  for (const BytesView now : {"first"sv, "first"sv, "second"sv, "second"sv, "third"sv}) {
    put("bug.c", now);
    auto loaded = load({"bug.c"});
    ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  }
  EXPECT_THAT(names(), ElementsAre("bug.c", "bug.c.orig", "bug.c.orig.1", "bug.c.orig.2"));
  EXPECT_EQ(got("bug.c.orig"), "first");
  EXPECT_EQ(got("bug.c.orig.1"), "second");
  EXPECT_EQ(got("bug.c.orig.2"), "third");
}

TEST_F(Disk, AFolderIsLoadedWholeAndSavedWithWhatWentGone) {
  put("p/src/a.c", "a");
  put("p/src/run.sh", "#!/bin/sh\n", 0755);
  put("p/gone/deep/b.h", "b");
  fs::create_directories("p/empty");
  fs::create_symlink("src/a.c", "p/link.c");
  fs::create_symlink("/no/such", "p/dangling");
  auto loaded = load({"p/"});
  ASSERT_TRUE(loaded) << loaded.error().message;
  std::vector<std::string> paths;
  for (const File& file : loaded->document.files()) paths.push_back(file.path);
  EXPECT_THAT(paths, ElementsAre("p/dangling", "p/empty", "p/gone/deep/b.h", "p/link.c",
                                 "p/src/a.c", "p/src/run.sh"));
  EXPECT_EQ(loaded->document.files()[0].kind, File::Kind::symlink);
  EXPECT_EQ(loaded->document.bytes(0), "/no/such");
  EXPECT_EQ(loaded->document.files()[1].kind, File::Kind::folder);
  EXPECT_EQ(loaded->document.files()[5].mode, 0755u);

  EXPECT_THAT(loaded->home.keep_originals(loaded->document).value(), ElementsAre("p.orig"));
  EXPECT_EQ(fs::read_symlink("p.orig/link.c"), "src/a.c");
  EXPECT_TRUE(fs::is_directory("p.orig/empty"));
  EXPECT_THAT(loaded->home.keep_originals(loaded->document).value(), IsEmpty()) << "it is there";

  std::vector<File> files = with(loaded->document, 4, "A").files();
  files.erase(files.begin(), files.begin() + 3);
  ASSERT_TRUE(loaded->home.save(Document(files)));
  EXPECT_THAT(names("p"), ElementsAre("link.c", "src"));
  EXPECT_EQ(got("p/link.c"), "A");
  EXPECT_EQ(mode_of("p/src/run.sh"), 0755u);
  EXPECT_EQ(got("p.orig/gone/deep/b.h"), "b");
}

TEST_F(Disk, ASymlinkGivenAsFileIsWrittenThrough) {
  put("real/bug.c", "long");
  fs::create_symlink("real/bug.c", "bug.c");
  auto loaded = load({"bug.c"});
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, "s")));
  EXPECT_TRUE(fs::is_symlink("bug.c"));
  EXPECT_EQ(got("real/bug.c"), "s");
  EXPECT_EQ(got("bug.c.orig"), "long");
}

TEST_F(Disk, OutputElsewhereLeavesTheInputAlone) {
  put("bug.c", "long");
  put("p/a.c", "a");
  put("p/q/b.c", "b");
  fs::create_directory("out");
  const auto save_to = [](const std::vector<std::string>& inputs, const std::string& output) {
    auto loaded = load(inputs);
    EXPECT_TRUE(loaded->home.redirect(output));
    EXPECT_TRUE(loaded->home.keep_originals(loaded->document).value().empty());
    EXPECT_TRUE(loaded->home.save(with(loaded->document, 0, "s"), Durability::synced));
  };
  save_to({"bug.c"}, "small.c");
  EXPECT_EQ(got("small.c"), "s");
  save_to({"bug.c"}, "out");
  EXPECT_EQ(got("out/bug.c"), "s");
  save_to({"p"}, "p2");
  EXPECT_EQ(got("p2/a.c") + got("p2/q/b.c"), "sb");
  save_to({"p/q/b.c", "bug.c"}, "several");
  EXPECT_EQ(got("several/p/q/b.c") + got("several/bug.c"), "slong");
  EXPECT_EQ(got("bug.c") + got("p/a.c") + got("p/q/b.c"), "longab");
  EXPECT_THAT(names(), ElementsAre("bug.c", "out", "p", "p2", "several", "small.c"));
  EXPECT_EQ(load({"p"})->home.redirect("bug.c").error().kind, ErrorKind::usage);
}

TEST_F(Disk, AnyNameWorks) {
  const std::string longest(255, 'n');
  for (const std::string& name : {"-x y.c"s, "a\nb.c"s, "%s{}"s, "\xff\xfe"s, longest}) {
    put(name, "long");
    auto loaded = load({name});
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->document.files()[0].path, name);
    ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, "s")));
    EXPECT_EQ(got(name), "s");
  }
  EXPECT_EQ(load({"c\nd"}).error().message, "'c\\nd' does not exist");
}

TEST_F(Disk, WhatCannotBeLoadedSaysWhy) {
  const auto missing = load({"no.c"});
  EXPECT_EQ(missing.error().kind, ErrorKind::input);
  EXPECT_EQ(missing.error().message, "no.c does not exist");
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  EXPECT_EQ(load({"pipe"}).error().message, "pipe is a pipe, not a file");
  EXPECT_EQ(load({"/dev/null"}).error().message, "/dev/null is a device, not a file");
  put("p/a", "a");
  ASSERT_EQ(::mkfifo("p/fifo", 0600), 0);
  EXPECT_EQ(load({"p"}).error().message, "p/fifo is a pipe, not a file");
  fs::create_symlink("nowhere", "dangling");
  EXPECT_EQ(load({"dangling"}).error().message, "dangling does not exist");
  put("x/a.c", "1");
  put("a.c", "2");
  EXPECT_EQ(load({"a.c", folder_ / "x/a.c"}).error().kind, ErrorKind::usage);
  EXPECT_EQ(load({"x", "x/a.c"}).error().kind, ErrorKind::usage);
}

TEST_F(Disk, AFileThatMayNotBeReadSaysSo) {
  put("secret", "s", 0000);
  put("known", "k", 0644);
  // Root may read everything, so it becomes another user for a moment.
  constexpr uid_t nobody = 65534;
  const bool is_root = ::geteuid() == 0;
  fs::permissions(folder_, fs::perms(0755));
  ASSERT_EQ(is_root ? ::seteuid(nobody) : 0, 0);
  const Result<Loaded> secret = load({"secret"}), known = load({"known"});
  ASSERT_EQ(is_root ? ::seteuid(0) : 0, 0);
  ASSERT_FALSE(secret);
  EXPECT_THAT(secret.error().message, HasSubstr("secret cannot be read: Permission denied"));
  EXPECT_TRUE(known) << "the folder can be entered";
}

/// No file may grow past `limit` while this lives: what a full disk does, without one.
class NoRoom {
 public:
  explicit NoRoom(rlim_t limit) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit now{limit, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(Disk, WithoutRoomNothingIsLost) {
  put("bug.c", std::string(9000, 'x'));
  auto loaded = load({"bug.c"});
  {
    const NoRoom no_room(4096);
    const auto saved = loaded->home.save(with(loaded->document, 0, std::string(8000, 'y')));
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().kind, ErrorKind::disk);
    EXPECT_THAT(saved.error().message, HasSubstr("bug.c cannot be written: File too large"));
    EXPECT_FALSE(loaded->home.keep_originals(loaded->document));
  }
  EXPECT_EQ(got("bug.c"), std::string(9000, 'x'));
  EXPECT_THAT(names(), ElementsAre("bug.c"));
  put("p/a", "a");
  put("p/b", std::string(9000, 'b'));
  {
    auto folder = load({"p"});
    const NoRoom no_room(4096);
    EXPECT_FALSE(folder->home.keep_originals(folder->document));
  }
  EXPECT_THAT(names(), ElementsAre("bug.c", "p")) << "no half of a copy";
  ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, "y")));
  EXPECT_EQ(got("bug.c"), "y");
}

TEST_F(Disk, SavingOftenIsCheapAndSavingTheSameIsFree) {
  put("bug.c", std::string(10000, 'x'));
  auto loaded = load({"bug.c"});
  const auto start = cpu_seconds();
  for (int i = 0; i < 500; ++i)
    ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, std::string(9000 - i, 'y'))));
  // Measured: 0.03 ms each on /dev/shm, 0.4 ms on an overlay file system under load.
  EXPECT_LT(cpu_seconds() - start, 3);
  struct stat before {
  }, after{};
  ::stat("bug.c", &before);
  ASSERT_TRUE(loaded->home.save(with(loaded->document, 0, std::string(9000 - 499, 'y'))));
  ::stat("bug.c", &after);
  EXPECT_EQ(before.st_ino, after.st_ino);
}

TEST_F(Disk, TwoThreadsWriteFilesOfOneFolderAtTheSameTime) {
  const auto write_often = [](const std::string& name) {
    const Bytes bytes(5'000, name[0]);
    for (int i = 0; i < 300; ++i) {
      ASSERT_TRUE(write_file(name, bytes, 0644));
      ASSERT_EQ(read_file(name).value_or(""), bytes);
    }
  };
  std::thread other([&] { write_often("a"); });
  write_often("b");
  other.join();
}

TEST_F(Disk, AFolderThatCannotBeMadeIsAnErrorAndNothingIsThrown) {
  put("p/q/b.c", "b");
  auto loaded = load({"p"});
  fs::remove_all("p/q");
  fs::create_symlink("q", "p/q");  // leads to itself
  const auto saved = loaded->home.save(with(loaded->document, 0, "s"));
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error().message, HasSubstr("p/q"));
}

TEST_F(Disk, AnEmptyFileAndAFileOfOneByteWork) {
  put("empty", "");
  put("one", "\0"sv);
  const auto loaded = load({"empty", "one"});
  EXPECT_EQ(loaded->document.bytes(0), "");
  EXPECT_EQ(loaded->document.bytes(1), "\0"sv);
}

}  // namespace
}  // namespace whittle
