#include "plan/tree_plans/remembered_nodes.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

/// What stands where `part` of `text` has moved to, after ranges were replaced.
std::string where(const std::string& text, const std::string& part,
                  std::vector<std::pair<std::string, std::string>> replaced) {
  std::vector<Edit> edits;
  for (const auto& [old, by] : replaced) {
    const std::size_t at = text.find(old);
    edits.push_back({{{0, at, at + old.size(), by, false}}, 1});
  }
  const EditList list(Document::single("f", text), std::move(edits));
  const Subset none = Subset::none(list.size());
  const Document now = list.render(none);
  const RememberedNode remembered{0, text.find(part), text.find(part) + part.size(), 7};
  const auto moved = Moved(list, none, now)(remembered);
  if (!moved) return "gone";
  EXPECT_EQ(moved->kind, 7);
  return now.bytes(0).substr(moved->begin, moved->end - moved->begin);
}

TEST(Moved, FollowsWhatStandsBehindAndBeforeAChange) {
  EXPECT_EQ(where("int a; int b; int c;", "int b;", {{"int a; ", ""}}), "int b;");
  EXPECT_EQ(where("int a; int b; int c;", "int b;", {{"int c;", ""}}), "int b;");
  EXPECT_EQ(where("int a; int b; int c;", "int b;", {{"int a; ", "x"}, {"int c;", "yy"}}),
            "int b;");
}

TEST(Moved, KnowsSpacesThatRenderingPutsBetween) {
  // `a` and `c` become neighbours and are kept apart by a space that no change tells of.
  EXPECT_EQ(where("f(a+c) g(x)", "g(x)", {{"+", ""}}), "g(x)");
}

TEST(Moved, ShrinksWithWhatChangesInside) {
  EXPECT_EQ(where("f(a, b) g", "f(a, b)", {{", b", ""}}), "f(a)");
  EXPECT_EQ(where("f(a, b) g", "f(a, b)", {{"a, b", "0"}}), "f(0)");
}

TEST(Moved, SaysWhatIsGone) {
  EXPECT_EQ(where("f(a, b) g", "b", {{", b", ""}}), "gone");
  EXPECT_EQ(where("f(a, b) g", "g", {{" g", ""}}), "gone");
}

}  // namespace
}  // namespace whittle
