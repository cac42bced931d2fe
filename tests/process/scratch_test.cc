#include "process/scratch.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace whittle {
namespace {

namespace fs = std::filesystem;

File regular(std::string path, std::uint32_t mode = 0644) {
  return {std::move(path), mode, share("bytes"), File::Kind::regular};
}
File link_to(std::string path, const std::string& target) {
  return {std::move(path), 0777, share(Bytes(target)), File::Kind::symlink};
}

struct WriteDocument : testing::Test {
  /// Whether the files could be written; whatever comes of it, the folder beside is left alone.
  bool writes(std::vector<File> files) {
    const std::string folder = *scratch.fresh_folder("here");
    const Document document(std::move(files));
    const bool written = write_document(document, folder).has_value();
    // The same if the kernel watches: it refuses nothing that a document may do.
    const std::string again = *scratch.fresh_folder("again");
    EXPECT_EQ(write_strange_document(document, again).has_value(), written);
    EXPECT_TRUE(fs::is_empty(outside)) << "something was written outside the folder";
    return written;
  }
  mode_t mode_of(const std::string& path) const {
    struct stat info {};
    EXPECT_EQ(::lstat((scratch.root() + "/here/" + path).c_str(), &info), 0);
    return info.st_mode & 07777;
  }

  Scratch scratch = *Scratch::make("", 1 << 20);
  std::string outside = *scratch.fresh_folder("outside");
};

TEST_F(WriteDocument, FoldersAreMadeForFilesAndModesAreKept) {
  EXPECT_TRUE(writes({regular("a"),
                      regular("b/c/d", 0755),
                      regular("b/c/e", 0400),
                      {"empty", 0711, share(""), File::Kind::folder},
                      link_to("l", "b/c")}));
  EXPECT_EQ(mode_of("b/c/d"), 0755u);
  EXPECT_EQ(mode_of("b/c/e"), 0400u);
  EXPECT_EQ(mode_of("empty"), 0711u);
}

TEST_F(WriteDocument, NoNameLeadsOutOfTheFolder) {
  for (const std::string& path :
       {std::string("../outside/x"), outside + "/x", std::string("a/../../outside/x"),
        std::string("a/.."), std::string(".."), std::string("."), std::string(""),
        std::string("a//b"), std::string("a/"), std::string("a\0/../x", 7), std::string(5000, 'x')})
    EXPECT_FALSE(writes({regular(path)})) << path;
}

TEST_F(WriteDocument, NothingIsWrittenThroughALink) {
  EXPECT_FALSE(writes({link_to("l", outside), regular("l/x")}));
  EXPECT_FALSE(writes({link_to("l", "../outside"), regular("l/deep/x")}));
  EXPECT_FALSE(writes({link_to("l", outside + "/x"), regular("l")}));
  EXPECT_FALSE(writes({link_to("l", outside), {"l", 0700, share(""), File::Kind::folder}}));
  EXPECT_FALSE(writes({regular("a/b"), link_to("a/l", outside), regular("a/l/x")}));
}

TEST_F(WriteDocument, NoFileRunsWithTheRightsOfItsOwner) {
  EXPECT_TRUE(writes(
      {regular("a", 04755), regular("b", 02711), {"c", 03777, share(""), File::Kind::folder}}));
  EXPECT_EQ(mode_of("a"), 0755u);
  EXPECT_EQ(mode_of("b"), 0711u);
  EXPECT_EQ(mode_of("c"), 0777u);
}

}  // namespace
}  // namespace whittle
