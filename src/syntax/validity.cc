#include "syntax/validity.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "document/lines.h"
#include "syntax/tree.h"

namespace whittle {
namespace {

bool is_json(BytesView text) {
  return nlohmann::json::accept(text.begin(), text.end());
}

bool is_json_lines(BytesView text) {
  return std::ranges::all_of(find_lines(text), [&](const Range& line) {
    return is_all_space(line.in(text)) || is_json(line.in(text));
  });
}

/// Whether no mapping has a key twice, and no tag an attribute. In TOML a table is such a key too.
bool has_unique_keys(const Language& language, const SharedBytes& text) {
  const auto parsed = parse(language, text);
  if (!parsed) return true;
  const Tree& tree = **parsed;
  std::set<std::pair<NodeId, std::string_view>> seen;
  for (NodeId node = 1; node < tree.size(); ++node) {
    const std::string& kind = tree.kind_name(node);
    const bool is_table = kind == "table";
    if (!tree[node].named || (!is_table && kind != "Attribute" && !kind.ends_with("pair")))
      continue;
    NodeId key = tree.first_child(node);
    if (is_table && key != no_node) key = tree[key].next_sibling;  // behind the bracket
    if (key != no_node && !seen.insert({tree[node].parent, tree.text(key)}).second) return false;
  }
  return true;
}

/// Whether the element that begins with `start` has no content and no end tag, as HTML says.
bool is_void(const Tree& tree, NodeId start) {
  static constexpr std::string_view names[] = {"area",  "base",   "br",    "col",  "embed",
                                               "hr",    "img",    "input", "link", "meta",
                                               "param", "source", "track", "wbr"};
  const NodeId bracket = tree.first_child(start);
  const NodeId name = bracket == no_node ? no_node : tree[bracket].next_sibling;
  return name != no_node && std::ranges::count(names, tree.text(name)) > 0;
}

/// Whether each element has its end tag. The grammar accepts a page without them, as HTML does.
bool is_closed(const Language& language, const SharedBytes& text) {
  const auto parsed = parse(language, text);
  if (!parsed) return true;
  const Tree& tree = **parsed;
  for (NodeId node = 1; node < tree.size(); ++node) {
    if (tree.kind_name(node) != "start_tag" || is_void(tree, node)) continue;
    NodeId last = node;
    while (tree[last].next_sibling != no_node) last = tree[last].next_sibling;
    if (tree.kind_name(last) != "end_tag") return false;
  }
  return true;
}

std::vector<std::string> cells_of(BytesView bytes, const TextTable::Record& record) {
  std::vector<std::string> cells;
  for (const Range& cell : record.cells) cells.emplace_back(cell.in(bytes));
  return cells;
}

/// Whether `part` is what is left of `whole` if some of its elements are removed.
bool is_subsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  auto at = whole.begin();
  return std::ranges::all_of(part, [&](const std::string& one) {
    at = std::find(at, whole.end(), one);
    return at != whole.end() && (++at, true);
  });
}

}  // namespace

Validity::Validity(const Language& language, const SharedBytes& original) : language_(language) {
  if (language.parser == Parser::tree_sitter && Syntax::load(language))
    errors_.emplace(language, original);
  if (language.parser == Parser::table) {
    const TextTable table = read_table(*original);
    separator_ = table.separator;
    if (!table.records.empty()) header_ = cells_of(*original, table.records.front());
  }
  if (language.profile.strict == Strict::patch) patch_.emplace(*original);
  has_rule_ = language.profile.strict > Strict::grammar && follows_rule(original);
}

bool Validity::accepts(const SharedBytes& version) const {
  // The rule first: for JSON it is a hundred times quicker than the grammar.
  if (has_rule_ && !follows_rule(version)) return false;
  return !errors_ || !errors_->adds_errors(version);
}

bool Validity::follows_rule(const SharedBytes& version) const {
  switch (language_.profile.strict) {
    case Strict::json:
      return is_json(*version);
    case Strict::json_lines:
      return is_json_lines(*version);
    case Strict::unique_keys:
      return has_unique_keys(language_, version);
    case Strict::closed:
      return is_closed(language_, version);
    case Strict::patch:
      return patch_->has_part(*version);
    case Strict::table:
    case Strict::headerless:
      return is_part_of_table(*version);
    case Strict::no:
    case Strict::grammar:
      break;
  }
  return true;
}

bool Validity::is_part_of_table(BytesView version) const {
  const TextTable table = read_table(version, separator_);
  if (table.records.empty()) return false;
  const bool has_header = language_.profile.strict == Strict::table;
  if (has_header && !is_subsequence(cells_of(version, table.records.front()), header_))
    return false;
  return std::ranges::all_of(table.records, [&](const TextTable::Record& record) {
    return record.cells.size() == table.records.front().cells.size();
  });
}

}  // namespace whittle
