#include "plan/tree_plans/tree_plans.h"

#include <gtest/gtest.h>

#include "document/units.h"
#include "passes/tree/tree_edits.h"
#include "plan/tree_plans/tree_stages.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

/// A program, and words that must stay, in their order.
struct Case {
  std::string path;
  std::string text;
  std::vector<std::string> words;

  Document document() const { return Document::single(path, text); }
  bool is_interesting(const Document& candidate) const {
    std::size_t from = 0;
    for (const std::string& word : words) {
      const std::size_t at = candidate.bytes(0).find(word, from);
      if (at == std::string::npos) return false;
      from = at + word.size();
    }
    return true;
  }
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"sort.c",
       R"(#include <stdio.h>
#define LIMIT 10
struct pair { int first; int second; };
static int compare(const struct pair *a, const struct pair *b) {
  if (a->first < b->first) return -1;
  return a->first - b->first + a->second - b->second;
}
int main(int argc, char **argv) {
  struct pair list[LIMIT] = { { 1, 2 }, { 3, 4 } };
  for (int i = 0; i < LIMIT; i++) {
    printf("%d %d\n", list[i].first, compare(&list[i], &list[0]));
  }
  return 0;
}
)",
       {"compare", "a->first", "main", "list", "printf", "list[0]"}},
      {"shapes.py",
       R"(import math
from dataclasses import dataclass


@dataclass
class Circle:
    radius: float = 1.0

    def area(self):
        # of the disc
        return math.pi * self.radius ** 2

    def scaled(self, factor):
        if factor < 0:
            raise ValueError("negative", factor)
        else:
            return Circle(self.radius * factor)


def total(shapes, *, start=0):
    result = start
    for shape in shapes:
        result += shape.area()
    return result


print(total([Circle(1), Circle(2).scaled(3)]))
)",
       {"class", "scaled", "raise", "print", "Circle(2)"}},
      {"queue.js",
       R"(import { readFile } from "fs";
const limit = 10, unused = [1, 2, 3];
class Queue {
  constructor(items = []) { this.items = items; }
  push(item) {
    if (this.items.length >= limit) {
      throw new Error(`full: ${limit}`);
    }
    this.items.push(item);
  }
}
const queue = new Queue();
queue.push({ name: "a", value: 1 + 2 * 3 });
export default (x) => queue.items.filter((y) => y.value > x && y.name);
)",
       {"class Queue", "throw", "new Queue", "value", "filter", "y.name"}},
      {"stack.go",
       R"(package main

import (
	"errors"
	"fmt"
)

type Stack struct {
	items []int
	limit int
}

func (s *Stack) Push(item int) error {
	if len(s.items) == s.limit {
		return errors.New("full")
	}
	s.items = append(s.items, item)
	return nil
}

func main() {
	s := &Stack{limit: 2}
	for i := 0; i < 3; i++ {
		fmt.Println(s.Push(i))
	}
}
)",
       {"package", "type Stack", "limit", "Push", "return", "func main", "Push(i)"}},
      {"list.rs",
       R"(use std::fmt;

#[derive(Debug, Clone)]
pub struct List<T> { items: Vec<T>, name: String }

impl<T: Clone + fmt::Debug> List<T> {
    pub fn new(name: &str) -> Self { List { items: Vec::new(), name: name.to_string() } }
    pub fn push(&mut self, item: T) -> usize {
        self.items.push(item);
        match self.items.len() { 0 => 1, 1 | 2 => 2, n => n }
    }
}

fn main() {
    let mut list = List::new("numbers");
    for i in 0..10 { list.push(i * 2); }
    println!("{:?}", list);
}
)",
       {"struct List", "items", "impl", "push", "match", "fn main", "list"}},
      {"settings.json",
       R"({
  "name": "whittle",
  "list": [1, 2, {"deep": [true, false, null]}, 4],
  "nested": {"a": {"b": {"c": 10}}, "z": 0},
  "last": "x"
})",
       {"deep", "false", "\"c\"", "10"}},
      {"page.xml",
       R"(<?xml version="1.0"?>
<root a="1" b="2">
  <item id="1"><name>first</name><empty/></item>
  <item id="2"><!-- note --><name>second</name></item>
  <other><deep><deeper x="y">text</deeper></deep></other>
</root>
)",
       {"<root", "b=", "second", "<deeper"}},
      {"graph.dot",
       R"(digraph g {
  rankdir=LR;
  node [shape=box, color=red];
  a -> b -> c [label="x", weight=2];
  subgraph cluster_0 { label="inner"; d; e; d -> e; }
  b -> e;
}
)",
       {"digraph", "weight", "subgraph", "e;"}},
      {"query.smt2",
       R"((set-logic QF_S)
(declare-fun x () String)
(declare-fun y () String)
(assert (and (= (str.len x) 3) (or (= x y) (not (= y "abc")))))
(check-sat)
)",
       {"declare-fun y", "assert", "not", "check-sat"}},
      {"notes.txt",
       R"(one (two [three, four] five)
six:
  seven {eight; nine}
  ten
eleven
)",
       {"three", "seven", "nine"}},
  };
  return all;
}

/// The single removals that would still be interesting.
std::vector<std::string> still_removable(const Document& document, const Case& from) {
  std::vector<std::string> found;
  Trees trees;
  Found all = find_all_removals(document, trees);
  const EditList list(document, std::move(all.edits), all.joining, std::move(all.rows));
  for (std::size_t i = 0; i < list.size(); ++i) {
    Subset kept = Subset::all(list.size());
    kept.erase(i);
    const Document candidate = list.render(kept);
    if (from.is_interesting(candidate)) found.push_back(candidate.bytes(0));
  }
  return found;
}

std::uint32_t errors(const Document& document) {
  Trees trees;
  return trees.tree(document.files()[0].path, document.files()[0].bytes)->errors();
}

constexpr std::string_view tree_plans[] = {
    "tree", "perses", "hdd", "coarse", "hddr", "hddr-backward", "hddr-wide", "hddr-wide-backward",
    "hoist"};

class EachPlan : public testing::TestWithParam<std::string_view> {};

TEST_P(EachPlan, LeavesAnInterestingTreeMinimalProgramThatParses) {
  const Plan& plan = *find_plan(GetParam()).value();
  for (const Case& one : cases())
    for (const AlgorithmRow& algorithm : algorithms()) {
      if (algorithm.name == "dd") continue;  // isolates; does not minimize
      const std::string what = one.path + " with " + std::string(algorithm.name);
      ASSERT_TRUE(one.is_interesting(one.document())) << what;
      const PlanRun run =
          reduce_with_plan(one.document(), plan.make(stage_maker_with(std::string(algorithm.name))),
                           [&](const Document& d) { return one.is_interesting(d); });
      EXPECT_TRUE(one.is_interesting(run.result)) << what;
      EXPECT_LE(errors(run.result), errors(one.document())) << what << "\n" << run.result.bytes(0);
      EXPECT_EQ(still_removable(run.result, one), std::vector<std::string>{})
          << what << "\n"
          << run.result.bytes(0);
      EXPECT_LT(count_tokens(run.result), count_tokens(one.document()) * 3 / 4) << what;
    }
}

TEST_P(EachPlan, AsksTheSameOnAnyNumberOfSlots) {
  const Plan& plan = *find_plan(GetParam()).value();
  for (const Case& one : cases())
    for (const char* algorithm : {"ddmin", "gallop"}) {
      const auto run_on = [&](std::size_t slots) {
        return reduce_with_plan(
            one.document(), plan.make(stage_maker_with(algorithm)),
            [&](const Document& d) { return one.is_interesting(d); }, slots);
      };
      const PlanRun alone = run_on(1);
      for (std::size_t slots : {2, 8}) {
        const PlanRun run = run_on(slots);
        EXPECT_EQ(run.result, alone.result) << one.path << " with " << algorithm;
        EXPECT_EQ(run.told, alone.told) << one.path << " with " << algorithm;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(TreePlans, EachPlan, testing::ValuesIn(tree_plans), [](const auto& plan) {
  std::string name(plan.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(TreePlans, VerifyFindsWhatCanStillGoAndNothingElse) {
  const auto can_go = [](const std::string& text) {
    const Document document = Document::single("f.c", text);
    std::optional<Stage> stage = verify_tree_minimality(stage_maker_with("ddmin"), document);
    if (!stage) return std::string("nothing to try");
    while (auto query = stage->reduction.next_query())
      stage->reduction.observe(outcome_of(
          has_in_order(stage->edits->render(query->kept).bytes(0), {"int f(", "return x;"})));
    return stage->edits->render(stage->reduction.best()).bytes(0);
  };
  EXPECT_EQ(can_go("int f() { return x; }"), "int f() { return x; }");
  EXPECT_EQ(can_go("int f(int a) { g(); return x; }\nint y;\n"), "int f() { return x; }\n");
  EXPECT_EQ(can_go(""), "nothing to try");
}

TEST(TreePlans, AFileThatIsAllErrorsIsAListToReduce) {
  const Case broken{"broken.c", "int ) x ( ] = 5 } + ; {{ y", {"x", "5", "y"}};
  for (std::string_view name : tree_plans) {
    const PlanRun run = reduce_with_plan(
        broken.document(), find_plan(name).value()->make(stage_maker_with("ddmin")),
        [&](const Document& d) { return broken.is_interesting(d); });
    EXPECT_LE(errors(run.result), errors(broken.document())) << name;
    EXPECT_LT(count_tokens(run.result), 8u) << name << ": " << run.result.bytes(0);
  }
}

TEST(TreePlans, SeveralFilesAreReducedTogether) {
  const Document document({File{"a.c", 0644, share("int a;\nint b;\n")},
                           File{"notes", 0644, share("b"), File::Kind::symlink},
                           File{"b.py", 0644, share("x = 1\ny = 2\n")}});
  for (std::string_view name : tree_plans) {
    const PlanRun run = reduce_with_plan(
        document, find_plan(name).value()->make(stage_maker_with("gallop")), [](const Document& d) {
          return d.bytes(0).find("int b;") != Bytes::npos &&
                 d.bytes(2).find("x = 1") != Bytes::npos;
        });
    EXPECT_EQ(run.result.bytes(0), "\nint b;\n") << name;
    EXPECT_EQ(run.result.bytes(1), "b") << name;
    EXPECT_EQ(run.result.bytes(2), "x = 1\n") << name;
  }
}

TEST(TreePlans, WhatMustBeKeptIsKept) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  stage_maker->keep = Keep::make({"int kept;"}).value();
  for (std::string_view name : tree_plans) {
    const PlanRun run = reduce_with_plan(
        Document::single("a.c", "int a;\nvoid f() { int kept; g(); }\n"),
        find_plan(name).value()->make(stage_maker), [](const Document&) { return true; });
    EXPECT_NE(run.result.bytes(0).find("int kept;"), Bytes::npos) << name;
    EXPECT_EQ(run.result.bytes(0).find("g()"), Bytes::npos) << name;
  }
}

TEST(TreePlans, ANumberThatMustBeKeptIsNotLowered) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  const Document document = Document::single("a", "2\na\nb\n");
  const Pass* counted = find_pass("counted-lines");
  EXPECT_TRUE(stage_maker->stage("counted-lines", document, stage_maker->find(*counted, document)));
  stage_maker->keep = Keep::make({"2"}).value();
  EXPECT_FALSE(
      stage_maker->stage("counted-lines", document, stage_maker->find(*counted, document)));
}

// Each of these lines ends with its own line's end. A removal that takes the end of the line before
// as well overlaps with the one before it, and one of both was missing from the list.
TEST(TreePlans, ListEveryLineOfThePreprocessor) {
  const auto stage_maker = stage_maker_with("ddmin");
  AnyStrategy plan = coarse_plan(stage_maker);
  const Document document =
      Document::single("a.c", "#include <a.h>\n#include <b.h>\n#define X\n\nint x;\nint y;\n");
  const std::optional<Stage> stage = plan.next({document});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->edits->size(), 5u);
}

TEST(TreePlans, WithOneRoundAndNoSweepALevelIsWalkedOnce) {
  struct Lists : Observer {
    std::vector<std::string> names;
    void list_began(const ListBegan& event) override { names.emplace_back(event.stage); }
  };
  const auto lists_of = [](std::size_t rounds, bool sweep) {
    auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("probdd"));
    stage_maker->rounds = rounds;
    stage_maker->sweep = sweep;
    const Case& one = cases().front();
    ScriptedOracle oracle([&](const Document& d) { return outcome_of(one.is_interesting(d)); });
    Memo memo;
    Lists lists;
    AnySearch search = StagedSearch(one.document(), hdd_plan(stage_maker));
    EXPECT_TRUE(run(search, oracle, memo, lists));
    return lists.names;
  };
  const auto all = lists_of(std::numeric_limits<std::size_t>::max(), true);
  const auto one_round = lists_of(1, false), swept = lists_of(1, true);
  EXPECT_EQ(std::ranges::count(one_round, "verify/oneminimal"), 0);
  EXPECT_EQ(std::ranges::count(swept, "verify/oneminimal"), 1);
  EXPECT_EQ(swept.size(), one_round.size() + 1);
  EXPECT_LT(one_round.size() + 1, all.size());
  EXPECT_TRUE(std::equal(one_round.begin(), one_round.end(), all.begin()));
}

}  // namespace
}  // namespace whittle
