// No tables for languages: grammars name their nodes much alike. What is a word and no node of a
// rule is a keyword; the rest is told by parts of names.
#include "syntax/highlight.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace whittle {
namespace {

bool has(std::string_view name, std::string_view part) {
  return name.find(part) != name.npos;
}

std::optional<Highlighted::Kind> kind_of(const Tree& tree, NodeId id) {
  using enum Highlighted::Kind;
  const std::string_view name = tree.kind_name(id);
  if (has(name, "comment")) return comment;
  if (tree[id].named) {
    if (name == "string" || has(name, "string_literal") || has(name, "char_literal") ||
        name == "character" || name == "interpreted_string" || has(name, "raw_string"))
      return string;
    if (!tree.is_leaf(id)) return std::nullopt;
    if (has(name, "number") || has(name, "integer") || has(name, "float_literal") ||
        name == "float")
      return number;
    if (name == "true" || name == "false" || name == "null" || name == "none" || name == "nil")
      return number;
    if (has(name, "type") || name == "sized_type_specifier") return type;
    return std::nullopt;
  }
  const std::string_view text = tree.text(id);
  const bool is_word = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#' || c == '@';
  });
  return is_word ? std::optional(keyword) : std::nullopt;
}

}  // namespace

std::vector<Highlighted> highlight(const Tree& tree) {
  std::vector<Highlighted> found;
  for (NodeId id = 0; id < tree.size();) {
    const std::optional<Highlighted::Kind> kind = kind_of(tree, id);
    const Node& node = tree[id];
    if (kind && node.begin < node.end && (found.empty() || found.back().end <= node.begin)) {
      found.push_back({node.begin, node.end, *kind});
      id = node.subtree_end;  // the whole of it has one colour
    } else {
      ++id;
    }
  }
  return found;
}

}  // namespace whittle
