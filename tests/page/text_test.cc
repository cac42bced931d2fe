#include "page/text.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(ShownText, IsUtf8OfAsManyBytes) {
  EXPECT_EQ(shown_text(Document::single("a.c", "int é = \"\xff\";\r\n\tx")),
            "int é = \"?\"; \n\tx");
  EXPECT_EQ(shown_text(Document::single("a.bin", std::string("\0\x80\xc3\xa9 a\n", 7))), ".?é a\n");
}

TEST(ShownText, NamesEachOfSeveralFiles) {
  const Document two({File{"a.c", 0644, share("int a;"), File::Kind::regular},
                      File{"b.c", 0644, share("int b;\n"), File::Kind::regular}});
  EXPECT_EQ(shown_text(two), "=== a.c ===\nint a;\n=== b.c ===\nint b;\n");
  std::size_t coloured = 0;
  for (const ColourRun& run : colours_of(two)) coloured += run.length;
  EXPECT_EQ(coloured, shown_text(two).size());
}

TEST(Colours, AreThoseOfTheGrammar) {
  const std::string text = "/* x */ static int f(void) { return 12 + strlen(\"a\"); }\n";
  const auto runs = colours_of(Document::single("a.c", text));
  std::string map;
  for (const ColourRun& run : runs)
    map.append(run.length, ".ksnctpf"[static_cast<int>(run.colour)]);
  ASSERT_EQ(map.size(), text.size());
  const auto at = [&](std::string_view word) { return map.substr(text.find(word), word.size()); };
  EXPECT_EQ(at("/* x */"), "ccccccc");
  EXPECT_EQ(at("static"), "kkkkkk");
  EXPECT_EQ(at("int"), "ttt");
  EXPECT_EQ(at("return"), "kkkkkk");
  EXPECT_EQ(at("12"), "nn");
  EXPECT_EQ(at("\"a\""), "sss");
  EXPECT_EQ(at("strlen"), "......");
}

}  // namespace
}  // namespace whittle
