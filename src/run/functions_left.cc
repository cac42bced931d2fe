#include "run/functions_left.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "passes/names/names.h"

namespace whittle {
namespace {

struct CountedFunction {
  std::string file, name;
  std::size_t statements = 0;
};

/// The functions with a name and a body, in document order.
std::vector<CountedFunction> functions_of(const Document& document, const StageMaker& maker) {
  const SharedNames names = names_of({document, *maker.trees, *maker.tools, maker.goal});
  std::vector<CountedFunction> functions;
  for (std::uint32_t file = 0; file < names->files(); ++file) {
    const Source* const source = names->source(file);
    if (!source) continue;
    const Tree& tree = source->tree();
    std::map<NodeId, std::size_t> by_body;  // only asked, never walked
    for (NodeId node = 0; node < tree.size(); ++node) {
      if (const NodeId body = source->child(node, Field::body);
          body != no_node && source->is(node, Fact::function))
        if (const std::string_view name = names->declared_in({file, node}); !name.empty()) {
          by_body.emplace(body, functions.size());
          functions.push_back({document.files()[file].path, std::string(name)});
        }
      // Nodes come after those around them, so the body is known by now.
      if (tree[node].named && source->statement(node) == node)
        if (const auto found = by_body.find(source->code(node)); found != by_body.end())
          ++functions[found->second].statements;
    }
  }
  return functions;
}

}  // namespace

FunctionsLeft functions_left(const Document& before, const Document& after,
                             const StageMaker& maker) {
  FunctionsLeft left;
  std::map<std::pair<std::string, std::string>, std::size_t> now;
  for (const CountedFunction& function : functions_of(after, maker)) {
    now[{function.file, function.name}] = function.statements;
    left.statements_after += function.statements;
  }
  for (const CountedFunction& function : functions_of(before, maker)) {
    left.statements_before += function.statements;
    const auto found = now.find({function.file, function.name});
    if (found == now.end())
      left.removed.push_back(function.name);
    else if (found->second == 0 && function.statements > 0)
      left.emptied.push_back(function.name);
    else
      left.kept.push_back(function.name);
  }
  return left;
}

}  // namespace whittle
