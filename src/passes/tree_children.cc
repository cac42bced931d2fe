#include "passes/tree_edits.h"
#include "passes/tree_passes.h"

namespace whittle {

Found find_tree_children(const Subject& subject) {
  return find_all_removals(subject.document, subject.trees);
}

}  // namespace whittle
