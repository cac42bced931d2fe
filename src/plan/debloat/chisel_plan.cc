// CHISEL's rounds as a strategy. CHISEL walks over Clang's tree and runs its tests on the way. Here
// a walk is a work list of remembered nodes, so that the plan is a value that can be copied at
// every question.
//
// The order of all lists and tests is CHISEL's, not a better one: `debloat.cc` has our own plan.
#include "plan/debloat/chisel_plan.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "passes/edit_maker.h"
#include "passes/names/names.h"
#include "passes/names/needs.h"
#include "plan/debloat/chisel_dependences.h"
#include "plan/reductions.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

NodeId child_in(const Tree& tree, NodeId node, std::string_view field) {
  for (NodeId child : tree.children(node))
    if (tree.field_name(child) == field) return child;
  return no_node;
}

/// The statements of a block, without comments and lines of the preprocessor, which clang's tree
/// does not have.
std::vector<NodeId> statements_of(const Tree& tree, NodeId block) {
  std::vector<NodeId> statements;
  for (NodeId child : tree.children(block))
    if (tree[child].named && !tree[child].extra && !tree.kind_name(child).starts_with("preproc_"))
      statements.push_back(child);
  return statements;
}

/// `LocalReduction::filterElements`: lists contain neither declarations, of types too, nor empty
/// statements.
bool is_listed(const Tree& tree, NodeId statement) {
  const std::string_view kind = tree.kind_name(statement);
  return kind != "declaration" && kind != "type_definition" && !kind.ends_with("_specifier") &&
         tree.text(statement) != ";";
}

bool is_block(const Tree& tree, NodeId node) {
  return tree.kind_name(node) == "compound_statement";
}

/// Whether this block is the only statement of the block around it.
bool is_alone_in_block(const Tree& tree, NodeId node) {
  const NodeId around = tree[node].parent;
  return is_block(tree, node) && around != no_node && is_block(tree, around) &&
         statements_of(tree, around).size() == 1;
}

/// The nodes of all files for which `wanted` is true, in document order.
template <typename Wanted>
std::vector<RememberedNode> nodes_where(const Names& names, Wanted wanted) {
  std::vector<RememberedNode> nodes;
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* const source = names.source(file);
    for (NodeId node = 0; source && node < source->tree().size(); ++node)
      if (wanted(source->tree(), node)) nodes.push_back(remember(file, source->tree(), node));
  }
  return nodes;
}

/// The declaration of the variable that a leaf names; `no_node` if it names something else.
NodeId declaration_of_variable(const Source& source, NodeId leaf) {
  const Tree& tree = source.tree();
  for (NodeId node = source.parent(leaf); node != no_node; node = source.parent(node)) {
    const std::string_view kind = tree.kind_name(node);
    if (kind == "declaration") return node;
    if (kind != "pointer_declarator" && kind != "array_declarator" && kind != "init_declarator")
      return no_node;
  }
  return no_node;
}

bool has_word(const Tree& tree, NodeId declaration, std::string_view word) {
  return std::ranges::any_of(statements_of(tree, declaration),
                             [&](NodeId part) { return tree.text(part) == word; });
}

/// Whether a value is what `isConstant` of `DeadcodeElimination.cpp` accepts: a literal, or a cast
/// of one. A minus sign makes it an operation.
bool is_constant(const Tree& tree, NodeId value) {
  const std::string_view kind = tree.kind_name(value);
  if (kind == "cast_expression") return is_constant(tree, child_in(tree, value, "value"));
  return kind == "string_literal" || kind == "concatenated_string" || kind == "char_literal" ||
         kind == "compound_literal_expression" ||
         (kind == "number_literal" && !tree.text(value).starts_with('-'));
}

/// The list of the global reduction, in document order.
struct Globals {
  struct Element {
    bool is_main = false;
    bool is_null = false;  ///< a prototype, for which `FunctionDecl::getDefinition` gives nothing
    bool is_used = false;
  };
  std::map<Place, Element> elements;
  bool null_is_used = false;  ///< `UseInfo[nullptr]`
};

bool is_below(const Place& place, const Place& other) {
  return place.file == other.file && place.node > other.node;
}

/// Whether `wanted` is true for a declaration of the symbol between two places.
template <typename Wanted>
bool is_declared_between(const Symbol& symbol, const Place& above, const Place& below,
                         const Wanted& wanted) {
  return std::ranges::any_of(symbol.declarations, [&](const Place& leaf) {
    return is_below(leaf, above) && is_below(below, leaf) && wanted(leaf);
  });
}

/// Adds the definitions and prototypes of a function. A prototype below the definition, for which
/// CHISEL lists the definition once more, is left out.
void add_function(const Names& names, const Symbol& symbol, Globals& globals) {
  const auto is_definition = [&](const Place& leaf) {
    return declares_function(names, leaf) &&
           has_body(names, {leaf.file, names[leaf].statement(leaf.node)});
  };
  const auto is_defined_above = [&](const Place& place) {
    return is_declared_between(symbol, {place.file, Tree::root()}, place, is_definition);
  };
  bool is_function = false;
  for (const Place& leaf : symbol.declarations) {
    if (!declares_function(names, leaf)) continue;
    is_function = true;
    const bool has_code = is_definition(leaf);
    if (!has_code && is_defined_above(leaf)) continue;
    Globals::Element& element = globals.elements[{leaf.file, names[leaf].statement(leaf.node)}];
    element.is_main = symbol.name == "main";
    element.is_null = !has_code;
    element.is_used = has_code && std::ranges::any_of(symbol.uses, [&](const Place& use) {
                        return is_below(use, leaf);
                      });
  }
  if (is_function && !std::ranges::all_of(symbol.uses, is_defined_above))
    globals.null_is_used = true;
}

/// Adds the declarations of a variable with a place of its own: all outside of functions, and
/// inside those with `static` or `extern`.
void add_variable(const Names& names, const Symbol& symbol, Globals& globals) {
  const auto listed = [&](const Place& leaf) {
    const Source& source = names[leaf];
    const NodeId node = declaration_of_variable(source, leaf.node);
    const bool is_listed = node != no_node && (source.parent(node) == Tree::root() ||
                                               has_word(source.tree(), node, "static") ||
                                               has_word(source.tree(), node, "extern"));
    return is_listed && !declares_function(names, leaf) ? node : no_node;
  };
  const auto is_listed = [&](const Place& leaf) { return listed(leaf) != no_node; };
  for (const Place& leaf : symbol.declarations) {
    if (!is_listed(leaf)) continue;
    Globals::Element& element = globals.elements[{leaf.file, listed(leaf)}];
    element.is_used =
        element.is_used || std::ranges::any_of(symbol.uses, [&](const Place& use) {
          return is_below(use, leaf) && !is_declared_between(symbol, leaf, use, is_listed);
        });
  }
}

// `HandleTopLevelDecl` is called as soon as clang has parsed a declaration, when it knows no later
// one. So a use of a function counts for the definition above it; if that comes later or never, the
// use counts for the null pointer, and so does a prototype. A use of a variable counts for the last
// declaration above it.
Globals globals_of(const Names& names) {
  Globals globals;
  for (const Symbol& symbol : names.symbols()) {
    add_function(names, symbol, globals);
    add_variable(names, symbol, globals);
  }
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* const source = names.source(file);
    if (!source) continue;
    for (NodeId child : source->tree().children(Tree::root()))
      if (source->text(child) == ";") globals.elements[{file, child}];
  }
  return globals;
}

/// Whether clang would call the variable unused and CHISEL would remove it: its initial value is
/// missing or constant.
bool is_idle_variable(const Names& names, const Symbol& symbol) {
  if (!symbol.uses.empty() || symbol.declarations.size() != 1) return false;
  const Place& leaf = symbol.declarations.front();
  const Source& source = names[leaf];
  const NodeId declaration = declaration_of_variable(source, leaf.node);
  if (declaration == no_node) return false;
  if (symbol.global && !has_word(source.tree(), declaration, "static")) return false;
  for (NodeId node = leaf.node; node != declaration; node = source.parent(node)) {
    const NodeId value = child_in(source.tree(), node, "value");
    if (value != no_node) return is_constant(source.tree(), value);
  }
  return true;
}

// Labels belong to their function, so only the `goto`s of this function count.
bool is_idle_label(const Tree& tree, NodeId node) {
  if (tree.kind_name(node) != "labeled_statement") return false;
  const std::string_view label = tree.text(child_in(tree, node, "label"));
  NodeId function = node;
  while (function != Tree::root() && tree.kind_name(function) != "function_definition")
    function = tree[function].parent;
  for (NodeId other = function; other < tree[function].subtree_end; ++other)
    if (tree.kind_name(other) == "goto_statement" &&
        tree.text(child_in(tree, other, "label")) == label)
      return false;
  return true;
}

/// Replaces a statement such as `if (x) y;` with one part of it.
void keep_only(EditMaker& edits, const Names& names, const Place& statement, NodeId part) {
  const Tree& tree = names[statement].tree();
  const Node &whole = tree[statement.node], &kept = tree[part];
  edits.change(statement.file, whole.begin, kept.begin);
  if (kept.end < whole.end) edits.change(statement.file, kept.end, whole.end);
  edits.finish();
}

/// The statement after `else`; `no_node` if there is none.
NodeId alternative_of(const Tree& tree, NodeId statement) {
  const NodeId clause = child_in(tree, statement, "alternative");
  if (clause == no_node) return no_node;
  const std::vector<NodeId> parts = statements_of(tree, clause);
  return parts.empty() ? no_node : parts.back();
}

}  // namespace

ChiselRound::ChiselRound(const SharedStageMaker& stage_maker)
    : stage_maker_(stage_maker),
      // CHISEL's own algorithm asks about the last element itself.
      lists_(stage_maker->algorithm == "chisel" ? stage_maker
                                                : and_none(stage_maker, AndNone::When::last)) {}

Subject ChiselRound::subject(const Document& document) const {
  return {document, *stage_maker_->trees, *stage_maker_->tools, stage_maker_->goal};
}

std::optional<Stage> ChiselRound::single(std::string_view name, const Document& document,
                                         Found found) const {
  std::optional<Stage> stage = stage_maker_->stage(name, document, std::move(found));
  if (stage) stage->reduction = FirstOf(stage->edits->size());
  return stage;
}

// The work lists hold places of the document before the last stage. They are moved to the new
// document first, and places whose text was removed are dropped.
std::optional<Stage> ChiselRound::next(const StageEnd& end) {
  const auto moved = [&](const std::shared_ptr<const Work>& work) {
    return work && end.edits ? still_there(*work, end) : work ? *work : Work{};
  };
  Work blocks = moved(blocks_), functions = moved(functions_), queue = moved(queue_),
       cases = moved(cases_);
  // The second test of an `if` with `else` follows only if the first one was refused.
  if (if_else_ && end.edits) {
    const Work still = end.changed ? Work{} : Work{*if_else_};
    if_else_ = still.empty() ? std::nullopt : std::optional(still.front());
  }
  const SharedNames names = names_of(subject(end.document));
  std::optional<Stage> stage;
  if (phase_ == Phase::dead_code) {
    stage = dead_code(end.document);
    phase_ = Phase::blocks;
    if (stage) return stage;
  }
  if (phase_ == Phase::blocks) {
    if (!blocks_) blocks = nodes_where(*names, is_alone_in_block);
    while (!stage && !blocks.empty()) {
      const RememberedNode block = std::exchange(blocks.front(), {});
      blocks.erase(blocks.begin());
      const Source* const source = names->source(block.file);
      const NodeId node = source ? find_node(source->tree(), block) : no_node;
      if (node == no_node || !is_block(source->tree(), node)) continue;
      EditMaker edits(*names, stage_maker_->goal);
      edits.change(block.file, source->tree()[node].begin, source->tree()[node].begin + 1);
      edits.change(block.file, source->tree()[node].end - 1, source->tree()[node].end);
      edits.finish();
      stage = single("braces", end.document, edits.take());
    }
    blocks_ = std::make_shared<const Work>(std::move(blocks));
    if (stage) return stage;
    phase_ = Phase::globals;
  }
  if (phase_ == Phase::globals) {
    phase_ = Phase::locals;
    stage = globals(end.document);
    if (stage) return stage;
  }
  if (!functions_)
    functions = nodes_where(*names, [](const Tree& tree, NodeId node) {
      return tree.kind_name(node) == "function_definition";
    });
  stage = locals(end.document, functions, queue, cases);
  functions_ = std::make_shared<const Work>(std::move(functions));
  queue_ = std::make_shared<const Work>(std::move(queue));
  cases_ = std::make_shared<const Work>(std::move(cases));
  return stage;
}

// All of it is one edit and one test: if the test is refused, this round keeps the dead code, as in
// CHISEL.
std::optional<Stage> ChiselRound::dead_code(const Document& document) const {
  if (stage_maker_->debloat.without_dead_code) return std::nullopt;
  const SharedNames names = names_of(subject(document));
  EditMaker edits(*names, stage_maker_->goal);
  for (const Symbol& symbol : names->symbols())
    if (is_idle_variable(*names, symbol)) edits.remove(names->item(symbol.declarations.front()));
  for (const RememberedNode& label : nodes_where(*names, is_idle_label)) {
    const Tree& tree = names->source(label.file)->tree();
    const NodeId name = child_in(tree, find_node(tree, label), "label");
    edits.change(label.file, label.begin, tree[tree[name].next_sibling].end);  // with the colon
  }
  if (!edits.empty()) edits.finish();
  return single("dead-code", document, edits.take());
}

// A need of everybody says that the element must stay. CHISEL does not test a chunk with a used
// declaration, so each used declaration is such an element: it stays in the list and in the chunks,
// as in CHISEL, but no query without it is tested (`GlobalReduction::isInvalidChunk`). The same
// holds for nulls. Without the check of dependences CHISEL removes the nulls, which changes no
// text, and lists `main` (`VisitFunctionDecl`).
std::optional<Stage> ChiselRound::globals(const Document& document) const {
  const SharedNames names = names_of(subject(document));
  const Globals globals = globals_of(*names);
  EditMaker edits(*names, stage_maker_->goal);
  std::vector<Need> needs;
  std::uint32_t listed = 0;
  const bool depends = !stage_maker_->debloat.without_dependencies;
  for (const auto& [place, element] : globals.elements) {
    if ((element.is_main && depends) || (element.is_null && !(depends && globals.null_is_used)))
      continue;
    edits.remove(place);
    if (!edits.finish()) continue;
    if (depends && (element.is_null || element.is_used))
      needs.push_back({Need::everybody, {listed}});
    ++listed;
  }
  Found found = edits.take();
  found.needs = std::move(needs);
  return lists_->stage("declarations", document, std::move(found));
}

std::optional<Stage> ChiselRound::locals(const Document& document, Work& functions, Work& queue,
                                         Work& cases) {
  const SharedNames names = names_of(subject(document));
  const auto take = [](Work& work) {
    const RememberedNode first = work.front();
    work.erase(work.begin());
    return first;
  };
  if (const auto statement = std::exchange(if_else_, std::nullopt)) {
    const Source& source = *names->source(statement->file);
    const Place place{statement->file, find_node(source.tree(), *statement)};
    EditMaker edits(*names, stage_maker_->goal);
    keep_only(edits, *names, place, alternative_of(source.tree(), place.node));
    if (auto stage = single("unwrap", document, edits.take())) return stage;
  }
  // Cases before statements before functions: a function is finished before the next one begins.
  for (;;) {
    if (!cases.empty()) {
      const RememberedNode one = take(cases);
      EditMaker edits(*names, stage_maker_->goal);
      edits.remove({one.file, find_node(names->source(one.file)->tree(), one)});
      edits.finish();
      if (auto stage = single("cases", document, edits.take())) return stage;
    } else if (!queue.empty()) {
      const RememberedNode statement = take(queue);
      if (auto stage = reduce(document, statement, queue, cases)) return stage;
    } else if (!functions.empty()) {
      const RememberedNode function = take(functions);
      const Tree& tree = names->source(function.file)->tree();
      const NodeId node = find_node(tree, function);
      const NodeId body = node == no_node ? no_node : child_in(tree, node, "body");
      if (body != no_node) queue.push_back(remember(function.file, tree, body));
    } else {
      return std::nullopt;
    }
  }
}

std::optional<Stage> ChiselRound::reduce(const Document& document, const RememberedNode& statement,
                                         Work& queue, Work& cases) {
  const SharedNames names = names_of(subject(document));
  const Tree& tree = names->source(statement.file)->tree();
  const Place place{statement.file, find_node(tree, statement)};
  if (place.node == no_node) return std::nullopt;
  const std::string_view kind = tree.kind_name(place.node);
  const auto push = [&](NodeId node) {
    if (node != no_node) queue.push_back(remember(place.file, tree, node));
  };
  if (kind == "compound_statement") {
    for (NodeId one : statements_of(tree, place.node))
      if (is_listed(tree, one)) push(one);
    return block(document, names, place);
  }
  if (kind == "labeled_statement") {
    push(statements_of(tree, place.node).back());
    return std::nullopt;
  }
  if (kind == "switch_statement") {
    const NodeId body = child_in(tree, place.node, "body");
    for (NodeId one : statements_of(tree, body))
      if (tree.kind_name(one) == "case_statement") cases.push_back(remember(place.file, tree, one));
    return std::nullopt;
  }
  // Unwrapping replaces the statement with its body; the body itself joins the queue first, so it
  // is reduced whether the unwrapping succeeds or not.
  const bool is_if = kind == "if_statement";
  if (!is_if && kind != "while_statement" && kind != "for_statement" && kind != "do_statement")
    return std::nullopt;
  const NodeId body = child_in(tree, place.node, is_if ? "consequence" : "body");
  if (body == no_node) return std::nullopt;
  push(body);
  const NodeId alternative = is_if ? alternative_of(tree, place.node) : no_node;
  push(alternative);
  if (alternative != no_node) if_else_ = statement;
  EditMaker edits(*names, stage_maker_->goal);
  keep_only(edits, *names, place, body);
  return single("unwrap", document, edits.take());
}

// The statements of one block are a list, without its declarations.
std::optional<Stage> ChiselRound::block(const Document& document, const SharedNames& names,
                                        const Place& block) const {
  const Tree& tree = (*names)[block].tree();
  EditMaker edits(*names, stage_maker_->goal);
  for (NodeId statement : statements_of(tree, block.node)) {
    if (!is_listed(tree, statement)) continue;
    edits.remove({block.file, statement});
    edits.finish();
  }
  Found found = edits.take();
  NodeId function = block.node;
  while (function != Tree::root() && tree.kind_name(function) != "function_definition")
    function = tree[function].parent;
  if (!stage_maker_->debloat.without_dependencies)
    add_chisel_dependences(*names, {block.file, function}, found);
  return lists_->stage("statements", document, std::move(found));
}

AnyStrategy chisel_plan(SharedStageMaker stage_maker) {
  ChiselRound round(stage_maker);
  return Fixpoint<ChiselRound>(std::move(stage_maker), std::move(round), Sweep::no);
}

}  // namespace whittle
