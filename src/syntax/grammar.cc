// Why read grammar.json: a parser of tree-sitter contains tables, from which the rules cannot be
// recovered, and its node types do not say in which order children may occur.
//
// How grammar.json maps to the trees that the parser makes (found by experiment):
//
// - Rules whose name begins with `_`, supertypes and inline rules make no node: their parts are
//   children of the node that uses them.
// - A literal makes an unnamed node, unless the language has no such kind: then a hidden rule gave
//   the token its name, and there is no node. Patterns outside a rule of their own make none
//   either.
// - An alias makes a node with the name of the alias, whatever is below it.
// - Tokens found by the parser's own code (line ends, indentation) make a node only if their name
//   is visible.

#include "syntax/grammar.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/json.h"
#include "document/disk.h"
#include "document/lexer.h"
#include "syntax/shortest_match.h"

namespace whittle {

using Json = nlohmann::json;

class Grammar::Reader {
 public:
  Reader(Grammar& grammar, const Json& json) : grammar_(grammar), kinds_(grammar.syntax_.kinds()) {
    std::set<std::string> hidden;
    for (const char* list : {"supertypes", "inline"})
      if (json.contains(list))
        for (const Json& name : json[list])
          if (name.is_string()) hidden.insert(name.get<std::string>());
    for (const auto& [name, content] : json.at("rules").items()) {
      grammar_.rule_by_name_[name] = static_cast<RuleId>(grammar_.rules_.size());
      grammar_.rules_.push_back(
          {name, 0, name.starts_with('_') || hidden.contains(name), is_token(content)});
    }
    RuleId rule = 0;
    for (const auto& [name, content] : json.at("rules").items())
      grammar_.rules_[rule++].part = part(content);
    for (RuleId i = 0; i < grammar_.rules_.size(); ++i)
      if (const KindId kind = kinds_.find(grammar_.rules_[i].name, true); kind != Kinds::none)
        makes(kind, i);
  }

 private:
  static const Json& unwrapped(const Json& json) {
    const Json* at = &json;
    for (;;) {
      const std::string& type = at->at("type").get_ref<const std::string&>();
      if (!type.starts_with("PREC") && type != "FIELD" && type != "RESERVED") return *at;
      at = &at->at("content");
    }
  }
  static bool is_token(const Json& json) {
    const std::string& type = unwrapped(json).at("type").get_ref<const std::string&>();
    return type == "STRING" || type == "PATTERN" || type == "TOKEN" || type == "IMMEDIATE_TOKEN";
  }

  void makes(KindId kind, RuleId rule) {
    std::vector<RuleId>& rules = grammar_.rules_of_kind_[kind];
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
  }
  std::uint32_t text(std::string value) {
    grammar_.texts_.push_back(std::move(value));
    return static_cast<std::uint32_t>(grammar_.texts_.size() - 1);
  }
  std::uint32_t child(KindId kind, std::uint32_t source) {
    Part made{.op = Op::child, .kind = kind};
    made.immediate = grammar_.parts_[source].immediate;
    return grammar_.add(made, std::array{source});
  }

  std::uint32_t part(const Json& json) {
    const Json& content = unwrapped(json);
    const std::string& type = content.at("type").get_ref<const std::string&>();
    if (type == "BLANK") return grammar_.add({});
    if (type == "SEQ") return several(Op::sequence, content);
    if (type == "CHOICE") return several(Op::choice, content);
    if (type == "REPEAT" || type == "REPEAT1")
      return grammar_.add({.op = type == "REPEAT" ? Op::repeat : Op::repeat1},
                          std::array{part(content.at("content"))});
    if (type == "SYMBOL") return symbol(content.at("name").get<std::string>());
    if (type == "ALIAS") return alias(content);
    return token(content);
  }

  std::uint32_t several(Op op, const Json& content) {
    std::vector<std::uint32_t> members;
    for (const Json& member : content.at("members")) members.push_back(part(member));
    return grammar_.add({.op = op}, members);
  }

  std::uint32_t token(const Json& content) {
    const std::string& type = content.at("type").get_ref<const std::string&>();
    if (type == "STRING") {
      const std::string value = content.at("value").get<std::string>();
      const std::uint32_t bare = lexical(content);
      const KindId kind = kinds_.find(value, false);
      return kind == Kinds::none ? bare : child(kind, bare);
    }
    if (type == "PATTERN") return lexical(content);
    // A token made of one literal is that literal.
    const Json& inner = unwrapped(content.at("content"));
    const bool literal = inner.at("type") == "STRING";
    const std::uint32_t made = literal ? token(inner) : lexical(inner);
    grammar_.parts_[made].immediate = type == "IMMEDIATE_TOKEN";
    return made;
  }

  // Inside a token nothing leaves a node.
  std::uint32_t lexical(const Json& json) {
    const Json& content = unwrapped(json);
    const std::string& type = content.at("type").get_ref<const std::string&>();
    if (type == "STRING" || type == "PATTERN")
      return grammar_.add({.op = type == "STRING" ? Op::string : Op::pattern,
                           .text = text(content.at("value").get<std::string>())});
    if (type == "BLANK") return grammar_.add({});
    if (type == "SYMBOL") {
      const auto rule = grammar_.rule_by_name_.find(content.at("name").get<std::string>());
      if (rule == grammar_.rule_by_name_.end()) return external("");
      return grammar_.add({.op = Op::rule, .rule = rule->second});
    }
    Part made{.op = Op::lexical};
    std::vector<std::uint32_t> inner;
    if (content.contains("members")) {
      for (const Json& member : content.at("members")) inner.push_back(lexical(member));
      const std::uint32_t all =
          grammar_.add({.op = type == "SEQ" ? Op::sequence : Op::choice}, inner);
      return grammar_.add(made, std::array{all});
    }
    inner.push_back(lexical(content.at("content")));
    const Op op = type == "REPEAT" ? Op::repeat : type == "REPEAT1" ? Op::repeat1 : Op::sequence;
    return grammar_.add(made, std::array{grammar_.add({.op = op}, inner)});
  }

  std::uint32_t external(std::string name) {
    return grammar_.add({.op = Op::external, .text = text(std::move(name))});
  }

  std::uint32_t symbol(const std::string& name) {
    const auto found = grammar_.rule_by_name_.find(name);
    const KindId kind = kinds_.find(name, true);
    if (found == grammar_.rule_by_name_.end()) {
      const std::uint32_t made = external(name);
      return name.starts_with('_') || kind == Kinds::none ? made : child(kind, made);
    }
    const std::uint32_t made = grammar_.add({.op = Op::rule, .rule = found->second});
    return grammar_.rules_[found->second].hidden || kind == Kinds::none ? made : child(kind, made);
  }

  std::uint32_t alias(const Json& content) {
    const std::string value = content.at("value").get<std::string>();
    const KindId kind = kinds_.find(value, content.at("named").get<bool>());
    return aliased(unwrapped(content.at("content")), kind);
  }
  std::uint32_t aliased(const Json& content, KindId kind) {
    const std::string& type = content.at("type").get_ref<const std::string&>();
    if (type == "BLANK") return grammar_.add({});
    if (type == "CHOICE" || type == "SEQ") {
      std::vector<std::uint32_t> members;
      for (const Json& member : content.at("members"))
        members.push_back(aliased(unwrapped(member), kind));
      return grammar_.add({.op = type == "CHOICE" ? Op::choice : Op::sequence}, members);
    }
    std::uint32_t source = 0;
    if (type == "SYMBOL") {
      const std::string name = content.at("name").get<std::string>();
      const auto rule = grammar_.rule_by_name_.find(name);
      if (rule != grammar_.rule_by_name_.end()) {
        if (kind != Kinds::none) makes(kind, rule->second);
        source = grammar_.add({.op = Op::rule, .rule = rule->second});
      } else {
        source = external(name);
      }
    } else {
      source = part(content);
      // The alias takes the place of the literal's own node.
      if (grammar_.parts_[source].op == Op::child)
        source = grammar_.members(grammar_.parts_[source]).front();
    }
    return kind == Kinds::none ? source : child(kind, source);
  }

  Grammar& grammar_;
  const Kinds& kinds_;
};

// Writes a rule out as positions and edges. Recurses on the depth of the grammar, never on input.
class Grammar::Builder {
 public:
  explicit Builder(const Grammar& grammar) : grammar_(grammar) {}

  std::unique_ptr<Automaton> build(RuleId rule) {
    build_rule(rule, 0, 1);
    return std::make_unique<Automaton>(positions_, edges_, grammar_.text_kind());
  }

 private:
  struct Ends {
    std::uint32_t from;
    std::uint32_t to;
  };

  // Line ends and indentation leave no text between the children, and tokens that the parser's own
  // code finds are unknown.
  bool may_be_blank(std::uint32_t token) const {
    const std::optional<std::string>& text = grammar_.shortest_text(token);
    return !text || text->find_first_not_of(" \t\r\n") == std::string::npos;
  }

  void connect(std::uint32_t from, std::uint32_t to) { edges_.push_back({from, to, nullptr}); }

  void build_rule(RuleId rule, std::uint32_t from, std::uint32_t to) {
    const auto [open, is_new] = open_.try_emplace(rule, Ends{from, to});
    if (!is_new) {  // used within itself: there is one copy
      connect(from, open->second.from);
      connect(open->second.to, to);
      return;
    }
    // The rule gets its own ends, because inner uses lead there and must not come out at the ends
    // of another use.
    const Ends ends{positions_, positions_ + 1};
    positions_ += 2;
    open->second = ends;
    connect(from, ends.from);
    connect(ends.to, to);
    build_part(grammar_.rules_[rule].part, ends.from, ends.to);
    open_.erase(rule);
  }

  void build_part(std::uint32_t number, std::uint32_t from, std::uint32_t to) {
    const Part& part = grammar_.parts_[number];
    if (const Label* label = grammar_.single(number)) {
      edges_.push_back({from, to, label});
      return;
    }
    switch (part.op) {
      case Op::sequence:
        for (std::uint32_t member : grammar_.members(part)) {
          const std::uint32_t next = positions_++;
          build_part(member, from, next);
          from = next;
        }
        connect(from, to);
        break;
      case Op::choice:
        for (std::uint32_t member : grammar_.members(part)) build_part(member, from, to);
        break;
      case Op::repeat:
      case Op::repeat1: {
        const std::uint32_t before = positions_++;
        const std::uint32_t after = positions_++;
        connect(from, before);
        build_part(grammar_.members(part).front(), before, after);
        connect(after, before);
        connect(after, to);
        if (part.op == Op::repeat) connect(before, to);
        break;
      }
      case Op::rule:
        build_rule(part.rule, from, to);
        break;
      case Op::child:  // always single
      case Op::blank:
        connect(from, to);
        break;
      case Op::string:
      case Op::pattern:
      case Op::lexical:
      case Op::external:
        edges_.push_back({from, to, &grammar_.text_});
        if (may_be_blank(number)) connect(from, to);
        break;
    }
  }

  const Grammar& grammar_;
  std::uint32_t positions_ = 2;
  std::vector<Automaton::Edge> edges_;
  std::unordered_map<RuleId, Ends> open_;
};

Grammar::Grammar(const Syntax& syntax) : syntax_(syntax) {
  text_.kinds.assign(text_kind() / 64 + 1, 0);
  text_.kinds[text_kind() / 64] = std::uint64_t{1} << (text_kind() % 64);
}

std::uint32_t Grammar::add(Part part, std::span<const std::uint32_t> members) {
  part.first = static_cast<std::uint32_t>(members_.size());
  part.count = static_cast<std::uint32_t>(members.size());
  members_.insert(members_.end(), members.begin(), members.end());
  parts_.push_back(part);
  return static_cast<std::uint32_t>(parts_.size() - 1);
}

std::unique_ptr<Grammar> Grammar::read(const std::string& path, const Syntax& syntax) {
  return parse(read_file(path).value_or(""), syntax);
}

std::unique_ptr<Grammar> Grammar::parse(std::string_view text, const Syntax& syntax) {
  const Json json = parse_json(text);
  if (json.is_discarded() || !json.contains("rules")) return nullptr;
  std::unique_ptr<Grammar> grammar(new Grammar(syntax));
  try {
    Reader(*grammar, json);
  } catch (const Json::exception&) {
    return nullptr;  // not the shape of a grammar
  }
  grammar->automata_.resize(grammar->rules_.size());
  return grammar;
}

Grammar::~Grammar() = default;

// Several rules can make nodes of one kind by aliases. The number of the parser's symbol tells
// which one did, if the generator's list of symbols is there.
std::span<const RuleId> Grammar::rules_of(const Node& node) const {
  if (const std::string_view name = syntax_.rule_of_symbol(node.symbol); !name.empty())
    if (const auto rule = rule_by_name_.find(std::string(name)); rule != rule_by_name_.end())
      return {&rule->second, 1};
  const auto rules = rules_of_kind_.find(node.kind);
  if (rules == rules_of_kind_.end()) return {};
  return rules->second;
}

const Automaton& Grammar::automaton(RuleId rule) const {
  if (!automata_[rule]) automata_[rule] = Builder(*this).build(rule);
  return *automata_[rule];
}

bool Grammar::derives(RuleId rule, std::span<const KindId> children) const {
  const Automaton& automaton = this->automaton(rule);
  Automaton::State state = automaton.start();
  for (KindId kind : children) state = automaton.step(state, kind);
  return automaton.meets(state, automaton.end());
}

// Supertypes are large choices that are used everywhere: as one edge with a set of kinds they cost
// nothing, written out they would fill the automata of most rules.
const Label* Grammar::single(std::uint32_t number) const {
  const auto [at, is_new] = singles_.try_emplace(number, nullptr);
  if (!is_new) return at->second.get();  // while it is being made: null, "not single"
  const Part& part = parts_[number];
  std::unique_ptr<Label> label;
  if (part.op == Op::child) {
    label = std::make_unique<Label>();
    label->leaves.push_back({part.kind, members(part).front()});
  } else if (part.op == Op::choice && part.count > 0) {
    label = std::make_unique<Label>();
    for (std::uint32_t member : members(part)) {
      const Label* const inner = single(member);
      if (!inner) return nullptr;
      label->leaves.insert(label->leaves.end(), inner->leaves.begin(), inner->leaves.end());
    }
  } else if (part.op == Op::rule) {
    const Label* const inner = single(rules_[part.rule].part);
    if (!inner) return nullptr;
    label = std::make_unique<Label>(*inner);
  } else if (part.op == Op::sequence && part.count == 1) {
    const Label* const inner = single(members(part).front());
    if (!inner) return nullptr;
    label = std::make_unique<Label>(*inner);
  }
  if (!label) return nullptr;
  label->kinds.assign((syntax_.kinds().size() + 63) / 64, 0);
  for (const Label::Leaf& leaf : label->leaves)
    label->kinds[leaf.kind / 64] |= std::uint64_t{1} << (leaf.kind % 64);
  return (singles_[number] = std::move(label)).get();
}

// ---- The shortest text of everything ----

bool is_shorter(std::string_view a, std::string_view b) {
  // A number needs no declaration, and a mark alone is an operator more often than a value.
  const auto rank = [](std::string_view text) {
    const char c = text.empty() ? '0' : text.front();
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return c >= '0' && c <= '9' ? 0 : letter ? 1 : 2;
  };
  return std::tuple(count_tokens(a), a.size(), rank(a), a) <
         std::tuple(count_tokens(b), b.size(), rank(b), b);
}

namespace {

// Marks that could join with a neighbour to form another token: `+` and `+`.
bool is_operator(char c) {
  return std::string_view("+-*/%=<>!&|^~?:.@#\\").contains(c);
}

// The grammar does not say which text the parser's own code accepts. Only a line end can be
// recognised by its name; its text is the same wherever no end tag ends a statement.
std::optional<std::string> text_of_external(const std::string& name, std::string_view end_tag) {
  if (!end_tag.empty() && name.contains("automatic_semicolon")) return std::string(end_tag);
  for (std::string_view line_end : {"newline", "automatic_semicolon"})
    if (name.contains(line_end)) return "\n";
  return std::nullopt;
}

}  // namespace

std::optional<Grammar::Text> Grammar::shortest_from_parts(std::uint32_t number) const {
  const Part& part = parts_[number];
  const auto made = [&](std::optional<std::string> bytes) -> std::optional<Text> {
    if (!bytes) return std::nullopt;
    return Text{std::move(*bytes), part.immediate};
  };
  switch (part.op) {
    case Op::blank:
    case Op::repeat:
      return Text{};
    case Op::string:
      return made(texts_[part.text]);
    case Op::pattern:
      return made(shortest_match(texts_[part.text]));
    case Op::external:
      return made(text_of_external(texts_[part.text], end_tag()));
    case Op::rule:
      return shortest_[rules_[part.rule].part];
    case Op::repeat1:
      return shortest_[members(part).front()];
    case Op::child: {
      std::optional<Text> text = shortest_[members(part).front()];
      if (text) text->immediate |= part.immediate;
      return text;
    }
    case Op::choice: {
      std::optional<Text> best;
      for (std::uint32_t member : members(part)) {
        const std::optional<Text>& other = shortest_[member];
        if (other && (!best || is_shorter(other->bytes, best->bytes))) best = other;
      }
      return best;
    }
    case Op::sequence:
    case Op::lexical: {
      Text all;
      for (std::uint32_t member : members(part)) {
        const std::optional<Text>& next = shortest_[member];
        if (!next) return std::nullopt;
        if (all.bytes.empty()) {
          all.immediate = next->immediate;
        } else if (!next->bytes.empty() && part.op == Op::sequence && !next->immediate) {
          const char a = all.bytes.back();
          const char b = next->bytes.front();
          if ((is_word(a) && is_word(b)) || (is_operator(a) && is_operator(b))) all.bytes += ' ';
        }
        all.bytes += next->bytes;
        if (all.bytes.size() > longest_text) return std::nullopt;
      }
      if (part.op == Op::lexical) {
        std::erase(all.bytes, ' ');
        all.immediate = part.immediate;
      }
      return all;
    }
  }
  return std::nullopt;
}

// A fixpoint: each round finds the texts one level of the grammar further up. Lengths only shrink,
// so it ends.
void Grammar::find_shortest_texts() const {
  shortest_.assign(parts_.size(), std::nullopt);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      std::optional<Text> text = shortest_from_parts(part);
      if (!text || (shortest_[part] && !is_shorter(text->bytes, shortest_[part]->bytes))) continue;
      shortest_[part] = std::move(text);
      changed = true;
    }
  }
  shortest_texts_.resize(parts_.size());
  for (std::uint32_t part = 0; part < parts_.size(); ++part)
    if (shortest_[part]) shortest_texts_[part] = shortest_[part]->bytes;
}

const std::optional<std::string>& Grammar::shortest_text(std::uint32_t source) const {
  if (shortest_texts_.empty()) find_shortest_texts();
  return shortest_texts_[source];
}

}  // namespace whittle
