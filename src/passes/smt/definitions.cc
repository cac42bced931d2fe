// Inlines let-bound variables and defined functions.
//
// All listed edits can be applied together, so the text that replaces a name must not contain
// another name that is replaced at the same time. A definition that uses a listed one is left for a
// later list.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "passes/names/name_passes.h"
#include "passes/smt/smt.h"

namespace whittle::smt {
namespace {

bool mentions(const Script& script, NodeId node,
              const std::unordered_set<std::string_view>& symbols) {
  for (NodeId at = node; at < script.tree()[node].subtree_end; ++at)
    if (script.tree().is_leaf(at) && symbols.contains(script.text(at))) return true;
  return false;
}

/// The places of a symbol inside a node.
std::vector<NodeId> places_in(const Script& script, NodeId node, std::string_view symbol) {
  const std::vector<NodeId>& all = script.places(symbol);
  const auto begin = std::ranges::lower_bound(all, node);
  const auto end = std::ranges::lower_bound(all, script.tree()[node].subtree_end);
  return {begin, end};
}

/// Whether a place of a symbol binds it anew: `((x 1))` in a let, `((x Int))` in a forall.
bool is_bound_there(const Script& script, NodeId place) {
  const NodeId pair = script.tree()[place].parent;
  if (pair == no_node || script.tree().first_child(pair) == no_node) return false;
  const std::vector<NodeId> parts = script.parts(pair);
  if (parts.size() != 2 || parts.front() != place) return false;
  const NodeId list = script.tree()[pair].parent;
  const NodeId owner = list == no_node ? no_node : script.tree()[list].parent;
  if (owner == no_node) return false;
  const std::string_view head = script.head(owner);
  return (head == "let" || head == "forall" || head == "exists") &&
         script.parts(owner).size() == 3 && script.parts(owner)[1] == list;
}

}  // namespace

/// (let ((x (+ a 1))) (> x 0))   ->   (> (+ a 1) 0)
Found inline_let(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    const Tree& tree = script.tree();
    std::unordered_set<std::string_view> listed;
    for (NodeId term : script.terms()) {
      if (script.head(term) != "let") continue;
      const std::vector<NodeId> parts = script.parts(term);
      if (parts.size() != 3 || !script.is_group(parts[1])) continue;
      const std::vector<NodeId> bindings = script.parts(parts[1]);
      for (NodeId binding : bindings) {
        if (!script.is_group(binding) || script.parts(binding).size() != 2) continue;
        const NodeId name = script.parts(binding)[0], value = script.parts(binding)[1];
        if (mentions(script, value, listed) || listed.contains(script.text(name))) continue;
        // If the name is bound again inside, its uses there mean something else.
        const std::vector<NodeId> uses = places_in(script, parts[2], script.text(name));
        if (uses.size() > most_uses ||
            std::ranges::any_of(uses, [&](NodeId use) { return is_bound_there(script, use); }))
          continue;
        for (NodeId use : uses) edits.replace(script.at(use), std::string(script.text(value)));
        // `(let () x)` is not allowed: the let is removed with its last binding, and its body
        // stays.
        if (bindings.size() == 1) {
          const std::uint32_t file = script.at(term).file;
          edits.change(file, tree[term].begin, tree[parts[2]].begin);
          edits.change(file, tree[parts[2]].end, tree[term].end);
        } else {
          edits.cut(script.at(binding));
        }
        if (edits.finish()) listed.insert(script.text(name));
      }
    }
  });
}

/// (define-fun f ((a Int)) Int (+ a 1)) (assert (> (f 2) 0))   ->   (assert (> (+ 2 1) 0))
Found inline_define(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    const Tree& tree = script.tree();
    std::unordered_set<std::string_view> listed;
    for (NodeId command : script.commands()) {
      const std::vector<NodeId> parts = script.parts(command);
      const bool function = script.head(command) == "define-fun" && parts.size() == 5;
      if (!function && !(script.head(command) == "define-const" && parts.size() == 4)) continue;
      const std::string_view name = script.text(parts[1]);
      const NodeId body = parts.back();
      std::vector<std::string_view> formal;
      if (function && script.is_group(parts[2]))
        for (NodeId parameter : script.parts(parts[2]))
          if (script.is_group(parameter) && !script.parts(parameter).empty())
            formal.push_back(script.text(script.parts(parameter)[0]));
      const std::vector<NodeId>& places = script.places(name);
      if (mentions(script, body, listed) || places.size() > most_uses) continue;
      NodeId last = no_node;
      bool fits = true;
      for (NodeId use : places) {
        if (use == parts[1]) continue;
        const NodeId call = formal.empty() ? use : tree[use].parent;
        std::unordered_map<std::string_view, std::string> by;
        if (!formal.empty()) {
          const std::vector<NodeId> given = script.parts(call);
          fits = given.size() == formal.size() + 1 && given.front() == use;
          for (std::size_t i = 0; fits && i < formal.size(); ++i)
            by.emplace(formal[i], script.text(given[i + 1]));
        }
        // A call among the arguments of another call would be changed twice, so such a function is
        // left alone.
        if (!fits || (last != no_node && tree.contains(last, call)) ||
            is_bound_there(script, use)) {
          fits = false;
          break;
        }
        edits.replace(script.at(call), script.substituted(body, by));
        last = call;
      }
      if (!fits) {
        edits.forget();
        continue;
      }
      edits.remove(script.at(command));
      if (edits.finish()) listed.insert(name);
    }
  });
}

}  // namespace whittle::smt
