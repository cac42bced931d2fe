#include "document/new_file.h"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "document/disk.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

/// Each test runs in a folder of its own.
class NewFile : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    std::string name = fs::temp_directory_path() / "whittle-new-file-XXXXXX";
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
  static std::string text_of(const std::string& path) { return read_file(path).value_or("(none)"); }
  static struct stat status_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status;
  }
  static std::uint32_t mode(const std::string& path) { return status_of(path).st_mode & 07777u; }
  static std::vector<std::string> names_here() {
    std::vector<std::string> list;
    for (const auto& entry : fs::directory_iterator(".")) list.push_back(entry.path().filename());
    std::ranges::sort(list);
    return list;
  }
  /// Gives user 1234 the right to read a file that is for its owner alone. False if the file system
  /// has no lists.
  static bool let_another_user_read(const std::string& path, const char* list) {
    struct Entry {
      std::uint16_t tag, rights;
      std::uint32_t id;
    };
    const std::uint32_t version = 2;
    const Entry entries[] = {{1, 6, ~0u}, {2, 4, 1234}, {4, 0, ~0u}, {16, 4, ~0u}, {32, 0, ~0u}};
    char bytes[sizeof(version) + sizeof(entries)];
    std::memcpy(bytes, &version, sizeof(version));
    std::memcpy(bytes + sizeof(version), entries, sizeof(entries));
    return ::setxattr(path.c_str(), list, bytes, sizeof(bytes), 0) == 0;
  }

 private:
  fs::path before_, folder_;
};

TEST_F(NewFile, AFileThatIsThereIsKeptIfItShallBe) {
  put("a", "precious");
  const Result<void> written = write_file("a", "new", 0644, Durability::synced, IfThere::is_kept);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "a exists and is not overwritten");
  EXPECT_EQ(text_of("a"), "precious");
  ASSERT_TRUE(write_file("b", "new", 0644, Durability::synced, IfThere::is_kept));
  EXPECT_EQ(text_of("b"), "new");
  EXPECT_THAT(names_here(), ElementsAre("a", "b")) << "a temporary file is left";
}

TEST_F(NewFile, NeitherALinkNorItsTargetIsWrittenThrough) {
  put("keep", "precious");
  fs::create_symlink("keep", "link");
  EXPECT_FALSE(write_file("link", "new", 0644, Durability::renamed, IfThere::is_kept));
  ASSERT_TRUE(write_file("link", "new", 0644));
  EXPECT_FALSE(fs::is_symlink("link"));
  EXPECT_EQ(text_of("keep"), "precious");
}

TEST_F(NewFile, WhatAKilledProcessLeftIsToldFromWhatIsBeingWritten) {
  // Two containers may both have a process 1, so no number of a process tells them apart.
  put(".whittle-0123456789abcdef.tmp", "left");
  put(".whittle-fedcba9876543210.tmp", "being written");
  put(".whittle-mine.tmp", "the user's");
  put(".whittle-aaaaaaaaaaaaaaaa.tmp/file", "left in a folder");
  const UniqueFd writer(::open(".whittle-fedcba9876543210.tmp", O_WRONLY));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX | LOCK_NB), 0);
  put("a", "1\n");
  ASSERT_TRUE(load({"a"}));
  EXPECT_THAT(names_here(), ElementsAre(".whittle-fedcba9876543210.tmp", ".whittle-mine.tmp", "a"));
}

TEST_F(NewFile, ANewVersionComesFromTheFolderThatIsGivenIfItCan) {
  put("p/a", "1\n");
  fs::create_symlink("a", "p/link");
  put("run/.whittle-0123456789abcdef.tmp", "left by a killed run");
  Result<Loaded> loaded = load({"p"});
  ASSERT_TRUE(loaded);
  loaded->home.make_files_in("run");
  EXPECT_TRUE(fs::is_empty("run"));
  const fs::file_time_type before = fs::last_write_time("run");
  ASSERT_TRUE(write_file("p/a", "2\n", 0644, Durability::whole, IfThere::is_replaced, "run"));
  ASSERT_TRUE(write_symlink("p/link", "b", "run"));
  EXPECT_GT(fs::last_write_time("run"), before);
  EXPECT_EQ(text_of("p/a"), "2\n");
  EXPECT_EQ(fs::read_symlink("p/link"), "b");
  EXPECT_TRUE(fs::is_empty("run"));
  // The folder has vanished, or is on another file system.
  for (const char* const elsewhere : {"vanished", "/dev/shm"}) {
    ASSERT_TRUE(
        write_file("p/a", elsewhere, 0644, Durability::whole, IfThere::is_replaced, elsewhere));
    EXPECT_EQ(text_of("p/a"), elsewhere);
    ASSERT_TRUE(write_symlink("p/link", elsewhere, elsewhere));
    EXPECT_EQ(fs::read_symlink("p/link"), elsewhere);
    ASSERT_FALSE(write_file("p/a", "", 0644, Durability::whole, IfThere::is_kept, elsewhere));
  }
  EXPECT_THAT(names_here(), ElementsAre("p", "run"));
  EXPECT_EQ(std::distance(fs::directory_iterator("p"), {}), 2) << "a temporary file is left";
}

TEST_F(NewFile, TemporariesOfAKilledRunInFoldersOfItsResultAreRemoved) {
  put("p/sub/a", "1\n");
  const std::string left = ".whittle-0123456789abcdef.tmp";
  Result<Loaded> loaded = load({"p"});
  ASSERT_TRUE(loaded);
  put("out/sub/" + left, "left by a run that wrote its result to another folder");
  ASSERT_TRUE(loaded->home.redirect("out"));
  EXPECT_FALSE(fs::exists("out/sub/" + left));
  put("out/sub/" + left, "left again");
  ASSERT_TRUE(loaded->home.find(loaded->document)) << "the run is resumed";
  EXPECT_FALSE(fs::exists("out/sub/" + left));
  put("p/sub/" + left, "left by a run that wrote to the folder itself");
  ASSERT_TRUE(load_again({"p"}, loaded->document));
  EXPECT_FALSE(fs::exists("p/sub/" + left));
}

TEST_F(NewFile, ASetUserIdFileHasNoSetUserIdCopies) {
  put("a", "1\n");
  fs::permissions("a", fs::perms(06755));
  Result<Loaded> loaded = load({"a"});
  ASSERT_TRUE(loaded);
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  EXPECT_EQ(mode("a.orig"), 0755u);
  ASSERT_TRUE(loaded->home.save(Document::single("a", "", 06755)));
  EXPECT_EQ(mode("a"), 0755u);
}

TEST_F(NewFile, AnAccessControlListDoesNotBecomeRightsOfTheGroup) {
  put("a", "1\n", 0600);
  if (!let_another_user_read("a", "system.posix_acl_access")) GTEST_SKIP() << "no lists here";
  ASSERT_EQ(mode("a"), 0640u) << "the group bits show the list's mask";
  Result<Loaded> loaded = load({"a"});
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->document.files()[0].mode, 0600u);
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  EXPECT_EQ(mode("a.orig"), 0600u);
  EXPECT_EQ(rights_for_report({"a"}, "a").mode, 0600u);
}

TEST_F(NewFile, AFoldersDefaultListGivesNobodyRights) {
  fs::create_directory("p");
  if (!let_another_user_read("p", "system.posix_acl_default")) GTEST_SKIP() << "no lists here";
  ASSERT_TRUE(write_file("p/a", "1\n", 0644));
  EXPECT_LT(::getxattr("p/a", "system.posix_acl_access", nullptr, 0), 0);
}

TEST_F(NewFile, ACopyBelongsToTheGroupOfItsOriginalOrHasFewerRights) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can choose any group";
  put("a", "1\n", 0640);
  ASSERT_EQ(::chown("a", 0, 1234), 0);
  Result<Loaded> loaded = load({"a"});
  ASSERT_TRUE(loaded);
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  EXPECT_EQ(status_of("a.orig").st_gid, 1234u);
  EXPECT_EQ(mode("a.orig"), 0640u);
  // Somebody who may read the file but is not in its group.
  ASSERT_EQ(::chmod(".", 0777), 0);
  ASSERT_EQ(::setegid(65534), 0);
  ASSERT_EQ(::seteuid(65534), 0);
  const Result<void> written = write_file("copy", "1\n", {0644, 1234});
  const Result<void> secret = write_file("secret", "1\n", {0640, 1234});
  ASSERT_EQ(::seteuid(0), 0);
  ASSERT_EQ(::setegid(0), 0);
  ASSERT_TRUE(written);
  ASSERT_TRUE(secret);
  EXPECT_EQ(mode("copy"), 0644u);
  EXPECT_EQ(mode("secret"), 0600u) << "the group of the copy is another one";
}

TEST_F(NewFile, ACopyOfAPrivateFolderIsPrivate) {
  put("p/open/x", "1\n");
  put("p/closed/open/y", "2\n");
  fs::permissions("p/closed", fs::perms(0700));
  Result<Loaded> loaded = load({"p"});
  ASSERT_TRUE(loaded);
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  EXPECT_EQ(mode("p.orig"), 0755u);
  EXPECT_EQ(mode("p.orig/open"), 0755u);
  EXPECT_EQ(mode("p.orig/closed"), 0700u);
  ASSERT_TRUE(loaded->home.redirect("out"));
  ASSERT_TRUE(loaded->home.save(loaded->document));
  EXPECT_EQ(mode("out/closed"), 0700u);
  EXPECT_EQ(mode("out/closed/open"), 0755u);
  EXPECT_EQ(rights_for_report({"p"}, "p").mode, 0600u);
  EXPECT_EQ(rights_for_report({"p/open"}, "p/open").mode, 0644u);
  EXPECT_EQ(rights_for_script({"p/open"}, "p/open").mode, 0755u);
}

TEST_F(NewFile, WhoMayNotEnterAFolderGetsNoCopyOfItsFiles) {
  put("p/in/x", "1\n");
  fs::permissions("p", fs::perms(0750));
  EXPECT_EQ(rights_elsewhere({0644}, "p/in/x", "copy").mode, 0640u);
  EXPECT_EQ(rights_elsewhere({0644}, "p/in/x", "p/copy").mode, 0644u) << "it is in that folder too";
  EXPECT_EQ(rights_for_script({"p/in/x"}, "copy").mode, 0750u);
  fs::permissions("p/in", fs::perms(0700));
  EXPECT_EQ(rights_elsewhere({0644}, "p/in/x", "p/copy").mode, 0600u);
  EXPECT_EQ(rights_elsewhere({0644}, "p/in/x", "p/in/sub/copy").mode, 0644u);
  fs::permissions("p", fs::perms(0755));
  fs::permissions("p/in", fs::perms(0705));
  EXPECT_EQ(rights_elsewhere({0644}, "p/in/x", "copy").mode, 0604u);
  Result<Loaded> loaded = load({"p/in/x"});
  ASSERT_TRUE(loaded && loaded->home.redirect("result"));
  ASSERT_TRUE(loaded->home.save(loaded->document));
  EXPECT_EQ(mode("result"), 0604u);
}

TEST_F(NewFile, ANewFolderTakesThePlaceOfAnOldOne) {
  put("p/old", "1\n");
  Result<NewFolder> next = NewFolder::beside("p");
  ASSERT_TRUE(next);
  put(next->path() + "/new", "2\n");
  {
    NewFolder folder = *std::move(next);
    ASSERT_TRUE(folder.replace("p", 0700));
  }
  EXPECT_TRUE(fs::exists("p/new"));
  EXPECT_FALSE(fs::exists("p/old"));
  EXPECT_EQ(std::distance(fs::directory_iterator("."), {}), 1) << "something is left";
}

TEST_F(NewFile, AFolderOfTheUserWithTheNameOfAPartStays) {
  put("p/a", "1\n");
  put("p.orig.part/precious", "mine");
  Result<Loaded> loaded = load({"p"});
  ASSERT_TRUE(loaded);
  ASSERT_TRUE(loaded->home.keep_originals(loaded->document));
  EXPECT_EQ(text_of("p.orig/a"), "1\n");
  EXPECT_EQ(text_of("p.orig.part/precious"), "mine");
}

TEST_F(NewFile, ARunThatIsContinuedTouchesOnlyPathsOfTheOriginal) {
  put("p/a", "1\n2\n");
  put("p/b", "3\n");
  Result<Loaded> first = load({"p"});
  ASSERT_TRUE(first);
  put("p/.git/n", "precious");
  put("p/new", "precious");
  Result<Loaded> again = load_again({"p"}, first->document);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->document, first->document) << "new files are no part of it";
  ASSERT_TRUE(again->home.save(Document({first->document.files()[0]})));
  EXPECT_EQ(text_of("p/.git/n"), "precious");
  EXPECT_EQ(text_of("p/new"), "precious");
  EXPECT_FALSE(fs::exists("p/b"));
}

TEST_F(NewFile, ARunThatIsContinuedDoesNotLeaveItsFolderThroughALink) {
  put("p/sub/a", "1\n");
  Result<Loaded> first = load({"p"});
  ASSERT_TRUE(first);
  fs::rename("p/sub", "elsewhere");
  fs::create_directory_symlink("../elsewhere", "p/sub");
  const Result<Loaded> again = load_again({"p"}, first->document);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::stale);
}

TEST_F(NewFile, ARunFolderInAReducedFolderIsSeen) {
  put("p/a", "1\n");
  fs::create_directory_symlink("p", "link");
  const Result<Loaded> loaded = load({"p"});
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->home.contains("p/out.whittle"));
  EXPECT_TRUE(loaded->home.contains("link/out.whittle"));
  EXPECT_FALSE(loaded->home.contains("p.whittle"));
}

}  // namespace
}  // namespace whittle
