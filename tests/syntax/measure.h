/// How well the facts hold on one file: predictions, and how many of them parse when they are
/// carried out. The test demands a rate; bench/syntax prints the table.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/random.h"
#include "document/edit.h"
#include "syntax/facts.h"

namespace whittle {

struct Rate {
  std::uint32_t tried = 0;
  std::uint32_t held = 0;
};

struct Measured {
  std::uint32_t nodes = 0;
  std::uint32_t errors = 0;
  Rate derived;       ///< inner nodes whose children the grammar derives
  Rate deletions;     ///< nodes that can go, with their marks
  Rate subsets;       ///< random subsets of lists
  Rate replacements;  ///< a descendant in place of its ancestor, and any node in place of any
  Rate stand_ins;
  std::string failures;  ///< the first few candidates that did not parse
};

/// Tries about `samples` predictions of each sort.
inline Measured measure(const std::shared_ptr<const Tree>& tree, std::uint32_t samples) {
  const Facts facts(tree);
  Measured measured;
  measured.nodes = tree->size();
  measured.errors = tree->errors();
  Random random(1);
  const Document document = Document::single("file", *tree->bytes());
  const auto parses = [&](const EditList& edits, const Subset& kept) {
    const Document candidate = edits.render(kept);
    return parse(tree->language(), candidate.files()[0].bytes).value()->errors() <= tree->errors();
  };
  const auto change = [&](const Siblings& run, std::string text) {
    const auto [begin, end] = facts.range(run);
    return Change{.begin = begin, .end = end, .replacement = std::move(text)};
  };
  const auto count = [&](Rate& rate, bool holds, std::string_view what, NodeId node,
                         std::string_view text) {
    ++rate.tried;
    rate.held += holds;
    if (holds || measured.failures.size() > 2000) return;
    measured.failures += std::string(what) + " " + tree->kind_name(node) + " in " +
                         tree->kind_name((*tree)[node].parent) + ": '" +
                         std::string(tree->text(node).substr(0, 60)) + "' -> '" +
                         std::string(text.substr(0, 60)) + "'\n";
  };
  const auto try_one = [&](Rate& rate, std::string_view what, NodeId node, const Siblings& run,
                           std::string_view text) {
    const EditList edits(document, {Edit{{change(run, std::string(text))}, 1}});
    count(rate, parses(edits, Subset::none(1)), what, node, text);
  };
  const auto chosen = [&](std::uint64_t of) { return random.below(of) < samples; };

  for (NodeId node = 0; node < tree->size(); ++node) {
    if (tree->is_leaf(node)) continue;
    ++measured.derived.tried;
    measured.derived.held += facts.is_derived(node);
    if (!facts.is_derived(node) && measured.failures.size() < 2000) {
      measured.failures += "not derived: " + tree->kind_name(node) + " [";
      for (NodeId child : tree->children(node)) measured.failures += " " + tree->kind_name(child);
      measured.failures += " ]\n";
    }
  }
  for (NodeId node = 1; node < tree->size(); ++node) {
    if (!chosen(tree->size())) continue;
    if (const auto run = facts.removable(node))
      try_one(measured.deletions, "delete", node, *run, "");
  }
  for (NodeId node = 1; node < tree->size(); ++node) {
    if (!chosen(tree->size())) continue;
    if (const auto text = facts.stand_in(node))
      try_one(measured.stand_ins, "stand-in", node, {node, node}, *text);
  }
  for (std::uint32_t i = 0; i < 4 * samples; ++i) {
    const auto node = static_cast<NodeId>(random.below(tree->size()));
    const NodeId below = node + static_cast<NodeId>(random.below((*tree)[node].subtree_end - node));
    const auto any = static_cast<NodeId>(random.below(tree->size()));
    for (NodeId donor : {below, any})
      if (donor != node && node != 0 && (*tree)[donor].begin < (*tree)[donor].end &&
          facts.can_replace(node, donor))
        try_one(measured.replacements, "replace", node, {node, node}, tree->text(donor));
  }
  for (NodeId parent = 0; parent < tree->size(); ++parent) {
    if (tree->is_leaf(parent) || !chosen(tree->size())) continue;
    for (const List& list : facts.lists_of(parent)) {
      std::vector<Edit> edits;
      Separated row;
      for (const Siblings& item : list.items) {
        row.items.push_back(static_cast<std::uint32_t>(edits.size()));
        edits.push_back({{change(item, "")}, 1});
      }
      for (NodeId mark : list.separators) row.separators.push_back(change({mark, mark}, ""));
      std::vector<Separated> rows;
      if (!list.separators.empty()) rows.push_back(row);
      const EditList choice(document, edits, Joining::separated, rows);
      for (int draw = 0; draw < 3; ++draw) {
        Subset kept = Subset::none(edits.size());
        if (draw > 0 || list.minimum > 0) kept.insert(random.below(edits.size()));
        for (std::size_t i = 0; draw > 1 && i < edits.size(); ++i)
          if (random.below(2)) kept.insert(i);
        count(measured.subsets, parses(choice, kept), "subset", list.items[0].first,
              tree->kind_name(parent));
      }
    }
  }
  return measured;
}

}  // namespace whittle
