#include <fmt/format.h>

#include "passes/edit_maker.h"
#include "passes/name_passes.h"

namespace whittle::names {
namespace {

bool is_c_like(std::string_view language) {
  return language == "c" || language == "cpp" || language == "cuda" || language == "objc" ||
         language == "glsl" || language == "hlsl";
}

/// The least body that fits a function of any type.
std::string_view typed_body(std::string_view language) {
  static constexpr std::pair<std::string_view, std::string_view> bodies[] = {
      {"rust", "{ loop {} }"},
      {"go", "{ panic(0) }"},
      {"java", "{ throw null; }"},
      {"csharp", "{ throw null; }"},
      {"kotlin", "{ TODO() }"},
      {"swift", "{ fatalError() }"},
      {"scala", "???"},
      {"typescript", "{ throw 0 }"},
      {"tsx", "{ throw 0 }"},
      {"python", "pass"},
      {"zig", "{ unreachable; }"},
      {"d", "{ assert(0); }"},
  };
  for (const auto& [name, body] : bodies)
    if (name == language) return body;
  return "{}";
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

/// What a function gives back if that is all it does: `{ return a + b; }`, `=> a + b`.
NodeId only_result(const Source& source, NodeId body) {
  NodeId node = body;
  for (int levels = 0; levels < 8; ++levels) {
    const std::string& kind = source.tree().kind_name(node);
    const bool wraps = kind.find("block") != kind.npos || kind.find("compound") != kind.npos ||
                       kind.find("return") != kind.npos || kind == "expression_list" ||
                       kind == "statement_list" || kind == "statements";
    if (!wraps)
      return kind.find("statement") == kind.npos && kind.find("decl") == kind.npos ? node : no_node;
    const std::vector<NodeId> inside = source.list(node);
    if (inside.size() != 1) return no_node;
    node = inside.front();
  }
  return no_node;
}

}  // namespace

/// int f(int a) { return a; }   ->   int f(int a);
Found body_to_declaration(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  for_each_function(names, [&](const Place& function, const Source& source, NodeId body) {
    const Tree& tree = source.tree();
    if (!is_c_like(source.language())) {
      edits.replace({function.file, body}, std::string(typed_body(source.language())));
    } else if (const NodeId head = source.child(function.node, Field::declarator);
               head != no_node) {
      edits.change(function.file, tree[head].end, tree[body].end, ";");
    }
    edits.finish();
  });
  return edits.take();
}

/// void f() { g(); h(); }   ->   void f() {}
Found empty_body(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  for_each_function(names, [&](const Place& function, const Source& source, NodeId body) {
    if (source.in_brackets(body))
      edits.replace({function.file, body}, "{}");
    else if (source.language() == "python")
      edits.replace({function.file, body}, "pass");
    else if (source.is(body, Fact::block))
      edits.replace({function.file, body}, "");
    edits.finish();
  });
  return edits.take();
}

/// int f() { g(); return h(1); }   ->   void f() { g(); return; }
Found return_nothing(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  for_each_function(names, [&](const Place& function, const Source& source, NodeId body) {
    const Tree& tree = source.tree();
    const std::string_view language = source.language();
    if (is_c_like(language) || language == "java" || language == "csharp") {
      const NodeId type = source.child(function.node, Field::type);
      if (type == no_node || source.text(type) == "void") return;
      edits.replace({function.file, type}, "void");
    } else if (language == "go") {
      const NodeId type = source.child(function.node, Field::result);
      if (type == no_node) return;
      edits.replace({function.file, type}, "");
    } else if (language != "python" && language != "javascript" && language != "ruby" &&
               language != "lua") {
      return;
    }
    for (NodeId node = body; node < tree[body].subtree_end; ++node) {
      if (tree.kind_name(node) != "return_statement" || source.code(node) != body) continue;
      const NodeId word = tree.first_child(node);
      const NodeId value = word == no_node ? no_node : source.next(word);
      if (value != no_node && tree[value].named)
        edits.change(function.file, tree[word].end, tree[value].end);
    }
    edits.finish();
  });
  return edits.take();
}

/// int add(int a, int b) { return a + b; }  x = add(1, y);   ->   x = (1 + y);
Found inline_call(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.empty() || symbol.uses.empty() || symbol.uses.size() > most_uses)
      continue;
    NodeId result = no_node;
    Place definition;
    for (const Place& leaf : symbol.declarations) {
      const Source& source = names[leaf];
      const NodeId parameters = source.parameters_of(leaf.node);
      if (parameters == no_node) continue;
      NodeId function = source.parent(parameters);
      while (function != no_node && !source.is(function, Fact::function))
        function = source.parent(function);
      while (function != no_node && source.child(function, Field::body) == no_node &&
             function != source.statement(leaf.node))
        function = source.parent(function);
      if (function == no_node) continue;
      const NodeId body = source.child(function, Field::body);
      if (body == no_node) continue;
      result = only_result(source, body);
      definition = {leaf.file, parameters};
    }
    if (result == no_node) continue;
    const Source& source = names[definition];
    const Tree& tree = source.tree();
    if (source.language() == "php") continue;  // a parameter is two nodes there: `$` and its name
    std::vector<std::string_view> formal;
    for (NodeId parameter : source.list(definition.node))
      formal.push_back(names.declared_in({definition.file, parameter}));
    bool fits = true;
    Place last_call;
    for (const Place& use : symbol.uses) {
      const Source& caller = names[use];
      const NodeId arguments = caller.arguments_of(use.node);
      const bool nested = last_call.node != no_node && last_call.file == use.file &&
                          caller.tree().contains(last_call.node, use.node);
      if (arguments == no_node || nested) {
        fits = false;
        break;
      }
      last_call = {use.file, caller.parent(arguments)};
      const std::vector<NodeId> actual = caller.list(arguments);
      std::string text;
      std::uint64_t from = tree[result].begin;
      for (NodeId node = result; node < tree[result].subtree_end; ++node) {
        if (!source.is_name(node) || source.is_member(node)) continue;
        for (std::size_t i = 0; i < formal.size() && i < actual.size(); ++i) {
          if (formal[i] != source.text(node)) continue;
          text += BytesView(*tree.bytes()).substr(from, tree[node].begin - from);
          text += names.as_operand({use.file, actual[i]});
          from = tree[node].end;
          break;
        }
      }
      text += BytesView(*tree.bytes()).substr(from, tree[result].end - from);
      const bool simple = tree.is_leaf(result) || source.is(result, Fact::call);
      edits.replace(last_call, simple ? text : fmt::format("({})", text));
    }
    if (!fits) {
      edits.forget();
      continue;
    }
    for (const Place& leaf : symbol.declarations) edits.remove(names.statement(leaf));
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
