// Everything here depends on how grammars name their kinds and fields. The words in a kind's name
// are interpreted once for each kind of a grammar (some hundreds); after that, a node's facts are a
// table lookup. Words that several grammars use are in the table below. A kind of one grammar
// alone is in the row of its language (`syntax/languages.cc`). The context of each node is computed
// for all nodes in one walk from the root down, so that no question climbs the tree, however deep
// it is.
#include "passes/names/names.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace whittle {
namespace {

// Why words and not a table for each grammar: grammars of tree-sitter follow the same habits, so
// some hundred words serve all of them, and a language that is added later mostly works at once.
// The price is a wrong guess now and then. A wrong guess costs tests, never a wrong result.
struct Word {
  std::string_view part;  // a part of a kind's name; the whole name if `whole`
  std::uint32_t facts;
  bool whole = false;
};

// clang-format off
constexpr Word words[] = {
    {"identifier", Fact::identifier}, {"name", Fact::identifier, true}, {"variable", Fact::identifier, true},
    {"instance_variable", Fact::identifier, true},
    {"variable_name", Fact::identifier | Fact::transparent, true}, {"constructor", Fact::identifier, true},

    {"decl", Fact::declaring}, {"_def", Fact::declaring}, {"_item", Fact::declaring},
    {"_spec", Fact::declaring}, {"parameter", Fact::declaring | Fact::parameters}, {"enum", Fact::declaring},
    {"variant", Fact::declaring}, {"alias", Fact::declaring}, {"class", Fact::declaring},
    {"interface", Fact::declaring}, {"module", Fact::declaring},
    {"method", Fact::declaring | Fact::function}, {"function", Fact::declaring | Fact::function},
    {"let", Fact::declaring}, {"binding", Fact::declaring}, {"property", Fact::declaring},
    {"import", Fact::declaring | Fact::importing}, {"include", Fact::importing},
    {"using_", Fact::declaring | Fact::importing}, {"use_", Fact::declaring | Fact::importing},
    {"require", Fact::importing}, {"package", Fact::importing}, {"lambda", Fact::function},
    {"closure", Fact::function}, {"constructor_d", Fact::function},

    {"struct_specifier", Fact::tagged}, {"union_specifier", Fact::tagged}, {"class_specifier", Fact::tagged},
    {"enum_specifier", Fact::tagged},

    {"_declarator", Fact::transparent}, {"pattern", Fact::transparent},
    {"expression_list", Fact::transparent}, {"identifier_list", Fact::transparent},
    {"qualified_", Fact::path}, {"scoped_", Fact::path}, {"nested_identifier", Fact::path},
    {"use_as_clause", Fact::path}, {"template_type", Fact::instance, true},

    {"expression", Fact::using_only}, {"call", Fact::using_only | Fact::call},
    {"invocation", Fact::using_only | Fact::call}, {"_creation", Fact::using_only | Fact::call},
    {"new_expression", Fact::using_only | Fact::call}, {"argument", Fact::using_only | Fact::arguments},
    {"access", Fact::using_only | Fact::access}, {"member_expression", Fact::access},
    {"field_expression", Fact::access}, {"selector_expression", Fact::access},
    {"attribute", Fact::access, true}, {"member_access_expression", Fact::access},
    {"navigation_", Fact::access}, {"assignment", Fact::assigning, true},
    {"variable_assignment", Fact::assigning, true}, {"assignment_statement", Fact::assigning, true},

    {"attribute_", Fact::attribute}, {"attributes", Fact::attribute}, {"annotation", Fact::attribute},
    {"decorator", Fact::attribute}, {"ms_declspec", Fact::attribute}, {"pragma", Fact::attribute},
    {"modifier", Fact::modifier}, {"qualifier", Fact::modifier}, {"storage_class", Fact::modifier},
    {"throws", Fact::modifier}, {"virtual", Fact::modifier}, {"visibility", Fact::modifier},

    {"field_declaration_list", Fact::members}, {"declaration_list", Fact::members},
    {"class_body", Fact::members}, {"enum_body", Fact::members}, {"interface_body", Fact::members},
    {"enumerator_list", Fact::members}, {"object_type", Fact::members}, {"enum_class_body", Fact::members},

    {"block", Fact::block, true}, {"statements", Fact::block, true}, {"do", Fact::block, true},
    {"preproc_if", Fact::block}, {"preproc_el", Fact::block}, {"case_statement", Fact::block, true},
    {"switch_case", Fact::block, true}, {"switch_default", Fact::block, true},
    {"import_list", Fact::block, true},

    {"literal", Fact::literal}, {"number", Fact::literal}, {"integer", Fact::literal},
    {"float", Fact::literal}, {"string", Fact::literal}, {"true", Fact::literal, true},
    {"false", Fact::literal, true}, {"null", Fact::literal, true}, {"nil", Fact::literal, true},

    {"type_parameters", Fact::type_list}, {"type_arguments", Fact::type_list},
    {"type_parameter_list", Fact::type_list}, {"superclass", Fact::base_list}, {"extends_", Fact::base_list},
    {"inheritance_specifier", Fact::base_list, true},

    {"namespace_definition", Fact::wrapping, true}, {"linkage_specification", Fact::wrapping, true},
    {"module", Fact::wrapping, true}, {"export_statement", Fact::wrapping, true},

    {"initializer_list", Fact::initializer}, {"array", Fact::initializer},
    {"object", Fact::initializer, true}, {"list", Fact::initializer, true},
    {"array_initializer", Fact::initializer}, {"struct_pattern", Fact::initializer},
    {"tuple", Fact::initializer},
};

constexpr std::pair<std::string_view, Field> field_names[] = {
    {"name", Field::name}, {"declarator", Field::declarator}, {"pattern", Field::pattern},
    {"alias", Field::alias}, {"left", Field::left}, {"right", Field::right},
    {"argument", Field::argument}, {"arguments", Field::arguments},
    {"parameters", Field::parameters},
    {"body", Field::body}, {"value", Field::value},
    {"type", Field::type}, {"return_type", Field::return_type}, {"result", Field::result},
    {"field", Field::field}, {"property", Field::property},
    {"attribute", Field::attribute}, {"object", Field::object},
    {"path", Field::path}, {"key", Field::key},
    {"operator", Field::operator_},
    {"default_value", Field::value}, {"superclasses", Field::superclasses},
    {"bound_identifier", Field::name}, {"returns", Field::return_type},
    {"local_declaration", Field::none},
};

// The role of a kind of node in its parent, for grammars that name no field for it.
constexpr std::pair<std::string_view, Field> roles[] = {
    {"function_body", Field::body}, {"class_body", Field::body}, {"enum_class_body", Field::body},
    {"aggregate_body", Field::body}, {"parameters", Field::parameters},
    {"function_value_parameters", Field::parameters}, {"primary_constructor", Field::parameters},
    {"arguments", Field::arguments}, {"value_arguments", Field::arguments},
    {"named_arguments", Field::arguments}, {"user_type", Field::type},
    {"nullable_type", Field::type}, {"optional_type", Field::type}, {"type", Field::type},
};
// clang-format on

// Words overlap on purpose: a "function_declarator" is transparent and a function, and a
// "parameter_declaration" declares and is a parameter. The corrections are for words that mean
// something else in a compound.
std::uint32_t facts_of(std::string_view kind, const Profile& profile) {
  std::uint32_t facts = 0;
  for (const KindFacts& own : profile.kinds)
    if (own.kind == kind) facts |= own.facts;
  for (const Word& word : words)
    if (word.whole ? kind == word.part : kind.find(word.part) != kind.npos) facts |= word.facts;
  // A "required_parameter" is not required from anywhere.
  if (facts & Fact::parameters) facts &= ~Fact::importing;
  // A "function_body" is neither a function nor a declaration.
  if (kind.ends_with("_body")) facts &= ~(Fact::function | Fact::declaring);
  return facts & Fact::instance ? std::uint32_t{Fact::instance} : facts;
}

bool is_word_text(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

bool is_open(std::string_view text) {
  return text == "(" || text == "[" || text == "{" || text == "<" || text == "#[";
}

bool is_close(std::string_view text) {
  return text == ")" || text == "]" || text == "}" || text == ">";
}

// Kinds with brackets around one thing, not around a list.
bool is_wrapper(std::string_view kind) {
  return kind.find("parenthesized") != kind.npos || kind.find("condition") != kind.npos ||
         kind.find("subscript") != kind.npos || kind.find("interpolation") != kind.npos ||
         kind.find("substitution") != kind.npos;
}

}  // namespace

Source::Source(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {
  const Kinds& kinds = tree_->syntax().kinds();
  facts_.resize(kinds.size());
  roles_.resize(kinds.size(), Field::none);
  for (KindId kind = 0; kind < kinds.size(); ++kind) {
    if (!kinds[kind].named) continue;
    facts_[kind] = facts_of(kinds[kind].name, profile());
    for (const auto& [name, role] : roles)
      if (name == kinds[kind].name) roles_[kind] = role;
  }
  for (const std::string& name : tree_->syntax().fields()) {
    const auto* known =
        std::ranges::find(field_names, name, &std::pair<std::string_view, Field>::first);
    const bool is_known = known != std::end(field_names);
    fields_.push_back(is_known ? known->second : name.empty() ? Field::none : Field::other);
    names_have_fields_ = names_have_fields_ || fields_.back() == Field::name;
  }
  find_items();
}

// A node can be removed alone if it stands in a row: in the file, in brackets, in a block, or
// beside a comma, and in data also in a list of values. An item is any such node; a statement is an
// item that is not part of an expression, so nothing between commas. A node that is neither has the
// item and the statement of its parent.
void Source::find_items() {
  const Tree& t = *tree_;
  items_.assign(t.size(), no_node);
  statements_.assign(t.size(), no_node);
  codes_.assign(t.size(), no_node);
  std::vector<NodeId> row;  // the children of a node, without comments
  for (NodeId parent = 0; parent < t.size(); ++parent) {
    if (t.is_leaf(parent)) continue;
    row.clear();
    for (NodeId child : t.children(parent)) {
      items_[child] = items_[parent];
      statements_[child] = statements_[parent];
      codes_[child] = codes_[parent];
      if (!t[child].extra) row.push_back(child);
    }
    if (row.empty()) continue;
    const bool root = parent == Tree::root();
    const bool bracketed = is_open(t.text(row.front())) && !t[row.front()].named &&
                           is_close(t.text(row.back())) && !is_wrapper(t.kind_name(parent));
    const bool curly = bracketed && t.text(row.front()) == "{" && !is(parent, Fact::initializer);
    const bool in_a_row = root || bracketed || is(parent, Fact::block) ||
                          (profile().is_data && is(parent, Fact::initializer));
    for (std::size_t i = 0; i < row.size(); ++i) {
      const NodeId child = row[i];
      if (!t[child].named) continue;
      if (is(parent, Fact::function) && field(child) == Field::body) codes_[child] = child;
      // Some grammars have the parameters in the brackets of the function itself.
      if (is(parent, Fact::function) && is_bare_parameter(child)) items_[child] = child;
      const bool comma =
          (i > 0 && is_token(row[i - 1], ",")) || (i + 1 < row.size() && is_token(row[i + 1], ","));
      // In `case 1: f();` and `#ifdef A` the first part has a role, the statements have none.
      const bool has_role = is(parent, Fact::block) && !bracketed && field(child) != Field::none &&
                            field(child) != Field::body;
      if (!comma && (!in_a_row || has_role)) continue;
      items_[child] = child;
      if (!comma && (root || curly || is(parent, Fact::block | Fact::members)))
        statements_[child] = child;
    }
  }
}

NodeId Source::child(NodeId node, Field role) const {
  for (NodeId child : tree().children(node))
    if (field(child) == role) return child;
  return no_node;
}

NodeId Source::value(NodeId node) const {
  if (const NodeId found = child(node, is(node, Fact::assigning) ? Field::right : Field::value);
      found != no_node)
    return found;
  for (NodeId child : tree().children(node))
    if (is_token(child, "=")) {
      const NodeId after = next(child);
      return after != no_node && tree()[after].named ? after : no_node;
    }
  return no_node;
}

// Some grammars wrap each argument, with its label, in a node of its own; the value is the last
// part of it.
NodeId Source::without_label(NodeId argument) const {
  NodeId node = argument;
  while (is(node, Fact::arguments) || tree().kind_name(node) == "expression") {
    NodeId last = no_node;
    for (NodeId child : tree().children(node))
      if (tree()[child].named && !tree()[child].extra) last = child;
    if (last == no_node) break;
    node = last;
  }
  return node;
}

bool Source::is_bare_parameter(NodeId node) const {
  return is(node, Fact::parameters) && !is(node, Fact::type_list) && !in_brackets(node) &&
         field(node) == Field::none;
}

NodeId Source::next(NodeId node) const {
  for (NodeId at = tree()[node].next_sibling; at != no_node; at = tree()[at].next_sibling)
    if (!tree()[at].extra) return at;
  return no_node;
}

NodeId Source::previous(NodeId node) const {
  // Nodes have no link to their previous sibling. In preorder, the node numbered one lower is the
  // last descendant of that sibling, so climbing from it to our parent finds the sibling.
  const NodeId parent = tree()[node].parent;
  if (parent == no_node || node == parent + 1) return no_node;
  NodeId at = node - 1;
  while (tree()[at].parent != parent) at = tree()[at].parent;
  return tree()[at].extra ? previous(at) : at;
}

bool Source::is_name(NodeId node) const {
  if (!tree().is_leaf(node) || !tree()[node].named) return false;
  const std::string_view name = text(node);
  // Some grammars treat `size_t` as a built-in type like `int`; for the language it is a name.
  const bool is_typedef = name.ends_with("_t") && is(node, Fact::built_in_type);
  if (!is(node, Fact::identifier) && !is_typedef) return false;
  if (!is_word_text(name) || tree().kind(name, false) != Kinds::none) return false;
  // `package a.b;` says where the file belongs. It is no use of a name `a` in the code.
  NodeId up = parent(node);
  while (up != no_node && is(up, Fact::path)) up = parent(up);
  return up == no_node || !is(up, Fact::importing) || is(up, Fact::declaring) ||
         !tree().kind_name(up).starts_with("package_");
}

bool Source::in_brackets(NodeId node) const {
  const NodeId first = tree().first_child(node);
  return first != no_node && !tree()[first].named && is_open(text(first));
}

// Commas are looked for beside the node and not in the grammar: a list of one item has none, and is
// then removed like any other node.
bool Source::beside_comma(NodeId node) const {
  return is_token(next(node), ",") || is_token(previous(node), ",");
}

bool Source::is_member(NodeId leaf) const {
  const std::string_view kind = tree().kind_name(leaf);
  if (kind == "field_identifier" || kind == "property_identifier") return true;
  const Field role = field(leaf);
  const NodeId up = parent(leaf);
  if (up == no_node) return false;
  if (role == Field::field || role == Field::property || role == Field::attribute) return true;
  if (role == Field::name && is(up, Fact::arguments)) return true;  // f(x=1)
  if (role == Field::name && is(up, Fact::call)) return child(up, Field::object) != no_node;
  if (role == Field::left && parent(up) != no_node && is(parent(up), Fact::initializer))
    return true;  // new T { x = 1 }
  if (is(up, Fact::access) && previous(leaf) != no_node) return true;
  const NodeId holder = is(up, Fact::keyed_value) ? up : leaf;  // T{x: 1}
  return field(holder) == Field::key;
}

// Climbs from the name to its declaration: through declarators, patterns and paths, as long as the
// name is their subject (the last part of a path, not the size of an array). Sixteen levels are
// enough for any declarator that people write; a name that is nested deeper counts as a use.
bool Source::declares(NodeId leaf) const {
  NodeId node = leaf;
  for (int levels = 0; levels < 16; ++levels) {
    const NodeId up = parent(node);
    if (up == no_node) return false;
    const Field role = field(node);
    const bool is_the_name = role == Field::name || role == Field::declarator ||
                             role == Field::pattern || role == Field::alias;
    if (is(up, Fact::path)) {
      if (next(node) != no_node) return false;
      node = up;
      continue;
    }
    if (is(up, Fact::instance)) {
      if (role != Field::name) return false;
      node = up;
      continue;
    }
    if (is(up, Fact::assigning)) {
      // In a language with `x = 1` and `x := 1`, the first declares nothing; its operator has a
      // field.
      if (child(up, Field::operator_) != no_node) return false;
      return role == Field::left || role == Field::name ||
             (role == Field::none && previous(node) == no_node);
    }
    if (is(up, Fact::transparent)) {
      if (role == Field::name && is(up, Fact::declaring)) return true;
      if (!is_the_name && role != Field::none) return false;
      node = up;
      continue;
    }
    if (is(up, Fact::using_only | Fact::base_list) || !is(up, Fact::declaring)) return false;
    // import a as b
    if (role == Field::name && is(up, Fact::importing) && child(up, Field::alias) != no_node)
      return false;
    if (is(up, Fact::tagged) && child(up, Field::body) == no_node) {
      const bool whole = statement(up) == up || is(parent(up), Fact::template_head);
      return is_the_name && whole;
    }
    if (is_the_name) return true;
    if (is(up, Fact::parameters)) return role == Field::none;
    if (is(up, Fact::importing)) return role == Field::none || role == Field::argument;
    // local a, b
    if (role == Field::none && is(node, Fact::name_list)) return true;
    // `const a = 1;` in grammars that have no field for the name.
    if (role == Field::none && value(up) != no_node &&
        (is_token(previous(node), "const") || is_token(previous(node), "var") ||
         (is(up, Fact::name_first) && previous(node) == no_node)))
      return true;
    if (names_have_fields_ || role != Field::none) return false;
    for (NodeId sibling : tree().children(up))
      if (is(sibling, Fact::identifier | Fact::declaring)) return sibling == node;
    return false;
  }
  return false;
}

std::string_view Source::imported_name(NodeId leaf) const {
  if (!profile().import_declares_last_part || !tree().is_leaf(leaf) || !tree()[leaf].named)
    return {};
  const NodeId string = parent(leaf);
  const NodeId up = string == no_node ? no_node : parent(string);
  if (up == no_node || !is(up, Fact::importing) || field(string) != Field::path ||
      child(up, Field::name) != no_node)
    return {};
  // "a/yaml/v3" and "a/yaml.v3" are yaml.
  std::string_view path = text(leaf);
  const auto last = [&] { return path.substr(path.rfind('/') + 1); };
  if (last().size() > 1 && last().front() == 'v' && std::ranges::all_of(last().substr(1), is_digit))
    path.remove_suffix(std::min(path.size(), last().size() + 1));
  const std::string_view name = last().substr(0, last().find('.'));
  return is_word_text(name) ? name : std::string_view();
}

// A parameter belongs to its function, a local name to the block around it, and every other name to
// the whole file. Members belong to the file because they can be used from anywhere, through an
// object.
NodeId Source::scope_of(NodeId leaf) const {
  const NodeId it = item(leaf);
  if (it == no_node) return Tree::root();
  if (is(parent(it), Fact::parameters) || is_bare_parameter(it)) {
    const NodeId owner = statement(parent(it));
    return owner == no_node ? Tree::root() : owner;
  }
  const NodeId whole = statement(it);
  if (whole == no_node || is_member(leaf)) return Tree::root();
  const NodeId list = parent(whole);
  if (is(list, Fact::members) || code(list) == no_node) return Tree::root();
  return in_brackets(list) ? list : code(list);
}

std::vector<NodeId> Source::list(NodeId node) const {
  std::vector<NodeId> items;
  const bool is_owner = is(node, Fact::function | Fact::call) &&
                        !is(node, Fact::parameters | Fact::arguments | Fact::type_list);
  bool begun = !is_owner;
  for (NodeId child : tree().children(node)) {
    begun = begun || is_token(child, "(");
    if (!begun || !tree()[child].named || tree()[child].extra) continue;
    if (is_owner && is(node, Fact::function) && !is(child, Fact::parameters)) continue;
    // In `f(a, b int)` two names are in one child.
    bool several = false;
    if (is(child, Fact::parameters))
      for (NodeId part : tree().children(child))
        if (field(part) == Field::name && beside_comma(part)) {
          items.push_back(part);
          several = true;
        }
    if (!several) items.push_back(child);
  }
  return items;
}

// Climbs from a name to the function it names, through declarators and paths only: `f` in `int
// *f(int a)`, not `x` in `int x = g(1)`.
NodeId Source::parameters_of(NodeId leaf) const {
  const NodeId end = statement(leaf);
  NodeId node = leaf;
  for (int levels = 0; levels < 8 && node != no_node; ++levels) {
    if (node != leaf) {
      if (const NodeId found = child(node, Field::parameters); found != no_node) return found;
      if (is(node, Fact::function))
        for (NodeId child : tree().children(node))
          if (is_bare_parameter(child)) return node;
      // let f = (a, b) => a;
      if (const NodeId value = child(node, Field::value);
          value != no_node && is(value, Fact::function))
        return child(value, Field::parameters);
      if (!is(node, Fact::transparent | Fact::path)) return no_node;
    }
    if (node == end) return no_node;
    node = parent(node);
  }
  return no_node;
}

// Climbs from a name to its call, as long as the name is the called function: the last part of
// `a.f`, the name of `f<int>`. A name among the arguments is none.
NodeId Source::arguments_of(NodeId leaf) const {
  NodeId node = leaf;
  for (int levels = 0; levels < 8; ++levels) {
    const NodeId up = parent(node);
    if (up == no_node) return no_node;
    if (is(up, Fact::call)) {
      if (field(node) == Field::object || is(node, Fact::arguments) ||
          is_token(previous(node), "(") || is_token(previous(node), ","))
        return no_node;
      NodeId found = child(up, Field::arguments);
      for (NodeId child : tree().children(up)) {
        if (found != no_node) break;
        // Some grammars have the list in a suffix; in others the call is the list.
        if (is(child, Fact::call)) found = this->child(child, Field::arguments);
        if (is_token(child, "(")) found = up;
      }
      return found == up || found == no_node || !tree().contains(found, leaf) ? found : no_node;
    }
    if (tree().kind_name(up) == "expression") {
      node = up;
      continue;
    }
    const bool last = next(node) == no_node;
    const bool named = is(up, Fact::type_list)
                           ? false
                           : tree().kind_name(up).find("generic") != std::string::npos ||
                                 tree().kind_name(up).find("template_") != std::string::npos;
    if (!(is(up, Fact::access | Fact::path) && last) && !(named && field(node) != Field::arguments))
      return no_node;
    node = up;
  }
  return no_node;
}

NodeId Source::call_of(NodeId arguments) const {
  if (!is(arguments, Fact::arguments)) return arguments;
  const NodeId up = parent(arguments);
  return is(up, Fact::call_suffix) ? parent(up) : up;
}

// Two walks: the first finds the occurrences of each spelling, the second assigns them to scopes.
Names::Names(const Subject& subject)
    : counts_(std::make_shared<const RangeCounts>(subject.document)) {
  struct Occurrence {
    Place place;
    bool declares;
    NodeId scope;  // the root unless it declares something local
    bool member;
    bool in_file;  // it declares something for its file alone

    bool is_local() const { return declares && (scope != Tree::root() || in_file); }
  };
  std::unordered_map<std::string_view, std::size_t> number;
  std::vector<std::vector<Occurrence>> occurrences;
  std::vector<std::string_view> spelled;
  const auto& files = subject.document.files();
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    sources_.push_back(nullptr);
    if (files[file].kind != File::Kind::regular || !is_text(*files[file].bytes)) continue;
    auto tree = subject.trees.tree(files[file].path, files[file].bytes);
    if (!tree) continue;
    sources_.back() = std::make_unique<Source>(std::move(tree));
    const Source& source = *sources_.back();
    for (NodeId node = 0; node < source.tree().size(); ++node) {
      const std::string_view imported = source.imported_name(node);
      if (imported.empty() && !source.is_name(node)) continue;
      const std::string_view name = imported.empty() ? source.text(node) : imported;
      const auto [at, is_new] = number.try_emplace(name, spelled.size());
      if (is_new) {
        spelled.push_back(name);
        occurrences.emplace_back();
      }
      const bool declares = !imported.empty() || source.declares(node);
      const NodeId scope = declares ? source.scope_of(node) : Tree::root();
      const NodeId statement = source.statement(node);
      const bool in_file = declares && source.profile().import_declares_last_part &&
                           statement != no_node && source.is(statement, Fact::importing);
      occurrences[at->second].push_back(
          {{file, node}, declares, scope, source.is_member(node), in_file});
    }
  }
  // Of two scopes, one contains the other or they are disjoint, and the map orders them by their
  // first nodes. So a stack of the open scopes gives the innermost scope around each occurrence.
  for (std::size_t name = 0; name < spelled.size(); ++name) {
    std::map<Place, std::size_t> scopes;  // to the symbol
    for (const Occurrence& o : occurrences[name])
      if (o.is_local()) scopes.emplace(Place{o.place.file, o.scope}, 0);
    const std::size_t global = symbols_.size();
    symbols_.push_back({spelled[name], {}, {}, true});
    for (auto& [scope, symbol] : scopes) {
      symbol = symbols_.size();
      symbols_.push_back({spelled[name], {}, {}, false});
    }
    auto coming = scopes.begin();
    std::vector<std::pair<Place, std::size_t>> open;
    for (const Occurrence& o : occurrences[name]) {
      for (; coming != scopes.end() && coming->first <= o.place; ++coming)
        open.emplace_back(*coming);
      while (!open.empty() &&
             (open.back().first.file != o.place.file ||
              !sources_[o.place.file]->tree().contains(open.back().first.node, o.place.node)))
        open.pop_back();
      const bool is_global = open.empty() || o.member || (o.declares && !o.is_local());
      Symbol& symbol = symbols_[is_global ? global : open.back().second];
      (o.declares ? symbol.declarations : symbol.uses).push_back(o.place);
    }
  }
  std::erase_if(symbols_, [](const Symbol& symbol) {
    return symbol.declarations.empty() && symbol.uses.empty();
  });
  for (const auto& source : sources_) symbol_of_.emplace_back(source ? source->tree().size() : 0);
  for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
    for (const Place& leaf : symbols_[i].declarations) symbol_of_[leaf.file][leaf.node] = i;
    for (const Place& leaf : symbols_[i].uses) symbol_of_[leaf.file][leaf.node] = i;
  }
}

// The document decides, not its address: copies of a plan that test ahead have equal documents at
// other places.
SharedNames names_of(const Subject& subject) {
  thread_local SharedNames last;
  const auto same_languages = [&] {
    const auto& files = subject.document.files();
    for (std::uint32_t file = 0; file < files.size(); ++file)
      if (const Source* source = last->source(file);
          source && source->tree().language().name !=
                        subject.trees.language(files[file].path, *files[file].bytes).name)
        return false;
    return true;
  };
  if (!last || !(last->document() == subject.document) || !same_languages())
    last = std::make_shared<const Names>(subject);
  return last;
}

const Symbol& Names::symbol(const Place& leaf) const {
  return symbols_[symbol_of_[leaf.file][leaf.node]];
}

// Most uses are removed with their statement. Two are smaller: a member in an initialiser, and an
// argument that names its parameter.
Place Names::user(const Place& use) const {
  const Source& source = (*this)[use];
  const NodeId it = source.item(use.node);
  if (it != no_node && source.is_member(use.node) && use.node < it + 4 &&
      source.is(source.parent(it), Fact::initializer))
    return {use.file, it};
  // f(x: 1)
  if (it != no_node && source.is(it, Fact::arguments))
    if (const NodeId label = source.child(it, Field::name);
        label != no_node && source.tree().contains(label, use.node))
      return {use.file, it};
  return statement(use);
}

std::string_view Names::declared_in(const Place& place) const {
  const Source& source = (*this)[place];
  for (NodeId node = place.node; node < source.tree()[place.node].subtree_end; ++node)
    if (source.is_name(node) && source.declares(node)) return source.text(node);
  return {};
}

// Climbs as long as the name is the last part: replacing only the `A` of `E::A` would leave `E::`.
Place Names::whole_use(const Place& leaf) const {
  const Source& source = (*this)[leaf];
  NodeId node = leaf.node;
  for (int levels = 0; levels < 8; ++levels) {
    const NodeId up = source.parent(node);
    if (up == no_node || source.next(node) != no_node) break;
    if (!source.is(up, Fact::access | Fact::path | Fact::signed_name)) break;
    node = up;
  }
  return {leaf.file, node};
}

std::string Names::as_operand(const Place& expression) const {
  const Source& source = (*this)[expression];
  const std::string text(source.text(expression.node));
  const bool simple = source.tree().is_leaf(expression.node) ||
                      source.in_brackets(expression.node) ||
                      source.is(expression.node, Fact::call | Fact::access | Fact::literal);
  return simple ? text : "(" + text + ")";
}

std::vector<Place> Names::outer_uses(const Symbol& symbol) const {
  std::vector<Place> outer;
  std::size_t near = 0;  // the last declaration before the use: only its statement can be around it
  for (const Place& use : symbol.uses) {
    while (near + 1 < symbol.declarations.size() && symbol.declarations[near + 1] < use) ++near;
    if (near < symbol.declarations.size()) {
      const Place around = item(symbol.declarations[near]);
      if (around.file == use.file && around.node != no_node &&
          (*this)[use].tree().contains(around.node, use.node))
        continue;
    }
    outer.push_back(use);
  }
  return outer;
}

// By the list around it, because only some grammars have a kind for parameters.
bool Names::is_parameter(const Place& declaration) const {
  const Place it = item(declaration);
  if (it.node == no_node) return false;
  const Source& source = (*this)[it];
  return source.is(source.parent(it.node), Fact::parameters) || source.is_bare_parameter(it.node);
}

}  // namespace whittle
