/// A module of LLVM's intermediate language, as far as the passes need it: its definitions, the
/// blocks of its functions, and the uses of each value.
///
///     const Module module(source, file);
///     for (const Function& function : module.functions())
///       for (const Block& block : function.blocks) ...
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "passes/names/names.h"

namespace whittle::llvm {

using Leaves = std::vector<NodeId>;

struct Block {
  NodeId label = no_node;            ///< `next:`; the first block of a function may have none
  std::string name;                  ///< `%next`; empty if it has no label
  std::vector<NodeId> instructions;  ///< at least one
};

struct Function {
  NodeId node = no_node;  ///< the whole definition
  NodeId header = no_node, body = no_node;
  std::vector<Block> blocks;
  /// Leaves that name a parameter, a value or a block, including its definition but not labels.
  std::unordered_map<std::string_view, Leaves> places;
};

/// `@x = global ...`, `declare ...`, `define ...`, `!1 = ...`, `attributes #1 = ...`
struct Definition {
  NodeId node = no_node;
  NodeId name = no_node;  ///< a leaf
};

class Module {
 public:
  /// Requires: the file's language is LLVM.
  Module(const Source& source, std::uint32_t file);

  const Source& source() const { return *source_; }
  const Tree& tree() const { return source_->tree(); }
  Place at(NodeId node) const { return {file_, node}; }
  std::uint32_t file() const { return file_; }
  std::string_view text(NodeId node) const { return source_->text(node); }
  bool is(NodeId node, std::string_view kind) const {
    return node != no_node && tree().kind_name(node) == kind;
  }
  /// The innermost node of that kind around a node, itself included; `no_node` if there is none
  /// within a few levels.
  NodeId around(NodeId node, std::string_view kind) const;
  /// The children of that kind, and the first of them; `no_node` if there is none.
  std::vector<NodeId> children(NodeId node, std::string_view kind) const;
  NodeId child(NodeId node, std::string_view kind) const;

  /// The first definition of each name.
  const std::vector<Definition>& definitions() const { return definitions_; }
  const std::vector<Function>& functions() const { return functions_; }
  /// Leaves that use a definition; the name in the definition is left out.
  Leaves uses(const Definition& definition) const;
  /// The same for a value or a block of a function: `%x`.
  Leaves uses(const Function& function, std::string_view name) const;
  /// The function around a node; nothing if it is in none.
  const Function* function_of(NodeId node) const;

  /// The instruction that a node is in; `no_node` if it is in none.
  NodeId instruction_of(NodeId node) const;
  /// The kind of an instruction, as `instruction_br`.
  NodeId operation(NodeId instruction) const;
  bool does(NodeId instruction, std::string_view what) const {
    return is(operation(instruction), what);
  }
  /// The list of arguments of the call whose function a leaf names; `no_node` if it names none.
  NodeId arguments_for(NodeId leaf) const;
  /// Whether the instruction ends a block.
  bool is_last(NodeId instruction) const;
  /// The value that an instruction defines, `%x`; empty if it defines none.
  std::string_view result(NodeId instruction) const;

 private:
  void read_function(NodeId node);

  const Source* source_;
  std::uint32_t file_;
  std::vector<Definition> definitions_;
  std::vector<Function> functions_;                      // in order
  std::vector<NodeId> instructions_;                     // of all functions, in order
  std::unordered_map<std::string_view, Leaves> places_;  // of globals, metadata and attributes
};

}  // namespace whittle::llvm
