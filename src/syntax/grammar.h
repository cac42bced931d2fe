/// A grammar, read from the `grammar.json` that every tree-sitter grammar ships: the children that
/// each node may have, and the shortest text of each part.
///
/// The rules become flat tables. Questions about a rule are answered by its automaton
/// (`automaton.h`), which is made when it is first needed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/automaton.h"
#include "syntax/syntax.h"
#include "syntax/tree.h"

namespace whittle {

using RuleId = std::uint32_t;

/// Whether `a` has fewer tokens, or as many and fewer bytes. Among equals numbers come before
/// names, and names before marks.
bool is_shorter(std::string_view a, std::string_view b);

class Grammar {
 public:
  /// Nothing if the file cannot be read or is not a grammar.
  static std::unique_ptr<Grammar> read(const std::string& path, const Syntax& syntax);
  /// The same from the text of a `grammar.json`.
  static std::unique_ptr<Grammar> parse(std::string_view text, const Syntax& syntax);
  ~Grammar();

  /// The rules that may have made a node: the rule that the node's symbol names, if the parser
  /// tells; otherwise every rule that makes nodes of this kind, under its own name or under an
  /// alias.
  std::span<const RuleId> rules_of(const Node& node) const;

  /// The kind for text without a node, which patterns and hidden tokens leave between children.
  KindId text_kind() const { return static_cast<KindId>(syntax_.kinds().size()); }
  /// Whether a node made by the rule may have children of these kinds. Extras are left out, and
  /// `text_kind` stands for visible text between two children.
  bool derives(RuleId rule, std::span<const KindId> children) const;
  /// A tag that ends the statement before it, as PHP's `?>` does, although the tree does not show
  /// it as a child of the statement (see `Profile`); mostly empty.
  std::string_view end_tag() const { return syntax_.language().profile.end_tag; }
  const Automaton& automaton(RuleId rule) const;

  /// The shortest text of a part of the grammar, as `Label::Leaf::source` names it: fewest tokens,
  /// then fewest bytes. Nothing if it depends on the layout or on the parser's own code.
  const std::optional<std::string>& shortest_text(std::uint32_t source) const;

 private:
  enum class Op : std::uint8_t {
    blank,     // nothing
    sequence,  // all parts
    choice,    // one of the parts
    repeat,    // the part any number of times
    repeat1,   // at least once
    child,     // a child of `kind`; its text is that of the part, if there is one
    rule,      // the content of `rule`, without a node of its own
    string,    // a token without a node: exactly this text
    pattern,   // a token without a node: any text that the expression matches
    lexical,   // a token without a node: the part, without white space inside
    external,  // a token that the parser's own code recognises
  };
  struct Part {
    Op op = Op::blank;
    bool immediate = false;  // no white space may stand before it
    KindId kind = Kinds::none;
    RuleId rule = 0;
    std::uint32_t text = 0;   // in texts_: of string, pattern, external
    std::uint32_t first = 0;  // in members_
    std::uint32_t count = 0;
  };
  struct Rule {
    std::string name;
    std::uint32_t part = 0;
    bool hidden = false;
    bool is_token = false;
  };
  struct Text {
    std::string bytes;
    bool immediate = false;
  };
  class Reader;
  class Builder;

  explicit Grammar(const Syntax& syntax);
  std::uint32_t add(Part part, std::span<const std::uint32_t> members = {});
  std::span<const std::uint32_t> members(const Part& part) const {
    return std::span(members_).subspan(part.first, part.count);
  }
  const Label* single(std::uint32_t part) const;
  void find_shortest_texts() const;
  std::optional<Text> shortest_from_parts(std::uint32_t part) const;

  const Syntax& syntax_;
  std::vector<Rule> rules_;
  std::unordered_map<std::string, RuleId> rule_by_name_;
  std::unordered_map<KindId, std::vector<RuleId>> rules_of_kind_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> members_;
  std::vector<std::string> texts_;

  Label text_;                                                // for hidden tokens
  mutable std::vector<std::unique_ptr<Automaton>> automata_;  // by rule
  // By part, if the part always is exactly one child: the kinds it may have. Made when first
  // needed.
  mutable std::unordered_map<std::uint32_t, std::unique_ptr<Label>> singles_;
  mutable std::vector<std::optional<Text>> shortest_;  // by part
  mutable std::vector<std::optional<std::string>> shortest_texts_;
};

}  // namespace whittle
