#include "plan/hddr.h"

#include <algorithm>
#include <utility>

#include "plan/level_edits.h"
#include "plan/tree_stages.h"

namespace whittle {
namespace {

/// Whether the node's first child is its only one.
bool is_single(const Tree& tree, NodeId node) {
  return tree[node + 1].next_sibling == no_node;
}

}  // namespace

Hddr::Hddr(const SharedWorkshop& workshop, Traversal traversal)
    : workshop_(and_none(workshop, AndNone::When::last)), traversal_(traversal) {}

std::optional<Stage> Hddr::next(const StageEnd& end) {
  std::vector<Spot> open;
  if (!open_) {
    for_each_tree(end.document, *workshop_->trees, [&](std::uint32_t file, const Facts& facts) {
      open.push_back(spot_of(file, facts.tree(), Tree::root()));
    });
    std::ranges::reverse(open);
  } else if (end.changed) {
    const Moved moved(*end.edits, *end.kept, end.document);
    for (const Spot& spot : *open_)
      if (auto now = moved(spot)) open.push_back(*now);
  } else {
    open = *open_;
  }

  // A node's children are put on the list before its stage, and those that go are lost on the way.
  std::optional<Stage> stage;
  while (!stage && !open.empty()) {
    const Spot spot = open.back();
    open.pop_back();
    const File& file = end.document.files()[spot.file];
    const auto tree = workshop_->trees->tree(file.path, file.bytes);
    NodeId node = tree ? find_node(*tree, spot) : no_node;
    if (node == no_node || tree->is_leaf(node)) continue;
    Found found;
    const Facts facts(tree);
    add_level_edits(spot.file, facts, node, Unremovable::stand_in, workshop_->goal, found);
    while (is_single(*tree, node) && !tree->is_leaf(node + 1))
      add_level_edits(spot.file, facts, ++node, Unremovable::stand_in, workshop_->goal, found);
    stage = workshop_->stage("hddr", end.document, std::move(found));

    std::vector<Spot> children;  // the next one last
    for (NodeId child : tree->children(node))
      if (!tree->is_leaf(child) && spot_of(spot.file, *tree, child) != spot)
        children.push_back(spot_of(spot.file, *tree, child));
    if (!traversal_.backward) std::ranges::reverse(children);
    open.insert(traversal_.breadth_first ? open.begin() : open.end(), children.begin(),
                children.end());
  }
  open_ = std::make_shared<const std::vector<Spot>>(std::move(open));
  return stage;
}

}  // namespace whittle
