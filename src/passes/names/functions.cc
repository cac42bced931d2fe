// Removes function bodies, and replaces calls with the result of the function.
//
// The body is most of a function, and often only its name and type are needed. The smallest body
// depends on the language: without types it is empty; with types it must return a value, and
// throwing fits every type (`Profile::least_body`). The test decides whether that is acceptable.
//
// Bodies hardly depend on each other: the names in a body stay declared when the body is removed.
// So the list is marked as independent, and gallop begins with large strides (docs/rejected.md,
// "Elements that hardly depend on each other").
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// The block inside a body that holds nothing else, as a `function_body` may; otherwise the body.
NodeId innermost(const Source& source, NodeId body) {
  NodeId node = body;
  for (NodeId first = source.tree().first_child(node);
       first != no_node && source.tree()[first].named && source.next(first) == no_node;
       first = source.tree().first_child(node))
    node = first;
  return node;
}

/// Whether a member is defined outside of its class: `int C::f() { return 1; }`. C++ has no
/// declaration of that form, so the whole definition is removed instead.
bool is_defined_outside(const Source& source, NodeId function) {
  NodeId name = source.child(function, Field::declarator);
  while (name != no_node && source.tree().kind_name(name) != "qualified_identifier") {
    if (source.tree().kind_name(name) == "reference_declarator")  // has no field of that name
      name = source.next(source.tree().first_child(name));
    else
      name = source.child(name, Field::declarator);
  }
  return name != no_node;
}

template <typename Visit>
void for_each_function(const Names& names, Visit visit) {
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source) continue;
    for (NodeId node = 0; node < source->tree().size(); ++node) {
      if (!source->is(node, Fact::function)) continue;
      if (const NodeId body = source->child(node, Field::body); body != no_node)
        visit(Place{file, node}, *source, body);
    }
  }
}

/// The result of a function that only returns: `a + b` of `{ return a + b; }` and of `=> a + b`.
NodeId only_result(const Source& source, NodeId body) {
  NodeId node = body;
  // A value is wrapped a few times at most: a block, a statement, `return`, an expression. A value
  // nested deeper is not plain.
  for (int levels = 0; levels < 8; ++levels) {
    const std::string& kind = source.tree().kind_name(node);
    const bool wraps = kind.find("block") != kind.npos || kind.find("compound") != kind.npos ||
                       kind.find("return") != kind.npos || kind.find("body") != kind.npos ||
                       kind.find("jump") != kind.npos ||
                       kind.find("control_transfer") != kind.npos || kind == "expression" ||
                       kind == "expression_list" || kind == "expression_statement" ||
                       kind == "statement_list" || kind == "statements" || kind == "statement" ||
                       kind == "arrow_expression_clause";
    if (!wraps)
      return kind.find("statement") == kind.npos && kind.find("decl") == kind.npos ? node : no_node;
    const std::vector<NodeId> inside = source.list(node);
    if (inside.size() != 1) return no_node;
    node = inside.front();
  }
  return no_node;
}

/// A function whose calls can be replaced with its result.
struct OneLiner {
  Place parameters;
  NodeId result = no_node;
  std::vector<std::string_view> formal;  // names of its parameters

  bool has_self() const { return !formal.empty() && (formal[0] == "self" || formal[0] == "cls"); }
};

/// The body of the function that a name declares; `no_node` if it has none.
NodeId body_of(const Source& source, NodeId name, NodeId parameters) {
  NodeId function =
      source.is(parameters, Fact::parameters) ? source.parent(parameters) : parameters;
  while (function != no_node && !source.is(function, Fact::function))
    function = source.parent(function);
  while (function != no_node && source.child(function, Field::body) == no_node &&
         function != source.statement(name))
    function = source.parent(function);
  return function == no_node ? no_node : source.child(function, Field::body);
}

// A function may be declared several times; the last declaration with a body counts.
std::optional<OneLiner> one_liner(const Names& names, const Symbol& symbol) {
  if (symbol.declarations.empty() || symbol.uses.empty() || symbol.uses.size() > most_uses)
    return std::nullopt;
  OneLiner found;
  for (const Place& leaf : symbol.declarations) {
    const Source& source = names[leaf];
    const NodeId parameters = source.parameters_of(leaf.node);
    if (parameters == no_node) continue;
    const NodeId body = body_of(source, leaf.node, parameters);
    if (body == no_node) continue;
    found.result = only_result(source, body);
    found.parameters = {leaf.file, parameters};
  }
  if (found.result == no_node) return std::nullopt;
  const Source& source = names[found.parameters];
  // In `$x` only the name would be replaced by the argument, and the sign would stay.
  if (source.profile().sign_before_name) return std::nullopt;
  for (NodeId parameter : source.list(found.parameters.node)) {
    const bool is_self = source.tree().kind_name(parameter) == "self_parameter";
    found.formal.push_back(is_self ? "self"
                                   : names.declared_in({found.parameters.file, parameter}));
  }
  return found;
}

/// The result of a call with these arguments, which are nodes of the file `caller`.
std::string result_with(const Names& names, const OneLiner& function, std::uint32_t caller,
                        std::span<const NodeId> actual) {
  const Source& source = names[function.parameters];
  const Tree& tree = source.tree();
  const BytesView bytes = *tree.bytes();
  std::string text;
  std::uint64_t from = tree[function.result].begin;
  for (NodeId node = function.result; node < tree[function.result].subtree_end; ++node) {
    const bool is_self = tree.is_leaf(node) && source.text(node) == "self";
    if ((!source.is_name(node) && !is_self) || source.is_member(node)) continue;
    const auto parameter = std::ranges::find(function.formal, source.text(node));
    const auto i = static_cast<std::size_t>(parameter - function.formal.begin());
    if (i >= function.formal.size() || i >= actual.size()) continue;
    text += bytes.substr(from, tree[node].begin - from);
    text += names.as_operand({caller, names.source(caller)->without_label(actual[i])});
    from = tree[node].end;
  }
  text += bytes.substr(from, tree[function.result].end - from);
  const bool simple = tree.is_leaf(function.result) || source.is(function.result, Fact::call);
  return simple ? text : fmt::format("({})", text);
}

/// Replaces all calls, or returns false if one of them cannot be replaced. A call among the
/// arguments of another call would be changed twice, so such a function is left alone.
bool replace_calls(EditMaker& edits, const Names& names, const Symbol& symbol,
                   const OneLiner& function) {
  Place last_call;
  for (const Place& use : symbol.uses) {
    const Source& caller = names[use];
    const NodeId arguments = caller.arguments_of(use.node);
    const bool nested = last_call.node != no_node && last_call.file == use.file &&
                        caller.tree().contains(last_call.node, use.node);
    if (arguments == no_node || nested) return false;
    last_call = {use.file, caller.call_of(arguments)};
    std::vector<NodeId> actual = caller.list(arguments);
    // In `o.f(1)`, `o` is the argument for the first parameter of `def f(self, a)`.
    if (const NodeId access = caller.parent(use.node);
        function.has_self() && caller.is(access, Fact::access))
      actual.insert(actual.begin(), caller.tree().first_child(access));
    edits.replace(last_call, result_with(names, function, use.file, actual));
  }
  return true;
}

}  // namespace

/// int f(int a) { return a; }   ->   int f(int a);
/// int C::f() { return 1; }     ->              (C has its declaration)
Found body_to_declaration(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_function(names, [&](const Place& function, const Source& source, NodeId body) {
    const Tree& tree = source.tree();
    const Profile& profile = source.profile();
    if (!profile.body_can_go) {
      const std::string& least =
          source.in_brackets(body) ? profile.least_body : profile.least_bare_body;
      if (least.empty()) return;
      edits.replace({function.file, body}, least);
    } else if (const NodeId head = source.child(function.node, Field::declarator);
               head != no_node) {
      if (is_defined_outside(source, function.node))
        edits.remove({function.file, source.statement(function.node)});
      else
        edits.change(function.file, tree[head].end, tree[body].end, ";");
    }
    edits.finish();
  });
  Found found = edits.take();
  found.are_independent = true;  // names in a body are still declared
  return found;
}

/// void f() { g(); h(); }   ->   void f() {}
Found empty_body(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_function(names, [&](const Place& function, const Source& source, NodeId body) {
    if (source.in_brackets(innermost(source, body)))
      edits.replace({function.file, body}, "{}");
    else if (const std::string& least = source.profile().empty_block; !least.empty())
      edits.replace({function.file, body}, least);
    else if (source.is(body, Fact::block))
      edits.replace({function.file, body}, "");
    edits.finish();
  });
  return edits.take();
}

/// int add(int a, int b) { return a + b; }  x = add(1, y);   ->   x = (1 + y);
Found inline_call(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    const std::optional<OneLiner> function = one_liner(names, symbol);
    if (!function) continue;
    if (!replace_calls(edits, names, symbol, *function)) {
      edits.forget();
      continue;
    }
    for (const Place& leaf : symbol.declarations) edits.remove(names.statement(leaf));
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
