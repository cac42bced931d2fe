/// Nodes remembered from one document to the next.
///
/// A plan with a work list of nodes gets a new tree after each stage that changed something. It
/// remembers the place of a node; `Moved` gives the new place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/edit.h"
#include "plan/strategy.h"
#include "syntax/tree.h"

namespace whittle {

struct RememberedNode {
  std::uint32_t file = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  KindId kind = 0;

  friend bool operator==(const RememberedNode&, const RememberedNode&) = default;
};

RememberedNode remember(std::uint32_t file, const Tree& tree, NodeId node);

/// The outermost node of that kind at that place; if there is none, the outermost of any kind.
NodeId find_node(const Tree& tree, const RememberedNode& remembered);

/// Maps places of one document to places of the next. Rendering may put spaces between new
/// neighbours, so places are found by counting visible characters, which rendering never adds.
class Moved {
 public:
  Moved(const EditList& edits, const Subset& kept, const Document& now);
  /// Nothing if no character of the node is left.
  std::optional<RememberedNode> operator()(const RememberedNode& remembered) const;

 private:
  struct File {
    bool changed = false;
    std::vector<std::uint32_t> visible_before;  // for each place of the old text, in the new one
    std::vector<std::uint32_t> place_of;        // for each visible character of the new text
  };
  std::vector<File> files_;
};

/// The nodes of a work list after a stage, without those that were removed.
std::vector<RememberedNode> still_there(const std::vector<RememberedNode>& nodes,
                                        const StageEnd& end);

}  // namespace whittle
