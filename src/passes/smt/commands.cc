// Removes whole commands. A declaration cannot be removed while something uses the name. So it is
// removed with all commands that use the name, or the uses are replaced with a term that an
// assertion equates the name to.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::smt {
namespace {

/// The commands of a script and the places of its symbols.
class Script {
 public:
  /// Requires: the file's language is one of S-expressions.
  Script(const Source& source, std::uint32_t file)
      : source_(source),
        file_(file),
        group_(source.tree().kind("group")),
        token_(source.tree().kind("token")),
        string_(source.tree().kind("string")) {
    for (NodeId child : tree().children(Tree::root()))
      if (is_group(child)) commands_.push_back(child);
    for (NodeId node = 0; node < tree().size(); ++node)
      if (tree()[node].kind == token_) places_[text(node)].push_back(node);
  }

  const Tree& tree() const { return source_.tree(); }
  Place at(NodeId node) const { return {file_, node}; }
  std::string_view text(NodeId node) const { return source_.text(node); }
  bool is_group(NodeId node) const { return tree()[node].kind == group_; }

  /// The parts of a group, without its brackets and comments.
  std::vector<NodeId> parts(NodeId group) const {
    std::vector<NodeId> parts;
    for (NodeId child : tree().children(group))
      if (is_group(child) || tree()[child].kind == token_ || tree()[child].kind == string_)
        parts.push_back(child);
    return parts;
  }

  /// The text of the first part of a group; empty for anything else.
  std::string_view head(NodeId node) const {
    for (NodeId child : tree().children(node))
      if (tree()[child].kind == token_ || is_group(child))
        return tree()[child].kind == token_ ? text(child) : std::string_view();
    return {};
  }

  /// The outermost groups.
  const std::vector<NodeId>& commands() const { return commands_; }

  /// Commands are sorted by their first node, and nothing lies between them, so the last command
  /// that begins before the node contains it.
  NodeId command_of(NodeId node) const {
    const auto after = std::ranges::upper_bound(commands_, node);
    return after == commands_.begin() ? no_node : *std::prev(after);
  }

  /// All places of a symbol, in order.
  const std::vector<NodeId>& places(std::string_view symbol) const {
    static const std::vector<NodeId> none;
    const auto at = places_.find(symbol);
    return at == places_.end() ? none : at->second;
  }

 private:
  const Source& source_;
  std::uint32_t file_;
  KindId group_, token_, string_;
  std::vector<NodeId> commands_;
  std::unordered_map<std::string_view, std::vector<NodeId>> places_;
};

/// The edits that `list(edits, script)` adds for each file of SMT-LIB; with `all`, for each file of
/// S-expressions.
template <typename List>
Found in_scripts(const Subject& subject, List list, bool all = false) {
  return in_files(
      subject,
      [all](const Language& language) {
        return language.parser == Parser::s_expressions &&
               (all || language.is_any(Dialect::smtlib));
      },
      [&](EditMaker& edits, const Source& source, std::uint32_t file) {
        list(edits, Script(source, file));
      });
}

/// The name a command declares or defines; `no_node` if it does neither.
NodeId declared_by(const Script& script, NodeId command) {
  const std::string_view head = script.head(command);
  const std::vector<NodeId> parts = script.parts(command);
  const bool declares = head.starts_with("declare-") || head.starts_with("define-");
  return declares && parts.size() > 2 && !script.is_group(parts[1]) ? parts[1] : no_node;
}

}  // namespace

/// (set-info :status sat)   ->
Found commands(const Subject& subject) {
  return in_scripts(
      subject,
      [](EditMaker& edits, const Script& script) {
        for (NodeId command : script.commands()) {
          edits.remove(script.at(command));
          edits.finish();
        }
      },
      true);
}

/// (declare-const x Int) (assert (> x 0)) (check-sat)   ->   (check-sat)
Found eliminate_variable(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    for (NodeId command : script.commands()) {
      const NodeId name = declared_by(script, command);
      if (name == no_node) continue;
      const std::vector<NodeId>& places = script.places(script.text(name));
      if (places.size() > most_uses) continue;
      for (NodeId place : places) edits.remove(script.at(script.command_of(place)));
      edits.finish();
    }
  });
}

/// (declare-const x Int) (assert (= x (+ y 1))) (assert (> x 0))   ->   (assert (> (+ y 1) 0))
Found eliminate_by_equality(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    std::unordered_map<std::string_view, NodeId> declarations;
    // Edits can be applied together. So the value of a variable must not mention a variable that
    // another edit removes, and a variable in such a value must stay.
    std::unordered_set<std::string_view> gone, needed;
    for (NodeId command : script.commands()) {
      const std::vector<NodeId> parts = script.parts(command);
      if (const NodeId name = declared_by(script, command);
          name != no_node && script.head(command).starts_with("declare-"))
        declarations.emplace(script.text(name), command);
      if (script.head(command) != "assert" || parts.size() != 2 || script.head(parts[1]) != "=")
        continue;
      const std::vector<NodeId> sides = script.parts(parts[1]);
      if (sides.size() != 3) continue;
      for (const auto& [variable, value] :
           {std::pair(sides[1], sides[2]), std::pair(sides[2], sides[1])}) {
        const std::string_view name = script.text(variable);
        const auto declaration = declarations.find(name);
        const std::vector<NodeId>& places = script.places(name);
        if (declaration == declarations.end() || places.size() > most_uses || gone.contains(name) ||
            needed.contains(name))
          continue;
        std::unordered_set<std::string_view> inside;
        for (NodeId node = value; node < script.tree()[value].subtree_end; ++node)
          if (script.tree().is_leaf(node)) inside.insert(script.text(node));
        const bool cannot = inside.contains(name) || std::ranges::any_of(inside, [&](auto one) {
                              return gone.contains(one);
                            });
        if (cannot) continue;
        edits.remove(script.at(declaration->second));
        edits.remove(script.at(command));
        for (NodeId place : places)
          edits.replace(script.at(place), std::string(script.text(value)));
        if (!edits.finish()) continue;
        gone.insert(name);
        needed.insert(inside.begin(), inside.end());
        break;
      }
    }
  });
}

/// (declare-fun x () Int)   ->   (declare-const x Int)
Found function_to_constant(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    for (NodeId command : script.commands()) {
      const std::vector<NodeId> parts = script.parts(command);
      const std::string_view head = script.head(command);
      if ((head != "declare-fun" && head != "define-fun") || parts.size() < 4 ||
          !script.is_group(parts[2]) || !script.parts(parts[2]).empty())
        continue;
      edits.replace(script.at(parts[0]), head == "declare-fun" ? "declare-const" : "define-const");
      edits.cut(script.at(parts[2]));
      edits.finish();
    }
  });
}

}  // namespace whittle::smt
