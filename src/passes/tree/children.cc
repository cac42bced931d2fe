#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {

// Binary files without a known language have their own passes: bytes that look like brackets mean
// nothing in them.
Found find_tree_children(const Subject& subject) {
  return find_all_removals(subject.document, subject.trees, Unknown::left_out);
}

}  // namespace whittle
