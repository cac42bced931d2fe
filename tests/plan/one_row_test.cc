// A language is one row: a row that the table does not have reaches everybody who asks about
// languages. The row has the grammar of C, and nothing else of C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "closure/listener.h"
#include "closure/providers.h"
#include "passes/names/names.h"
#include "passes/pass.h"
#include "plan/formatter.h"
#include "support/fake_tools.h"
#include "support/reduce_with_plan.h"
#include "support/setting.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::Not;

const std::string made_up_text = "record widget { int x; } ;\nint y = x;\n";

Language made_up() {
  Language language;
  language.name = "made-up";
  language.parser = Parser::tree_sitter;
  language.grammar = "c";
  return language;
}

Language made_up(Profile profile) {
  Language language = made_up();
  language.profile = std::move(profile);
  return language;
}

struct MadeUpSubject {
  explicit MadeUpSubject(Language language, const std::string& text = made_up_text)
      : document(Document::single("a.made-up", text)),
        trees(std::make_shared<Trees>(std::move(language))) {}

  Subject subject() { return {document, *trees, *tools}; }

  Document document;
  std::shared_ptr<Trees> trees;
  std::shared_ptr<FakeTools> tools = std::make_shared<FakeTools>();
};

/// A name of its own for each row: a loaded grammar is remembered by the name of the language.
Language named(Language language, std::string name) {
  language.name = std::move(name);
  return language;
}

TEST(OneRow, SaysWhichPassesApply) {
  MadeUpSubject plain(named(made_up(), "no-dialect"));
  MadeUpSubject smt(named(made_up({.dialects = Dialect::smtlib}), "of-smtlib"));
  EXPECT_FALSE(find_pass("smt-eliminate")->applies_to(plain.subject()));
  EXPECT_TRUE(find_pass("smt-eliminate")->applies_to(smt.subject()));
  EXPECT_FALSE(find_pass("llvm-names")->applies_to(smt.subject()));
}

TEST(OneRow, SaysWhichKindsDeclare) {
  // A name alone, as a statement, declares a variable in this language.
  const std::string text = "int main() { widget; }\n";
  const auto declared = [&](Language language) {
    MadeUpSubject made(std::move(language), text);
    std::vector<std::string> names;
    for (const Symbol& symbol : names_of(made.subject())->symbols())
      if (!symbol.declarations.empty()) names.emplace_back(symbol.name);
    return names;
  };
  EXPECT_THAT(declared(named(made_up(), "no-kinds")), Not(Contains("widget")));
  EXPECT_THAT(
      declared(named(made_up({.kinds = {{"expression_statement", Fact::assigning}}}), "kinds")),
      Contains("widget"));
}

TEST(OneRow, SaysWhichWordsAreHiddenFromTheGrammar) {
  const std::string text = "record struct widget { int x; };\n";
  MadeUpSubject plain(named(made_up(), "nothing-hidden"), text);
  MadeUpSubject hiding(
      named(made_up({.hidden = {{.word = "record", .kind = "comment", .before = "struct"}}}),
            "a-word-hidden"),
      text);
  const auto errors = [](MadeUpSubject& made) {
    return made.trees->tree("a.made-up", made.document.files()[0].bytes)->errors();
  };
  EXPECT_GT(errors(plain), 0u);
  EXPECT_EQ(errors(hiding), 0u);
}

TEST(OneRow, SaysWhoFormats) {
  MadeUpSubject made(named(made_up({.formatter = {"tidy", {"-x"}}}), "tidied"), "int  x ;\n");
  Command asked;
  made.tools->programs["tidy"] = [&](const Command& arguments) {
    asked = arguments;
    return "int x;\n";
  };
  StageMaker stage_maker = *stage_maker_with("ddmin");
  stage_maker.trees = made.trees;
  stage_maker.tools = made.tools;
  const std::optional<Document> result = formatted(stage_maker, made.document, made.document);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->bytes(0), "int x;\n");
  EXPECT_EQ(asked.at(0), "-x");
}

TEST(OneRow, SaysWhoIsListenedToAndWhetherThatPays) {
  for (const bool pays : {false, true}) {
    MadeUpSubject made(named(made_up({.checkers = {{"check", "@@"}}, .listens = pays}),
                             pays ? "heard" : "not-heard"));
    made.tools->programs["check"] = {};
    made.tools->programs["env"] = [](const Command&) { return ""; };
    closure::Listener listener({}, made.tools, made.trees, made.document);
    listener.hear(closure::Listener::About::errors, made.document);
    EXPECT_EQ(listener.command(), pays ? (Command{"check", "@@"}) : Command());
  }
}

TEST(OneRow, SaysWhetherAGraphOfNamesPays) {
  for (const bool pays : {false, true}) {
    MadeUpSubject made(named(made_up({.names_graph_pays = pays}), pays ? "pays" : "does-not-pay"),
                       "int x;\nint y = x;\n");
    const std::optional<PieceGraph> graph = closure::from_names(made.subject());
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->is_mostly_tree, !pays);
  }
}

}  // namespace
}  // namespace whittle
