#include "plan/debloat.h"

#include <algorithm>
#include <array>
#include <utility>

#include "passes/names/name_passes.h"
#include "passes/names/names.h"
#include "passes/names/needs.h"
#include "plan/level_edits.h"
#include "plan/tree_stages.h"

namespace whittle {
namespace {

/// Whether statements or declarations stand in a row in this node. Members of a type do not count:
/// they decide how its objects are laid out.
bool is_block(const Source& source, NodeId node) {
  if (source.is(node, Fact::members) && !source.is(node, Fact::wrapping)) return false;
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

/// Where `main` is declared; nothing uses it, and still it is needed.
std::vector<Place> places_of_main(const Names& names) {
  for (const Symbol& symbol : names.symbols())
    if (symbol.name == "main" && symbol.global) return symbol.declarations;
  return {};
}

/// Both must outlive what is returned.
StageMaker::LeaveOut touches_one_of(const Names& names, const std::vector<Place>& places) {
  return [&](std::size_t, const Edit& edit) {
    return std::ranges::any_of(places, [&](const Place& place) {
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
  changed_ = changed_ || end.changed;
  if (auto stage = next_of_round(end)) return stage;
  if (!std::exchange(changed_, false)) return std::nullopt;
  open_ = nullptr;
  left_out_ = 0;
  return next_of_round({end.document});
}

std::optional<Stage> Debloat::next_of_round(const StageEnd& end) {
  std::vector<RememberedNode> open;
  std::optional<Stage> stage;
  if (!open_) {
    std::vector<RememberedNode> roots;
    for_each_tree(end.document, *lists_->trees, [&](std::uint32_t file, const Facts& facts) {
      roots.push_back(remember(file, facts.tree(), Tree::root()));
    });
    stage = list(end.document, roots, open);
  } else {
    open = still_there(*open_, end);
    const bool was_list = !std::exchange(is_removing_dead_code_, false);
    if (end.changed && was_list) stage = dead_code(end.document);
    is_removing_dead_code_ = stage.has_value();
  }
  while (!stage && !open.empty()) {
    const RememberedNode block = open.back();
    open.pop_back();
    stage = list(end.document, {block}, open);
  }
  open_ = std::make_shared<const std::vector<RememberedNode>>(std::move(open));
  return stage;
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
  inside.insert(inside.end(), blocks.rbegin(), blocks.rend());
  const Kind kind = is_top ? Kind::declarations : Kind::statements;
  if (lists_->debloat.without_dependencies) return stage(kind, document, std::move(found), {});
  add_needs(*names, found);
  return stage(kind, document, std::move(found), touches_one_of(*names, vital));
}

std::optional<Stage> Debloat::dead_code(const Document& document) {
  if (dead_code_->debloat.without_dead_code) return std::nullopt;
  const Subject subject{document, *dead_code_->trees, *dead_code_->tools, dead_code_->goal};
  const SharedNames names = names_of(subject);
  const std::vector<Place> vital = places_of_main(*names);
  return stage(Kind::dead_code, document, names::unused(subject), touches_one_of(*names, vital));
}

std::optional<Stage> Debloat::stage(Kind kind, const Document& document, Found found,
                                    const StageMaker::LeaveOut& is_vital) {
  constexpr std::array<std::string_view, kinds> names{"declarations", "statements", "dead-code"};
  const auto number = static_cast<std::size_t>(kind);
  const StageMaker& maker = kind == Kind::dead_code ? *dead_code_ : *lists_;
  // That nothing uses it any more says more than refusals from when something did.
  if (kind == Kind::dead_code || !maker.leaves_out_hopeless())
    return maker.stage(names[number], document, std::move(found), is_vital);
  Hopeless::List judged = hopeless_.list(number, false, document, *maker.trees, found);
  const auto leave_out = [&](std::size_t i, const Edit& edit) {
    return (is_vital && is_vital(i, edit)) || judged.leave_out(i, edit, false);
  };
  std::optional<Stage> stage =
      maker.stage(names[number], document, std::move(found), leave_out, judged.chances());
  left_out_ += judged.left_out();
  hopeless_.began(std::move(judged), stage ? &*stage : nullptr, true);
  if (stage) stage->is_logged = true;
  return stage;
}

// By value, as every row of the table of plans has it.
AnyStrategy debloat_plan(SharedStageMaker stage_maker) {  // NOLINT(performance-*)
  return Debloat(stage_maker);
}

}  // namespace whittle
