// Removes a parameter together with the argument at every call, and a type parameter with the type
// at every use.
//
// If the function uses the parameter, each use becomes the literal that all calls pass. If the
// calls pass different values, the parameter is left to `default-values`. A pass that removed the
// statements with the uses instead (`parameters-with-uses`) never succeeded in 100 runs
// (docs/rejected.md, "Which passes pay?").
//
// Arguments are matched to parameters by their position, or by name if they are given by name. If
// `self` is written as a parameter, a call on an object has one argument fewer than the method has
// parameters.
#include "passes/names/parameters.h"

#include <algorithm>
#include <optional>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// The lists of parameters in the declarations, and the lists of arguments in the calls.
struct Lists {
  std::vector<Place> declared;
  std::vector<Place> called;
  std::vector<bool> without_self;  // for each of `called`: `o.f(1)` calls `def f(self, a)`
};

bool is_self(const Source& source, NodeId parameter) {
  const std::string_view text = source.text(parameter);
  return text == "self" || text == "cls" || source.tree().kind_name(parameter) == "self_parameter";
}

Lists lists_of(const Names& names, const Symbol& symbol) {
  Lists lists;
  for (const Place& leaf : symbol.declarations)
    if (const NodeId list = names[leaf].parameters_of(leaf.node); list != no_node)
      lists.declared.push_back({leaf.file, list});
  if (lists.declared.empty() || symbol.uses.size() > most_uses) return lists;
  for (const Place& leaf : symbol.uses)
    if (const NodeId list = names[leaf].arguments_of(leaf.node); list != no_node) {
      lists.called.push_back({leaf.file, list});
      lists.without_self.push_back(names[leaf].is(names[leaf].parent(leaf.node), Fact::access));
    }
  return lists;
}

/// The argument for parameter `index`: by its name if it is given by name, else by its place.
NodeId argument(const Source& source, NodeId list, std::size_t index, std::string_view name) {
  const std::vector<NodeId> given = source.list(list);
  const auto key = [&](NodeId one) {
    return source.is(one, Fact::arguments) ? source.child(one, Field::name) : no_node;
  };
  for (NodeId one : given)
    if (key(one) != no_node && source.text(key(one)) == name) return one;
  return index < given.size() && key(given[index]) == no_node ? given[index] : no_node;
}

}  // namespace

// A function may be declared several times with lists of different lengths. Parameter k is the k-th
// item of each list that has one.
std::vector<Parameter> all_parameters(const Names& names) {
  std::vector<Parameter> all;
  for (const Symbol& symbol : names.symbols()) {
    const Lists lists = lists_of(names, symbol);
    std::vector<std::vector<NodeId>> rows;
    std::size_t most = 0;
    for (const Place& list : lists.declared) {
      rows.push_back(names[list].list(list.node));
      most = std::max(most, rows.back().size());
    }
    for (std::size_t k = 0; k < most; ++k) {
      Parameter parameter;
      bool self = false;
      std::string_view name;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (k >= rows[i].size()) continue;
        const Place at{lists.declared[i].file, rows[i][k]};
        parameter.declared.push_back(at);
        self = self || is_self(names[at], rows[i][0]);
        const Tree& tree = names[at].tree();
        for (NodeId node = at.node; node < tree[at.node].subtree_end; ++node) {
          if (!names[at].is_name(node) || !names[at].declares(node)) continue;
          name = names[at].text(node);
          const Symbol& local = names.symbol({at.file, node});
          if (!local.global)
            parameter.uses.insert(parameter.uses.end(), local.uses.begin(), local.uses.end());
          break;
        }
      }
      if (self && k == 0) continue;
      for (std::size_t i = 0; i < lists.called.size(); ++i) {
        const Place& list = lists.called[i];
        const std::size_t index = self && lists.without_self[i] ? k - 1 : k;
        if (const NodeId given = argument(names[list], list.node, index, name); given != no_node)
          parameter.arguments.push_back({list.file, given});
      }
      all.push_back(std::move(parameter));
    }
  }
  return all;
}

namespace {

/// The literal that all calls pass; nothing if they differ or pass something else.
std::optional<std::string> common_argument(const Names& names,
                                           const std::vector<Place>& arguments) {
  if (arguments.empty()) return std::nullopt;
  std::optional<std::string> text;
  for (const Place& one : arguments) {
    const NodeId value = names[one].without_label(one.node);
    if (!names[one].is(value, Fact::literal)) return std::nullopt;
    if (text && *text != names[one].text(value)) return std::nullopt;
    text = names[one].text(value);
  }
  return text;
}

/// Removes one item of a list in brackets; with its brackets if it is the only one.
void remove_type(EditMaker& edits, const Names& names, const Place& list, const Place& item) {
  const Source& source = names[list];
  if (source.list(list.node).size() > 1) {
    edits.remove(item);
    return;
  }
  const Tree& tree = source.tree();
  // `template <typename T> struct S` loses the word before the list as well.
  const NodeId word = source.previous(list.node);
  // `P::<T>` loses its colons.
  const bool along = source.is_token(word, "template") || source.is_token(word, "::");
  edits.change(list.file, tree[along ? word : list.node].begin, tree[list.node].end);
}

// The list of type parameters (or arguments) that belongs to a name. Grammars put it beside the
// name or around the whole declaration (`template <typename T> struct S`), so the climb looks at
// the children of each node on the way.
NodeId type_list_of(const Source& source, NodeId leaf, bool declared) {
  NodeId node = leaf;
  const NodeId end = source.statement(leaf);
  for (int levels = 0; levels < 6 && node != no_node; ++levels) {
    const NodeId up = source.parent(node);
    if (up == no_node || node == end || source.is(up, Fact::members)) return no_node;
    if (declared && source.is(up, Fact::parameters)) return no_node;
    for (NodeId child : source.tree().children(up)) {
      if (!source.is(child, Fact::type_list) || source.tree().contains(child, leaf)) continue;
      const bool is_declared = source.is(child, Fact::parameters);
      if (is_declared == declared) return child;
    }
    // In `Box<Int>(1)` some grammars put the types into the suffix that makes it a call.
    if (!declared && source.is(up, Fact::call))
      for (NodeId suffix : source.tree().children(up))
        for (NodeId child : source.tree().children(suffix))
          if (source.is(suffix, Fact::call) && source.is(child, Fact::type_list)) return child;
    if (!declared) return no_node;
    node = up;
  }
  return no_node;
}

}  // namespace

/// int f(int a, int b) { return a; }  f(1, 2);   ->   int f(int a) { return a; }  f(1);
Found parameters(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Parameter& parameter : all_parameters(names)) {
    std::string value;
    if (!parameter.uses.empty()) {
      const auto common = common_argument(names, parameter.arguments);
      if (!common || parameter.uses.size() > most_uses) continue;
      value = *common;
    }
    for (const Place& place : parameter.declared) edits.remove(place);
    for (const Place& place : parameter.arguments) edits.remove(place);
    for (const Place& place : parameter.uses) edits.replace(names.whole_use(place), value);
    edits.finish();
  }
  return edits.take();
}

/// template <typename T> struct S { T x; };  S<long> s;   ->   struct S { long x; };  S s;
Found type_parameters(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.empty() || symbol.uses.size() > most_uses) continue;
    const Place& leaf = symbol.declarations.front();
    const NodeId first = type_list_of(names[leaf], leaf.node, true);
    if (first == no_node) continue;
    const std::size_t size = names[leaf].list(first).size();
    for (std::size_t k = 0; k < size; ++k) {
      // The type of the first use replaces the type parameter in the body, since it fits there; if
      // nothing uses it, the shortest type does.
      std::string stand_in = names[leaf].profile().shortest_type;
      // Lists of arguments, once each: a name can stand twice before the same one.
      std::vector<Place> lists;
      for (const Place& use : symbol.uses)
        if (const NodeId list = type_list_of(names[use], use.node, false); list != no_node)
          lists.push_back({use.file, list});
      for (const Place& list : lists) {
        const std::vector<NodeId> given = names[list].list(list.node);
        // `new A<>()`
        if (given.empty() && size == 1) edits.replace(list, "");
        if (k >= given.size()) continue;
        if (&list == &lists.front()) stand_in = names.text({list.file, given[k]});
        remove_type(edits, names, list, {list.file, given[k]});
      }
      for (const Place& declaration : symbol.declarations) {
        const Source& source = names[declaration];
        const NodeId list = type_list_of(source, declaration.node, true);
        if (list == no_node) continue;
        const std::vector<NodeId> formal = source.list(list);
        if (k >= formal.size()) continue;
        remove_type(edits, names, {declaration.file, list}, {declaration.file, formal[k]});
        for (NodeId node = formal[k]; node < source.tree()[formal[k]].subtree_end; ++node) {
          if (!source.is_name(node) || !source.declares(node)) continue;
          const Symbol& local = names.symbol({declaration.file, node});
          if (!local.global && !stand_in.empty())
            for (const Place& use : local.uses)
              if (!source.tree().contains(list, use.node)) edits.replace(use, stand_in);
          break;
        }
      }
      edits.finish();
    }
  }
  return edits.take();
}

}  // namespace whittle::names
