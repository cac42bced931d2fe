// LLVM IR refuses most plain removals: a value that is still used cannot be removed, a missing
// number is an error, and phis must list exactly the blocks that jump to theirs. So numbers become
// names first, uses of a removed value become `undef` as in llvm-reduce, and an edit that removes a
// jump also removes the matching entries of phis.
//
// Each edit must leave a valid module by itself: a candidate that the parser of LLVM refuses tells
// nothing about the bug.
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "passes/edit_maker.h"
#include "passes/llvm/llvm.h"
#include "passes/llvm/llvm_edits.h"
#include "passes/names/name_passes.h"

namespace whittle::llvm {
namespace {

/// The edits that `list(edits, module)` adds for each module.
template <typename List>
Found in_modules(const Subject& subject, List list) {
  return in_files(
      subject, [](const Language& language) { return language.is_any(Dialect::llvm); },
      [&](EditMaker& edits, const Source& source, std::uint32_t file) {
        list(edits, Module(source, file));
      });
}

// `undef` fits every type, so no type must be known at the uses.
void use_nothing(EditMaker& edits, const Module& module, const Leaves& uses) {
  for (NodeId use : uses) edits.replace(module.at(use), "undef");
}

// A phi without any pair is not allowed, so the last pair is removed with the whole phi.
/// Removes the pair `[ %x, %block ]` from a phi, given the leaf `%block`.
void remove_from_phi(EditMaker& edits, const Module& module, NodeId leaf) {
  const Source& source = module.source();
  const Tree& tree = module.tree();
  NodeId open = leaf;
  while (open != no_node && !source.is_token(open, "[")) open = source.previous(open);
  const NodeId close = source.next(leaf);
  if (open == no_node || !source.is_token(close, "]")) return;
  if (const NodeId comma = source.next(close);
      source.is_token(comma, ",") && source.next(comma) != no_node)
    edits.change(module.file(), tree[open].begin, tree[source.next(comma)].begin);
  else if (const NodeId before = source.previous(open); source.is_token(before, ","))
    edits.change(module.file(), tree[before].begin, tree[close].end);
  else
    remove_instruction(edits, module, module.instruction_of(leaf));
}

/// Control no longer goes from one block to the other: removes the entries for `from` in the phis
/// of `to`.
void remove_edge(EditMaker& edits, const Module& module, const Block& from, const Block& to) {
  for (NodeId instruction : to.instructions) {
    const NodeId phi = module.operation(instruction);
    if (!module.is(phi, "instruction_phi")) continue;
    for (NodeId leaf : module.children(phi, "local_var"))
      if (module.text(leaf) == from.name) remove_from_phi(edits, module, leaf);
  }
}

const Block* find_block(const Function& function, std::string_view name) {
  const auto found = std::ranges::find(function.blocks, name, &Block::name);
  return found == function.blocks.end() ? nullptr : &*found;
}

/// The block that an operand `label %x` names; empty if the operand is no label.
std::string_view label_in(const Module& module, NodeId operand) {
  if (!module.text(operand).starts_with("label")) return {};
  for (NodeId node = operand; node < module.tree()[operand].subtree_end; ++node)
    if (module.is(node, "local_var")) return module.text(node);
  return {};
}

/// Turns `invoke ... to label %a unwind label %b` into `call ...`, followed by the instruction
/// `then`.
void call_and_then(EditMaker& edits, const Module& module, NodeId invoke, const std::string& then) {
  const Source& source = module.source();
  for (NodeId part : module.tree().children(invoke)) {
    if (source.is_token(part, "invoke")) edits.replace(module.at(part), "call");
    if (source.is_token(part, "to"))
      edits.change(module.file(), module.tree()[part].begin, module.tree()[invoke].end,
                   "\n" + then);
  }
}

/// Removes a block from the targets of a jump. False if that is not possible.
bool forget_target(EditMaker& edits, const Module& module, NodeId instruction, NodeId leaf) {
  const Tree& tree = module.tree();
  const NodeId node = module.operation(instruction);
  const NodeId target = module.around(leaf, "type_and_value");
  if (node == no_node || target == no_node) return false;
  const std::vector<NodeId> operands = module.children(node, "type_and_value");
  const auto at = std::ranges::find(operands, target) - operands.begin();
  if (module.is(node, "instruction_br") && operands.size() == 3 && at > 0) {
    // Both targets are the removed block: nothing is left to branch to.
    if (label_in(module, operands[1]) == label_in(module, operands[2])) {
      edits.replace(module.at(node), "unreachable");
    } else {
      edits.change(module.file(), tree[operands[0]].begin, tree[operands[1]].begin);
      edits.change(module.file(), at == 1 ? tree[operands[1]].begin : tree[operands[1]].end,
                   at == 1 ? tree[operands[2]].begin : tree[operands[2]].end);
    }
    return true;
  }
  if (module.is(node, "instruction_invoke") && operands.size() == 2) {
    call_and_then(edits, module, node,
                  at == 0 ? "unreachable" : "br " + std::string(module.text(operands[0])));
    return true;
  }
  const bool is_switch = module.is(node, "instruction_switch");
  if ((module.is(node, "instruction_br") && operands.size() == 1) || (is_switch && at == 1)) {
    edits.replace(module.at(node), "unreachable");
    return true;
  }
  // A switch has its value, its default target, and then pairs of a case and a target.
  if (!is_switch || at < 3) return false;
  edits.change(module.file(), tree[operands[static_cast<std::size_t>(at) - 1]].begin,
               tree[target].end);
  return true;
}

/// Whether this is the number of an unnamed value, as LLVM counts them in a function.
bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

/// Names for the numbers of a function, by number.
std::map<std::size_t, std::string> names_for_numbers(const Function& function) {
  std::unordered_set<std::string> taken;
  std::map<std::size_t, std::string> names;
  const auto take = [&](std::string name) {
    if (is_number(name))
      names[std::stoul(name)];
    else
      taken.insert(std::move(name));
  };
  for (const auto& [name, places] : function.places) take(std::string(name.substr(1)));
  for (const Block& block : function.blocks)
    if (block.label != no_node) take(block.name.substr(1));
  std::size_t next = 0;
  for (auto& [number, name] : names) do
      name = short_name(next++, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    while (taken.contains(name));
  return names;
}

void name_values(EditMaker& edits, const Module& module, const Function& function) {
  const Tree& tree = module.tree();
  const BytesView bytes = *tree.bytes();
  const std::map<std::size_t, std::string> names = names_for_numbers(function);
  if (names.empty()) return;
  const auto name_of = [&](std::string_view number) {
    return names.at(std::stoul(std::string(number)));
  };
  // Parameters and the first block may have numbers that are not written. Every number must get its
  // name at once, so these get a written name too if something uses it.
  std::size_t number = 0;
  for (NodeId list : module.children(function.header, "argument_list"))
    for (NodeId parameter : module.children(list, "argument")) {
      const std::string_view text = module.text(parameter);
      if (text == "...") continue;
      const bool is_written = !module.children(parameter, "value").empty();
      if (is_written && !is_number(text.substr(text.rfind('%') + 1))) continue;
      if (!is_written && names.contains(number))
        edits.change(module.file(), tree[parameter].end, tree[parameter].end,
                     " %" + names.at(number));
      ++number;
    }
  for (const Block& block : function.blocks) {
    std::string label;
    if (block.label == no_node) {
      if (names.contains(number)) label = names.at(number) + ":\n";
    } else if (is_number(block.name.substr(1))) {
      std::uint64_t end = tree[block.label].end;
      // The comment `; preds = %1` would mention numbers that no longer exist. Removing it also
      // makes room for labels that become longer.
      if (const NodeId comment = tree[block.label].next_sibling;
          module.is(comment, "comment") && module.text(comment).starts_with("; preds"))
        end = tree[comment].end;
      edits.change(module.file(), tree[block.label].begin, end,
                   name_of(block.name.substr(1)) + ":");
    }
    // Every edit must make the text smaller, and names may be as long as their numbers, so the
    // indentation is removed too.
    for (NodeId instruction : block.instructions) {
      const std::uint64_t end = tree[instruction].begin;
      std::uint64_t begin = end;
      while (bytes[begin - 1] == ' ') --begin;
      if (begin == end && !label.empty()) label.insert(label.begin(), bytes[--begin]);
      if (begin != end) edits.change(module.file(), begin, end, std::exchange(label, {}));
    }
  }
  for (const auto& [name, places] : function.places)
    if (is_number(name.substr(1)))
      for (NodeId place : places) edits.replace(module.at(place), "%" + name_of(name.substr(1)));
}

}  // namespace

void remove_instruction(EditMaker& edits, const Module& module, NodeId instruction) {
  edits.remove(module.at(instruction));
  const std::string_view result = module.result(instruction);
  if (const Function* function = module.function_of(instruction); function && !result.empty())
    use_nothing(edits, module, module.uses(*function, result));
}

void remove_definition(EditMaker& edits, const Module& module, const Definition& definition) {
  edits.remove(module.at(definition.node));
  for (NodeId use : module.uses(definition)) {
    const NodeId up = module.source().parent(use);
    const NodeId instruction = module.instruction_of(use);
    if (module.is(up, "attribute"))
      edits.cut(module.at(up));
    else if (module.is(use, "metadata_ref")) {
      NodeId attached = module.around(use, "metadata_refs");
      if (attached == no_node) attached = module.around(use, "metadata_attachment");
      if (attached != no_node)
        edits.cut(module.at(attached));
      else if (instruction != no_node)
        remove_instruction(edits, module, instruction);
      else
        edits.replace(module.at(up), "null");
    } else if (module.arguments_for(use) != no_node &&
               module.does(instruction, "instruction_call")) {
      remove_instruction(edits, module, instruction);
    } else {
      edits.replace(module.at(use), "undef");
    }
  }
}

// A declaration has neither linkage such as `internal`, nor a personality, nor a comdat, so these
// are removed with the body.
void remove_body(EditMaker& edits, const Module& module, const Function& function) {
  const Tree& tree = module.tree();
  edits.replace(module.at(tree.first_child(function.node)), "declare");
  for (NodeId part : tree.children(function.header))
    if (module.is(part, "linkage") ||
        (module.is(part, "attribute") &&
         (module.text(part).starts_with("personality") || module.text(part).starts_with("comdat"))))
      edits.cut(module.at(part));
  // Two changes, because the removal of the last attribute includes the blank behind it.
  const std::uint64_t end = tree[function.header].end;
  const std::uint64_t after = tree.bytes()->find_first_not_of(' ', end);
  edits.change(module.file(), end, after);
  edits.change(module.file(), after, tree[function.node].end);
}

bool has_numbers(const Function& function) {
  return std::ranges::any_of(function.places,
                             [](const auto& place) { return is_number(place.first.substr(1)); }) ||
         std::ranges::any_of(function.blocks, [](const Block& block) {
           return block.label != no_node && is_number(block.name.substr(1));
         });
}

/// %1 = add i32 %0, 1   ->   %b = add i32 %a, 1
Found numbers_to_names(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions()) {
      name_values(edits, module, function);
      edits.finish();
    }
  });
}

/// define internal i32 @f() { ret i32 0 }   ->   declare i32 @f()
Found define_to_declare(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions()) {
      remove_body(edits, module, function);
      edits.finish();
    }
  });
}

/// @g = global i32 0 ... load i32, i32* @g   ->   load i32, i32* undef
Found definitions(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Definition& definition : module.definitions()) {
      remove_definition(edits, module, definition);
      edits.finish();
    }
  });
}

/// %y = add i32 %x, 1   ret i32 %y   ->   ret i32 undef
Found instructions(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions())
      for (const Block& block : function.blocks)
        for (NodeId instruction : block.instructions) {
          if (module.is_last(instruction)) continue;
          remove_instruction(edits, module, instruction);
          edits.finish();
        }
  });
}

/// br i1 %c, label %a, label %b   a: ...   ->   br label %b
Found blocks(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions())
      // The function begins with its first block, which therefore cannot be removed.
      for (std::size_t i = 1; i < function.blocks.size(); ++i) {
        const Block& block = function.blocks[i];
        edits.remove(module.at(block.label));
        for (NodeId instruction : block.instructions)
          remove_instruction(edits, module, instruction);
        bool can = true;
        for (NodeId use : module.uses(function, block.name)) {
          const NodeId instruction = module.instruction_of(use);
          if (instruction == no_node || std::ranges::count(block.instructions, instruction))
            continue;
          if (module.is(module.source().parent(use), "instruction_phi"))
            remove_from_phi(edits, module, use);
          else
            can = forget_target(edits, module, instruction, use) && can;
        }
        can ? static_cast<void>(edits.finish()) : edits.forget();
      }
  });
}

namespace {

/// Makes branches unconditional: they go to the target with that number, or to the last if there
/// are fewer.
Found one_way(const Subject& subject, std::size_t way) {
  return in_modules(subject, [way](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions())
      for (const Block& block : function.blocks) {
        const NodeId node = module.operation(block.instructions.back());
        const bool is_invoke = module.is(node, "instruction_invoke");
        if (!module.is(node, "instruction_br") && !module.is(node, "instruction_switch") &&
            !(is_invoke && way == 0))
          continue;
        std::vector<std::string_view> targets;
        for (NodeId operand : module.children(node, "type_and_value"))
          if (const std::string_view label = label_in(module, operand); !label.empty())
            targets.push_back(label);
        if (targets.size() < 2) continue;
        const std::string_view kept = targets[std::min(way, targets.size() - 1)];
        const std::string jump = "br label " + std::string(kept);
        if (is_invoke)
          call_and_then(edits, module, node, jump);
        else
          edits.replace(module.at(node), jump);
        std::ranges::sort(targets);
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
        for (std::string_view target : targets)
          if (const Block* to = target == kept ? nullptr : find_block(function, target))
            remove_edge(edits, module, block, *to);
        edits.finish();
      }
  });
}

}  // namespace

/// br i1 %c, label %a, label %b   ->   br label %a
Found branch_to_first(const Subject& subject) {
  return one_way(subject, 0);
}

/// br i1 %c, label %a, label %b   ->   br label %b
Found branch_to_second(const Subject& subject) {
  return one_way(subject, 1);
}

/// br label %a   a: ret void   ->   ret void
Found join_blocks(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Function& function : module.functions()) {
      // Blocks that were moved, and their targets: one edit for each block.
      std::unordered_set<const Block*> moved;
      for (const Block& block : function.blocks) {
        if (block.label == no_node || &block == &function.blocks.front()) continue;
        Leaves in_phis, elsewhere;
        for (NodeId use : module.uses(function, block.name))
          (module.is(module.source().parent(use), "instruction_phi") ? in_phis : elsewhere)
              .push_back(use);
        if (elsewhere.size() != 1) continue;
        const NodeId jump = module.instruction_of(elsewhere.front());
        if (jump == no_node || !module.does(jump, "instruction_br") ||
            module.children(module.operation(jump), "type_and_value").size() != 1)
          continue;
        const auto before = std::ranges::find_if(
            function.blocks, [&](const Block& one) { return one.instructions.back() == jump; });
        if (before == function.blocks.end() || &*before == &block ||
            (before->name.empty() && !in_phis.empty()))
          continue;
        // If the block follows directly, only the jump and the label are removed, and a phi becomes
        // the one value that it can have. Otherwise the instructions of the block replace the jump.
        if (&block == &*before + 1) {
          edits.remove(module.at(jump));
          edits.remove(module.at(block.label));
          for (NodeId instruction : block.instructions) {
            if (!module.does(instruction, "instruction_phi")) continue;
            const std::vector<NodeId> values =
                module.children(module.operation(instruction), "value");
            if (values.empty()) continue;
            edits.remove(module.at(instruction));
            for (NodeId use : module.uses(function, module.result(instruction)))
              edits.replace(module.at(use), std::string(module.text(values.front())));
          }
        } else {
          if (moved.contains(&block) || moved.contains(&*before) ||
              module.does(block.instructions.front(), "instruction_phi"))
            continue;
          moved.insert({&block, &*before});
          const Tree& tree = module.tree();
          const std::uint64_t begin = tree[block.instructions.front()].begin,
                              end = tree[block.instructions.back()].end;
          edits.replace(module.at(jump), tree.bytes()->substr(begin, end - begin));
          edits.remove(module.at(block.label));
          edits.change(module.file(), begin, end);
        }
        for (NodeId use : in_phis) edits.replace(module.at(use), before->name);
        edits.finish();
      }
    }
  });
}

// Labels and metadata are values in the grammar, but have no `undef`.
/// add i32 %x, %y   ->   add i32 undef, %y
Found operands(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    const Tree& tree = module.tree();
    for (NodeId node = 0; node < tree.size(); ++node) {
      if (!module.is(node, "value")) continue;
      const NodeId up = module.source().parent(node);
      if (module.text(up).starts_with("label") || module.text(up).starts_with("metadata")) continue;
      const NodeId instruction = module.instruction_of(node);
      if (instruction == no_node) {
        // Outside of functions, only the initial values of globals are operands.
        if (!module.is(module.source().parent(up), "global_global")) continue;
        edits.replace(module.at(node), "zeroinitializer");
      } else {
        edits.replace(module.at(node), "undef");
      }
      edits.finish();
    }
  });
}

/// define void @f(i32 %x) ... call void @f(i32 1)   ->   define void @f() ... call void @f()
Found arguments(const Subject& subject) {
  return in_modules(subject, [](EditMaker& edits, const Module& module) {
    for (const Definition& definition : module.definitions()) {
      const NodeId header = module.source().parent(definition.name);
      if (!module.is(header, "function_header")) continue;
      const NodeId list = module.child(header, "argument_list");
      if (list == no_node) continue;
      const std::vector<NodeId> parameters = module.children(list, "argument");
      std::vector<std::vector<NodeId>> calls;
      bool only_called = true;  // a function whose address is taken may be called from anywhere
      for (NodeId use : module.uses(definition)) {
        const NodeId call = module.arguments_for(use);
        if (call != no_node) calls.push_back(module.children(call, "argument"));
        only_called = only_called && call != no_node && calls.back().size() == parameters.size();
      }
      if (!only_called) continue;
      const Function* function = module.function_of(definition.name);
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        edits.remove(module.at(parameters[i]));
        for (const std::vector<NodeId>& call : calls) edits.remove(module.at(call[i]));
        const std::string_view text = module.text(parameters[i]);
        if (function && text.rfind('%') != text.npos)
          use_nothing(edits, module, module.uses(*function, text.substr(text.rfind('%'))));
        edits.finish();
      }
    }
  });
}

}  // namespace whittle::llvm
