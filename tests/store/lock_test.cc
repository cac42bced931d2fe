#include "store/lock.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/disk.h"
#include "store/run_folder.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const Document locked_document = Document::single("a", "1\n2\n");
const RunIdentity locked_identity{"whittle 1", "", hash_of("test"), locked_document.hash()};

Result<RunFolder> run_on(const std::string& file, const std::vector<std::string>& places) {
  return RunFolder::create(RunFolder::beside(file), locked_identity, locked_document, places);
}

void put(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

std::string got(const std::string& path) {
  return read_file(path).value_or("(none)");
}

std::uint32_t mode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : 0;
}

TEST(RunLock, NothingInARunFolderIsWrittenThroughALink) {
  for (const char* name : {"lock", "journal.db", "journal.db-wal"}) {
    const TemporaryFolder folder;
    put(folder / "keep", "precious");
    fs::create_directory(folder / "a.whittle");
    fs::create_symlink("../keep", folder / "a.whittle/" + name);
    const Result<RunFolder> run = run_on(folder / "a", {});
    ASSERT_FALSE(run) << name;
    EXPECT_EQ(run.error().kind, ErrorKind::disk);
    EXPECT_EQ(run.error().message, (folder / "a.whittle/") + name + " is not a file of whittle");
    EXPECT_EQ(got(folder / "keep"), "precious");
  }
}

TEST(RunLock, ALockThatIsAnotherFileTooIsReplaced) {
  const TemporaryFolder folder;
  put(folder / "keep", "1 2\n");
  fs::create_directory(folder / "a.whittle");
  fs::create_hard_link(folder / "keep", folder / "a.whittle/lock");
  const Result<RunFolder> run = run_on(folder / "a", {});
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(got(folder / "keep"), "1 2\n");
  EXPECT_EQ(run_on(folder / "a", {}).error().kind, ErrorKind::busy);
}

TEST(RunLock, AFolderWithFilesThatNoRunHasMadeIsRefusedAndStays) {
  for (const std::string name : {"notes", "lock", "journal.db", "bests", "events.jsonl"}) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "a.whittle");
    fs::permissions(folder / "a.whittle", fs::perms(0755));
    put(folder / "a.whittle/" + name, "precious");
    EXPECT_EQ(RunFolder::resume(folder / "a.whittle").error().kind,
              name == "journal.db" ? ErrorKind::disk : ErrorKind::stale)
        << name;
    EXPECT_EQ(run_on(folder / "a", {}).error().kind, ErrorKind::disk) << name;
    EXPECT_EQ(got(folder / "a.whittle/" + name), "precious");
    EXPECT_EQ(fs::status(folder / "a.whittle").permissions(), fs::perms(0755));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "a.whittle"), {}), 1);
  }
  // Left by a run that was killed, one that ended, and one whose lock a power cut emptied.
  const std::pair<std::string, std::string> left[] = {
      {"lock", "12 1700000000\n"},
      {"lock", ""},
      {"events.jsonl", ""},
      {"events.jsonl", R"({"event":"start","schema":1})"},
      {".whittle-0123456789abcdef.tmp", "x"}};
  for (const auto& [name, content] : left) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "a.whittle");
    put(folder / "a.whittle/" + name, content);
    EXPECT_TRUE(run_on(folder / "a", {})) << name << content;
  }
}

TEST(RunLock, ARunFolderThatIsALinkIsRefused) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "private");
  fs::create_directory_symlink("private", folder / "a.whittle");
  EXPECT_FALSE(run_on(folder / "a", {}));
  EXPECT_TRUE(fs::is_empty(folder / "private"));
}

TEST(RunLock, ARunFolderOfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const TemporaryFolder folder;
  fs::create_directory(folder / "a.whittle");
  ASSERT_EQ(::chown((folder / "a.whittle").c_str(), 65534, 65534), 0);
  const Result<RunFolder> run = run_on(folder / "a", {});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, (folder / "a.whittle") + " belongs to another user");
}

TEST(RunLock, NobodyElseMayReadARunFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(run_on(folder / "a", {}));
  EXPECT_EQ(mode_of(folder / "a.whittle"), 0700u);
  fs::create_directory(folder / "b.whittle");
  fs::permissions(folder / "b.whittle", fs::perms(0777));
  ASSERT_TRUE(run_on(folder / "b", {}));
  EXPECT_EQ(mode_of(folder / "b.whittle"), 0700u);
}

TEST(RunLock, TwoRunsThatWriteOneFileAreRefusedWhicheverNamesTheyHave) {
  const TemporaryFolder folder;
  const std::string a = folder / "a", b = folder / "b";
  const Result<RunFolder> both = run_on(a, {a, b});
  ASSERT_TRUE(both);
  const Result<RunFolder> second = run_on(b, {b});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::busy);
  EXPECT_THAT(second.error().message, HasSubstr(b + " is being reduced by process "));
}

TEST(RunLock, AFolderAndAFileInItAreNotReducedAtTheSameTime) {
  const TemporaryFolder folder;
  const std::string outer = folder / "p", inner = folder / "p/sub/a";
  put(inner, "1\n");
  for (const auto& [first, second] : {std::pair{outer, inner}, std::pair{inner, outer}}) {
    Result<RunFolder> one = run_on(first, {first});
    ASSERT_TRUE(one);
    const Result<RunFolder> two = run_on(second, {second});
    ASSERT_FALSE(two) << second;
    EXPECT_EQ(two.error().kind, ErrorKind::busy);
    EXPECT_FALSE(fs::exists(RunFolder::beside(second))) << "a run that is refused leaves nothing";
    ASSERT_TRUE(one->remove());
  }
}

TEST(RunLock, ARunThatIsRefusedLeavesTheJournalOfAnEarlierOne) {
  const TemporaryFolder folder;
  const std::string a = folder / "a", b = folder / "b";
  { ASSERT_TRUE(run_on(a, {a})); }
  const Result<RunFolder> other = run_on(b, {b});
  EXPECT_FALSE(run_on(a, {a, b}));
  EXPECT_TRUE(RunFolder::resume(RunFolder::beside(a)));
}

TEST(RunLock, FurtherLocksEndWithTheRun) {
  const TemporaryFolder folder;
  const std::string a = folder / "a", b = folder / "b";
  { ASSERT_TRUE(run_on(a, {a, b})); }
  EXPECT_FALSE(fs::exists(RunFolder::beside(b)));
  Result<RunFolder> resumed = RunFolder::resume(RunFolder::beside(a));
  ASSERT_TRUE(resumed);
  ASSERT_TRUE(resumed->claim({a, b}));
  EXPECT_FALSE(run_on(b, {b}));
  ASSERT_TRUE(resumed->remove());
  EXPECT_TRUE(run_on(b, {b}));
}

TEST(RunFolder, AFileThatTheRunWroteIsToldFromOneThatTheUserChanged) {
  const TemporaryFolder folder;
  const auto two = [](const Bytes& a, const Bytes& b) {
    return Document({File{"a", 0644, share(Bytes(a))}, File{"b", 0600, share(Bytes(b))}});
  };
  const Document before = two("1\n2\n", "3\n4\n");
  const std::string path = RunFolder::beside(folder / "a");
  {
    Result<RunFolder> run =
        RunFolder::create(path, {"whittle 1", "", hash_of("test"), before.hash()}, before);
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->will_write(two("1\n", "3\n"), Durability::renamed));
    ASSERT_TRUE(run->will_write(two("1\n", ""), Durability::whole));
  }
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run);
  for (const Document& one : {before, two("1\n", "3\n"), two("1\n", ""), two("1\n2\n", "3\n")})
    for (const File& file : one.files()) EXPECT_TRUE(run->has_been(file)) << *file.bytes;
  File file = before.files()[0];
  file.mode = 0600;
  EXPECT_TRUE(run->has_been(file)) << "rights are no change";
  file.bytes = share("1\n2\nmine\n");
  EXPECT_FALSE(run->has_been(file));
  file = before.files()[0];
  file.path = "c";
  EXPECT_FALSE(run->has_been(file)) << "it is another file";
}

TEST(RunFolder, TheOneFileThatAFolderBecameIsAVersionToo) {
  const TemporaryFolder folder;
  const Document before({File{"p/a", 0644, share("1\n2\n")}, File{"p/b", 0600, share("3\n")}});
  const std::string path = RunFolder::beside(folder / "p");
  const Document first({File{"p/a", 0644, share("1\n")}}),
      second({File{"p/a", 0644, share("2\n")}});
  {
    Result<RunFolder> run =
        RunFolder::create(path, {"whittle 1", "", hash_of("test"), before.hash()}, before);
    ASSERT_TRUE(run);
    for (const Document& best : {first, second}) {
      Batch batch;  // the second one takes the place of the first, which p may still have
      batch.best = {best.hash(), best.size(), 1};
      ASSERT_TRUE(run->append(batch));
      ASSERT_TRUE(run->will_write(best, Durability::renamed));
    }
  }
  const Result<RunFolder> run = RunFolder::resume(path);
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->has_been(first.files()[0]));
  EXPECT_TRUE(run->has_been(second.files()[0]));
  EXPECT_FALSE(run->has_been(File{"p/b", 0600, share("2\n")}));
}

}  // namespace
}  // namespace whittle
