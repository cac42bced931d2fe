/// The passes that know names: declarations, uses, calls, types, files, S-expressions.
///
/// Most of their edits are coupled: the declarations and the uses of a name change together, in all
/// files. Each lists edits that can be applied in any combination; where a place can be rewritten
/// in several ways each way is a pass of its own, or the outer one wins.
#pragma once

#include "passes/pass.h"

namespace whittle::names {

// names/unused.cc
Found statements(const Subject& subject);
Found unused(const Subject& subject);

// names/orphans.cc
Found with_orphans(const Subject& subject);

// names/functions.cc
Found body_to_declaration(const Subject& subject);
Found empty_body(const Subject& subject);
Found inline_call(const Subject& subject);

// names/parameters.cc
Found parameters(const Subject& subject);
Found type_parameters(const Subject& subject);

// names/keys.cc
Found keys(const Subject& subject);

// names/trimmings.cc
Found imports(const Subject& subject);
Found modifiers(const Subject& subject);
Found class_to_struct(const Subject& subject);

// names/types.cc
Found type_to_shortest(const Subject& subject);
Found type_to_shortest_everywhere(const Subject& subject);
Found concepts(const Subject& subject);

// names/alias.cc
Found alias(const Subject& subject);
Found define_at_use(const Subject& subject);

// names/values.cc
Found inline_constant(const Subject& subject);

// names/defaults.cc
Found default_values(const Subject& subject);

// names/unwrap.cc
Found unwrap(const Subject& subject);

// names/references.cc
Found rename_values(const Subject& subject);
Found inline_definition(const Subject& subject);

// names/rename.cc
Found rename_short(const Subject& subject);

// files/drop.cc
Found drop_file(const Subject& subject);
Found drop_file_and_mentions(const Subject& subject);
Found drop_file_and_words(const Subject& subject);

// files/inline.cc
Found inline_include(const Subject& subject);

}  // namespace whittle::names

namespace whittle::smt {

// smt/commands.cc
Found commands(const Subject& subject);
Found eliminate_variable(const Subject& subject);
Found eliminate_by_equality(const Subject& subject);
Found function_to_constant(const Subject& subject);

}  // namespace whittle::smt

namespace whittle::llvm {

// llvm/llvm_passes.cc
Found numbers_to_names(const Subject& subject);
Found define_to_declare(const Subject& subject);
Found definitions(const Subject& subject);
Found instructions(const Subject& subject);
Found blocks(const Subject& subject);
Found branch_to_first(const Subject& subject);
Found branch_to_second(const Subject& subject);
Found join_blocks(const Subject& subject);
Found operands(const Subject& subject);
Found arguments(const Subject& subject);

}  // namespace whittle::llvm
