#include "syntax/validity.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

bool accepts(std::string_view language, std::string_view original, std::string_view version) {
  const Validity validity(*find_language(language), share(Bytes(original)));
  EXPECT_TRUE(validity.judges()) << language;
  return validity.accepts(share(Bytes(version)));
}

TEST(Validity, AJsonFileIsOneValueAsTheStandardSays) {
  const std::string_view one = R"({"a": ["\u00e9", 1]})";
  EXPECT_TRUE(accepts("json", one, "[1]"));
  EXPECT_FALSE(accepts("json", one, "{} {}"));         // tree-sitter takes several values,
  EXPECT_FALSE(accepts("json", one, ""));              // none,
  EXPECT_FALSE(accepts("json", one, R"(["\u0e9"])"));  // half an escape,
  EXPECT_FALSE(accepts("json", one, "// x\n1"));       // and comments
  EXPECT_TRUE(accepts("json", "// x\n[1, 2]", "// x\n[1]"));
  EXPECT_FALSE(accepts("json", "// x\n[1, 2]", "// x\n[1"));
}

TEST(Validity, EachLineOfJsonLinesIsAValue) {
  EXPECT_TRUE(accepts("jsonlines", "{\"a\": 1}\n{\"b\": 2}\n", "{}\n\n{\"b\": 2}\n"));
  EXPECT_FALSE(accepts("jsonlines", "{\"a\": 1}\n{\"b\": 2}\n", "{} {}\n"));
  EXPECT_FALSE(accepts("jsonlines", "{\"a\": 1}\n", "{\n}\n"));
}

TEST(Validity, AMappingHasNoKeyTwice) {
  EXPECT_TRUE(accepts("toml", "[a]\nx = 1\n[b]\nx = 2\n", "[b]\nx = 2\n"));
  EXPECT_FALSE(accepts("toml", "[a]\nx = 1\n[b]\nx = 2\n", "[a]\nx = 1\nx = 2\n"));
  EXPECT_FALSE(accepts("toml", "[a]\nx = 1\n[b]\n", "[a]\n[a]\n"));
  EXPECT_TRUE(accepts("yaml", "a:\n  x: 1\nb:\n  x: 2\n", "a:\n  x: 1\nb: 2\n"));
  EXPECT_FALSE(accepts("yaml", "a:\n  x: 1\nb:\n  x: 2\n", "a:\n  x: 1\n  x: 2\n"));
  EXPECT_FALSE(accepts("xml", "<a b=\"1\" c=\"2\"/>", "<a b=\"1\" b=\"2\"/>"));
}

TEST(Validity, AnOriginalThatBreaksARuleIsNotHeldToIt) {
  EXPECT_TRUE(accepts("yaml", "x: 1\nx: 2\ny: 3\n", "x: 1\nx: 2\n"));
  const Validity broken(*find_language("json"), share("[1, 2"));
  EXPECT_FALSE(broken.was_valid());
  EXPECT_TRUE(broken.accepts(share("[1")));
}

TEST(Validity, AnErrorOfTheOriginalLeavesNoRoomForOneOfAnotherKind) {
  const std::string_view original = "int f( { return 1; }\nint g() { return 2; }\n";
  EXPECT_TRUE(accepts("c", original, "int f( { return 1; }\n"));
  EXPECT_TRUE(accepts("c", original, "int g() { return 2; }\n"));
  EXPECT_FALSE(accepts("c", original, "int g() { return 2 }\n"));
  EXPECT_FALSE(accepts("c", original, "int g() { return 2; \n"));
}

TEST(Validity, ATableKeepsItsHeaderAndItsColumns) {
  const std::string_view table = "name,age,city\nAnn,31,Rome\nBob,29,Oslo\n";
  EXPECT_TRUE(accepts("csv", table, "name,city\nBob,Oslo\n"));
  EXPECT_TRUE(accepts("csv", table, "city\nRome\n"));
  EXPECT_FALSE(accepts("csv", table, "Ann,31,Rome\nBob,29,Oslo\n"));
  EXPECT_FALSE(accepts("csv", table, "name,age,city\nBob,Oslo\n"));
  EXPECT_FALSE(accepts("csv", table, ""));
  EXPECT_TRUE(accepts("csv-headerless", "Ann,31\nBob,29\n", "Bob,29\n"));
  // The separator is that of the original, though no record has it any more.
  EXPECT_TRUE(accepts("csv", "price;name\n1,5;Ann\n2;Bob\n", "price\n1,5\n2\n"));
}

TEST(Validity, APageKeepsTheEndTagsThatItHad) {
  const std::string_view page = "<p>a<br><b>c</b></p>";
  EXPECT_TRUE(accepts("html", page, "<p><br></p>"));
  EXPECT_FALSE(accepts("html", page, "<p>a<b>c</p>"));
  EXPECT_FALSE(accepts("html", page, "<p>a"));
  EXPECT_TRUE(accepts("html", "<p>a<p><b>c</b>", "<p>a<p>"));  // it had none for them
}

TEST(Validity, AHunkIsAPartOfAHunkOfThePatch) {
  const std::string head = "--- a/x\n+++ b/x\n";
  const std::string patch = head + "@@ -1,4 +1,4 @@\n one\n-two\n+TWO\n three\n four\n";
  EXPECT_TRUE(accepts("diff", patch, head + "@@ -1,2 +1,2 @@\n-two\n+TWO\n three\n"));
  EXPECT_TRUE(accepts("diff", patch, head + "@@ -1,3 +1,2 @@\n one\n-two\n three\n"));
  EXPECT_FALSE(accepts("diff", patch, head + "@@ -1,2 +1,2 @@\n one\n+TWO\n three\n"))
      << "one and three are not beside each other";
  EXPECT_FALSE(accepts("diff", patch, head + "@@ -1,2 +1,1 @@\n-two\n thr\n")) << "half a line";
  EXPECT_FALSE(accepts("diff", patch, head + "@@ -1,4 +1,4 @@\n-two\n three\n"))
      << "the numbers are wrong";
  EXPECT_FALSE(accepts("diff", patch, "--- a/x\n+++ \n@@ -1,2 +1,1 @@\n-two\n three\n"))
      << "half a name";
  EXPECT_FALSE(accepts("diff", patch, head + "@@ -1,2 +1,1 @@\n one\n-two\n"))
      << "git looks for a hunk without lines behind it only at the end of the file";
}

}  // namespace
}  // namespace whittle
