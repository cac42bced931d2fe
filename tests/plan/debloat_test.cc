#include "plan/debloat/debloat.h"

#include <array>
#include <gtest/gtest.h>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

const std::string counting_program = R"(#include <stdio.h>
#include <string.h>
static int limit = 10;
static int twice(int x) {
  int y = x + x;
  return y;
}
static void hello(void) {
  puts("hello");
  puts("again");
}
int main(int argc, char **argv) {
  int n = limit;
  hello();
  if (argc > 1) {
    puts("many");
    n = twice(n);
  }
  printf("%d", n);
  return n;
}
)";

struct Debloated {
  std::string text;
  std::vector<std::string> tested;
};

/// `words` must stay, in this order.
Debloated debloat(std::initializer_list<std::string_view> words, const std::string& algorithm,
                  DebloatOptions options = {}) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with(algorithm));
  stage_maker->debloat = options;
  Debloated debloated;
  const PlanRun run = reduce_with_plan(Document::single("a.c", counting_program),
                                       debloat_plan(stage_maker), [&](const Document& candidate) {
                                         debloated.tested.push_back(candidate.bytes(0));
                                         return has_in_order(candidate.bytes(0), words);
                                       });
  debloated.text = run.result.bytes(0);
  return debloated;
}

TEST(Debloat, KeepsWholeStatementsAndWhatTheyNeedWithEveryAlgorithm) {
  for (const std::string algorithm : {"gallop", "ddmin", "probdd", "cdd", "chisel"})
    EXPECT_EQ(debloat({"many", "printf"}, algorithm).text, R"(static int limit = 10;
int main(int argc, char **argv) {
  int n = limit;
  if (argc > 1) {
    puts("many");
  }
  printf("%d", n);
  return n;
}
)") << algorithm;
}

TEST(Debloat, NeverTestsAProgramThatCannotWork) {
  for (const std::string& tested : debloat({"puts"}, "ddmin").tested) {
    const auto has = [&](std::string_view text) { return tested.find(text) != tested.npos; };
    EXPECT_TRUE(has("int main"));
    EXPECT_TRUE(has("return n;")) << "the last return of main:\n" << tested;
    for (const auto& [use, declaration] : std::initializer_list<std::array<std::string_view, 2>>{
             {"hello();", "hello(void)"}, {"return y;", "int y"}, {"= limit", "int limit"}})
      EXPECT_TRUE(!has(use) || has(declaration)) << tested;
  }
}

TEST(Debloat, TestsSuchProgramsWithoutDependencies) {
  const Debloated without = debloat({"puts"}, "ddmin", {.without_dependencies = true});
  EXPECT_TRUE(std::ranges::any_of(without.tested, [](const std::string& tested) {
    return tested.find("= limit") != tested.npos && tested.find("int limit") == tested.npos;
  }));
}

TEST(Debloat, RemovesWhatNothingUsesRightAfterItsLastUse) {
  AnyStrategy plan = debloat_plan(stage_maker_with("ddmin"));
  Document document = Document::single("a.c", counting_program);
  std::optional<Stage> stage = plan.next({document});
  const auto removal_of = [&](std::string_view text) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < stage->edits->size(); ++i) {
      const Change& change = stage->edits->edits()[i].changes[0];
      const std::string removed = document.bytes(0).substr(change.begin, change.end - change.begin);
      if (removed.find(text) != removed.npos && removed.size() < text.size() + 5) return i;
    }
    return std::nullopt;
  };
  while (stage && !removal_of("hello();")) {
    const std::shared_ptr<const EditList> refused = stage->edits;
    const Subset all = Subset::all(refused->size());
    stage = plan.next({document, false, refused.get(), &all});
  }
  ASSERT_TRUE(stage) << "no list has that statement";
  Subset kept = Subset::all(stage->edits->size());
  kept.erase(*removal_of("hello();"));
  document = stage->edits->render(kept);
  const std::shared_ptr<const EditList> edits = stage->edits;
  stage = plan.next({document, true, edits.get(), &kept});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->name, "dead-code/ddmin");
  const Document without = stage->edits->render(Subset::none(stage->edits->size()));
  EXPECT_EQ(without.bytes(0).find("hello"), std::string::npos) << without.bytes(0);
}

TEST(Debloat, RemovesWhatNothingUsesBeforeAnythingElse) {
  AnyStrategy plan = debloat_plan(stage_maker_with("ddmin"));
  const Document document =
      Document::single("a.c", "int unused;\nint used;\nint main() { return used; }\n");
  const std::optional<Stage> stage = plan.next({document});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->name, "dead-code/ddmin");
  EXPECT_EQ(stage->edits->render(Subset::none(stage->edits->size())).bytes(0),
            "int used;\nint main() { return used; }\n");
}

/// The stages of the plan if the test refuses to remove what has one of these words, and what each
/// of them asks to remove.
std::vector<std::pair<std::string, std::string>> stages(const std::string& text,
                                                        std::initializer_list<std::string> kept) {
  AnyStrategy plan = debloat_plan(stage_maker_with("ddmin"));
  std::vector<std::pair<std::string, std::string>> stages;
  Document document = Document::single("a.c", text);
  std::optional<Stage> stage = plan.next({document});
  while (stage) {
    const std::shared_ptr<const EditList> edits = stage->edits;
    Subset refused = Subset::all(edits->size());
    std::string asked;
    for (std::size_t i = 0; i < edits->size(); ++i) {
      const Change& change = edits->edits()[i].changes[0];
      const std::string removed = document.bytes(0).substr(change.begin, change.end - change.begin);
      asked += removed;
      if (std::ranges::none_of(
              kept, [&](const std::string& word) { return removed.find(word) != removed.npos; }))
        refused.erase(i);
    }
    stages.emplace_back(stage->name, asked);
    const bool changed = refused.count() < refused.size();
    document = edits->render(refused);
    stage = plan.next({document, changed, edits.get(), &refused});
  }
  return stages;
}

TEST(Debloat, DoesNotTryRefusedDeadCodeAgainBeforeTheNextRound) {
  const auto asked =
      stages("int wanted;\nint gone;\nint main() { int a = 1; { int b = 2; f(b); } return a; }\n",
             {"wanted", "main", "a", "return"});
  const auto count = [&](std::string_view name, std::string_view word) {
    return std::ranges::count_if(asked, [&](const auto& stage) {
      return stage.first == name && stage.second.find(word) != std::string::npos;
    });
  };
  const auto rounds = count("declarations/ddmin", "wanted");
  EXPECT_EQ(rounds, 2);
  EXPECT_EQ(count("dead-code/ddmin", "wanted"), rounds);
}

TEST(Debloat, TriesUnusedMembersOfTypesLast) {
  const auto asked = stages(
      "struct s { int used; int unused; };\nint main() { struct s x; f(); return x.used; }\n",
      {"main", "struct", "return", " used"});
  const auto find = [&](std::string_view name) {
    return std::ranges::find(asked, name, [](const auto& stage) { return stage.first; });
  };
  const auto members = find("dead-members/ddmin");
  ASSERT_NE(members, asked.end());
  EXPECT_NE(members->second.find("unused"), std::string::npos);
  EXPECT_LT(find("statements/ddmin"), members);
  for (const auto& [stage, text] : asked)
    EXPECT_TRUE(stage != "dead-code/ddmin" || text.find("unused") == text.npos) << text;
}

TEST(Debloat, ReducesMainFirstAndAllBlocksOfAFunctionTogether) {
  const auto asked = stages(R"(int far(int x) { work(x); return x; }
int near(int x) { if (x) { left(x); } else { right(x); } return far(x); }
int main(int n) { note(n); return near(n); }
)",
                            {"left", "right", "work", "note"});
  std::vector<std::string> statements;
  for (const auto& [stage, text] : asked)
    if (stage == "statements/ddmin") statements.push_back(text);
  ASSERT_GE(statements.size(), 4u);
  EXPECT_NE(statements[0].find("note"), std::string::npos) << statements[0];
  EXPECT_NE(statements[1].find("if (x)"), std::string::npos) << statements[1];
  const auto together = std::ranges::find_if(statements, [](const std::string& text) {
    return text.find("left(x);") != text.npos && text.find("right(x);") != text.npos &&
           text.find("if") == text.npos;
  });
  EXPECT_NE(together, statements.end());
  EXPECT_NE(statements.back().find("work"), std::string::npos) << statements.back();
}

TEST(Debloat, TriesFunctionsThatAreUsedOnlyAtTheEndAndOnce) {
  const auto asked = stages(R"(int known(int x);
int mine(int x) { return x; }
int main(int n) { note(n); return known(n) + mine(n); }
)",
                            {"known", "mine"});
  std::vector<std::string> names;
  for (const auto& [stage, text] : asked) {
    names.push_back(stage);
    EXPECT_TRUE(text.find("known(int") == text.npos || stage == "used-declarations/ddmin") << stage;
    EXPECT_TRUE(text.find("mine(int") == text.npos || stage == "used-bodies/ddmin") << stage;
  }
  EXPECT_EQ(std::ranges::count(names, "used-declarations/ddmin"), 1);
  EXPECT_EQ(std::ranges::count(names, "used-bodies/ddmin"), 1);
  EXPECT_LT(std::ranges::find(names, "statements/ddmin"),
            std::ranges::find(names, "used-bodies/ddmin"));
}

}  // namespace
}  // namespace whittle
