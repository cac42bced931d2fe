// Two things: any bytes as a `grammar.json` are read or refused; and of a small grammar made from
// the bytes, the automaton accepts exactly the children that a plain matcher does, and "may this
// child go?" is answered as by matching what is left.
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "fuzz/must.h"

#include "syntax/builtin.h"
#include "syntax/grammar.h"

using namespace whittle;

namespace {

/// An expression over kinds of children, and what it matches by the book.
struct Expression {
  enum Op { blank, kind, sequence, choice, repeat, repeat1 } op = blank;
  KindId child = 0;
  std::vector<Expression> parts;

  /// Where a match that begins at `begin` may end.
  std::set<std::size_t> ends(const std::vector<KindId>& children, std::size_t begin) const {
    switch (op) {
      case blank:
        return {begin};
      case kind:
        if (begin < children.size() && children[begin] == child) return {begin + 1};
        return {};
      case choice: {
        std::set<std::size_t> all;
        for (const Expression& part : parts) all.merge(part.ends(children, begin));
        return all;
      }
      case sequence: {
        std::set<std::size_t> all{begin};
        for (const Expression& part : parts) all = part.all_ends(children, all);
        return all;
      }
      case repeat:
      case repeat1:
        break;
    }
    std::set<std::size_t> all, last{begin};
    if (op == repeat) all = last;
    while (!last.empty()) {
      std::set<std::size_t> fresh;
      for (std::size_t end : parts[0].all_ends(children, last))
        if (all.insert(end).second) fresh.insert(end);
      last = std::move(fresh);
    }
    return all;
  }
  std::set<std::size_t> all_ends(const std::vector<KindId>& children,
                                 const std::set<std::size_t>& begins) const {
    std::set<std::size_t> all;
    for (std::size_t begin : begins) all.merge(ends(children, begin));
    return all;
  }
  bool matches(const std::vector<KindId>& children) const {
    return ends(children, 0).contains(children.size());
  }

  std::string json(const Kinds& kinds) const {
    static constexpr const char* types[] = {"BLANK",  "SYMBOL", "SEQ",
                                            "CHOICE", "REPEAT", "REPEAT1"};
    const std::string type = fmt::format(R"({{"type":"{}")", types[op]);
    if (op == blank) return type + "}";
    if (op == kind) return fmt::format(R"({},"name":"{}"}})", type, kinds[child].name);
    if (op == repeat || op == repeat1)
      return fmt::format(R"({},"content":{}}})", type, parts[0].json(kinds));
    std::string members;
    for (const Expression& part : parts) members += (members.empty() ? "" : ",") + part.json(kinds);
    return fmt::format(R"({},"members":[{}]}})", type, members);
  }
};

/// Makes things of bytes; zeros when there are none left.
class Source {
 public:
  Source(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  unsigned below(unsigned limit) { return at_ < size_ ? data_[at_++] % limit : 0; }
  bool empty() const { return at_ >= size_; }
  KindId kind() {
    static constexpr BuiltinKind kinds[] = {BuiltinKind::token, BuiltinKind::string,
                                            BuiltinKind::group, BuiltinKind::line};
    return id(kinds[below(4)]);
  }
  Expression expression(int depth) {
    Expression made;
    made.op = static_cast<Expression::Op>(below(depth > 0 ? 6 : 2));
    if (made.op == Expression::kind) made.child = kind();
    if (made.op < Expression::sequence) return made;
    const unsigned parts = made.op >= Expression::repeat ? 1 : 1 + below(3);
    for (unsigned i = 0; i < parts; ++i) made.parts.push_back(expression(depth - 1));
    return made;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

std::unique_ptr<Grammar> read_grammar(std::string_view json, const Syntax& syntax) {
  const int file = memfd_create("grammar", 0);
  must(file >= 0 && write(file, json.data(), json.size()) == static_cast<ssize_t>(json.size()));
  auto grammar = Grammar::read(fmt::format("/proc/self/fd/{}", file), syntax);
  close(file);
  return grammar;
}

void read_anything(std::string_view json, const Syntax& syntax) {
  const auto grammar = read_grammar(json, syntax);
  if (!grammar) return;
  for (KindId kind = 0; kind < syntax.kinds().size(); ++kind) {
    Node node{};
    node.kind = kind;
    node.symbol = 0xffff;
    for (RuleId rule : grammar->rules_of(node)) {
      grammar->derives(rule, std::vector<KindId>{kind, grammar->text_kind()});
      const Automaton& automaton = grammar->automaton(rule);
      automaton.between(automaton.start(), automaton.end(), [&](const Label& label) {
        for (const Label::Leaf& leaf : label.leaves) grammar->shortest_text(leaf.source);
      });
    }
  }
}

void compare(Source source, const Syntax& syntax) {
  const Expression expression = source.expression(4);
  std::string rules = fmt::format(R"("file":{})", expression.json(syntax.kinds()));
  for (const char* leaf : {"token", "string", "group", "line"})
    rules += fmt::format(R"(,"{}":{{"type":"PATTERN","value":"x"}})", leaf);
  const auto grammar = read_grammar(fmt::format(R"({{"name":"g","rules":{{{}}}}})", rules), syntax);
  must(grammar != nullptr);
  Node node{};
  node.kind = id(BuiltinKind::file);
  node.symbol = 0xffff;
  must(grammar->rules_of(node).size() == 1);
  const RuleId rule = grammar->rules_of(node)[0];
  std::vector<KindId> children;
  while (children.size() < 12 && !source.empty()) children.push_back(source.kind());
  must(grammar->derives(rule, children) == expression.matches(children));
  const Automaton& automaton = grammar->automaton(rule);
  std::vector<Automaton::Ending> endings{automaton.end()};  // before the last i children
  for (std::size_t i = children.size(); i-- > 0;)
    endings.push_back(automaton.step_back(endings.back(), children[i]));
  Automaton::State state = automaton.start();
  for (std::size_t i = 0; i < children.size(); ++i) {
    std::vector<KindId> without = children;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    must(automaton.meets(state, endings[children.size() - i - 1]) == expression.matches(without));
    state = automaton.step(state, children[i]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto syntax = *Syntax::load(*find_language("brackets"));
  if (size == 0) return 0;
  if (data[0] == '{')
    read_anything({reinterpret_cast<const char*>(data), size}, *syntax);
  else
    compare(Source(data, size), *syntax);
  return 0;
}
