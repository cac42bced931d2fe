// One function after the other, from `main` outwards: a statement of `main` keeps functions alive
// that a single test removes once the statement is removed. On c-mkdir, everything that `main` does
// not reach is removed with one test (116 before; docs/rejected.md, "Debloating c-mkdir-5.2.1").
#include "plan/debloat/debloat.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"
#include "passes/names/names.h"
#include "passes/names/needs.h"
#include "passes/names/reach.h"
#include "plan/probe_first.h"
#include "plan/tree_plans/level_edits.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

// The price of a test that removes a used function, as a share of the document, and the number of
// tests that may remove nothing before the list ends.
constexpr double price_of_used = 1.0 / 2000;
constexpr std::size_t tests_without_gain = 4;

/// Whether this is the list of members of a type.
bool has_members(const Source& source, NodeId node) {
  return source.is(node, Fact::members) && !source.is(node, Fact::wrapping);
}

/// Whether statements or declarations stand in a row in this node. Members of a type do not count:
/// they decide how its objects are laid out.
bool is_block(const Source& source, NodeId node) {
  if (has_members(source, node)) return false;
  for (NodeId child : source.tree().children(node))
    if (source.tree()[child].named && source.statement(child) == child) return true;
  return false;
}

/// The nearest blocks below a node, in their order.
void blocks_below(std::uint32_t file, const Source& source, NodeId node,
                  std::vector<RememberedNode>& blocks) {
  std::vector<NodeId> open{node};
  while (!open.empty()) {
    const NodeId one = open.back();
    open.pop_back();
    if (one != node && is_block(source, one)) {
      blocks.push_back(remember(file, source.tree(), one));
      continue;
    }
    const std::size_t first = open.size();
    for (NodeId child : source.tree().children(one))
      if (!source.tree().is_leaf(child)) open.push_back(child);
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }
}

/// Whether this is the last `return` with a value in the body of a function.
bool is_last_return(const Source& source, NodeId statement) {
  const Tree& tree = source.tree();
  if (source.code(statement) != source.parent(statement)) return false;
  const NodeId next = source.next(statement);
  const bool is_last = next == no_node || tree.is_leaf(next);
  if (!is_last || tree.kind_name(statement).find("return") == std::string_view::npos) return false;
  for (NodeId child : tree.children(statement))
    if (tree[child].named) return true;
  return false;
}

/// The declarations of `main`, which must stay although nothing uses it.
std::vector<Place> places_of_main(const Names& names) {
  for (const Symbol& symbol : names.symbols())
    if (symbol.name == "main" && symbol.global) return symbol.declarations;
  return {};
}

/// Orders blocks by their distance from `main`: the statements of `main` decide which functions are
/// used, then those of the functions that it calls, and so on.
void nearest_to_main_first(const Names& names, std::vector<RememberedNode>& blocks) {
  const Reach reach(names, places_of_main(names));
  std::vector<std::pair<std::uint32_t, RememberedNode>> ranked;
  for (const RememberedNode& block : blocks) {
    const NodeId node = find_node(names.source(block.file)->tree(), block);
    ranked.emplace_back(reach.rank({block.file, node}), block);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::uint32_t, RememberedNode>::first);
  std::ranges::copy(ranked | std::views::values, blocks.begin());
}

struct Inside {
  std::uint32_t file;
  std::uint64_t begin, end;
};

/// The member lists of all types in document order, without those inside others.
std::vector<Inside> insides_of_types(const Names& names) {
  std::vector<Inside> insides;
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* const source = names.source(file);
    std::uint64_t last_end = 0;
    for (NodeId node = 0; source && node < source->tree().size(); ++node) {
      const Node& found = source->tree()[node];
      if (found.begin < last_end || !has_members(*source, node)) continue;
      insides.push_back({file, found.begin, found.end});
      last_end = found.end;
    }
  }
  return insides;
}

/// Whether an edit only changes members of types. `insides`: from `insides_of_types`.
bool is_about_members(const std::vector<Inside>& insides, const Edit& edit) {
  return std::ranges::all_of(edit.changes, [&](const Change& change) {
    const auto behind = std::ranges::upper_bound(
        insides, std::pair(change.file, change.begin), {},
        [](const Inside& inside) { return std::pair(inside.file, inside.begin); });
    if (behind == insides.begin()) return false;
    const Inside& inside = *(behind - 1);
    return inside.file == change.file && change.end <= inside.end;
  });
}

/// Names an edit by the text that it removes.
Hash name_of(const Edit& edit, const Document& document) {
  Hash name;
  for (const Change& change : edit.changes)
    name = combine(
        name, hash_of(document.bytes(change.file).substr(change.begin, change.end - change.begin)));
  return name;
}

/// The result refers to both arguments.
StageMaker::LeaveOut touches_none_of(const Names& names, const std::vector<Place>& places) {
  return [&](std::size_t, const Edit& edit) {
    return std::ranges::none_of(places, [&](const Place& place) {
      const std::uint64_t begin = names[place].tree()[place.node].begin;
      return std::ranges::any_of(edit.changes, [&](const Change& change) {
        return change.file == place.file && change.begin <= begin && begin < change.end;
      });
    });
  };
}

}  // namespace

Debloat::Debloat(const SharedStageMaker& stage_maker)
    : lists_(and_none(stage_maker, AndNone::When::last)),
      dead_code_(and_none(stage_maker, AndNone::When::first)),
      hopeless_(kinds, stage_maker->without) {}

std::optional<Stage> Debloat::next(const StageEnd& end) {
  if (lists_->leaves_out_hopeless()) hopeless_.document_is(end);
  if (!end.edits) begin_round();
  if (const auto kind = std::exchange(running_, std::nullopt);
      end.edits && kind && *kind >= Kind::dead_code)
    end.kept->for_each([&](std::size_t edit) {
      const bool is_used = *kind == Kind::used_bodies || *kind == Kind::used_declarations;
      (is_used ? needed_ : refused_).insert(name_of(end.edits->edits()[edit], end.edits->base()));
    });
  changed_ = changed_ || end.changed;
  may_have_dead_code_ = may_have_dead_code_ || end.changed;
  if (auto stage = next_of_round(end)) return stage;
  if (!changed_) return std::nullopt;
  begin_round();
  return next_of_round({end.document});
}

// `needed_` and `hopeless_` stay: used functions that could not be removed are not tried in every
// round, and refusals still count.
void Debloat::begin_round() {
  open_ = nullptr;
  may_have_dead_code_ = true;
  last_ = std::nullopt;
  refused_ = {};
  changed_ = false;
  left_out_ = 0;
}

std::optional<Stage> Debloat::next_of_round(const StageEnd& end) {
  std::vector<RememberedNode> open;
  if (open_) open = still_there(*open_, end);
  std::optional<Stage> stage;
  if (std::exchange(may_have_dead_code_, false)) stage = dead(Kind::dead_code, end.document);
  // Dead code comes before the first list of declarations, too.
  if (stage && !open_) return stage;
  if (!stage && !open_) {
    std::vector<RememberedNode> roots;
    for_each_tree(end.document, *lists_->trees, [&](std::uint32_t file, const Facts& facts) {
      roots.push_back(remember(file, facts.tree(), Tree::root()));
    });
    stage = list(end.document, roots, open);
  }
  while (!stage && !open.empty())
    stage = list(end.document, take_function(end.document, open), open);
  open_ = std::make_shared<const std::vector<RememberedNode>>(std::move(open));
  for (const Kind kind : {Kind::used_bodies, Kind::used_declarations, Kind::dead_members}) {
    if (stage || last_ >= kind) continue;
    last_ = kind;
    stage = kind == Kind::dead_members ? dead(kind, end.document) : used(kind, end.document);
  }
  return stage;
}

// The blocks of one function form one list at each level, so that a group of the algorithm can
// reach across blocks.
std::vector<RememberedNode> Debloat::take_function(const Document& document,
                                                   std::vector<RememberedNode>& open) const {
  const SharedNames names = names_of({document, *lists_->trees, *lists_->tools, lists_->goal});
  const auto function_of = [&](const RememberedNode& block) -> Place {
    const Source* const source = names->source(block.file);
    const NodeId node = source ? find_node(source->tree(), block) : no_node;
    return {block.file, node == no_node ? no_node : source->code(node)};
  };
  const Place function = function_of(open.back());
  std::vector<RememberedNode> blocks;
  do {
    blocks.push_back(open.back());
    open.pop_back();
  } while (!open.empty() && function.node != no_node && function_of(open.back()) == function);
  return blocks;
}

std::optional<Stage> Debloat::list(const Document& document,
                                   const std::vector<RememberedNode>& parents,
                                   std::vector<RememberedNode>& inside) {
  const SharedNames names = names_of({document, *lists_->trees, *lists_->tools, lists_->goal});
  Found found;
  std::vector<RememberedNode> blocks;
  std::vector<Place> vital = places_of_main(*names);  // without these, a program cannot work
  bool is_top = false;
  for (const RememberedNode& parent : parents) {
    const Source* const source = names->source(parent.file);
    const File& file = document.files()[parent.file];
    const auto tree = lists_->trees->tree(file.path, file.bytes);
    const NodeId node = source && tree ? find_node(*tree, parent) : no_node;
    if (node == no_node) continue;
    is_top = is_top || node == Tree::root();
    add_level_edits(parent.file, Facts(tree), node, Unremovable::skip, lists_->goal, found);
    blocks_below(parent.file, *source, node, blocks);
    for (NodeId child : tree->children(node))
      if (is_last_return(*source, child)) vital.push_back({parent.file, child});
  }
  // Only the functions are sorted; deeper blocks stay in the order of the document.
  if (is_top && !lists_->debloat.without_dependencies) nearest_to_main_first(*names, blocks);
  inside.insert(inside.end(), blocks.rbegin(), blocks.rend());
  const Kind kind = is_top ? Kind::declarations : Kind::statements;
  if (!lists_->debloat.without_dependencies) {
    add_needs(*names, found);
    found.filter(touches_none_of(*names, vital));
    take_out_needed(found);
  }
  return stage(kind, document, std::move(found));
}

std::optional<Stage> Debloat::dead(Kind kind, const Document& document) {
  if (dead_code_->debloat.without_dead_code) return std::nullopt;
  const Subject subject{document, *dead_code_->trees, *dead_code_->tools, dead_code_->goal};
  const SharedNames names = names_of(subject);
  const std::vector<Place> vital = places_of_main(*names);
  const std::vector<Inside> insides = insides_of_types(*names);
  const auto is_not_vital = touches_none_of(*names, vital);
  // Without a `main`, nothing is a root, and `unused` removes declarations that nothing uses, one
  // link of a chain at a time.
  const bool is_about_code = kind == Kind::dead_code;
  const bool has_needs = is_about_code && !dead_code_->debloat.without_dependencies;
  Found found = is_about_code && !vital.empty() ? Reach(*names, vital).unreached(subject.goal)
                                                : names::unused(subject);
  if (has_needs) add_needs(*names, found);
  found.filter([&](std::size_t i, const Edit& edit) {
    return is_not_vital(i, edit) && !refused_.contains(name_of(edit, document)) &&
           is_about_members(insides, edit) != is_about_code;
  });
  if (has_needs) take_out_needed(found);
  return stage(kind, document, std::move(found));
}

// Removing a function that is still called can work if a library defines it, if nothing is linked,
// or if the compiler accepts calls of undeclared functions. Most tests refuse it, so the list ends
// after a few refusals, and refused functions are remembered by their text.
std::optional<Stage> Debloat::used(Kind kind, const Document& document) {
  if (lists_->debloat.without_dependencies) return std::nullopt;  // they were tried before
  const Subject subject{document, *lists_->trees, *lists_->tools, lists_->goal};
  const SharedNames names = names_of(subject);
  EditMaker edits(*names, subject.goal);
  for (const Symbol& symbol : names->symbols())
    for (const Place& leaf : symbol.declarations) {
      const Place item = names->item(leaf);
      if (!symbol.global || !declares_function(*names, leaf)) continue;
      if (has_body(*names, item) != (kind == Kind::used_bodies)) continue;
      edits.remove(item);
      edits.finish();
    }
  Found found = edits.take();
  const std::vector<Place> vital = places_of_main(*names);
  const auto is_not_vital = touches_none_of(*names, vital);
  found.filter([&](std::size_t i, const Edit& edit) {
    return is_not_vital(i, edit) && !needed_.contains(name_of(edit, document));
  });
  std::optional<Stage> used = stage(kind, document, std::move(found));
  if (used)
    used->reduction = WhileItPays(
        std::move(used->reduction), used->edits->weights(),
        {static_cast<double>(measure(document).tokens), price_of_used, tests_without_gain});
  return used;
}

std::optional<Stage> Debloat::stage(Kind kind, const Document& document, Found found) {
  constexpr std::array<std::string_view, kinds> names{"declarations",      "statements",
                                                      "dead-code",         "used-bodies",
                                                      "used-declarations", "dead-members"};
  const auto number = static_cast<std::size_t>(kind);
  const bool is_dead = kind == Kind::dead_code || kind == Kind::dead_members;
  const StageMaker& maker = is_dead ? *dead_code_ : *lists_;
  std::optional<Stage> stage;
  // Dead code is tried although its removal was refused before: the refusal dates from a time when
  // something still used it. These lists have their own memory of refusals, `refused_` and
  // `needed_`.
  if (kind >= Kind::dead_code || !maker.leaves_out_hopeless()) {
    stage = maker.stage(names[number], document, std::move(found));
  } else {
    Hopeless::List judged = hopeless_.list(number, false, document, *maker.trees, found);
    const auto is_left_out = [&](std::size_t i, const Edit& edit) {
      return judged.leave_out(i, edit, false);
    };
    stage = maker.stage(names[number], document, std::move(found), is_left_out, judged.chances());
    left_out_ += judged.left_out();
    hopeless_.began(std::move(judged), stage ? &*stage : nullptr, true);
    if (stage) stage->is_logged = true;
  }
  if (stage) running_ = kind;
  return stage;
}

// By value, as every row of the table of plans has it.
AnyStrategy debloat_plan(SharedStageMaker stage_maker) {  // NOLINT(performance-*)
  return ProbeFirst(stage_maker, Debloat(stage_maker));
}

}  // namespace whittle
