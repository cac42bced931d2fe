// There are no tables for languages, because grammars use similar names for their nodes. A word
// that is not a node of a rule is a keyword; the rest is recognised by parts of names.
#include "syntax/highlight.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace whittle {
namespace {

bool has(std::string_view name, std::string_view part) {
  return name.find(part) != name.npos;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#' || c == '@';
  });
}

/// The kind of a node that has one colour as a whole.
std::optional<Highlighted::Kind> kind_of(const Tree& tree, NodeId id) {
  using enum Highlighted::Kind;
  const std::string_view name = tree.kind_name(id), text = tree.text(id);
  if (has(name, "comment")) return comment;
  if (!tree[id].named) {
    if (!is_word(text) || text == "#") return std::nullopt;
    return text.starts_with('#') ? directive : keyword;
  }
  // Expressions inside a string have their own colours.
  if (has(name, "string") && !has(name, "interpolat") && !has(name, "template_string"))
    return string;
  if (has(name, "char_literal") || has(name, "character") || name == "heredoc_body" ||
      name == "regex")
    return string;
  if (!tree.is_leaf(id)) return std::nullopt;
  if (has(name, "number") || has(name, "integer") || has(name, "float") || name == "int_literal")
    return number;
  if (name == "true" || name == "false" || name == "null" || name == "none" || name == "nil" ||
      has(name, "keyword"))
    return keyword;
  if (has(name, "preproc_directive")) return directive;
  if ((has(name, "type") || has(name, "storage_class") || has(name, "qualifier")) &&
      !text.empty() && is_word(text.substr(0, 1)))
    return type;
  return std::nullopt;
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
