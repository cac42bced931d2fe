#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {

// Binary files of no known language have passes of their own: brackets in them mean nothing.
Found find_tree_children(const Subject& subject) {
  return find_all_removals(subject.document, subject.trees, Unknown::left_out);
}

}  // namespace whittle
