// Definitions and uses of local variables, found as CHISEL finds them: by the kind of the
// expression, without looking at the order of execution. A better analysis would skip more
// candidates, but this plan exists to ask CHISEL's questions.
#include "plan/debloat/chisel_dependences.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace whittle {
namespace {

/// Edits by number; `Need::everybody` stands for text that no edit removes.
using EditNumbers = std::set<std::uint32_t>;

struct DefinitionsAndUses {
  EditNumbers definitions, uses;
};

/// Collects, for one function, which edit removes which definition and which use.
class DependenceCollector {
 public:
  DependenceCollector(const Names& names, const Place& function, const Found& found)
      : names_(names), source_(names[function]), file_(function.file), function_(function.node) {
    for (std::uint32_t edit = 0; edit < found.edits.size(); ++edit)
      for (const Change& change : found.edits[edit].changes)
        if (change.file == file_) removed_.push_back({change.begin, change.end, edit});
    std::ranges::sort(removed_, {}, &Removed::begin);
  }

  void collect() {
    const Tree& tree = source_.tree();
    for (NodeId node = function_; node < tree[function_].subtree_end; ++node) visit(node);
  }
  void add_needs(Found& found) const;

 private:
  struct Removed {
    std::uint64_t begin, end;
    std::uint32_t edit;
  };
  enum Role : std::uint8_t { definition = 1, use = 2 };

  void visit(NodeId node);
  void visit_operator(NodeId node, std::string_view kind);
  void visit_declarator(NodeId node);
  /// All local variables named at or below a node have this role there.
  void mark(NodeId node, int roles);
  bool gives_value() const;
  bool is_local_scalar(const Symbol& symbol) const;
  std::uint32_t edit_at(NodeId node) const;
  NodeId child(NodeId node, std::string_view field) const;

  const Names& names_;
  const Source& source_;
  std::uint32_t file_;
  NodeId function_;
  std::vector<Removed> removed_;
  std::map<const Symbol*, DefinitionsAndUses> variables_;
  std::map<std::string_view, DefinitionsAndUses> labels_;
  EditNumbers returns_;
};

std::uint32_t DependenceCollector::edit_at(NodeId node) const {
  const std::uint64_t begin = source_.tree()[node].begin;
  const auto behind = std::ranges::upper_bound(removed_, begin, {}, &Removed::begin);
  if (behind == removed_.begin() || (behind - 1)->end <= begin) return Need::everybody;
  return (behind - 1)->edit;
}

NodeId DependenceCollector::child(NodeId node, std::string_view field) const {
  for (NodeId one : source_.tree().children(node))
    if (source_.tree().field_name(one) == field) return one;
  return no_node;
}

bool DependenceCollector::gives_value() const {
  const NodeId type = child(function_, "type");
  const NodeId declarator = child(function_, "declarator");
  return type == no_node || source_.text(type) != "void" ||
         (declarator != no_node && source_.tree().kind_name(declarator) == "pointer_declarator");
}

/// Whether the symbol is a local variable or a parameter, and no array with a size of its own.
bool DependenceCollector::is_local_scalar(const Symbol& symbol) const {
  if (symbol.global || symbol.declarations.empty()) return false;
  const Place& leaf = symbol.declarations.front();
  if (!source_.tree().contains(function_, leaf.node)) return false;
  if (names_.is_parameter(leaf)) return true;
  const NodeId around = source_.parent(leaf.node);
  return source_.tree().kind_name(around) != "array_declarator";
}

// All names below the node get the role, without a look at the structure of the expression: in
// `p[i] = 1` both `p` and `i` count as defined.
void DependenceCollector::mark(NodeId node, int roles) {
  if (node == no_node) return;
  const std::uint32_t edit = edit_at(node);
  for (NodeId leaf = node; leaf < source_.tree()[node].subtree_end; ++leaf) {
    if (!source_.tree().is_leaf(leaf) || source_.tree().kind_name(leaf) != "identifier") continue;
    if (!source_.is_name(leaf)) continue;
    const Symbol& symbol = names_.symbol({file_, leaf});
    if (!is_local_scalar(symbol)) continue;
    if (roles & definition) variables_[&symbol].definitions.insert(edit);
    if (roles & use) variables_[&symbol].uses.insert(edit);
  }
}

void DependenceCollector::visit_operator(NodeId node, std::string_view kind) {
  const NodeId sign = child(node, "operator");
  const std::string_view text = sign == no_node ? std::string_view() : source_.text(sign);
  if (kind == "assignment_expression") {
    mark(child(node, "left"), text == "=" ? definition : definition | use);
    mark(child(node, "right"), use);
  } else if (kind == "binary_expression" || kind == "comma_expression") {
    mark(child(node, "left"), use);
    mark(child(node, "right"), use);
  } else if (kind == "update_expression") {
    mark(child(node, "argument"), definition | use);
  } else if (kind == "pointer_expression") {
    mark(child(node, "argument"), text == "&" ? definition : use);
  } else if (kind == "unary_expression") {
    mark(child(node, "argument"), use);
  }
}

/// A declaration with an initial value counts as a definition of its variable.
void DependenceCollector::visit_declarator(NodeId node) {
  for (NodeId leaf = node; leaf < source_.tree()[node].subtree_end; ++leaf) {
    if (!source_.tree().is_leaf(leaf) || !source_.is_name(leaf) || !source_.declares(leaf))
      continue;
    variables_[&names_.symbol({file_, leaf})].definitions.insert(edit_at(node));
    return;
  }
}

void DependenceCollector::visit(NodeId node) {
  const std::string_view kind = source_.tree().kind_name(node);
  if (kind == "init_declarator") {
    visit_declarator(node);
  } else if (kind == "call_expression") {
    mark(child(node, "arguments"), use);
  } else if (kind == "return_statement") {
    returns_.insert(edit_at(node));
    if (gives_value()) mark(node, use);
  } else if (kind == "labeled_statement") {
    labels_[source_.text(child(node, "label"))].definitions.insert(edit_at(node));
  } else if (kind == "goto_statement") {
    labels_[source_.text(child(node, "label"))].uses.insert(edit_at(node));
  } else {
    visit_operator(node, kind);
  }
}

// A definition that no edit removes is always there, so such a variable needs nothing.
void DependenceCollector::add_needs(Found& found) const {
  const auto need = [&](std::uint32_t user, const EditNumbers& any_of) {
    if (!any_of.contains(Need::everybody))
      found.needs.push_back({user, {any_of.begin(), any_of.end()}});
  };
  for (const auto& [symbol, variable] : variables_)
    if (!names_.is_parameter(symbol->declarations.front()))
      for (const std::uint32_t user : variable.uses) need(user, variable.definitions);
  for (const auto& [name, label] : labels_)
    for (const std::uint32_t user : label.uses) need(user, label.definitions);
  if (gives_value() && !returns_.empty()) need(Need::everybody, returns_);
  std::ranges::sort(found.needs);  // pointers have no order that a second run would repeat
}

}  // namespace

void add_chisel_dependences(const Names& names, const Place& function, Found& found) {
  DependenceCollector collector(names, function, found);
  collector.collect();
  collector.add_needs(found);
}

}  // namespace whittle
