// Sorts of terms without a type checker. A table of operators and the declarations of the script
// give the sort of most terms; a term that they do not cover has no sort. A real type checker would
// need all theories and the extensions of each solver, to save a few tests.
#include "passes/smt/smt.h"

#include <algorithm>

namespace whittle::smt {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool starts_with_one_of(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](auto start) { return text.starts_with(start); });
}

/// The sort of an operator's result, if it does not depend on the arguments.
std::string_view result_of(std::string_view head) {
  if (is_one_of(head, {"and",          "or",          "not",          "=>",
                       "xor",          "=",           "distinct",     "<",
                       "<=",           ">",           ">=",           "forall",
                       "exists",       "is_int",      "str.contains", "str.prefixof",
                       "str.suffixof", "str.<",       "str.<=",       "str.in_re",
                       "str.in.re",    "str.is_digit"}) ||
      starts_with_one_of(head, {"bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt",
                                "bvsge", "fp.is", "fp.lt", "fp.le", "fp.gt", "fp.ge", "fp.eq"}))
    return "Bool";
  if (is_one_of(head, {"str.len", "str.indexof", "str.to_int", "str.to.int", "str.to_code",
                       "bv2nat", "div", "mod", "to_int"}))
    return "Int";
  if (is_one_of(head, {"str.++", "str.at", "str.substr", "str.replace", "str.replace_all",
                       "int.to.str", "str.from_int", "str.from_code"}))
    return "String";
  if (is_one_of(head, {"/", "to_real"})) return "Real";
  if (starts_with_one_of(head, {"re.", "str.to_re", "str.to.re"})) return "RegLan";
  return {};
}

/// Whether the result of an operator has the sort of its first argument.
bool gives_first(std::string_view head) {
  return is_one_of(head, {"+", "-", "*", "abs", "store", "!", "bvcomp"}) ||
         (head.starts_with("bv") && head != "bv2nat") || head.starts_with("fp.");
}

}  // namespace

Script::Script(const Source& source, std::uint32_t file)
    : source_(&source),
      file_(file),
      group_(source.tree().kind("group")),
      token_(source.tree().kind("token")),
      string_(source.tree().kind("string")) {
  for (NodeId child : tree().children(Tree::root()))
    if (is_group(child)) commands_.push_back(child);
  for (NodeId node = 0; node < tree().size(); ++node)
    if (tree()[node].kind == token_) places_[text(node)].push_back(node);
  find_terms();
  find_sorts();
}

std::vector<NodeId> Script::parts(NodeId group) const {
  std::vector<NodeId> parts;
  for (NodeId child : tree().children(group))
    if (is_group(child) || tree()[child].kind == token_ || tree()[child].kind == string_)
      parts.push_back(child);
  return parts;
}

std::string_view Script::head(NodeId node) const {
  for (NodeId child : tree().children(node))
    if (tree()[child].kind == token_ || is_group(child))
      return tree()[child].kind == token_ ? text(child) : std::string_view();
  return {};
}

// Commands are sorted by their first node, and nothing lies between them, so the last command that
// begins before the node contains it.
NodeId Script::command_of(NodeId node) const {
  const auto after = std::ranges::upper_bound(commands_, node);
  return after == commands_.begin() ? no_node : *std::prev(after);
}

const std::vector<NodeId>& Script::places(std::string_view symbol) const {
  static const std::vector<NodeId> none;
  const auto at = places_.find(symbol);
  return at == places_.end() ? none : at->second;
}

const std::vector<std::string_view>& Script::constants(std::string_view sort) const {
  static const std::vector<std::string_view> none;
  const auto at = constants_.find(sort);
  return at == constants_.end() ? none : at->second;
}

// Names are kept in one table for the whole script, without scopes: a name that is bound twice with
// two sorts is rare, and a wrong sort costs a test, not a wrong result.
void Script::find_terms() {
  std::vector<NodeId> open;  // terms whose parts are still to be looked at
  for (NodeId command : commands_) {
    const std::vector<NodeId> all = parts(command);
    const std::string_view what = head(command);
    if (what == "assert" && all.size() == 2) open.push_back(all[1]);
    if (what.starts_with("define-") && all.size() >= 4) open.push_back(all.back());
    if (what == "declare-fun" && all.size() == 4) {
      declared_.emplace(text(all[1]), text(all[3]));
      if (parts(all[2]).empty()) constants_[text(all[3])].push_back(text(all[1]));
    }
    if (what == "declare-const" && all.size() == 3) {
      declared_.emplace(text(all[1]), text(all[2]));
      constants_[text(all[2])].push_back(text(all[1]));
    }
    if (what.starts_with("define-fun") && all.size() == 5) {
      declared_.emplace(text(all[1]), text(all[3]));
      if (is_group(all[2]))
        for (NodeId parameter : parts(all[2]))
          if (is_group(parameter) && parts(parameter).size() == 2)
            declared_.emplace(text(parts(parameter)[0]), text(parts(parameter)[1]));
    }
    if (what == "define-const" && all.size() == 4) declared_.emplace(text(all[1]), text(all[2]));
    while (!open.empty()) {
      const NodeId term = open.back();
      open.pop_back();
      terms_.push_back(term);
      if (!is_group(term)) continue;
      const std::vector<NodeId> inside = parts(term);
      const std::string_view operation = head(term);
      // `(_ bv3 32)` and `(as x Int)` hold numbers and sorts, no terms.
      if (inside.empty() || is_one_of(operation, {"_", "as", "match"})) continue;
      if (operation == "let" || operation == "forall" || operation == "exists") {
        if (inside.size() != 3 || !is_group(inside[1])) continue;
        open.push_back(inside[2]);
        for (NodeId bound : parts(inside[1])) {
          if (!is_group(bound) || parts(bound).size() != 2) continue;
          if (operation == "let")
            open.push_back(parts(bound)[1]);
          else
            declared_.emplace(text(parts(bound)[0]), text(parts(bound)[1]));
        }
      } else if (operation == "!") {
        if (inside.size() > 1) open.push_back(inside[1]);
      } else {
        open.insert(open.end(), inside.begin() + 1, inside.end());
      }
    }
  }
  std::ranges::sort(terms_);
}

// Parts have higher numbers than their term, so going backwards meets the parts first. The sort of
// a let-bound name is known only when that of its value is: a few rounds settle all but the deepest
// chains of lets.
void Script::find_sorts() {
  sorts_.assign(tree().size(), {});
  for (int round = 0; round < 4; ++round) {
    bool news = false;
    for (auto at = terms_.rbegin(); at != terms_.rend(); ++at) {
      if (!sorts_[*at].empty()) continue;
      sorts_[*at] = sort_of(*at);
      news = news || !sorts_[*at].empty();
    }
    for (NodeId term : terms_) {
      if (head(term) != "let" || parts(term).size() != 3) continue;
      for (NodeId bound : parts(parts(term)[1]))
        if (is_group(bound) && parts(bound).size() == 2 && !sorts_[parts(bound)[1]].empty())
          declared_.emplace(text(parts(bound)[0]), sorts_[parts(bound)[1]]);
    }
    if (!news) break;
  }
}

std::string_view Script::sort_of(NodeId term) const {
  const std::string_view whole = text(term);
  if (tree()[term].kind == string_) return whole.front() == '"' ? "String" : "";
  if (!is_group(term)) {
    if (const auto known = declared_.find(whole); known != declared_.end()) return known->second;
    if (whole == "true" || whole == "false") return "Bool";
    if (whole.front() < '0' || whole.front() > '9') return {};
    return whole.find('.') == whole.npos ? "Int" : "Real";
  }
  const std::string_view operation = head(term);
  if (const auto known = declared_.find(operation); known != declared_.end()) return known->second;
  if (const std::string_view result = result_of(operation); !result.empty()) return result;
  const std::vector<NodeId> inside = parts(term);
  if (operation == "ite" && inside.size() == 4)
    return sorts_[inside[2]].empty() ? sorts_[inside[3]] : sorts_[inside[2]];
  if (operation == "let" && inside.size() == 3) return sorts_[inside[2]];
  if (gives_first(operation) && inside.size() > 1) return sorts_[inside[1]];
  return {};
}

std::string Script::substituted(NodeId node,
                                const std::unordered_map<std::string_view, std::string>& by) const {
  std::string result;
  std::uint64_t from = tree()[node].begin;
  for (NodeId at = node; at < tree()[node].subtree_end; ++at) {
    if (tree()[at].kind != token_) continue;
    const auto found = by.find(text(at));
    if (found == by.end()) continue;
    result += BytesView(*tree().bytes()).substr(from, tree()[at].begin - from);
    result += found->second;
    from = tree()[at].end;
  }
  result += BytesView(*tree().bytes()).substr(from, tree()[node].end - from);
  return result;
}

}  // namespace whittle::smt
