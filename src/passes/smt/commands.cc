// Removes whole commands. A declaration cannot be removed while something uses the name. So it is
// removed with all commands that use the name, or the uses are replaced with a term that an
// assertion equates the name to.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "passes/names/name_passes.h"
#include "passes/smt/smt.h"

namespace whittle::smt {
namespace {

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
