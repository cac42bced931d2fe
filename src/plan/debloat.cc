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

/// Whether this is the inside of a type.
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

/// Where `main` is declared; nothing uses it, and still it is needed.
std::vector<Place> places_of_main(const Names& names) {
  for (const Symbol& symbol : names.symbols())
    if (symbol.name == "main" && symbol.global) return symbol.declarations;
  return {};
}

struct Inside {
  std::uint32_t file;
  std::uint64_t begin, end;
};

/// The insides of all types, in their order, without those inside others.
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

/// `insides` as of `insides_of_types`.
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

/// By the text that it removes.
Hash name_of(const Edit& edit, const Document& document) {
  Hash name;
  for (const Change& change : edit.changes)
    name = combine(
        name, hash_of(document.bytes(change.file).substr(change.begin, change.end - change.begin)));
  return name;
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
  if (!end.edits) begin_round();
  if (std::exchange(is_removing_dead_code_, false) && end.edits)
    end.kept->for_each([&](std::size_t edit) {
      refused_.insert(name_of(end.edits->edits()[edit], end.edits->base()));
    });
  changed_ = changed_ || end.changed;
  may_have_dead_code_ = may_have_dead_code_ || end.changed;
  if (auto stage = next_of_round(end)) return stage;
  if (!changed_) return std::nullopt;
  begin_round();
  return next_of_round({end.document});
}

void Debloat::begin_round() {
  open_ = nullptr;
  may_have_dead_code_ = true;
  tried_members_ = false;
  refused_ = {};
  changed_ = false;
  left_out_ = 0;
}

std::optional<Stage> Debloat::next_of_round(const StageEnd& end) {
  std::vector<RememberedNode> open;
  if (open_) open = still_there(*open_, end);
  std::optional<Stage> stage;
  if (std::exchange(may_have_dead_code_, false)) stage = dead(Kind::dead_code, end.document);
  if (stage && !open_) return stage;
  if (!stage && !open_) {
    std::vector<RememberedNode> roots;
    for_each_tree(end.document, *lists_->trees, [&](std::uint32_t file, const Facts& facts) {
      roots.push_back(remember(file, facts.tree(), Tree::root()));
    });
    stage = list(end.document, roots, open);
  }
  while (!stage && !open.empty()) {
    const RememberedNode block = open.back();
    open.pop_back();
    stage = list(end.document, {block}, open);
  }
  if (!stage && !std::exchange(tried_members_, true))
    stage = dead(Kind::dead_members, end.document);
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

std::optional<Stage> Debloat::dead(Kind kind, const Document& document) {
  if (dead_code_->debloat.without_dead_code) return std::nullopt;
  const Subject subject{document, *dead_code_->trees, *dead_code_->tools, dead_code_->goal};
  const SharedNames names = names_of(subject);
  const std::vector<Place> vital = places_of_main(*names);
  const std::vector<Inside> insides = insides_of_types(*names);
  const StageMaker::LeaveOut is_vital = touches_one_of(*names, vital);
  std::optional<Stage> dead =
      stage(kind, document, names::unused(subject), [&](std::size_t i, const Edit& edit) {
        return is_vital(i, edit) || refused_.contains(name_of(edit, document)) ||
               is_about_members(insides, edit) != (kind == Kind::dead_members);
      });
  is_removing_dead_code_ = dead.has_value();
  return dead;
}

std::optional<Stage> Debloat::stage(Kind kind, const Document& document, Found found,
                                    const StageMaker::LeaveOut& leave_out) {
  constexpr std::array<std::string_view, kinds> names{"declarations", "statements", "dead-code",
                                                      "dead-members"};
  const auto number = static_cast<std::size_t>(kind);
  const bool is_dead = kind >= Kind::dead_code;
  const StageMaker& maker = is_dead ? *dead_code_ : *lists_;
  // That nothing uses it any more says more than refusals from when something did.
  if (is_dead || !maker.leaves_out_hopeless())
    return maker.stage(names[number], document, std::move(found), leave_out);
  Hopeless::List judged = hopeless_.list(number, false, document, *maker.trees, found);
  const auto is_left_out = [&](std::size_t i, const Edit& edit) {
    return (leave_out && leave_out(i, edit)) || judged.leave_out(i, edit, false);
  };
  std::optional<Stage> stage =
      maker.stage(names[number], document, std::move(found), is_left_out, judged.chances());
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
