#include "document/document.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(Document, IsAnotherOneUnderAnotherName) {
  EXPECT_NE(Document::single("a.c", "x").hash(), Document::single("b.c", "x").hash());
  EXPECT_EQ(Document::single("a.c", "x").hash(), Document::single("a.c", "x").hash());
}

TEST(Document, IsAnotherOneWithAnotherModeOrKind) {
  const Document file = Document::single("a", "x", 0644);
  EXPECT_NE(file.hash(), Document::single("a", "x", 0755).hash());
  EXPECT_NE(file.hash(), Document({File{"a", 0644, share("x"), File::Kind::symlink}}).hash());
}

TEST(Document, HasAHashWhateverTheNumberOfItsFiles) {
  const Document one = Document::single("a", "x");
  const Document two({one.files()[0], File{"b", 0644, share("")}});
  EXPECT_NE(Document().hash(), one.hash());
  EXPECT_NE(one.hash(), two.hash());
}

}  // namespace
}  // namespace whittle
