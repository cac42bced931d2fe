// Locals of functions in WebAssembly's text format. Those without a name are counted, parameters
// first: when one is removed, all later numbers decrease by one. So an edit removes the local and
// the writes to it, replaces reads with 0, and lowers every later number (`Counted`).
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "passes/names/name_passes.h"
#include "passes/names/names.h"

namespace whittle::wat {
namespace {

constexpr std::uint32_t stays = Separated::no_edit;

struct Local {
  NodeId type;
  NodeId holder;          // `(local i32 i32)` or `(param i32)`
  std::string_view name;  // empty if it is only a number
  bool alone;             // the only type of its holder
  std::uint32_t edit = stays;
};

/// `local.get 2`: which instruction it is, and the leaf that says which local.
struct Use {
  NodeId instruction, head, which;
  std::size_t local;
};

class WatFunction {
 public:
  WatFunction(const Source& source, NodeId function) : source_(source), tree_(source.tree()) {
    for (NodeId child : tree_.children(function))
      if (is(child, "param") || is(child, "local")) add_locals(child);
    for (NodeId node = function; node < tree_[function].subtree_end; ++node)
      if (is(node, "plain_instr")) add_use(node);
  }

  void list(std::uint32_t file, const Downhill& goes_down, Found& found) {
    for (std::size_t number = 0; number < locals_.size(); ++number) {
      // Parameters belong to the callers as well.
      if (!is(locals_[number].holder, "local")) continue;
      std::optional<Edit> edit = without(file, number);
      if (!edit || !goes_down(*edit)) continue;
      const auto [before, after] = goes_down.exchange(*edit);
      edit->weight = weight_saved(before, after);
      locals_[number].edit = static_cast<std::uint32_t>(found.edits.size());
      found.edits.push_back(std::move(*edit));
    }
    // Each number that is written decreases by the number of removed locals before it.
    for (const Use& use : uses_) {
      if (tree_.text(use.which).starts_with('$')) continue;
      std::vector<std::uint32_t> before;
      for (std::size_t number = 0; number < use.local; ++number)
        if (locals_[number].edit != stays) before.push_back(locals_[number].edit);
      const Node& which = tree_[use.which];
      if (!before.empty())
        found.counts.push_back({{file, which.begin, which.end, {}, false}, use.local, before});
    }
  }

 private:
  bool is(NodeId node, std::string_view kind) const { return tree_.kind_name(node) == kind; }

  // `(local i32 i32)` declares two locals in one holder, `(local $x i32)` one with a name. Both
  // count for the numbers.
  void add_locals(NodeId holder) {
    std::string_view name;
    const std::size_t first = locals_.size();
    for (NodeId child : tree_.children(holder)) {
      if (!tree_[child].named || tree_[child].extra) continue;
      if (tree_.text(child).starts_with('$'))
        name = tree_.text(child);
      else
        locals_.push_back({child, holder, name, false});
    }
    if (locals_.size() == first + 1) locals_.back().alone = true;
  }

  void add_use(NodeId instruction) {
    const std::vector<NodeId> parts = source_.list(instruction);
    if (parts.size() < 2 || !tree_.text(parts[0]).starts_with("local.")) return;
    const std::string_view text = tree_.text(parts[1]);
    std::size_t local = locals_.size();
    if (text.starts_with('$')) {
      for (std::size_t i = 0; i < locals_.size(); ++i)
        if (locals_[i].name == text) local = i;
    } else if (const auto [end, error] =
                   std::from_chars(text.data(), text.data() + text.size(), local);
               error != std::errc() || end != text.data() + text.size()) {
      return;
    }
    if (local < locals_.size()) uses_.push_back({instruction, parts[0], parts[1], local});
  }

  /// The edit that removes a local. Nothing if a read needs a value and its type has no constant.
  std::optional<Edit> without(std::uint32_t file, std::size_t number) const {
    const Local& local = locals_[number];
    const BytesView bytes = *tree_.bytes();
    Edit edit;
    const auto change = [&](std::uint64_t begin, std::uint64_t end, std::string text = {}) {
      while (text.empty() && end < bytes.size() && is_space(bytes[end])) ++end;
      edit.changes.push_back({file, begin, end, std::move(text), false});
    };
    const NodeId goes = local.alone ? local.holder : local.type;
    change(tree_[goes].begin, tree_[goes].end);
    for (const Use& use : uses_) {
      if (use.local != number) continue;
      const std::uint64_t begin = tree_[use.head].begin, end = tree_[use.which].end;
      const Node& whole = tree_[use.instruction];
      const bool is_folded = begin > whole.begin;
      const std::string_view head = tree_.text(use.head);
      if (head == "local.get") {
        if (!is(local.type, "num_type")) return std::nullopt;
        change(begin, end, std::string(tree_.text(local.type)) + ".const 0");
      } else if (head == "local.set") {
        change(begin, end, "drop");
      } else if (is_folded) {  // (local.tee 0 X)
        change(whole.begin, end);
        change(whole.end - 1, whole.end);
      } else {
        change(whole.begin, whole.end);
      }
    }
    std::ranges::sort(edit.changes, {}, &Change::begin);
    return edit;
  }

  const Source& source_;
  const Tree& tree_;
  std::vector<Local> locals_;
  std::vector<Use> uses_;
};

}  // namespace

/// (func (local i32 i64) local.get 1 drop)   ->   (func (local i64) local.get 0 drop)
Found locals(const Subject& subject) {
  Found found;
  const auto& files = subject.document.files();
  const auto is_wat = [&](const File& file) {
    return file.kind == File::Kind::regular &&
           subject.trees.language(file.path, *file.bytes).is_any(Dialect::wat);
  };
  if (std::ranges::none_of(files, is_wat)) return found;
  const SharedNames names = names_of(subject);
  const Downhill goes_down(subject.goal, names->counts());
  for (std::uint32_t file = 0; file < names->files(); ++file) {
    const Source* source = names->source(file);
    if (!source || !is_wat(files[file])) continue;
    for (NodeId node = 0; node < source->tree().size(); ++node)
      if (source->tree().kind_name(node) == "module_field_func")
        WatFunction(*source, node).list(file, goes_down, found);
  }
  return found;
}

}  // namespace whittle::wat
