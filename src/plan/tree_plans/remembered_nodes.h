/// Nodes remembered from one document to the next.
///
/// A plan with a work list of nodes sees a new tree after each stage that changed something. What
/// it remembers of a node is where it stood; `Moved` says where that is now.
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

/// The outermost node there of that kind, and without one the outermost of any kind.
NodeId find_node(const Tree& tree, const RememberedNode& remembered);

/// Where the bytes of one document are in the next. Rendering may put spaces between what became
/// neighbours, so places are found by counting visible characters, which it never adds.
class Moved {
 public:
  Moved(const EditList& edits, const Subset& kept, const Document& now);
  /// Nothing if all of it is gone.
  std::optional<RememberedNode> operator()(const RememberedNode& remembered) const;

 private:
  struct File {
    bool changed = false;
    std::vector<std::uint32_t> visible_before;  // for each place of the old text, in the new one
    std::vector<std::uint32_t> place_of;        // for each visible character of the new text
  };
  std::vector<File> files_;
};

/// The nodes of a work list as they are after a stage; those of which nothing is left are dropped.
std::vector<RememberedNode> still_there(const std::vector<RememberedNode>& nodes,
                                        const StageEnd& end);

}  // namespace whittle
