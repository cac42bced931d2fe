// The levels of all files together: level n of every tree is one list. The document is parsed again
// before each level, because stand-ins and removed separators can change the tree. `Trees` keeps
// the last trees, so a level that changed nothing costs no parse.
#include "plan/tree_plans/hdd.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "passes/tree/tree_edits.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

bool is_only_child(const Tree& tree, NodeId node) {
  const NodeId parent = tree[node].parent;
  return tree[parent].subtree_end == tree[node].subtree_end && node == parent + 1;
}

/// The level of each node; the root is at 0. Squeezed as in picireny: an only child and an inner
/// operator of a chain are on the level of their parent, since a list of one element asks nothing
/// new.
std::vector<std::uint32_t> levels_of(const Tree& tree) {
  std::vector<std::uint32_t> levels(tree.size(), 0);
  for (NodeId node = 1; node < tree.size(); ++node) {
    const bool squeezed = is_only_child(tree, node) || is_inner_link(tree, node);
    levels[node] = levels[tree[node].parent] + (squeezed ? 0 : 1);
  }
  return levels;
}

}  // namespace

Hdd::Hdd(const SharedStageMaker& stage_maker, Unremovable unremovable)
    : stage_maker_(and_none(stage_maker, AndNone::When::last)), unremovable_(unremovable) {}

std::optional<Stage> Hdd::next(const StageEnd& end) {
  struct Leveled {
    std::uint32_t file;
    Facts facts;
    std::vector<std::vector<NodeId>> parents;  // for each level
  };
  std::vector<Leveled> trees;
  std::size_t depth = 0;
  for_each_tree(end.document, *stage_maker_->trees, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    Leveled leveled{file, facts, {}};
    const std::vector<std::uint32_t> levels = levels_of(tree);
    for (NodeId node = 0; node < tree.size(); ++node) {
      if (tree.is_leaf(node)) continue;
      if (levels[node] >= leveled.parents.size()) leveled.parents.resize(levels[node] + 1);
      leveled.parents[levels[node]].push_back(node);
    }
    depth = std::max(depth, leveled.parents.size());
    trees.push_back(std::move(leveled));
  });

  while (level_ < depth) {
    Found found;
    for (const auto& [file, facts, parents] : trees)
      if (level_ < parents.size())
        for (NodeId parent : parents[level_])
          add_level_edits(file, facts, parent, unremovable_, stage_maker_->goal, found);
    ++level_;
    const char* name = unremovable_ == Unremovable::skip ? "coarse" : "hdd";
    if (auto stage = stage_maker_->stage(name, end.document, std::move(found))) return stage;
  }
  return std::nullopt;
}

}  // namespace whittle
