// Removes a declaration and replaces each read of its value with a default of its type: `0`,
// `nullptr`, `""`, an object without arguments. Statements that write to it are removed with it.
//
// Other passes remove a declaration with all its uses, or put `0` at one place and keep the
// declaration. This one handles the case between: some value must be there, but any value will do.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"
#include "passes/names/parameters.h"
#include "passes/names/values.h"

namespace whittle::names {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::ranges::find(texts, text) != texts.end();
}

// Types are judged by their spelling, in all languages at once: a wrong default costs one test.
/// `int`, `unsigned long`, `u8`, `size_t`, `Double`, `float64`.
bool is_number_type(std::string_view type) {
  const std::string_view word = type.substr(type.rfind(' ') + 1);
  if (is_one_of(word, {"int",   "long",   "short",  "char", "byte",   "unsigned", "signed",
                       "float", "double", "number", "rune", "usize",  "isize",    "uint",
                       "ulong", "ushort", "sbyte",  "Int",  "Long",   "Short",    "Byte",
                       "Float", "Double", "Char",   "UInt", "uintptr"}) ||
      word.ends_with("_t"))
    return true;
  const std::size_t digits = word.find_first_of("0123456789");
  return digits != word.npos && word.find_first_not_of("0123456789", digits) == word.npos &&
         is_one_of(word.substr(0, digits),
                   {"i", "u", "f", "int", "uint", "float", "Int", "UInt", "Float", "__int"});
}

/// The default of a type that is written out; nothing for `void`.
std::optional<std::string> default_of_type(const Source& source, NodeId type) {
  const Profile& profile = source.profile();
  const std::string_view text = source.text(type);
  if (is_one_of(text, {"void", "Unit", "Void", "()", "never", "noreturn"})) return std::nullopt;
  if (is_number_type(text)) return "0";
  if (is_one_of(text, {"bool", "boolean", "Bool", "Boolean", "_Bool"})) return "false";
  if (is_one_of(text, {"string", "String", "str", "&str", "std::string"})) return "\"\"";
  const std::string& kind = source.tree().kind_name(type);
  if (is_pointer(source, type) || kind.find("nullable") != kind.npos) return profile.null_value;
  std::string value = profile.default_value.empty() ? profile.null_value : profile.default_value;
  if (const std::size_t at = value.find('$'); at != value.npos) value.replace(at, 1, text);
  return value;
}

/// The default for a variable without a written type, guessed from its value.
std::string default_of_value(const Source& source, NodeId value) {
  if (value == no_node) return source.profile().null_value;
  const std::string_view text = source.text(value);
  if (text.starts_with('"') || text.starts_with('\'')) return "\"\"";
  if (text.starts_with('[')) return "[]";
  return source.is(value, Fact::literal) ? "0" : source.profile().null_value;
}

/// The default value that replaces a use of a declared name.
struct Default {
  bool known = false;               // false: the leaf declares no variable and no function
  bool called = false;              // the name is a function, so only its calls can become a value
  std::optional<std::string> text;  // nothing: there is no value, as for `void`
};

Default default_of(const Source& source, NodeId leaf) {
  const Tree& tree = source.tree();
  bool points = false;
  NodeId node = source.parent(leaf);
  for (; node != no_node && tree.kind_name(node).ends_with("_declarator");
       node = source.parent(node)) {
    const std::string& kind = tree.kind_name(node);
    if (kind == "array_declarator") return {};
    points = points || is_pointer(source, node);
  }
  if (node == no_node || source.is(node, Fact::importing | Fact::tagged | Fact::type_list) ||
      tree.kind_name(node).starts_with("type") ||
      tree.kind_name(node).find("alias") != std::string::npos)
    return {};
  const NodeId parameters = source.parameters_of(leaf);
  if (parameters != no_node) {
    const ReturnType stands = source.profile().return_type;
    const NodeId function =
        source.is(parameters, Fact::function) ? parameters : source.parent(parameters);
    NodeId type = source.child(function, Field::return_type);
    if (type == no_node) type = source.child(function, Field::result);
    if (type == no_node && stands == ReturnType::behind) type = source.child(function, Field::type);
    if (type == no_node && stands == ReturnType::before) type = type_of(source, leaf);
    type = without_annotation(source, type);
    if (points) return {true, true, source.profile().null_value};
    if (type != no_node) return {true, true, default_of_type(source, type)};
    if (stands != ReturnType::none) return {true, true, std::nullopt};
    return {true, true, source.profile().null_value};
  }
  // A loop that declares its variable is no declaration.
  const NodeId item = source.item(leaf);
  if (item == no_node || (!source.is(item, Fact::declaring | Fact::assigning | Fact::transparent) &&
                          tree[item].begin != tree[leaf].begin))
    return {};
  if (points) return {true, false, source.profile().null_value};
  const NodeId type = type_of(source, leaf), value = value_node(source, leaf);
  const bool is_said = type != no_node && !is_one_of(source.text(type), {"auto", "var"});
  if (!is_said && value == no_node) return {};
  if (is_said) return {true, false, default_of_type(source, type)};
  return {true, false, default_of_value(source, value)};
}

/// Replaces a use with the default value, or removes the statement if a value cannot stand there.
void use_default(EditMaker& edits, const Names& names, const Place& use, const Default& value) {
  const Source& source = names[use];
  const Place whole = names.whole_use(use);
  const NodeId arguments = source.arguments_of(use.node);
  const bool is_called = arguments != no_node;
  if (!value.text || is_called != value.called || is_written(source, whole.node))
    edits.remove(names.user(use));
  else
    edits.replace(is_called ? Place{use.file, source.call_of(arguments)} : whole, *value.text);
}

}  // namespace

/// T *p;  f(p, 1);   ->   f(nullptr, 1);
Found default_values(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.empty() || names.is_parameter(symbol.declarations.front())) continue;
    const std::vector<Place> uses = names.outer_uses(symbol);
    if (uses.empty() || uses.size() > most_uses) continue;
    const Default value =
        default_of(names[symbol.declarations.front()], symbol.declarations.front().node);
    if (!value.known) continue;
    for (const Place& leaf : symbol.declarations) edits.remove(names.item(leaf));
    for (const Place& use : uses) use_default(edits, names, use, value);
    edits.finish();
  }
  // A parameter is removed with its arguments at all calls, like in `parameters.cc`, but the calls
  // may pass different values.
  for (const Parameter& parameter : all_parameters(names)) {
    if (parameter.uses.empty() || parameter.uses.size() > most_uses) continue;
    const Place& declared = parameter.declared.front();
    const Source& source = names[declared];
    NodeId leaf = declared.node;
    const NodeId end = source.tree()[leaf].subtree_end;
    while (leaf < end && !(source.is_name(leaf) && source.declares(leaf))) ++leaf;
    if (leaf == end) continue;
    Default value = default_of(source, leaf);
    if (!value.known) value = {true, false, source.profile().null_value};
    for (const Place& place : parameter.declared) edits.remove(place);
    for (const Place& place : parameter.arguments) edits.remove(place);
    for (const Place& use : parameter.uses) use_default(edits, names, use, value);
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
