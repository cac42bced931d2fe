// The queue of the paper over remembered nodes. Each stage changes the document, so nodes are kept
// as places and found again in the new tree (`remembered_nodes.h`).
//
// Replacements are alternatives for one place, so they cannot be a list for the algorithm:
// `FirstOf` tries them one after the other and stops at the first success.
#include "plan/tree_plans/perses.h"

#include <algorithm>
#include <string>
#include <utility>

#include "passes/tree/tree_edits.h"
#include "plan/reductions.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

// The paper's bounds on replacements of one node: breadth first, no deeper than 5, at most 100.
constexpr std::size_t most_replacements = 100;
constexpr std::size_t most_depth = 5;

/// Every compatible descendant, the lightest first.
std::vector<NodeId> replacements(const Facts& facts, NodeId node) {
  const Tree& tree = facts.tree();
  std::vector<NodeId> found, level{node};
  for (std::size_t depth = 0; depth < most_depth && found.size() < most_replacements; ++depth) {
    std::vector<NodeId> below;
    for (NodeId parent : level)
      for (NodeId child : tree.children(parent)) {
        if (!tree[child].named || tree[child].extra || tree[child].weight == 0) continue;
        if (tree[child].weight < tree[node].weight && found.size() < most_replacements &&
            facts.can_replace(node, child))
          found.push_back(child);
        below.push_back(child);
      }
    level = std::move(below);
  }
  std::ranges::stable_sort(found, {}, [&](NodeId child) { return tree[child].weight; });
  return found;
}

}  // namespace

Perses::Perses(const SharedStageMaker& stage_maker)
    : stage_maker_(and_none(stage_maker, AndNone::When::first)),
      one_by_one_(one_by_one(stage_maker)) {}

std::optional<Stage> Perses::next(const StageEnd& end) {
  std::vector<Entry> queue;
  if (queue_) {
    carry_over(end, queue);
  } else {
    for_each_tree(end.document, *stage_maker_->trees, [&](std::uint32_t file, const Facts& facts) {
      const Tree& tree = facts.tree();
      queue.push_back({remember(file, tree, Tree::root()), tree[Tree::root()].weight});
    });
  }
  std::make_heap(queue.begin(), queue.end());

  std::optional<Stage> stage;
  while (!stage) {
    if (!current_) {
      if (queue.empty()) break;
      std::pop_heap(queue.begin(), queue.end());
      current_ = Current{queue.back().remembered};
      queue.pop_back();
    }
    stage = work_on_current(end.document, queue);
    if (!stage) current_.reset();
  }
  queue_ = std::make_shared<const std::vector<Entry>>(std::move(queue));
  return stage;
}

void Perses::carry_over(const StageEnd& end, std::vector<Entry>& queue) {
  // If the node was replaced, its replacement starts again with step 0.
  if (current_ && !(end.changed && current_->step == 0)) ++current_->step;
  if (!end.changed) {
    queue = *queue_;
    return;
  }
  const Moved moved(*end.edits, *end.kept, end.document);
  for (const Entry& entry : *queue_)
    if (auto now = moved(entry.remembered)) queue.push_back({*now, entry.weight});
  if (!current_) return;
  if (auto now = moved(current_->remembered)) {
    current_->remembered = *now;
  } else {
    current_.reset();
  }
}

// The steps of one node, in the order of the paper. A step without an edit is skipped at once; a
// node without steps left gives its children to the queue.
std::optional<Stage> Perses::work_on_current(const Document& document, std::vector<Entry>& queue) {
  const RememberedNode& remembered = current_->remembered;
  const File& file = document.files()[remembered.file];
  const auto tree = stage_maker_->trees->tree(file.path, file.bytes);
  const NodeId node = tree ? find_node(*tree, remembered) : no_node;
  if (node == no_node || tree->is_leaf(node)) return std::nullopt;
  const Facts facts(tree);
  Found found;
  NodeEdits edits(remembered.file, facts, stage_maker_->goal, found);

  if (current_->step == 0) {
    if (node != Tree::root())
      for (NodeId donor : replacements(facts, node))
        edits.replace(node, std::string(tree->text(donor)));
    if (auto stage = stage_maker_->stage("replace", document, std::exchange(found, {}))) {
      stage->reduction = FirstOf(stage->edits->size());
      return stage;
    }
    current_->step = 1;
  }
  const Parts parts = parts_of(facts, node);
  for (; current_->step <= parts.lists.size(); ++current_->step) {
    edits.remove(parts.lists[current_->step - 1]);
    if (auto stage = stage_maker_->stage("perses", document, std::exchange(found, {})))
      return stage;
  }
  if (current_->step == parts.lists.size() + 1) {
    for (const Siblings& run : parts.singles) edits.remove(run);
    if (auto stage = one_by_one_->stage("optional", document, std::move(found))) return stage;
  }
  // A child of the same kind that spans the same text would be found as this node again, without
  // end.
  for (NodeId child : tree->children(node))
    if (!tree->is_leaf(child) && remember(remembered.file, *tree, child) != remembered) {
      queue.push_back({remember(remembered.file, *tree, child), (*tree)[child].weight});
      std::push_heap(queue.begin(), queue.end());
    }
  return std::nullopt;
}

}  // namespace whittle
