#include "plan/closure_plan.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

#include "plan/default_plan/auto_plan.h"
#include "process/local_tools.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

SharedStageMaker with_tools(std::shared_ptr<Tools> tools) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  stage_maker->tools = std::move(tools);
  return stage_maker;
}
SharedStageMaker with_real_tools() {
  return with_tools(std::make_shared<LocalTools>(LocalTools::Options{}));
}

/// Real tools with less time, for a test that waits until it has passed.
class HurriedTools final : public LocalTools {
 public:
  HurriedTools() : LocalTools(Options{}) {}
  std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                              const ToolLimits& limits) override {
    // Else a helper that hangs would keep the user waiting for longer than closures can save.
    EXPECT_LE(limits.time, std::chrono::seconds(60));
    auto answers = LocalTools::run(
        commands,
        {.time = std::chrono::seconds(1), .output = limits.output, .messages = limits.messages});
    for (const auto& answer : answers) (answer ? answered : unanswered) += 1;
    return answers;
  }
  int answered = 0, unanswered = 0;
};

/// For as long as it lives, the helper is a script with this text; with none there is no helper.
class Helper {
 public:
  explicit Helper(const std::string& script) {
    if (!script.empty()) {
      path_ = std::filesystem::temp_directory_path() / fmt::format("helper-{}", ::getpid());
      std::ofstream(path_) << "#!/bin/sh\n" << script;
      std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    }
    ::setenv("WHITTLE_CXX_GRAPH", path_.c_str(), 1);
  }
  ~Helper() {
    ::unsetenv("WHITTLE_CXX_GRAPH");
    std::filesystem::remove(path_);
  }

 private:
  std::filesystem::path path_;
};

const char* const program =
    "int a;\nint b;\nint f() { return a; }\nint g() { return b; }\nint h() { return f(); }\n";

Document reduced(const std::string& name, const std::string& text,
                 std::function<bool(std::string_view)> is_interesting) {
  return reduce_with_plan(
             Document::single(name, text), closure_plan(with_real_tools()),
             [&](const Document& candidate) { return is_interesting(candidate.bytes(0)); })
      .result;
}

bool has_g(std::string_view text) {
  return has_in_order(text, {"int b;", "return b"});
}

TEST(ClosurePlan, WithoutAHelperTheNamesModelServes) {
  const Helper none("");
  EXPECT_EQ(reduced("x.cc", program, has_g).bytes(0), "int b;\nint g() { return b; }\n");
}

TEST(ClosurePlan, AHelperThatCrashesOrTalksNonsenseOnlyCostsTime) {
  for (const char* script :
       {"kill -SEGV $$", "exit 1", "echo whittle-graph 1; echo p 0 999; echo end",
        "head -c 100000 /dev/zero", "echo whittle-graph 1", "true"}) {
    const Helper bad(script);
    EXPECT_EQ(reduced("x.cc", program, has_g).bytes(0), "int b;\nint g() { return b; }\n")
        << script;
  }
}

TEST(ClosurePlan, AHelperThatHangsOnlyCostsTime) {
  // The second one prints a graph that would do, and hangs then.
  for (const char* script : {"sleep 600", "printf 'whittle-graph 1\\np 0 6\\nend\\n'; sleep 600"}) {
    const Helper hanging(script);
    const auto tools = std::make_shared<HurriedTools>();
    const Document result =
        reduce_with_plan(Document::single("x.cc", program), closure_plan(with_tools(tools)),
                         [](const Document& candidate) { return has_g(candidate.bytes(0)); })
            .result;
    EXPECT_EQ(result.bytes(0), "int b;\nint g() { return b; }\n");
    EXPECT_EQ(tools->unanswered, 1);
    EXPECT_EQ(tools->answered, 0);
  }
}

TEST(ClosurePlan, WrongEdgesOnlyCostTime) {
  // Pieces as they are; every edge points the wrong way.
  const Helper wrong(
      "printf 'whittle-graph 1\\np 0 6\\np 7 13\\np 14 35\\np 36 57\\n"
      "n 0 2\\nn 1 3\\nn 0 3\\nend\\n'");
  const Document result = reduced("x.cc", program, has_g);
  EXPECT_TRUE(has_g(result.bytes(0)));
}

SharedStageMaker listening(std::shared_ptr<Tools> tools, const std::string& command) {
  auto stage_maker = std::make_shared<StageMaker>(*with_tools(std::move(tools)));
  stage_maker->listen = {.on = true, .command = command};
  return stage_maker;
}

TEST(ClosurePlan, AListenerThatFailsOrTalksNonsenseOnlyCostsTime) {
  const Helper none("");
  for (const char* command :
       {"kill -SEGV $$", "exit 1", "head -c 100000 /dev/zero", "yes | head -n 9999",
        "no-such-program", "echo x.cc:1:1: error:; echo 'x.cc:9:9: error: x'"}) {
    const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
    EXPECT_EQ(
        reduce_with_plan(Document::single("x.cc", program), closure_plan(listening(tools, command)),
                         [](const Document& d) { return has_g(d.bytes(0)); })
            .result.bytes(0),
        "int b;\nint g() { return b; }\n")
        << command;
  }
}

TEST(ClosurePlan, AListenerThatHangsOnlyCostsTime) {
  const Helper none("");
  const auto tools = std::make_shared<HurriedTools>();
  EXPECT_EQ(reduce_with_plan(Document::single("x.cc", program),
                             closure_plan(listening(tools, "sleep 600")),
                             [](const Document& d) { return has_g(d.bytes(0)); })
                .result.bytes(0),
            "int b;\nint g() { return b; }\n");
  // One that cannot tell about the original is not asked again.
  EXPECT_EQ(tools->unanswered, 1);
}

TEST(ClosurePlan, AListenerThatIsWrongOnlyCostsTime) {
  const Helper none("");
  const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
  // The original has all five lines.
  const char* const wrong =
      "if [ $(grep -c int x.cc) -lt 5 ]; then for i in 1 2 3 4 5; do for n in a b f g h; do "
      "echo \"x.cc:$i:5: error: '$n' is missing\"; done; done; fi";
  const Document result =
      reduce_with_plan(Document::single("x.cc", program), closure_plan(listening(tools, wrong)),
                       [](const Document& d) { return has_g(d.bytes(0)); })
          .result;
  EXPECT_TRUE(has_g(result.bytes(0)));
}

/// Forty declarations of which each uses the one before, but for one in so many; the helper's graph
/// has no edge at all.
struct Unknown {
  explicit Unknown(int one_in = 4) {
    std::string graph = "printf 'whittle-graph 1\\n";
    std::string names;
    for (int i = 0; i < 40; ++i) {
      const std::string line =
          fmt::format("int v{} = {};\n", i, i % one_in ? fmt::format("v{}", i - 1) : "1");
      graph += fmt::format("p {} {}\\n", text.size(), text.size() + line.size() - 1);
      names += fmt::format("d {} v{}\\n", i, i);
      text += line;
    }
    script = graph + names + "end\\n'";
  }
  /// v38 is there, and nothing that is used is missing.
  static bool is_interesting(const Document& document) {
    const std::string_view bytes = document.bytes(0);
    for (int i = 0; i < 40; ++i)
      if (bytes.find(fmt::format("= v{};", i)) != bytes.npos &&
          bytes.find(fmt::format("int v{} ", i)) == bytes.npos)
        return false;
    return bytes.find("int v38 ") != bytes.npos;
  }
  std::string text, script;
};
/// A compiler that says which names are not declared.
const char* const compiler =
    "grep -no '= v[0-9]*;' x.cc | tr -d ' =;' | while IFS=: read line name; do "
    "grep -q \"int $name \" x.cc || echo \"x.cc:$line:5: error: '$name' was not declared\"; done";

TEST(ClosurePlan, WhatACompilerSaysIsLearned) {
  const Unknown unknown;
  const Helper helper(unknown.script);
  const auto run = [&](SharedStageMaker stage_maker, std::size_t slots = 1) {
    return reduce_with_plan(Document::single("x.cc", unknown.text), closure_plan(stage_maker),
                            Unknown::is_interesting, slots);
  };
  const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
  const PlanRun deaf = run(with_tools(tools));
  const SharedStageMaker first = listening(tools, compiler);
  const PlanRun heard = run(first);
  EXPECT_EQ(heard.result.bytes(0), "int v36 = 1;\nint v37 = v36;\nint v38 = v37;\n");
  EXPECT_LT(heard.tested, deaf.tested);
  // The same on any number of slots.
  for (const std::size_t slots : {2, 8}) {
    const PlanRun again = run(listening(tools, compiler), slots);
    EXPECT_EQ(again.result, heard.result);
    EXPECT_EQ(again.told, heard.told);
  }
  // The same if the reasons are known and the compiler is not there any more.
  const auto replay = std::make_shared<StageMaker>(*listening(tools, "exit 1"));
  replay->reasons = first->reasons;
  const std::size_t reasons = first->reasons->size();
  const PlanRun replayed = run(replay);
  EXPECT_EQ(replayed.result, heard.result);
  EXPECT_EQ(replayed.told, heard.told);
  EXPECT_EQ(first->reasons->size(), reasons);
}

TEST(ClosurePlan, ARepairIsNotTestedWhileTheCompilerStillComplains) {
  const Unknown unknown(20);  // v38 lacks eighteen, one after the other
  const Helper helper(unknown.script);
  const auto tools = std::make_shared<HurriedTools>();
  const PlanRun run =
      reduce_with_plan(Document::single("x.cc", unknown.text),
                       closure_plan(listening(tools, compiler)), Unknown::is_interesting);
  EXPECT_EQ(run.result.bytes(0).substr(0, 12), "int v20 = 1;");
  EXPECT_GT(tools->answered, 18u);
  EXPECT_LT(run.told, 18);
}

TEST(ClosurePlan, NobodyListensToWhatIsOnlyTestedAhead) {
  const Unknown unknown;
  const Helper helper(unknown.script);
  const auto runs = [&](std::size_t slots) {
    const auto tools = std::make_shared<HurriedTools>();
    const PlanRun run =
        reduce_with_plan(Document::single("x.cc", unknown.text),
                         closure_plan(listening(tools, compiler)), Unknown::is_interesting, slots);
    EXPECT_GT(run.told, 0);
    return tools->answered + tools->unanswered;
  };
  EXPECT_EQ(runs(1), runs(8));
}

TEST(ClosurePlan, ReferencesInXmlDoNotDangle) {
  std::string text = "<grammar>\n";
  for (int i = 0; i < 40; ++i)
    // One in four has no reference: if all had one, the rule would be that each needs one.
    text += fmt::format("<define name=\"p{}\">{}{}</define>\n", i,
                        i % 4 == 0 ? "" : fmt::format("<ref name=\"p{}\"/>", (i * 7 + 1) % 40),
                        i == 13 ? "<value>bug</value>" : "<text/>");
  text += "</grammar>\n";
  const Document result = reduced("x.xml", text, [](std::string_view candidate) {
    for (int i = 0; i < 40; ++i)
      if (candidate.find(fmt::format("<ref name=\"p{}\"/>", i)) != candidate.npos &&
          candidate.find(fmt::format("<define name=\"p{}\">", i)) == candidate.npos)
        return false;
    return candidate.find("bug") != candidate.npos;
  });
  EXPECT_LT(result.size(), 120) << result.bytes(0);
}

/// Tests until a sixth of a document is left, if what an entry refers to must be there.
template <typename Entry>
std::size_t tests_to_a_sixth(const std::string& file, std::string text, const Entry& entry,
                             const std::string& reference) {
  const auto other = [](int i) { return (i * 7 + 1) % 80; };
  for (int i = 0; i < 80; ++i) text += entry(i, fmt::format("{}{}_", reference, other(i)));
  std::size_t tests = 0, reached = 0;
  reduced(file, text, [&](std::string_view candidate) {
    ++tests;
    for (int i = 0; i < 80; ++i)
      if (candidate.find(fmt::format("{}{}_", reference, other(i))) != candidate.npos &&
          candidate.find(fmt::format("\n{}part{}_:", file == "x.mk" ? "" : "  ", other(i))) ==
              candidate.npos)
        return false;
    const bool is_interesting = candidate.find("the bug") != candidate.npos;
    if (is_interesting && reached == 0 && candidate.size() < text.size() / 6) reached = tests;
    return is_interesting;
  });
  return reached;
}

TEST(ClosurePlan, APairOfABlockOfYamlGoesWithoutTheOthers) {
  const std::size_t tests = tests_to_a_sixth(
      "x.yaml", "version: 1\nparts:\n",
      [](int i, const std::string& reference) {
        return fmt::format("  part{}_:\n    size: {}\n    needs:\n      {}\n", i,
                           i == 50 ? "the bug" : "some size", reference);
      },
      "- part");
  EXPECT_GT(tests, 0);
  EXPECT_LE(tests, 20);
}

TEST(ClosurePlan, APrerequisiteOfAMakefileGoesWithoutItsRule) {
  const std::size_t tests = tests_to_a_sixth(
      "x.mk", "SIZE = 3\n",
      [](int i, const std::string& reference) {
        return fmt::format("\npart{}_:{} part{}_\n\techo {}\n", i, reference, i / 2,
                           i == 50 ? "the bug" : "some size");
      },
      " part");
  EXPECT_GT(tests, 0);
  EXPECT_LE(tests, 25);
}

TEST(ClosurePlan, TheDefaultPlanBeginsWithClosuresOnlyIfThereAreReferences) {
  const auto first_stage = [](bool with_references) {
    std::string text = "<r>\n";
    for (int i = 0; i < 600; ++i)
      text += fmt::format("<d name=\"p{}\">{}</d>\n", i,
                          with_references ? fmt::format("<u ref=\"p{}\"/>", i / 2) : "<t/>");
    const Document document = Document::single("x.xml", text + "</r>\n");
    AnyStrategy plan = auto_strategy(stage_maker_with("gallop"));
    return std::string(plan.next({document})->name);
  };
  EXPECT_EQ(first_stage(true), "closure/values");
  EXPECT_NE(first_stage(false), "closure/values");
}

TEST(ClosurePlan, WhatIsDoneToAKeptTableComesAlong) {
  // The query needs its table, the table needs those it refers to, and rows are needed in all.
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text +=
        fmt::format("CREATE TABLE t{} (id INTEGER PRIMARY KEY, p{} INTEGER REFERENCES t{}(id));\n",
                    i, i, i / 2);
    for (int row = 0; row < 4; ++row)
      text += fmt::format("INSERT INTO t{} (id, p{}) VALUES ({}, {});\n", i, i, row, row);
  }
  text += "SELECT count(*) FROM t27;\n";
  const auto is_interesting = [](std::string_view candidate) {
    for (const int i : {0, 1, 3, 6, 13, 27}) {
      const std::string table = fmt::format("INSERT INTO t{} ", i);
      if (candidate.find(fmt::format("CREATE TABLE t{} (id INTEGER PRIMARY KEY, p{} ", i, i)) ==
              candidate.npos ||
          candidate.find(table) == candidate.npos)
        return false;
    }
    return candidate.find("FROM t27;") != candidate.npos;
  };
  std::size_t tests = 0, tests_to_half = 0;
  reduced("x.sql", text, [&](std::string_view candidate) {
    ++tests;
    const bool interesting = is_interesting(candidate);
    if (interesting && tests_to_half == 0 && candidate.size() < text.size() / 4)
      tests_to_half = tests;
    return interesting;
  });
  EXPECT_GT(tests_to_half, 0);
  EXPECT_LE(tests_to_half, 5);
}

TEST(ClosurePlan, AVeryLargeFileThatClangCanReadIsNotCutIntoPieces) {
  const std::string text = "int needed;\n" + std::string(std::size_t{9} << 19, ' ') + "\n";
  const auto first_stage = [&](const std::string& file) {
    AnyStrategy plan = auto_strategy(with_real_tools());
    const Document document = Document::single(file, text);
    return std::string(plan.next({document})->name);
  };
  const Helper ready("exit 0\n");
  EXPECT_EQ(first_stage("x.txt"), "coarse/gallop");
  EXPECT_NE(first_stage("x.cc"), "coarse/gallop");
  ::setenv("WHITTLE_CXX_GRAPH", "", 1);
  EXPECT_EQ(first_stage("x.cc"), "coarse/gallop");
}

TEST(ClosurePlan, ManyReferencesAreEnoughHoweverManyPairsThereAre) {
  const auto first_stage = [](int types) {
    std::string text = "{\n";
    for (int i = 0; i < types; ++i) {
      text += fmt::format("\"T{}\": {{\"$ref\": \"#/types/T{}\"", i, i / 2);
      for (int k = 0; k < 40; ++k) text += fmt::format(", \"k{}_{}\": \"v{}.{}\"", i, k, i, k);
      text += "},\n";
    }
    const Document document = Document::single("x.json", text + "\"end\": 0}\n");
    AnyStrategy plan = auto_strategy(stage_maker_with("gallop"));
    return std::string(plan.next({document})->name);
  };
  EXPECT_EQ(first_stage(300), "closure/values");
  EXPECT_NE(first_stage(50), "closure/values");
}

TEST(ClosurePlan, ClosuresThatPaidAreSearchedAgainWithWhatAnObjectFileSays) {
  const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
  if (tools->find("c++").empty()) GTEST_SKIP() << "no compiler";
  const auto functions = [](int begin, int end, std::string_view value) {
    std::string text;
    for (int i = begin; i < end; ++i) text += fmt::format("int f{}() {{ return {}; }}\n", i, value);
    return text;
  };
  // The helper knows one piece, whatever it is asked about.
  const Helper helper("printf 'whittle-graph 1\\np 0 4\\nend\\n'");
  const auto second_stage = [&](const std::string& before, const std::string& after) {
    AnyStrategy plan = closure_plan(with_tools(tools));
    const Document original = Document::single("x.cc", before);
    const std::optional<Stage> first = plan.next({original});
    EXPECT_EQ(first->name, "closure/clang");
    const Document left = Document::single("x.cc", after);
    const Subset kept = Subset::all(first->edits->size());
    const std::optional<Stage> second = plan.next({left, true, first->edits.get(), &kept, 9});
    if (second) {
      const StageEnd end{left, false, second->edits.get(), &kept, 9};
      EXPECT_FALSE(plan.next(end)) << "a third search";
    }
    return second ? std::string(second->name) : "none";
  };
  const std::string all = functions(0, 1000, "1"), third = functions(0, 350, "1");
  EXPECT_EQ(second_stage(all, third), "closure/calls");
  EXPECT_EQ(second_stage(all, functions(0, 700, "1")), "none");  // did not pay
  EXPECT_EQ(second_stage(all, functions(0, 100, "1")), "none");  // is small by now
  EXPECT_EQ(second_stage(all, functions(0, 350, "x")), "none");  // does not compile
}

TEST(ClosurePlan, SeveralSlotsGiveTheSameResult) {
  const Helper none("");
  const auto run = [&](std::size_t slots) {
    return reduce_with_plan(
               Document::single("x.py", "def a(): pass\ndef b(): a()\ndef c(): b()\nx = 1\nc()\n"),
               closure_plan(with_real_tools()),
               [](const Document& d) { return d.bytes(0).find("def b") != Bytes::npos; }, slots)
        .result;
  };
  EXPECT_EQ(run(1), run(4));
}

}  // namespace
}  // namespace whittle
