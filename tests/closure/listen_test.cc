#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "closure/explain.h"
#include "closure/listener.h"
#include "document/units.h"
#include "support/fake_tools.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

using Names = std::vector<std::string>;

TEST(NamesIn, TheInnermostComesFirst) {
  EXPECT_EQ(names_in("push_back"), Names{"push_back"});
  EXPECT_EQ(names_in("struct n::box<int>"), (Names{"box", "n", "struct", "int"}));
  EXPECT_EQ(names_in("void std::map<K, V>::at(const K&) [with K = int]"),
            (Names{"at", "map", "std", "void", "K", "V", "const"}));
}

TEST(NamesIn, AnOperatorIsOneName) {
  EXPECT_EQ(names_in("operator!=").front(), "operator!=");
  EXPECT_EQ(names_in("operator()(int)").front(), "operator()");
  EXPECT_EQ(names_in("bool app::operator<(point, point)").front(), "operator<");
  EXPECT_EQ(names_in("operator<< <char>(x)").front(), "operator<<");
  EXPECT_EQ(names_in("operator new").front(), "operator new");
  EXPECT_EQ(names_in("operator").front(), "operator");
}

TEST(NamesIn, NonsenseIsNoProblem) {
  for (const char* text : {"", "(((", ">>>", "operator(", "operator ", "1", "::", "~", "a<b<c"})
    EXPECT_LE(names_in(text).size(), 3) << text;
}

// Piece 0 is line 1, and so on; piece 6 is the body of g.
const char* const program =
    "int a;\n"
    "struct s { int m; };\n"
    "int f();\n"
    "int g() { return 1; }\n"
    "int user() { return a + f(); }\n";

Explainer explainer() {
  const Document document = Document::single("x.cc", program);
  const auto range = [](std::string_view text) {
    const std::size_t begin = std::string_view(program).find(text);
    return Range{begin, begin + text.size()};
  };
  std::vector<Edit> edits = {
      removal(0, range("int a;\n"), 3),
      removal(0, range("struct s { int m; };\n"), 7),
      removal(0, range("int m;"), 3),
      removal(0, range("int f();\n"), 5),
      removal(0, range("int g() { return 1; }\n"), 9),
      replacement(0, range("{ return 1; }"), ";", 5),
      removal(0, range("int user() { return a + f(); }\n"), 12),
  };
  return Explainer(std::make_shared<const EditList>(document, std::move(edits)),
                   {{0, "a"}, {1, "s"}, {2, "m"}, {3, "f"}, {4, "g"}, {5, "g"}, {6, "user"}});
}

Subset keeping(std::initializer_list<std::size_t> pieces) {
  Subset kept = Subset::none(7);
  for (const std::size_t piece : pieces) kept.insert(piece);
  return kept;
}

std::vector<Lack> needs(const std::string& messages, std::initializer_list<std::size_t> kept) {
  return explainer().needs(parse_diagnostics(messages), keeping(kept));
}

TEST(Explainer, KeepsEverythingWhereItWas) {
  EXPECT_EQ(explainer().with_blanks(keeping({1, 4, 6})).bytes(0),
            "      \n"
            "struct s {        };\n"
            "        \n"
            "int g() ;            \n"
            "int user() { return a + f(); }\n");
}

TEST(Explainer, WhatStandsInForABodyIsWrittenAroundItsLineEnds) {
  const Document document = Document::single("x.cc", "int s::g()\n{\n  return 1;\n}\n");
  const Explainer one(std::make_shared<const EditList>(
                          document, std::vector<Edit>{replacement(0, {11, 26}, "{}", 5)}),
                      {{0, "g"}});
  EXPECT_EQ(one.with_blanks(Subset::none(1)).bytes(0), "int s::g()\n{\n}          \n \n");
}

TEST(Explainer, ThePieceAtThePlaceNeedsTheRemovedPieceOfThatName) {
  EXPECT_EQ(needs("x.cc:5:21: error: 'a' was not declared in this scope\n", {6}),
            (std::vector<Lack>{{6, 0}}));
  EXPECT_EQ(needs("/tmp/w/x.cc:5:25: error: use of undeclared identifier 'f'\n"
                  "/tmp/w/x.cc:5:21: error: use of undeclared identifier 'a'\n",
                  {6}),
            (std::vector<Lack>{{6, 0}, {6, 3}}));
}

TEST(Explainer, AMemberIsNeededIfItsClassIsKeptOrNamed) {
  EXPECT_EQ(needs("x.cc:5:21: error: 'struct s' has no member named 'm'\n", {1, 6}),
            (std::vector<Lack>{{6, 2}}));
  EXPECT_EQ(needs("x.cc:5:14: error: no member named 'm'\n", {6}), std::vector<Lack>{});
}

TEST(Explainer, WhoMissesADefinitionNeedsTheBody) {
  const char* const message =
      "x.cc:4:5: warning: inline function 'int g()' used but never defined\n";
  EXPECT_EQ(needs(message, {4, 6}), (std::vector<Lack>{{4, 5}}));
  EXPECT_EQ(needs("x.cc:4:5: warning: unused function 'int g()'\n", {4, 6}), std::vector<Lack>{});
}

TEST(Explainer, OfSeveralOverloadsTheOneThatANotePointsToIsMeant) {
  const char* const text = "int f(int) { return 1; }\nint f(char) { return 2; }\nint user();\n";
  const auto range = [&](std::string_view part) {
    const std::size_t begin = std::string_view(text).find(part);
    return Range{begin, begin + part.size()};
  };
  std::vector<Edit> edits = {removal(0, range("int f(int) { return 1; }\n"), 9),
                             replacement(0, range("{ return 1; }"), ";", 5),
                             removal(0, range("int f(char) { return 2; }\n"), 9),
                             replacement(0, range("{ return 2; }"), ";", 5),
                             removal(0, range("int user();\n"), 5)};
  const Explainer one(
      std::make_shared<const EditList>(Document::single("x.cc", text), std::move(edits)),
      {{0, "f"}, {1, "f"}, {2, "f"}, {3, "f"}, {4, "user"}});
  Subset kept = Subset::none(5);
  for (const std::size_t piece : {0, 2, 4}) kept.insert(piece);
  const std::string said =
      "x.cc:3:5: warning: instantiation of function 'f' required here, but no definition is "
      "available\n";
  EXPECT_EQ(one.needs(parse_diagnostics(said), kept), (std::vector<Lack>{{4, 1}, {4, 3}}));
  EXPECT_EQ(one.needs(parse_diagnostics(said + "x.cc:2:5: note: declared here\n"), kept),
            (std::vector<Lack>{{4, 3}}));
}

TEST(Explainer, WhoMissesItWhenLinkingIsTheFunctionThatTheLinkerNames) {
  EXPECT_EQ(needs("ld: x.o: in function `g()':\nx.cc:(.text+0x5): undefined reference to `f()'\n",
                  {4, 5}),
            (std::vector<Lack>{{5, 3}}));
}

TEST(Explainer, ABodyThatNobodyDefinesIsNeededByItsFunctionWithItsStatements) {
  const char* const text = "int g() { a(); b(); }\n";
  std::vector<Edit> edits = {removal(0, {0, 22}, 12), replacement(0, {8, 21}, ";", 10),
                             removal(0, {10, 14}, 4), removal(0, {15, 19}, 4)};
  const Explainer one(
      std::make_shared<const EditList>(Document::single("x.cc", text), std::move(edits)),
      {{0, "g"}, {1, "g"}});
  Subset kept = Subset::none(4);
  kept.insert(0);
  EXPECT_EQ(one.needs(parse_diagnostics("                 U g()\n"), kept),
            (std::vector<Lack>{{0, 1}, {0, 2}, {0, 3}}));
}

TEST(Explainer, OperatorsAreToldApart) {
  const char* const text = "bool operator<(a, b);\na operator<<(a, b);\nint user();\n";
  std::vector<Edit> edits = {removal(0, {0, 22}, 9), removal(0, {22, 42}, 9),
                             removal(0, {42, 54}, 5)};
  const Explainer one(
      std::make_shared<const EditList>(Document::single("x.cc", text), std::move(edits)),
      {{0, "operator<"}, {1, "operator<"}, {2, "user"}});
  Subset kept = Subset::none(3);
  kept.insert(2);
  EXPECT_EQ(one.needs(parse_diagnostics("x.cc:3:1: error: no match for 'operator<'\n"), kept),
            (std::vector<Lack>{{2, 0}}));
  EXPECT_EQ(one.needs(parse_diagnostics("x.cc:3:1: error: no match for 'operator<<'\n"), kept),
            (std::vector<Lack>{{2, 1}}));
}

TEST(Explainer, AnOperatorMayBeMissedWithoutBeingNamed) {
  const char* const text =
      "struct s { int operator()(); operator bool(); s* operator->(); };\nint user();\n";
  const auto range = [&](std::string_view part) {
    const std::size_t begin = std::string_view(text).find(part);
    return Range{begin, begin + part.size()};
  };
  std::vector<Edit> edits = {removal(0, {0, 66}, 20), removal(0, range("int operator()();"), 6),
                             removal(0, range("operator bool();"), 5),
                             removal(0, range("s* operator->();"), 6),
                             removal(0, range("int user();\n"), 5)};
  const Explainer one(
      std::make_shared<const EditList>(Document::single("x.cc", text), std::move(edits)),
      {{0, "s"}, {1, "operator("}, {2, "operator bool"}, {3, "operator-"}, {4, "user"}});
  Subset kept = Subset::none(5);
  for (const std::size_t piece : {0, 4}) kept.insert(piece);
  const auto lacks = [&](const std::string& message) {
    return one.needs(parse_diagnostics("x.cc:2:5: error: " + message + "\n"), kept);
  };
  EXPECT_EQ(lacks("no match for call to '(s) (int&)'"), (std::vector<Lack>{{4, 1}}));
  EXPECT_EQ(lacks("could not convert 'x' from 's' to 'bool'"), (std::vector<Lack>{{4, 2}}));
  EXPECT_EQ(lacks("invalid conversion from 'int' to 's'"), std::vector<Lack>{});
  EXPECT_EQ(lacks("base operand of '->' has non-pointer type 's'"), (std::vector<Lack>{{4, 3}}));
}

/// What `user`, the last line, lacks of a class if only that line and these parts are kept. Each
/// part stands inside of the one before it, or behind it.
struct Class {
  std::string text;
  std::vector<std::pair<std::string, std::string>> parts;  // with their names

  std::vector<Lack> lacks(const std::vector<std::size_t>& is_kept, const std::string& said) const {
    const std::string all = text + "\nint user();\n";
    std::vector<Edit> edits;
    std::vector<PieceName> names;
    const auto add = [&](const std::string& part, const std::string& name) {
      const std::size_t begin = all.find(part);
      names.push_back({static_cast<Graph::Id>(edits.size()), name});
      edits.push_back(part.starts_with("{") ? replacement(0, {begin, begin + part.size()}, ";", 3)
                                            : removal(0, {begin, begin + part.size()}, 3));
    };
    for (const auto& [part, name] : parts) add(part, name);
    add("int user();", "user");
    const std::size_t user = edits.size() - 1;
    Subset kept = Subset::none(edits.size());
    for (const std::size_t piece : is_kept) kept.insert(piece);
    kept.insert(user);
    const Explainer one(
        std::make_shared<const EditList>(Document::single("x.cc", all), std::move(edits)), names);
    return one.needs(parse_diagnostics("x.cc:2:5: error: " + said + "\n"), kept);
  }
};

TEST(Explainer, AConversionMayHaveTheNameOfAnotherType) {
  const Class holder{"struct s { operator value_type(); }; struct t { operator other(); };",
                     {{"struct s { operator value_type(); };", "s"},
                      {"operator value_type();", "operator value_type"},
                      {"struct t { operator other(); };", "t"},
                      {"operator other();", "operator other"}}};
  EXPECT_EQ(holder.lacks({0, 2}, "could not convert 's()' from 's' to 'bool'"),
            (std::vector<Lack>{{4, 1}}));
}

TEST(Explainer, AnAbstractClassLacksWhatTheNotesName) {
  const Class holder{"struct s { void run(); void stop(); };",
                     {{"struct s { void run(); void stop(); };", "s"},
                      {"void run();", "run"},
                      {"void stop();", "stop"}}};
  EXPECT_EQ(holder.lacks({0},
                         "invalid new-expression of abstract class type 's'\n"
                         "x.cc:1:1: note:   'virtual void base::run()'"),
            (std::vector<Lack>{{3, 1}}));
}

TEST(Explainer, NotesSayWhyNoOverloadFits) {
  const Class holder{"struct s { s(int); };", {{"struct s { s(int); };", "s"}, {"s(int);", "s"}}};
  for (const char* note : {"no known conversion for argument 1 from 'int' to 's'",
                           "candidate: 's::s(s&&)'", "the required expression 's(x)' is invalid"})
    EXPECT_EQ(holder.lacks({0}, std::string("no matching function for call to 'f(int)'\n"
                                            "x.cc:1:1: note: ") +
                                    note),
              (std::vector<Lack>{{2, 1}}))
        << note;
}

TEST(Explainer, ANoteMayNameTheFunctionThatHasNoBody) {
  const Class holder{"constexpr int f() { return 1; }",
                     {{"constexpr int f() { return 1; }", "f"}, {"{ return 1; }", "f"}}};
  EXPECT_EQ(holder.lacks({0},
                         "noexcept specifier argument is not a constant expression\n"
                         "x.cc:1:1: note: undefined function 'f' cannot be used in a "
                         "constant expression"),
            (std::vector<Lack>{{2, 1}}));
}

TEST(Explainer, ConstructorsMayBeInherited) {
  const Class holder{"struct s : b { using b::b; };",
                     {{"struct s : b { using b::b; };", "s"}, {"using b::b;", "b"}}};
  EXPECT_EQ(holder.lacks({0}, "no matching function for call to 's::s(int)'"),
            (std::vector<Lack>{{2, 1}}));
}

TEST(Explainer, IfNoNameIsQuotedTheWordAtThePlaceCounts) {
  EXPECT_EQ(needs("x.cc:5:21: error: expected unqualified-id\n", {6}), (std::vector<Lack>{{6, 0}}));
}

TEST(Explainer, WhatCannotBeUsedIsPassedOver) {
  for (const char* message : {"x.cc:5:14: error: 'user' is wrong\n",       // what is named is there
                              "other.cc:5:21: error: 'a' not declared\n",  // not our file
                              "x.cc:99:1: error: 'a' not declared\n",      // no such line
                              "x.cc:1:1: error: 'a' not declared\n",       // nothing is kept there
                              "x.cc:5:21: warning: 'a' is deprecated\n"})
    EXPECT_EQ(needs(message, {6}), std::vector<Lack>{}) << message;
}

struct Heard {
  std::shared_ptr<FakeTools> tools = std::make_shared<FakeTools>();
  const Document original = Document::single("x.cc", "int x; broken\n");

  /// Commands begin with "env LC_ALL=C PROGRAM"; this is what each program prints.
  using Answers = std::map<std::string, std::optional<std::string>>;
  explicit Heard(const Answers& answers) {
    for (const auto& [name, answer] : answers) tools->programs[name] = {};
    tools->programs["env"] = [answers](const Command& arguments) {
      return answers.at(arguments[1]);
    };
  }
  Listener listener(ListenOptions options = {}) const {
    return Listener(std::move(options), tools, std::make_shared<Trees>(), original);
  }
};

std::string errors(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) lines += "x.cc:1:8: error: 'broken'\n";
  return lines;
}

TEST(Listener, IsTheOneWithTheFewestErrorsOnTheOriginal) {
  const Heard heard(Heard::Answers{{"c++", errors(20)}, {"clang++", errors(19)}});
  Listener listener = heard.listener();
  listener.hear(Listener::About::errors, heard.original);
  EXPECT_EQ(listener.command().at(0), "clang++");
}

TEST(Listener, TheCompilerThatTestsIsTheFirstWithItsOptions) {
  struct Case {
    Command test, listens;
  };
  const Command otherwise{"c++", "-fsyntax-only", "-ftabstop=1", "@@"};
  for (const auto& [test, listens] :
       {Case{{"g++-12", "-std=c++17", "-O2", "-c", "-o", "x.o", "@@"},
             {"g++-12", "-std=c++17", "-O2", "-fsyntax-only", "-ftabstop=1", "@@"}},
        Case{{"clang++", "x.cc", "-DX"},
             {"clang++", "-DX", "-fsyntax-only", "-ferror-limit=0", "@@"}},
        Case{{"g++-12", "-O2"}, otherwise}, Case{{"cppcheck", "@@"}, otherwise}}) {
    const Heard heard(Heard::Answers{{"c++", ""}, {"clang++", ""}, {"g++-12", ""}});
    Listener listener = heard.listener({.test = test});
    listener.hear(Listener::About::errors, heard.original);
    EXPECT_EQ(listener.command(), listens);
  }
}

TEST(Listener, TheCompilerThatAScriptRunsIsTheFirstWithItsOptions) {
  struct Case {
    std::string script;
    Command listens;
  };
  const Command otherwise{"c++", "-fsyntax-only", "-ftabstop=1", "@@"};
  for (const auto& [script, listens] :
       {Case{"#!/bin/sh\nLC_ALL=C timeout 9 g++-12 -std=c++17 -I \"$dir\" -o x.o x.cc 2>&1 | grep "
             "-q x\n",
             {"g++-12", "-std=c++17", "-fsyntax-only", "-ftabstop=1", "@@"}},
        Case{"out=$(/usr/bin/clang++ '-DX' \\\n -Wall \"$1\" -c)\n",
             {"/usr/bin/clang++", "-DX", "-Wall", "-fsyntax-only", "-ferror-limit=0", "@@"}},
        Case{"g++-12 -std=c++20 x.cc",
             {"g++-12", "-std=c++20", "-fconcepts-diagnostics-depth=3", "-fsyntax-only",
              "-ftabstop=1", "@@"}},
        Case{"grep -q x x.cc\n", otherwise}, Case{"", otherwise}}) {
    const Heard heard(
        Heard::Answers{{"c++", ""}, {"clang++", ""}, {"g++-12", ""}, {"/usr/bin/clang++", ""}});
    Listener listener = heard.listener({.script = script});
    listener.hear(Listener::About::errors, heard.original);
    EXPECT_EQ(listener.command(), listens) << script;
  }
}

TEST(Listener, IsTheFirstOneThatHasFewErrors) {
  const Heard heard(Heard::Answers{{"c++", errors(2)}, {"clang++", errors(1)}});
  Listener listener = heard.listener();
  listener.hear(Listener::About::errors, heard.original);
  EXPECT_EQ(listener.command().at(0), "c++");
}

TEST(Listener, ACrashOfTheCompilerIsNoErrorOfTheOriginal) {
  const Heard heard(Heard::Answers{{"c++", "x.cc:1:8: internal compiler error: in f, at g.c:1\n"},
                                   {"clang++", errors(1)}});
  Listener listener = heard.listener();
  listener.hear(Listener::About::errors, heard.original);
  EXPECT_EQ(listener.command().at(0), "c++");
}

TEST(Listener, DoesNotRepeatWhatItSaidOfTheOriginal) {
  Heard heard(Heard::Answers{{"c++", "x.cc:1:8: error: 'broken'\n"}});
  Listener listener = heard.listener();
  EXPECT_EQ(listener.hear(Listener::About::errors, heard.original), std::vector<Diagnostic>());
  heard.tools->programs["env"] = [](const Command&) {
    return "x.cc:1:8: error: 'broken'\nx.cc:1:5: error: 'y'\n";
  };
  const auto said = listener.hear(Listener::About::errors, heard.original);
  ASSERT_TRUE(said);
  ASSERT_EQ(said->size(), 1);
  EXPECT_EQ(said->front().message, "'y'");
}

TEST(Listener, TheSameCompilerNamesWhatIsUndefinedAndWasDefined) {
  Heard heard(Heard::Answers{{"c++", ""}, {"nm", ""}});
  std::string undefined = "   U puts\n";
  heard.tools->programs["env"] = [&](const Command& arguments) -> std::optional<std::string> {
    return arguments.at(1) == "sh" ? undefined : "";
  };
  Listener listener = heard.listener();
  using enum Listener::About;
  EXPECT_EQ(listener.hear(missing_bodies, heard.original), std::vector<Diagnostic>());
  undefined += "   U f(int)\n";
  const auto said = listener.hear(missing_bodies, heard.original);
  ASSERT_EQ(said->size(), 1);
  EXPECT_EQ(said->front().quoted, std::vector<std::string>{"f(int)"});
}

TEST(Listener, ByDefaultOnlyCxxIsListenedTo) {
  Heard heard(Heard::Answers{{"cc", ""}, {"c++", ""}});
  const Document c = Document::single("x.c", "int x;\n");
  for (const bool everywhere : {false, true}) {
    Listener listener({.everywhere = everywhere}, heard.tools, std::make_shared<Trees>(), c);
    listener.hear(Listener::About::errors, c);
    EXPECT_EQ(listener.command().empty(), !everywhere);
  }
  Listener listener = heard.listener();
  listener.hear(Listener::About::errors, heard.original);
  EXPECT_EQ(listener.command().at(0), "c++");
}

TEST(Listener, HasNothingToSayIfThereIsNoneOrItIsTurnedOffOrItFails) {
  const Heard none(Heard::Answers{}), off(Heard::Answers{{"c++", ""}}),
      failing(Heard::Answers{{"c++", std::nullopt}});
  for (Listener listener : {none.listener(), off.listener({.on = false}), failing.listener()}) {
    EXPECT_EQ(listener.hear(Listener::About::errors, none.original), std::vector<Diagnostic>());
    EXPECT_TRUE(listener.command().empty());
  }
}

TEST(Listener, SaysNothingWhileTheUserWantsToStop) {
  const Heard heard(Heard::Answers{{"c++", "x.cc:1:8: error: 'broken'\n"}});
  heard.tools->is_stopped = true;
  EXPECT_EQ(heard.listener().hear(Listener::About::errors, heard.original), std::nullopt);
}

}  // namespace
}  // namespace whittle::closure
