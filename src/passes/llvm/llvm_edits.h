/// Removals in a module of LLVM IR that leave a valid module, for the passes and for the graph.
///
/// Each function adds its changes to an edit; the caller finishes the edit.
#pragma once

#include "passes/edit_maker.h"
#include "passes/llvm/llvm.h"

namespace whittle::llvm {

/// Uses of its value become `undef`, which fits every type.
void remove_instruction(EditMaker& edits, const Module& module, NodeId instruction);

/// Removes the definition with the calls, attributes and attachments that mention it. Other uses
/// become `undef`, in metadata `null`.
void remove_definition(EditMaker& edits, const Module& module, const Definition& definition);

/// Declares the function instead of defining it.
void remove_body(EditMaker& edits, const Module& module, const Function& function);

/// Whether a value or a block of the function has a number. If an instruction is removed, all later
/// numbers would be wrong.
bool has_numbers(const Function& function);

}  // namespace whittle::llvm
