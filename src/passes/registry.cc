#include <algorithm>
#include <vector>

#include "passes/clang_delta.h"
#include "passes/name_passes.h"
#include "passes/pass.h"
#include "passes/text_passes.h"
#include "passes/tree_passes.h"

namespace whittle {
namespace {

// In the order `--list-passes` prints them: coarse before fine; those of clang_delta follow.
constexpr Pass rows[] = {
    {"comments", "delete comments", "any text", text::comments},
    {"tree-children", "delete nodes of the syntax tree, with their separators", "trees",
     find_tree_children},
    {"line-blocks", "delete paragraphs and indented blocks", "any text", text::line_blocks},
    {"lines", "delete lines", "any input", text::lines},
    {"duplicate-lines", "delete lines that stand further up already", "any text",
     text::duplicate_lines},
    {"unwrap-blocks", "put the inside of an indented block in its place", "any text",
     text::unwrap_blocks},
    {"delete-groups", "delete (...), [...], {...} and <...>", "any text", text::delete_groups},
    {"empty-groups", "delete what is inside brackets", "any text", text::empty_groups},
    {"strip-groups", "delete a pair of brackets and keep what is inside", "any text",
     text::strip_groups},
    {"zero-groups", "replace brackets and what is inside by 0", "any text", text::zero_groups},
    {"between-repeats", "delete from a token up to where it comes again", "any text",
     text::between_repeats},
    {"drop-file", "drop a file", "several files", names::drop_file},
    {"drop-file-mentions", "drop a file with the lines that include, import or name it",
     "several files", names::drop_file_and_mentions},
    {"inline-include", "put a file in place of the only #include of it", "several files: C, C++",
     names::inline_include},
    {"statements", "delete declarations and statements", "trees", names::statements},
    {"imports", "delete imports, includes, usings", "trees", names::imports},
    {"unused", "delete declarations nobody uses", "trees", names::unused},
    {"with-uses", "delete a declaration with all statements that use it", "trees",
     names::with_uses},
    {"body-to-declaration", "replace a function's body by ; or the least that fits any type",
     "trees", names::body_to_declaration},
    {"empty-body", "empty the body of a function", "trees", names::empty_body},
    {"inline-call", "put what a one-line function returns in place of all its calls", "trees",
     names::inline_call},
    {"unwrap", "put the inside of a namespace, module or extern block in its place", "trees",
     names::unwrap},
    {"parameters", "delete a parameter with its argument at every call", "trees",
     names::parameters},
    {"parameters-with-uses", "the same, with the statements that use the parameter", "trees",
     names::parameters_with_uses},
    {"type-parameters", "delete a template or generic parameter with its arguments", "trees",
     names::type_parameters},
    {"fields", "delete a field with its values in initialisers", "trees", names::fields},
    {"keys", "delete a key everywhere", "trees", names::keys},
    {"attributes", "delete attributes, annotations and decorators", "trees", names::attributes},
    {"modifiers", "delete const, static, public and their like", "trees", names::modifiers},
    {"base-classes", "delete base classes", "trees", names::base_classes},
    {"class-to-struct", "make a class a struct without access specifiers", "C++",
     names::class_to_struct},
    {"alias", "put its target in place of a type alias", "trees", names::alias},
    {"define-at-use", "put the definition of a type where it is first used", "C, C++, TypeScript",
     names::define_at_use},
    {"type-to-shortest", "replace a type by int or what is shortest in the language", "trees",
     names::type_to_shortest},
    {"type-to-shortest-all", "the same for all of a type, whose declaration goes", "trees",
     names::type_to_shortest_everywhere},
    {"inline-constant", "put its value in place of a constant", "trees", names::inline_constant},
    {"pointer-to-value", "make a pointer a plain variable", "trees", names::pointer_to_value},
    {"array-to-scalar", "make an array a plain variable", "trees", names::array_to_scalar},
    {"return-nothing", "let a function return nothing", "trees", names::return_nothing},
    {"merge-names", "use the first of the names that are declared alike for another", "trees",
     names::merge_names},
    {"merge-neighbours", "use the name before among those that are declared alike", "trees",
     names::merge_neighbours},
    {"smt-commands", "delete commands", "SMT-LIB, Lisp", smt::commands},
    {"smt-eliminate", "delete a declared name with all commands that use it", "SMT-LIB",
     smt::eliminate_variable},
    {"smt-by-equality", "replace a variable by what an assertion says it equals", "SMT-LIB",
     smt::eliminate_by_equality},
    {"smt-inline-define", "put its body in place of a defined function", "SMT-LIB",
     smt::inline_define},
    {"smt-inline-let", "put its value in place of what a let binds", "SMT-LIB", smt::inline_let},
    {"smt-first-child", "put the first part of the same sort in place of a term", "SMT-LIB, Lisp",
     smt::first_child_for_parent},
    {"smt-last-child", "put the last part of the same sort in place of a term", "SMT-LIB, Lisp",
     smt::last_child_for_parent},
    {"smt-middle-child", "put a middle part of the same sort in place of a term", "SMT-LIB, Lisp",
     smt::middle_child_for_parent},
    {"smt-constant", "replace a term by the least of its sort", "SMT-LIB", smt::constants_by_sort},
    {"smt-false", "replace a formula by false", "SMT-LIB", smt::formula_to_false},
    {"smt-arguments", "delete arguments of and, or, + and their like", "SMT-LIB", smt::arguments},
    {"hoist", "put the heaviest descendant that fits in place of a node", "trees", find_hoists<0>},
    {"flatten", "put the statements of a block in place of what it belongs to", "trees",
     find_flattenings},
    {"hoist-2", "put the next heaviest descendant that fits in place of a node", "trees",
     find_hoists<1>},
    {"hoist-3", "put the third heaviest descendant that fits in place of a node", "trees",
     find_hoists<2>},
    {"stand-in", "put the shortest text the grammar allows in place of a node", "trees",
     find_stand_ins},
    {"same-kind", "put the lightest node of the same kind in place of a node", "trees",
     find_same_kind},
    {"sibling-windows", "delete two to four neighbouring nodes at once", "trees",
     find_sibling_windows},
    {"token-windows-16", "delete 16 tokens in a row", "any text", text::token_windows<16>},
    {"token-windows-15", "delete 15 tokens in a row", "any text", text::token_windows<15>},
    {"token-windows-14", "delete 14 tokens in a row", "any text", text::token_windows<14>},
    {"token-windows-13", "delete 13 tokens in a row", "any text", text::token_windows<13>},
    {"token-windows-12", "delete 12 tokens in a row", "any text", text::token_windows<12>},
    {"token-windows-11", "delete 11 tokens in a row", "any text", text::token_windows<11>},
    {"token-windows-10", "delete 10 tokens in a row", "any text", text::token_windows<10>},
    {"token-windows-9", "delete 9 tokens in a row", "any text", text::token_windows<9>},
    {"token-windows-8", "delete 8 tokens in a row", "any text", text::token_windows<8>},
    {"token-windows-7", "delete 7 tokens in a row", "any text", text::token_windows<7>},
    {"token-windows-6", "delete 6 tokens in a row", "any text", text::token_windows<6>},
    {"token-windows-5", "delete 5 tokens in a row", "any text", text::token_windows<5>},
    {"token-windows-4", "delete 4 tokens in a row", "any text", text::token_windows<4>},
    {"token-windows-3", "delete 3 tokens in a row", "any text", text::token_windows<3>},
    {"token-windows-2", "delete 2 tokens in a row", "any text", text::token_windows<2>},
    {"token-windows-1", "delete single tokens", "any text", text::token_windows<1>},
    {"stand-in-0", "replace values, with calls and members, by 0", "any text",
     text::zero_stand_ins},
    {"stand-in-string", "replace values, with calls and members, by \"\"", "any text",
     text::string_stand_ins},
    {"stand-in-list", "replace values, with calls and members, by []", "any text",
     text::list_stand_ins},
    {"numbers-to-0", "replace numbers by 0", "any text", text::numbers_to_zero},
    {"numbers-to-1", "replace numbers by 1", "any text", text::numbers_to_one},
    {"plain-numbers", "make numbers decimal, without suffix or fraction", "any text",
     text::plain_numbers},
    {"halve-numbers", "halve numbers", "any text", text::lower_numbers<1>},
    {"lower-numbers-4", "make numbers less by a quarter", "any text", text::lower_numbers<2>},
    {"lower-numbers-16", "make numbers less by a sixteenth", "any text", text::lower_numbers<4>},
    {"lower-numbers-256", "make numbers less by a 256th", "any text", text::lower_numbers<8>},
    {"empty-strings", "empty strings", "any text", text::empty_strings},
    {"front-of-strings", "keep the first half of strings", "any text", text::front_of_strings},
    {"back-of-strings", "keep the second half of strings", "any text", text::back_of_strings},
    {"bytes", "delete bytes of binary files", "binary input", text::bytes},
    {"chars", "delete characters inside words, numbers and strings", "any text", text::chars},
    {"rename-short", "rename to a, b, c ...", "trees", names::rename_short},
    {"blank", "delete blank lines and blanks at the end of lines", "any text", text::blank},
    {"spaces", "delete blanks that code is not written with, as in f ( x )", "any text",
     text::spaces},
    {"indentation", "delete indentation", "any text", text::indentation},
};

}  // namespace

std::span<const Pass> passes() {
  static const std::vector<Pass> all = [] {
    std::vector<Pass> list(std::begin(rows), std::end(rows));
    list.insert(list.end(), clang::passes().begin(), clang::passes().end());
    return list;
  }();
  return all;
}

const Pass* find_pass(std::string_view name) {
  const auto found = std::ranges::find(passes(), name, &Pass::name);
  return found == passes().end() ? nullptr : &*found;
}

}  // namespace whittle
