// Reads a module from its syntax tree. The scopes of LLVM IR are simple: `@x`, `!1` and `#1` belong
// to the module, `%x` to its function. So one walk over the tree finds all places of each name, and
// no general resolution of names (`names.h`) is needed.
#include "passes/llvm/llvm.h"

#include <algorithm>
#include <unordered_set>

namespace whittle::llvm {

Module::Module(const Source& source, std::uint32_t file) : source_(&source), file_(file) {
  const Tree& tree = this->tree();
  std::unordered_set<std::string_view> defined;
  for (NodeId node : tree.children(Tree::root())) {
    const std::string_view kind = tree.kind_name(node);
    if (kind == "fn_define") read_function(node);
    const bool is_function = kind == "fn_define" || kind == "declare";
    const NodeId inside = is_function ? child(node, "function_header") : node;
    if (inside == no_node) continue;
    for (NodeId leaf : tree.children(inside)) {
      if (!is(leaf, "global_var") && !is(leaf, "metadata_ref") && !is(leaf, "attr_ref")) continue;
      // The first leaf is the defined name; leaves after it are uses.
      if (defined.insert(text(leaf)).second) definitions_.push_back({node, leaf});
      break;
    }
  }
  for (NodeId node = 0; node < tree.size(); ++node)
    if (is(node, "global_var") || is(node, "metadata_ref") || is(node, "attr_ref"))
      places_[text(node)].push_back(node);
}

// A function whose tree has no header or no body did not parse. It is left out, and other passes
// may still remove it.
void Module::read_function(NodeId node) {
  const Tree& tree = this->tree();
  Function function{node, child(node, "function_header"), child(node, "function_body"), {}, {}};
  if (function.header == no_node || function.body == no_node) return;
  for (NodeId part : tree.children(function.body)) {
    if (is(part, "label")) {
      const std::string_view label = text(part);
      function.blocks.push_back(
          {part, "%" + std::string(label.substr(0, label.find_last_not_of(": ") + 1)), {}});
    } else if (is(part, "instruction")) {
      if (function.blocks.empty()) function.blocks.emplace_back();
      function.blocks.back().instructions.push_back(part);
      instructions_.push_back(part);
    }
  }
  // A label without instructions is broken code. The function is read without that block.
  std::erase_if(function.blocks, [](const Block& block) { return block.instructions.empty(); });
  // `%struct.s` is spelled like a value but is a type, and types belong to the module.
  for (NodeId leaf = node; leaf < tree[node].subtree_end; ++leaf)
    if (is(leaf, "local_var") && !is(source_->parent(leaf), "type"))
      function.places[text(leaf)].push_back(leaf);
  functions_.push_back(std::move(function));
}

NodeId Module::around(NodeId node, std::string_view kind) const {
  for (int levels = 0; levels < 8 && node != no_node; ++levels, node = source_->parent(node))
    if (is(node, kind)) return node;
  return no_node;
}

std::vector<NodeId> Module::children(NodeId node, std::string_view kind) const {
  std::vector<NodeId> found;
  for (NodeId child : tree().children(node))
    if (is(child, kind)) found.push_back(child);
  return found;
}

NodeId Module::child(NodeId node, std::string_view kind) const {
  for (NodeId child : tree().children(node))
    if (is(child, kind)) return child;
  return no_node;
}

Leaves Module::uses(const Definition& definition) const {
  const auto found = places_.find(text(definition.name));
  Leaves leaves = found == places_.end() ? Leaves{} : found->second;
  std::erase(leaves, definition.name);
  return leaves;
}

// Two leaves are no uses: that of `%x = ...`, a child of its instruction, and parameters in the
// header.
Leaves Module::uses(const Function& function, std::string_view name) const {
  const auto found = function.places.find(name);
  Leaves leaves = found == function.places.end() ? Leaves{} : found->second;
  std::erase_if(leaves, [&](NodeId leaf) {
    return is(source_->parent(leaf), "instruction") ||  // %x = ...
           tree().contains(function.header, leaf);
  });
  return leaves;
}

const Function* Module::function_of(NodeId node) const {
  const auto after = std::ranges::upper_bound(functions_, node, {}, &Function::node);
  if (after == functions_.begin()) return nullptr;
  const Function& before = *std::prev(after);
  return tree().contains(before.node, node) ? &before : nullptr;
}

NodeId Module::instruction_of(NodeId node) const {
  const auto after = std::ranges::upper_bound(instructions_, node);
  if (after == instructions_.begin()) return no_node;
  return tree().contains(*std::prev(after), node) ? *std::prev(after) : no_node;
}

NodeId Module::operation(NodeId instruction) const {
  for (NodeId child : tree().children(instruction))
    if (tree().kind_name(child).starts_with("instruction_")) return child;
  return no_node;
}

// The called function comes before the list of arguments. A leaf after it is an argument, whose
// function is passed and not called.
NodeId Module::arguments_for(NodeId leaf) const {
  const NodeId instruction = instruction_of(leaf);
  const NodeId call = instruction == no_node ? no_node : operation(instruction);
  if (call == no_node) return no_node;
  const std::vector<NodeId> lists = children(call, "argument_list");
  return lists.size() == 1 && leaf < lists.front() ? lists.front() : no_node;
}

bool Module::is_last(NodeId instruction) const {
  const NodeId node = operation(instruction);
  if (node == no_node) return false;
  constexpr std::string_view last[] = {
      "instruction_unreachable", "instruction_ret",        "instruction_br",
      "instruction_resume",      "instruction_indirectbr", "instruction_switch",
      "instruction_invoke",      "instruction_cleanupret", "instruction_catchret",
      "instruction_catchswitch", "instruction_callbr"};
  return std::ranges::find(last, tree().kind_name(node)) != std::end(last);
}

std::string_view Module::result(NodeId instruction) const {
  const NodeId first = tree().first_child(instruction);
  return is(first, "local_var") ? text(first) : std::string_view();
}

}  // namespace whittle::llvm
