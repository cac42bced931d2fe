// A module of LLVM IR names everything that it uses, so its graph needs no compiler.
//
// - Pieces are definitions (functions, globals, metadata, groups of attributes), the bodies of
//   functions, and instructions that do not end a block. The end of a block and phis stay with the
//   body: they say where control goes.
// - Removing a piece leaves a valid module, because its uses become `undef`. So edges are not
//   needed for validity; they say which pieces belong together. An instruction needs what computes
//   its operands and what it names. What a jump depends on is kept in phases that keep functions
//   working, and so is what is stored to the variable that an instruction reads.
// - Metadata and attributes are attached to nearly everything and hardly ever matter: only the
//   careful first phase keeps them. Metadata needs the metadata that it mentions.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "closure/providers.h"
#include "passes/llvm/llvm_edits.h"

namespace whittle::closure {
namespace {

using Id = Graph::Id;
using enum Strength;
using llvm::Block;
using llvm::Definition;
using llvm::Function;
using llvm::Module;

class GraphOfModule {
 public:
  GraphOfModule(const Subject& subject, const Source& source, std::uint32_t file,
                const Names& names)
      : module_(source, file), edits_(names, subject.goal) {}

  std::optional<PieceGraph> make() {
    if (std::ranges::any_of(module_.functions(), llvm::has_numbers)) return std::nullopt;
    find_pieces();
    if (piece_of_.empty()) return std::nullopt;
    builder_.emplace(std::move(weights_));
    for (const Definition& definition : module_.definitions()) add_uses(definition);
    for (const Function& function : module_.functions()) add_body(function);
    PieceGraph made{edits_.take(), std::make_shared<const Graph>(builder_->build())};
    if (made.found.edits.size() != names_.size()) return std::nullopt;
    for (Id id = 0; id < names_.size(); ++id)
      if (!names_[id].empty()) made.names.push_back({id, std::string(names_[id])});
    return made;
  }

 private:
  static constexpr Id none = ~Id{0};

  /// Makes a piece of the changes of the current edit. Its tokens are those of `node`, less those
  /// of the pieces inside it.
  Id add_piece(NodeId node, std::string_view name, Id around) {
    if (!edits_.finish()) return none;
    const Weight weight = module_.tree()[node].weight;
    if (around != none) weights_[around] -= std::min(weights_[around], weight);
    weights_.push_back(weight);
    names_.push_back(name);
    return static_cast<Id>(names_.size() - 1);
  }

  void find_pieces() {
    std::map<NodeId, const Function*> functions;
    for (const Function& function : module_.functions()) functions[function.node] = &function;
    for (const Definition& definition : module_.definitions()) {
      remove_definition(edits_, module_, definition);
      const std::string_view name = module_.text(definition.name);
      const Id piece = add_piece(definition.node, name, none);
      if (piece == none) continue;
      piece_of_[definition.node] = piece;
      const auto function = functions.find(definition.node);
      if (function == functions.end()) continue;
      remove_body(edits_, module_, *function->second);
      const Id body = add_piece(function->second->body, name, piece);
      if (body == none) continue;
      body_of_[definition.node] = body;
      for (const Block& block : function->second->blocks)
        for (const NodeId instruction : block.instructions) {
          if (module_.is_last(instruction) || module_.does(instruction, "instruction_phi"))
            continue;
          remove_instruction(edits_, module_, instruction);
          const Id one = add_piece(instruction, module_.result(instruction), body);
          if (one != none) piece_of_[instruction] = one;
        }
    }
  }

  Id piece_of(NodeId node) const {
    const auto found = piece_of_.find(node);
    return found == piece_of_.end() ? none : found->second;
  }

  /// The innermost piece that a leaf is in.
  Id piece_around(NodeId leaf) const {
    if (const NodeId instruction = module_.instruction_of(leaf); instruction != no_node) {
      if (const Id piece = piece_of(instruction); piece != none) return piece;
      const auto body = body_of_.find(module_.function_of(leaf)->node);
      return body == body_of_.end() ? none : body->second;
    }
    NodeId top = leaf;
    while (top != no_node && module_.source().parent(top) != Tree::root())
      top = module_.source().parent(top);
    return top == no_node ? none : piece_of(top);
  }

  void add_uses(const Definition& definition) {
    const Id piece = piece_of(definition.node);
    if (piece == none) return;
    const bool is_code = module_.is(definition.name, "global_var");
    for (const NodeId use : module_.uses(definition)) {
      const Id user = piece_around(use);
      if (user == none || user == piece) continue;
      const bool is_inside_metadata = !is_code && module_.text(use).starts_with('!') &&
                                      module_.instruction_of(use) == no_node &&
                                      module_.function_of(use) == nullptr;
      builder_->needs(user, piece, is_code || is_inside_metadata ? tight : loose);
    }
  }

  void add_body(const Function& function) {
    const Id head = piece_of(function.node);
    const auto found = body_of_.find(function.node);
    if (head == none || found == body_of_.end()) return;
    const Id body = found->second;
    builder_->needs(body, head, tight);
    builder_->needs(head, body, bodies);
    for (const Block& block : function.blocks)
      for (const NodeId instruction : block.instructions)
        add_instruction(function, instruction, body);
  }

  void add_instruction(const Function& function, NodeId instruction, Id body) {
    const Id piece = piece_of(instruction);
    if (piece != none) {
      builder_->needs(piece, body, tight);
      builder_->needs(body, piece, loose);
    }
    if (piece == none || module_.result(instruction).empty()) return;
    for (const NodeId use : module_.uses(function, module_.result(instruction))) {
      const NodeId around = module_.instruction_of(use);
      const Id user = around == no_node ? none : piece_of(around);
      builder_->needs(user == none ? body : user, piece, user == none ? bodies : tight);
      // A value that is stored to a variable matters to the readers of the variable.
      if (user != none && module_.does(around, "instruction_store"))
        builder_->needs(piece, user, bodies);
    }
  }

  Module module_;
  EditMaker edits_;
  std::vector<Weight> weights_;
  std::vector<std::string_view> names_;      // of pieces
  std::unordered_map<NodeId, Id> piece_of_;  // by definition or instruction
  std::unordered_map<NodeId, Id> body_of_;   // by the definition of the function
  std::optional<GraphBuilder> builder_;
};

}  // namespace

std::optional<PieceGraph> from_llvm(const Subject& subject) {
  const SharedNames names = names_of(subject);
  if (names->files() != 1 || !names->source(0) ||
      !names->source(0)->tree().language().is_any(Dialect::llvm))
    return std::nullopt;
  return GraphOfModule(subject, *names->source(0), 0, *names).make();
}

}  // namespace whittle::closure
