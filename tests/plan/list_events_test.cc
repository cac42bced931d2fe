/// The lists that a search works on, as observers see them.
#include <gtest/gtest.h>
#include <map>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

/// Checks as they come that events fit together; keeps what they say.
struct Lists : Observer {
  struct List {
    std::string_view stage;
    std::size_t elements = 0;
    std::size_t queries = 0;
    std::optional<std::size_t> kept;
    bool changed = false;
    friend bool operator==(const List&, const List&) = default;
  };
  std::map<std::size_t, List> lists;
  std::size_t open = 0;

  void list_began(const ListBegan& event) override {
    EXPECT_EQ(open, 0u) << "before the last one ended";
    EXPECT_EQ(event.number, lists.size() + 1);
    open = event.number;
    lists[event.number].stage = event.stage;
    lists[event.number].elements = event.edits->size();
  }
  void told(const Told& event) override {
    ASSERT_EQ(event.list, open);
    EXPECT_EQ(event.stage, lists[open].stage);
    ++lists[open].queries;
  }
  void list_ended(const ListEnded& event) override {
    ASSERT_EQ(event.number, open);
    lists[open].kept = event.kept->count();
    lists[open].changed = event.changed;
    EXPECT_EQ(event.kept->size(), lists[open].elements);
    open = 0;
  }
};

constexpr std::string_view listed_program = R"(int used = 1;
int f(int a, int b) { if (a) { return b; } return used; }
int unused = 2;
int main(void) { int x = 3; f(1, x); puts("here"); return 0; }
)";

Lists lists_of(const char* plan, std::size_t slots) {
  ScriptedOracle oracle(
      [](const Document& d) {
        return outcome_of(has_in_order(d.bytes(0), {"main", "{", "puts", "}"}));
      },
      slots);
  Memo memo;
  Lists seen;
  AnySearch search = StagedSearch(Document::single("a.c", Bytes(listed_program)),
                                  (*find_plan(plan))->make(stage_maker_with("gallop")));
  EXPECT_EQ(run(search, oracle, memo, seen), Ending::finished);
  return seen;
}

TEST(ListEvents, EachListBeginsAndEndsAndItsQueriesLieBetween) {
  for (const char* plan : {"auto", "perses", "hdd", "lines"}) {
    const Lists seen = lists_of(plan, 1);
    EXPECT_EQ(seen.open, 0u) << plan << ": the last list did not end";
    std::size_t changed = 0;
    for (const auto& [number, list] : seen.lists) {
      ASSERT_TRUE(list.kept) << plan << " list " << number;
      EXPECT_LE(*list.kept, list.elements);
      EXPECT_TRUE(!list.changed || *list.kept < list.elements);
      changed += list.changed;
    }
    EXPECT_GT(changed, 0u) << plan;
  }
}

TEST(ListEvents, DoNotDependOnTheNumberOfSlots) {
  for (const char* plan : {"auto", "perses"}) {
    const Lists one = lists_of(plan, 1);
    for (std::size_t slots : {2u, 7u}) EXPECT_EQ(lists_of(plan, slots).lists, one.lists) << plan;
  }
}

TEST(ListEvents, ASecondSearchOfARunNumbersItsListsOn) {
  AnySearch search =
      StagedSearch(Document::single("a.c", Bytes(listed_program)),
                   (*find_plan("lines"))->make(stage_maker_with("gallop")), Goal::tokens, 12);
  const std::vector<ListStep> steps = search.take_list_steps();
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps.front().number, 13u);
  EXPECT_EQ(search.question()->list, 13u);
  EXPECT_TRUE(search.take_list_steps().empty()) << "told once";
}

/// What a run is told if it skips a list after `place` outcomes; with the memo of an earlier run,
/// if any.
std::vector<Hash> told_with_skip(std::size_t place, std::size_t slots, Memo& memo) {
  struct Hashes : Observer {
    std::vector<Hash> told_so_far;
    std::size_t skipped = 0;
    void told(const Told& event) override { told_so_far.push_back(event.candidate); }
  } seen;
  ScriptedOracle oracle(
      [](const Document& d) {
        return outcome_of(has_in_order(d.bytes(0), {"main", "{", "puts", "}"}));
      },
      slots);
  AnySearch search = StagedSearch(Document::single("a.c", Bytes(listed_program)),
                                  (*find_plan("auto"))->make(stage_maker_with("gallop")));
  const Budget budget{
      .skips = [&] { return seen.told_so_far.size() == place && seen.skipped++ == 0; }};
  EXPECT_EQ(run(search, oracle, memo, seen, budget), Ending::finished);
  seen.told_so_far.push_back(search.best().hash());
  return seen.told_so_far;
}

TEST(ListEvents, ASkippedListGivesTheSameRunOnAnyNumberOfSlotsAndInEachReplay) {
  Memo none;
  const std::vector<Hash> unskipped = told_with_skip(1'000'000, 1, none);
  std::size_t different = 0;
  for (std::size_t place = 0; place < 40; place += 3) {
    Memo memo;
    const std::vector<Hash> once = told_with_skip(place, 1, memo);
    different += once != unskipped;
    Memo others, known;
    EXPECT_EQ(told_with_skip(place, 3, others), once) << "skipped after " << place;
    // A replay knows the outcomes already.
    for (const Hash& hash : once)
      if (const auto verdict = memo.find(hash)) known.remember(hash, *verdict);
    EXPECT_EQ(told_with_skip(place, 2, known), once) << "skipped after " << place;
  }
  EXPECT_GT(different, 5u) << "skipping skips something";
}

}  // namespace
}  // namespace whittle
