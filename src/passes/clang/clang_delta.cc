// clang_delta is a program that does one thing at a time: it counts the instances of a
// transformation in a file, or prints the file with one instance rewritten. A question takes 50 ms
// and more, and there are 66 transformations. So:
// - A transformation is asked about only if the file has a word that it cannot do without.
// - The number of instances is asked first; then all rewrites are made side by side.
// - If several tools may run at once, the next transformations of the table are counted as well: a
//   plan that wants one will soon want those.
// - The last listings are remembered: plans ask about the same text again, and the scheduler looks
//   ahead over copies of a plan.
//
// The rows never changed the result of five C inputs and took most of the time of a run there
// (docs/rejected.md, `clang-rows-*`). They stay until C++ was measured: our own passes cannot
// instantiate templates or merge classes.
#include "passes/clang/clang_delta.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "document/diff.h"
#include "document/lexer.h"
#include "passes/input_kinds.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle::clang {
namespace {

using namespace std::literals;

/// Languages of a transformation: C++ has nearly all of C.
struct Needs {
  enum : std::uint32_t { c = Dialect::c | Dialect::cxx, cxx = Dialect::cxx };
};

struct Transformation {
  std::string_view pass;  // "clang-" and its name
  std::string_view summary;
  std::uint32_t languages;  // a mask of `Dialect`
  std::string_view words;   // the file must contain one of these words; empty: any file will do
  // It invents names, such as `f_a` for the parameter `a` of `f`, or uses one name in place of
  // another.
  bool renames = false;
  Example example = {};
};

constexpr auto prefix = "clang-"sv;
constexpr bool renaming = true;

// In the order of C-Vise. Left out are the transformations that only rename or move, and
// expression-detector, which must be told the expression to look for.
constexpr Transformation transformations[] = {
    {"clang-replace-function-def-with-decl", "replace a function definition with a declaration",
     Needs::c, "("},
    {"clang-remove-unused-function", "delete a function that is never called", Needs::c, "("},
    {"clang-callexpr-to-value",
     "replace a call with a value of its type",
     Needs::c,
     "(",
     false,
     {"a.c", "int f() { return scale(2, &v); }\n", "int f() { return 0; }\n"}},
    {"clang-replace-callexpr", "replace a call with one of its arguments", Needs::c, "("},
    {"clang-simplify-callexpr", "replace the arguments of a call with 0", Needs::c, "("},
    {"clang-remove-unused-enum-member", "delete an unused enumerator", Needs::c, "enum"},
    {"clang-remove-enum-member-value", "delete the value of an enumerator", Needs::c, "enum"},
    {"clang-remove-unused-var", "delete an unused variable", Needs::c, ""},
    {"clang-remove-namespace",
     "replace a namespace with its contents",
     Needs::cxx,
     "namespace",
     renaming,
     {"a.cc", "namespace n { struct s {}; } n::s x;\n", "struct s {}; s x;\n"}},
    {"clang-aggregate-to-scalar",
     "replace an element or field that is used by itself with a variable", Needs::c,
     "[ struct union class", renaming},
    {"clang-param-to-global",
     "turn a parameter into a global variable",
     Needs::c,
     "(",
     renaming,
     {"a.c", "int f(int a) { return a; } int x = f(2);\n",
      "int f_a; int f(void) { return f_a; } int x = f();\n"}},
    {"clang-param-to-local", "turn a parameter into a local variable", Needs::c, "("},
    {"clang-remove-nested-function", "move a call inside an expression to a variable", Needs::c,
     "(", renaming},
    {"clang-union-to-struct", "turn a union into a struct", Needs::c, "union"},
    {"clang-return-void", "make a function return void", Needs::c, "("},
    {"clang-simple-inliner", "replace a call with the body of the function", Needs::c, "(",
     renaming},
    {"clang-reduce-pointer-level", "remove one level of a pointer", Needs::c, "*"},
    {"clang-lift-assignment-expr", "move an assignment inside an expression to its own statement",
     Needs::c, "="},
    {"clang-copy-propagation", "replace a copy of a variable with the variable", Needs::c, "=",
     renaming},
    {"clang-simplify-if", "replace an if with its branches", Needs::c, "if"},
    {"clang-reduce-array-dim", "remove a dimension of an array", Needs::c, "["},
    {"clang-reduce-array-size", "reduce the size of an array", Needs::c, "["},
    {"clang-move-definition-to-declaration", "move a definition to its declaration", Needs::cxx,
     ""},
    {"clang-move-function-body", "move a function's body to its declaration", Needs::c, "("},
    {"clang-simplify-comma-expr", "split a comma expression into statements", Needs::c, ","},
    {"clang-simplify-dependent-typedef", "simplify a typedef of a dependent type", Needs::cxx,
     "typedef"},
    {"clang-replace-simple-typedef", "replace a typedef with its type", Needs::c, "typedef using"},
    {"clang-replace-dependent-typedef", "replace a typedef of a dependent type with that type",
     Needs::cxx, "typedef using"},
    {"clang-replace-one-level-typedef-type",
     "replace the only use of a typedef with its type",
     Needs::c,
     "typedef using",
     false,
     {"a.c", "typedef char *t; t f();\n", "char *f();\n"}},
    {"clang-remove-unused-field", "delete an unused field", Needs::c, "struct union class"},
    {"clang-instantiate-template-type-param-to-int", "replace a type parameter with int",
     Needs::cxx, "template"},
    {"clang-instantiate-template-param", "replace a template parameter with its argument",
     Needs::cxx, "template"},
    {"clang-template-arg-to-int", "replace a template argument with int", Needs::cxx, "template"},
    {"clang-template-non-type-arg-to-int", "replace a non-type template argument with int",
     Needs::cxx, "template"},
    {"clang-reduce-class-template-param", "delete a parameter of a class template", Needs::cxx,
     "template"},
    {"clang-remove-trivial-base-template", "delete a base that is an empty template", Needs::cxx,
     "template"},
    {"clang-class-template-to-class", "turn a class template into a class", Needs::cxx, "template"},
    {"clang-merge-base-class", "merge a base class into the class", Needs::cxx, "struct class"},
    {"clang-remove-base-class", "delete a base class", Needs::cxx, "struct class"},
    {"clang-replace-derived-class", "replace a class with its base", Needs::cxx, "struct class",
     renaming},
    {"clang-remove-unresolved-base", "delete an unresolved base", Needs::cxx, "template"},
    {"clang-remove-ctor-initializer", "delete an initialiser of a constructor", Needs::cxx,
     "struct class"},
    {"clang-replace-class-with-base-template-spec",
     "replace a class with the specialisation it derives from", Needs::cxx, "template", renaming},
    {"clang-simplify-nested-class", "replace a class with the only class inside it", Needs::cxx,
     "struct class"},
    {"clang-remove-unused-outer-class", "delete an unused class around another class", Needs::cxx,
     "struct class"},
    {"clang-empty-struct-to-int", "replace a struct without fields with int", Needs::c,
     "struct union class"},
    {"clang-remove-pointer", "turn a pointer into a variable", Needs::c, "*"},
    {"clang-reduce-pointer-pairs", "delete &* and *&", Needs::c, "&"},
    {"clang-remove-array", "turn an array into a variable", Needs::c, "["},
    {"clang-remove-addr-taken", "replace &x with x", Needs::c, "&"},
    {"clang-simplify-struct", "replace a struct that has one field with the field", Needs::c,
     "struct union class"},
    {"clang-simplify-struct-union-decl", "separate a struct from the variable declared with it",
     Needs::c, "struct union"},
    {"clang-replace-undefined-function", "merge functions that are only declared", Needs::c, "(",
     renaming},
    {"clang-replace-array-index-var", "replace an index with a number", Needs::c, "["},
    {"clang-replace-array-access-with-index", "replace an array element with its index", Needs::c,
     "["},
    {"clang-replace-dependent-name", "replace a dependent name with what it refers to", Needs::cxx,
     "template"},
    {"clang-simplify-recursive-template-instantiation",
     "flatten a recursive template instantiation", Needs::cxx, "template"},
    {"clang-unify-function-decl", "delete the declaration of a defined function", Needs::c, "("},
    {"clang-vector-to-array", "turn a vector into an array", Needs::c, "vector_size"},
    {"clang-remove-try-catch", "replace a try block with its contents", Needs::cxx, "try"},
    {"clang-class-to-struct", "turn a class into a struct", Needs::cxx, "class"},
    {"clang-member-to-global", "turn a static member into a global variable", Needs::cxx,
     "struct class", renaming},
    {"clang-local-to-global", "turn a local variable into a global variable", Needs::c, "{",
     renaming},
    {"clang-combine-global-var", "combine declarations of global variables", Needs::c, ""},
    {"clang-combine-local-var", "combine declarations of local variables", Needs::c, "{"},
    {"clang-binop-simplification", "move an operand to a variable", Needs::c, "=", renaming},
};

bool has_word(const std::vector<Lexeme>& tokens, BytesView bytes, std::string_view words) {
  std::set<std::string_view> wanted;
  for (std::string_view rest = words; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    wanted.insert(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return wanted.empty() || std::ranges::any_of(tokens, [&](const Lexeme& token) {
           return wanted.contains(token.in(bytes));
         });
}

std::size_t size_limit() {
  const char* const set = std::getenv("WHITTLE_CLANG_DELTA_BYTES");
  std::size_t limit = largest_file;
  if (set) std::from_chars(set, set + std::string_view(set).size(), limit);
  return limit;
}

/// "Available transformation instances: 12"; nothing in any other answer.
// An older or newer clang_delta may print something else. Then the transformation has no instances,
// and the run continues without it.
std::size_t count_in(const std::optional<std::string>& answer) {
  const auto label = "instances: "sv;
  const std::size_t at = answer ? answer->find(label) : std::string::npos;
  std::size_t count = 0;
  if (at != std::string::npos)
    std::from_chars(answer->data() + at + label.size(), answer->data() + answer->size(), count);
  return count;
}

/// Whether Clang knows the language of a file from the end of its name.
bool clang_knows(std::string_view path) {
  static constexpr std::array endings = {".c",   ".h",   ".i",  ".cc", ".cpp", ".cxx", ".c++",
                                         ".hpp", ".hxx", ".hh", ".ii", ".C",   ".H",   ".cp"};
  return std::ranges::any_of(endings, [&](const char* ending) { return path.ends_with(ending); });
}

/// One file of a document, as clang_delta is asked about it.
struct ClangInput {
  Tools& tools;
  std::string program;
  const Document& document;
  std::uint32_t number;
  bool is_cxx;
  const std::vector<Lexeme>& tokens;

  const Bytes& bytes() const { return document.bytes(number); }
  bool may_have(const Transformation& transformation) const {
    return (is_cxx || transformation.languages != Needs::cxx) &&
           has_word(tokens, bytes(), transformation.words);
  }
  // The document counts, not only the file: Clang reads the headers that lie beside it.
  Hash key(const Transformation& transformation) const {
    return combine(
        hash_of(fmt::format("{} {} {} {}", program, transformation.pass, is_cxx, number)),
        document.hash());
  }
};

/// The number of instances of a transformation, and the command that found them.
struct Instances {
  std::size_t count = 0;
  Command dialect;
};

/// The last listings by the question. The oldest are removed first when there are too many.
class Remembered {
 public:
  const std::vector<Edit>* find(const Hash& key) const {
    const auto found = edits_.find(key);
    return found == edits_.end() ? nullptr : &found->second;
  }
  void add(const Hash& key, std::vector<Edit> edits) {
    size_ += 1 + edits.size();
    edits_.emplace(key, std::move(edits));
    order_.push_back(key);
    std::size_t gone = 0;
    for (; size_ > most && gone + 1 < order_.size(); ++gone) {
      const auto oldest = edits_.find(order_[gone]);
      size_ -= 1 + oldest->second.size();
      edits_.erase(oldest);
    }
    order_.erase(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(gone));
  }

 private:
  static constexpr std::size_t most = 20'000;  // edits, plus one for each listing
  std::map<Hash, std::vector<Edit>> edits_;
  std::vector<Hash> order_;
  std::size_t size_ = 0;
};

/// The answers of clang_delta that a run remembers.
struct Answers {
  std::map<Hash, Instances> instances;
  Remembered listings;
};

/// Counts the instances of `wanted`, and of the transformations after it in the table as long as
/// tools are idle.
Instances instances(const Transformation& wanted, const ClangInput& target,
                    const std::string& path) {
  std::map<Hash, Instances>& known = target.tools.memory<Answers>().instances;
  if (const auto found = known.find(target.key(wanted)); found != known.end()) return found->second;
  // The standard of a C++ file is not known, so both the default and C++20 are asked: the one that
  // finds more instances understood the file better. C-Reduce's clang_delta does not know the
  // option, and answers that it found nothing.
  std::vector<Command> dialects = {{target.program}};
  if (target.is_cxx) dialects.push_back({target.program, "--std=c++20"});
  std::vector<const Transformation*> asked;
  std::vector<Command> questions;
  for (const Transformation* one = &wanted; one != std::end(transformations); ++one) {
    if (!asked.empty() && questions.size() + dialects.size() > target.tools.at_once()) break;
    if (!target.may_have(*one) || known.contains(target.key(*one))) continue;
    asked.push_back(one);
    for (Command question : dialects) {
      question.push_back(fmt::format("--query-instances={}", one->pass.substr(prefix.size())));
      question.push_back(path);
      questions.push_back(std::move(question));
    }
  }
  const auto answers = target.tools.run(questions);
  if (target.tools.stopped()) return {};
  // A bound on the memory; answers that are asked for again cost a question.
  if (known.size() > 10'000) known.clear();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Instances& most = known[target.key(*asked[i / dialects.size()])];
    if (const std::size_t count = count_in(answers[i]); count > most.count)
      most = {count, dialects[i % dialects.size()]};
  }
  return known[target.key(wanted)];
}

/// The edits for the file.
std::vector<Edit> rewrites(const Transformation& transformation, const ClangInput& target) {
  if (!target.may_have(transformation)) return {};
  const std::uint32_t number = target.number;
  // The copy gets an extension from which Clang knows the language.
  std::vector<File> files = target.document.files();
  File& file = files[number];
  if (!clang_knows(file.path)) file.path += target.is_cxx ? ".cc" : ".c";
  const std::optional<ToolFolder> folder = target.tools.folder(Document(files));
  if (!folder) return {};
  const std::string path = folder->path_of(file);
  const auto [count, dialect] = instances(transformation, target, path);
  if (count == 0) return {};

  const Bytes& before = target.bytes();
  const std::size_t wanted = std::min(count, most_instances(before.size()));
  // If there are too many instances, a window of them is rewritten. The hash of the text chooses
  // where it begins, so that repeated runs choose the same and later texts another window.
  const std::size_t first = wanted < count ? hash_of(before).low % count : 0;
  std::vector<std::size_t> counters;
  for (std::size_t i = 0; i < wanted; ++i) counters.push_back((first + i) % count + 1);
  std::ranges::sort(counters);
  std::vector<Command> commands;
  for (const std::size_t counter : counters) {
    commands.push_back(dialect);
    commands.back().push_back(
        fmt::format("--transformation={}", transformation.pass.substr(prefix.size())));
    commands.back().push_back(fmt::format("--counter={}", counter));
    commands.back().push_back(path);
  }
  std::vector<Edit> edits;
  std::set<Hash> known;  // two instances can lead to the same text
  for (const std::optional<std::string>& after :
       target.tools.run(commands, {.output = 4 * before.size() + (std::size_t{1} << 20)})) {
    if (!after || !known.insert(hash_of(*after)).second) continue;
    // The whole file comes back. Only the difference becomes the edit, so that rewrites of other
    // places can be combined with it.
    Edit edit{.changes = diff(number, before, *after)};
    if (edit.changes.empty()) continue;
    const std::size_t old_tokens = count_tokens(before), new_tokens = count_tokens(*after);
    edit.weight = static_cast<Weight>(old_tokens > new_tokens ? old_tokens - new_tokens : 1);
    edits.push_back(std::move(edit));
  }
  return edits;
}

Found find(const Subject& subject, std::size_t number_of_row) {
  const Transformation& transformation = transformations[number_of_row];
  Remembered& remembered = subject.tools.memory<Answers>().listings;
  Found all;
  all.joining = Joining::exact;
  const std::string tool = program(subject.tools);
  if (tool.empty()) return all;
  const Document& document = subject.document;
  for (std::uint32_t number = 0; number < document.files().size(); ++number) {
    const File& file = document.files()[number];
    if (file.kind != File::Kind::regular || file.bytes->size() > size_limit()) continue;
    const Language& language = subject.trees.language(file.path, *file.bytes);
    if (!language.is_any(transformation.languages)) continue;
    const bool is_cxx = language.is_any(Dialect::cxx);
    const std::vector<Lexeme> tokens = lex(*file.bytes);
    const ClangInput target{subject.tools, tool, document, number, is_cxx, tokens};
    const Hash key = target.key(transformation);
    const std::vector<Edit>* edits = remembered.find(key);
    if (!edits) {
      std::vector<Edit> made = rewrites(transformation, target);
      if (subject.tools.stopped()) return all;
      remembered.add(key, std::move(made));
      edits = remembered.find(key);
    }
    all.edits.insert(all.edits.end(), edits->begin(), edits->end());
  }
  return all;
}

// Questions to clang_delta take long, so these passes come after nearly everything else.
constexpr Tier tier{3e-7, When::sometimes_pays, Grains::all_at_once};

constexpr auto evidence =
    "Regehr et al., Test-Case Reduction for C Compiler Bugs, PLDI 2012: Clang passes"sv;

Pass row_of(std::size_t number) {
  const Transformation& one = transformations[number];
  Pass pass{.name = one.pass,
            .family = Family::clang,
            .effect = one.renames ? Effect::renames : Effect::replaces,
            .summary = one.summary,
            .evidence = evidence,
            .input = one.languages == Needs::cxx ? input::cxx : input::c_or_cxx,
            .find = {find, number},
            .tiers = {tier},
            .examples = {},
            .external = true};
  if (!one.example.file.empty()) pass.examples.push_back(one.example);
  return pass;
}

}  // namespace

std::span<const Pass> passes() {
  static const std::vector<Pass> rows = [] {
    std::vector<Pass> list;
    for (std::size_t i = 0; i < std::size(transformations); ++i) list.push_back(row_of(i));
    return list;
  }();
  return rows;
}

std::string program(Tools& tools) {
  return tools.find("clang_delta", {"/usr/lib/cvise/clang_delta", "/usr/libexec/clang_delta"});
}

std::size_t most_instances(std::size_t file_size) {
  return std::clamp<std::size_t>(4'000'000 / std::max<std::size_t>(file_size, 1), 32, 256);
}

}  // namespace whittle::clang
