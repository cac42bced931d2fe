#include "run/view.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/converters.h"
#include "process/local_tools.h"
#include "run/run_files.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const View upper{"upper", "tr a-z A-Z", "tr A-Z a-z", "", ".txt", false};

struct ViewTest : testing::Test {
  File file(const std::string& text) const {
    return {"bug.c.txt", 0640, share(Bytes(text)), File::Kind::regular};
  }
  LocalTools tools{LocalTools::Options{}};
};

TEST_F(ViewTest, DecodesAndEncodesUnderTheSameName) {
  const Result<Document> text = decoded(upper, file("abc\n"), tools);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->bytes(0), "ABC\n");
  EXPECT_EQ(text->files().front().path, "bug.c.txt");
  EXPECT_EQ(text->files().front().mode, 0640u);
  EXPECT_EQ(encoded(upper, *text, file(""), tools)->bytes(0), "abc\n");
}

TEST_F(ViewTest, SaysWhetherTheTextComesBack) {
  EXPECT_EQ(comes_back(upper, Document({file("ABC\n")}), file(""), tools), true);
  EXPECT_EQ(comes_back(upper, Document({file("Abc\n")}), file(""), tools), false);
}

TEST_F(ViewTest, ACommandThatFailsIsAnErrorThatSaysHowToTryIt) {
  const View fails{"fails", "exit 3", "exit 4", "", "", false};
  const Result<Document> text = decoded(fails, file("abc\n"), tools);
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("DECODE fails on bug.c.txt"));
  EXPECT_THAT(text.error().way_out, HasSubstr("try it by hand: exit 3 <bug.c.txt"));
  const Result<Document> back = encoded(fails, Document({file("x")}), file(""), tools);
  ASSERT_FALSE(back);
  EXPECT_THAT(back.error().message, HasSubstr("ENCODE"));
}

TEST_F(ViewTest, TheLanguageIsThatOfTheNameWithoutTheSuffix) {
  EXPECT_EQ(language_in(upper, file("int x;\n")), "c");
  View named = upper;
  named.language = "json";
  EXPECT_EQ(language_in(named, file("")), "json");
  named = upper;
  named.suffix = ".gz";
  EXPECT_EQ(language_in(named, file("")), "");
}

TEST_F(ViewTest, ReadyViewsAreRowsOfAConverterTable) {
  for (const Converter& converter : converters()) {
    const Result<View> view = find_view(converter.name);
    if (!view) {
      EXPECT_EQ(view.error().kind, ErrorKind::test) << converter.name;  // not installed here
      EXPECT_THAT(view.error().way_out, HasSubstr(std::string(converter.package)));
      continue;
    }
    EXPECT_EQ(view->decode, converter.decode);
    EXPECT_EQ(view->is_archive, converter.is_archive);
  }
}

TEST_F(ViewTest, AnUnknownViewIsRefusedWithTheNamesOfAll) {
  const Result<View> view = find_view("gzipp");
  ASSERT_FALSE(view);
  EXPECT_EQ(view.error().kind, ErrorKind::usage);
  EXPECT_THAT(view.error().message, HasSubstr("gzip"));
  EXPECT_THAT(view.error().way_out, HasSubstr("base64"));
}

/// Real files behind the interface of the steps.
struct DiskFilesTest : testing::Test {
  DiskFilesTest() { std::ofstream(folder / "bug.txt") << "abc\n"; }
  DiskFiles files(DiskFiles::Options options = {}) const {
    return DiskFiles(load({folder / "bug.txt"}).value(),
                     std::make_shared<LocalTools>(LocalTools::Options{}), std::move(options));
  }
  std::string text(const std::string& name) const { return read_file(folder / name).value(); }
  TemporaryFolder folder;
};

TEST_F(DiskFilesTest, SaveReplacesTheFile) {
  DiskFiles disk = files();
  const Document less = Document::single(disk.loaded().files().front().path, "a\n");
  ASSERT_TRUE(disk.save(less, Durability::renamed));
  EXPECT_EQ(text("bug.txt"), "a\n");
  EXPECT_EQ(disk.as_on_disk(less)->bytes(0), "a\n");
}

TEST_F(DiskFilesTest, AViewIsEncodedOnItsWayToTheDisk) {
  DiskFiles disk = files({.view = upper});
  const Document less = Document::single(disk.loaded().files().front().path, "AB\n");
  const Result<Document> encoded = disk.as_on_disk(less);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(encoded->bytes(0), "ab\n");
  ASSERT_TRUE(disk.save(*encoded, Durability::renamed));
  EXPECT_EQ(text("bug.txt"), "ab\n");
}

TEST_F(DiskFilesTest, TheOriginalsCopyHasTheBytesOfTheFile) {
  DiskFiles disk = files({.view = upper});
  const Document decoded_text = Document::single(disk.loaded().files().front().path, "ABC\n");
  EXPECT_THAT(*disk.keep_originals(decoded_text), ElementsAre(folder / "bug.txt.orig"));
  EXPECT_EQ(text("bug.txt.orig"), "abc\n");
  EXPECT_TRUE(disk.exists(folder / "bug.txt.orig"));
  disk.remove(folder / "bug.txt.orig");
  EXPECT_FALSE(disk.exists(folder / "bug.txt.orig"));
}

TEST_F(DiskFilesTest, AContinuedRunDoesNotKnowTheBytesOfItsOriginalAnyMore) {
  DiskFiles disk = files({.view = upper, .is_continued = true});
  EXPECT_TRUE(disk.keep_originals(disk.loaded())->empty());
  EXPECT_FALSE(disk.exists(folder / "bug.txt.orig"));
}

TEST_F(DiskFilesTest, GivesBackWhatWasThere) {
  DiskFiles disk = files();
  const Document original = disk.loaded();
  ASSERT_TRUE(disk.save(Document::single(original.files().front().path, ""), Durability::renamed));
  ASSERT_TRUE(disk.give_back(original));
  EXPECT_EQ(text("bug.txt"), "abc\n");
}

TEST_F(DiskFilesTest, GivesBackNothingElsewhere) {
  DiskFiles disk = files();
  const Document original = disk.loaded();
  ASSERT_TRUE(disk.redirect(folder / "small.txt"));
  ASSERT_TRUE(disk.save(original, Durability::renamed));
  EXPECT_TRUE(disk.exists(folder / "small.txt"));
  ASSERT_TRUE(disk.give_back(original));
  EXPECT_FALSE(disk.exists(folder / "small.txt"));
  EXPECT_EQ(text("bug.txt"), "abc\n");
}

}  // namespace
}  // namespace whittle
