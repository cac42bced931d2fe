// A body that never ran can nearly always be emptied; it stays as `{}` so that its callers still
// compile. A function inside one that never ran is listed too: if the outer one must stay, the
// inner ones are asked about. Blocks are listed only in functions that ran, and outside of
// functions.
#include "probe/never_ran.h"

#include <algorithm>
#include <vector>

#include "passes/edit_maker.h"
#include "passes/names/names.h"

namespace whittle::probe {
namespace {

/// Whether nothing inside of a node ran. Its brackets, and comments beside them, do not count: the
/// line of `if (x) {  // why` did run.
bool inside_never_ran(const Coverage& coverage, std::uint32_t file, const Source& source,
                      NodeId node) {
  const Tree& tree = source.tree();
  std::uint64_t begin = tree[node].end, end = tree[node].begin;
  for (NodeId child : tree.children(node)) {
    if (!tree[child].named || tree[child].extra) continue;
    begin = std::min<std::uint64_t>(begin, tree[child].begin);
    end = std::max<std::uint64_t>(end, tree[child].end);
  }
  return begin < end && coverage.never_ran(file, begin, end);
}

/// The statements or declarations that stand in a row in this node.
std::vector<NodeId> statements_in(const Source& source, NodeId node) {
  std::vector<NodeId> statements;
  if (source.is(node, Fact::members)) return statements;
  for (NodeId child : source.tree().children(node))
    if (source.tree()[child].named && !source.tree()[child].extra &&
        source.statement(child) == child)
      statements.push_back(child);
  return statements;
}

/// Empties a block or a body.
void empty(EditMaker& edits, const Place& place, const Source& source) {
  const std::string& least = source.profile().empty_block;
  if (source.in_brackets(place.node))
    edits.replace(place, "{}");
  else if (!least.empty())
    edits.replace(place, least);
  edits.finish();
}

class Lister {
 public:
  Lister(EditMaker& edits, const Coverage& coverage, std::uint32_t file, const Source& source)
      : edits_(edits), coverage_(coverage), file_(file), source_(source) {}

  void list() {
    const Tree& tree = source_.tree();
    for (NodeId node = 0; node < tree.size(); ++node) {
      const NodeId body =
          source_.is(node, Fact::function) ? source_.child(node, Field::body) : no_node;
      if (body != no_node && inside_never_ran(coverage_, file_, source_, body)) {
        empty(edits_, {file_, body}, source_);
        idle_end_ = std::max(idle_end_, tree[body].subtree_end);
      }
      if (node >= idle_end_) list_statements(node);
    }
  }

 private:
  void list_statements(NodeId node) {
    const std::vector<NodeId> statements = statements_in(source_, node);
    if (statements.empty()) return;
    if (can_be_empty(node) && inside_never_ran(coverage_, file_, source_, node)) {
      empty(edits_, {file_, node}, source_);
      idle_end_ = std::max(idle_end_, source_.tree()[node].subtree_end);
      return;
    }
    std::size_t left = statements.size();
    bool is_run = false;
    for (const NodeId statement : statements) {
      const Node& at = source_.tree()[statement];
      // A function that never ran may be mentioned all the same, so it is only emptied.
      const bool is_idle =
          !source_.is(statement, Fact::function) && coverage_.never_ran(file_, at.begin, at.end);
      if (!is_idle && is_run) edits_.finish();
      is_run = is_idle;
      // A block of Python must hold something.
      if (is_idle && (left > 1 || source_.profile().empty_block.empty())) {
        edits_.remove({file_, statement});
        idle_end_ = std::max(idle_end_, at.subtree_end);
        --left;
      }
    }
    if (is_run) edits_.finish();
  }

  /// Whether this is a block: one in braces, or one of Python.
  bool can_be_empty(NodeId node) const {
    if (node == Tree::root()) return false;
    return source_.in_brackets(node)
               ? source_.text(node).starts_with('{')
               : source_.is(node, Fact::block) && !source_.profile().empty_block.empty();
  }

  EditMaker& edits_;
  const Coverage& coverage_;
  std::uint32_t file_;
  const Source& source_;
  NodeId idle_end_ = 0;  // behind the last node that an edit removes
};

template <typename Visit>
void for_each_source(const Names& names, Visit visit) {
  for (std::uint32_t file = 0; file < names.files(); ++file)
    if (const Source* source = names.source(file)) visit(file, *source);
}

}  // namespace

Found never_ran(const Subject& subject, const Coverage& coverage) {
  const SharedNames names = names_of(subject);
  EditMaker edits(*names, subject.goal);
  for_each_source(*names, [&](std::uint32_t file, const Source& source) {
    Lister(edits, coverage, file, source).list();
  });
  Found found = edits.take();
  found.are_independent = true;  // what was emptied is still declared
  return found;
}

FunctionCounts count_functions(const Subject& subject, const Coverage& coverage) {
  const SharedNames names = names_of(subject);
  FunctionCounts counts;
  for_each_source(*names, [&](std::uint32_t file, const Source& source) {
    for (NodeId node = 0; node < source.tree().size(); ++node) {
      if (!source.is(node, Fact::function)) continue;
      const NodeId body = source.child(node, Field::body);
      if (body == no_node) continue;
      ++counts.all;
      if (inside_never_ran(coverage, file, source, body)) ++counts.idle;
    }
  });
  return counts;
}

}  // namespace whittle::probe
