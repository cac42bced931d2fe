// Data refers to its parts by values: `<ref name="x"/>` to `<define name="x">`, `"#/parts/x"` to
// the key `x`. Two edits follow from that, as for names of code: a value gets a short spelling at
// all of its places, and a definition takes the place of its uses.
//
// A value is found by its spelling. If two places have the same value by chance, the test says so.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "document/lines.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// A blank beside a value would be part of it.
Found exactly(Found found) {
  found.joining = Joining::exact;
  return found;
}

bool is_data(const Language& language) {
  return language.profile.is_data;
}

/// The last part of `#/parts/x`, `url(#x)` and `ns:x`.
Range last_part(BytesView bytes, Range value) {
  while (value.size() > 0 && bytes[value.end - 1] == ')') --value.end;
  const std::size_t mark = value.in(bytes).find_last_of("#/:(");
  if (mark != BytesView::npos) value.begin += mark + 1;
  return value;
}

/// Text in quotes; where values need no quotes, words too.
std::vector<Range> values_in(BytesView bytes, bool without_quotes) {
  std::vector<Range> values;
  const std::vector<Lexeme> tokens = lex(bytes);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Range value{tokens[i].begin, tokens[i].end};
    if (tokens[i].kind == TokenKind::string) {
      values.push_back(last_part(bytes, {value.begin + 1, value.end - 1}));
    } else if (without_quotes && tokens[i].kind == TokenKind::word) {
      while (i + 1 < tokens.size() && tokens[i + 1].begin == value.end &&
             is_inside_value(bytes, value.end))
        value.end = tokens[++i].end;
      values.push_back(value);
    }
  }
  std::erase_if(values, [](const Range& value) { return value.size() < 2; });
  return values;
}

/// All places of each value, the longest values first: they get the shortest names.
std::vector<std::vector<Range>> repeated_values(BytesView bytes, const std::vector<Range>& values) {
  std::map<BytesView, std::vector<Range>> places;
  for (const Range& value : values) places[value.in(bytes)].push_back(value);
  std::vector<std::vector<Range>> repeated;
  for (auto& [value, all] : places)
    if (all.size() > 1 && all.size() <= most_uses) repeated.push_back(std::move(all));
  std::ranges::stable_sort(repeated, std::ranges::greater{},
                           [](const std::vector<Range>& all) { return all.front().size(); });
  return repeated;
}

/// A tag, its values in quotes, and the text up to the closing tag.
struct TaggedElement {
  NodeId node = no_node;
  std::vector<std::string_view> values = {};
  bool is_empty = false;  // <a b="c"/>
  std::string_view content = {};
};

TaggedElement read_element(const Source& source, NodeId node) {
  TaggedElement element{.node = node};
  const std::string_view text = source.text(node);
  std::size_t at = 0;
  while (at < text.size() && text[at] != '>') {
    const char quote = text[at];
    const std::size_t end = quote == '"' || quote == '\'' ? text.find(quote, at + 1) : text.npos;
    if (end != text.npos) element.values.push_back(text.substr(at + 1, end - at - 1));
    at = end != text.npos ? end + 1 : at + 1;
  }
  element.is_empty = at + 1 >= text.size();
  const std::size_t close = text.rfind("</");
  if (!element.is_empty && close != text.npos && close > at)
    element.content = trimmed(text.substr(at + 1, close - at - 1));
  return element;
}

/// A definition, the text that stands for it, and the nodes that refer to it.
struct DataDefinition {
  NodeId node = no_node;
  std::string_view content = {};
  std::vector<NodeId> uses = {};
};

std::vector<DataDefinition> definitions_in_markup(const Source& source) {
  std::map<std::string_view, std::vector<TaggedElement>> by_value;
  for (NodeId node = 0; node < source.tree().size(); ++node) {
    if (source.tree().kind_name(node) != "element") continue;
    const TaggedElement element = read_element(source, node);
    for (const std::string_view value : element.values)
      if (!value.empty()) by_value[value].push_back(element);
  }
  std::vector<DataDefinition> found;
  for (const auto& [value, elements] : by_value) {
    const auto is_whole = [](const TaggedElement& element) { return !element.content.empty(); };
    if (std::ranges::count_if(elements, is_whole) != 1 || elements.size() > most_uses) continue;
    const TaggedElement& whole = *std::ranges::find_if(elements, is_whole);
    DataDefinition definition{whole.node, whole.content};
    for (const TaggedElement& element : elements)
      if (element.is_empty) definition.uses.push_back(element.node);
    found.push_back(std::move(definition));
  }
  return found;
}

std::string_view without_quotes(std::string_view text) {
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

/// `{"$ref": "#/parts/x"}` and the pair `"x": ...` in the value of `"parts"`.
std::vector<DataDefinition> definitions_of_pointers(const Source& source) {
  const Tree& tree = source.tree();
  std::map<std::string, DataDefinition> found;  // by the last two parts of the path
  const auto parts = [&](NodeId pair) {
    return std::pair(source.child(pair, Field::key), source.child(pair, Field::value));
  };
  for (NodeId node = 1; node < tree.size(); ++node) {
    if (tree.kind_name(node) != "pair") continue;
    const auto [key, value] = parts(node);
    if (key == no_node || value == no_node) continue;
    const NodeId object = source.parent(node);
    const NodeId outer = source.parent(object);
    if (without_quotes(tree.text(key)) == "$ref" && source.list(object).size() == 1) {
      const std::string_view path = without_quotes(tree.text(value));
      const std::size_t last = path.rfind('/');
      const std::size_t before =
          last == path.npos || last == 0 ? path.npos : path.rfind('/', last - 1);
      if (path.starts_with('#') && before != path.npos)
        found[std::string(path.substr(before + 1))].uses.push_back(object);
    } else if (outer != no_node && tree.kind_name(outer) == "pair") {
      DataDefinition& definition =
          found[std::string(without_quotes(tree.text(parts(outer).first))) + "/" +
                std::string(without_quotes(tree.text(key)))];
      if (definition.node == no_node) {
        definition.node = node;
        definition.content = tree.text(value);
      }
    }
  }
  std::vector<DataDefinition> list;
  for (auto& [path, definition] : found) list.push_back(std::move(definition));
  return list;
}

}  // namespace

/// <define name="db.title"/> <ref name="db.title"/>   ->   <define name="a"/> <ref name="a"/>
Found rename_values(const Subject& subject) {
  return exactly(
      in_files(subject, is_data, [](EditMaker& edits, const Source& source, std::uint32_t file) {
        const BytesView bytes = *source.tree().bytes();
        const std::vector<Range> values =
            values_in(bytes, source.tree().kind("plain_scalar") != Kinds::none);
        std::unordered_set<BytesView> taken;  // only asked, never walked
        for (const Range& value : values) taken.insert(value.in(bytes));
        std::size_t next = 0;
        for (const std::vector<Range>& places : repeated_values(bytes, values)) {
          constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
          std::string name = short_name(next, letters);
          while (taken.contains(name)) name = short_name(++next, letters);
          if (name.size() >= places.front().size()) continue;
          ++next;
          for (const Range& place : places) edits.change(file, place.begin, place.end, name);
          edits.finish();
        }
      }));
}

/// <define name="x"><text/></define> <a><ref name="x"/></a>   ->   <a><text/></a>
Found inline_definition(const Subject& subject) {
  return exactly(
      in_files(subject, is_data, [](EditMaker& edits, const Source& source, std::uint32_t file) {
        const Tree& tree = source.tree();
        std::vector<NodeId> changed;  // by the edits so far: no other edit may contain one of these
        const auto is_free = [&](NodeId node) {
          return std::ranges::none_of(changed, [&](NodeId other) {
            return tree.contains(node, other) || tree.contains(other, node);
          });
        };
        for (const DataDefinition& one : source.profile().is_markup
                                             ? definitions_in_markup(source)
                                             : definitions_of_pointers(source)) {
          if (one.node == no_node || one.uses.empty() || changed.size() > most_uses) continue;
          const auto is_inside = [&](NodeId use) { return tree.contains(one.node, use); };
          if (std::ranges::any_of(one.uses, is_inside) || !is_free(one.node) ||
              !std::ranges::all_of(one.uses, is_free))
            continue;
          edits.remove({file, one.node});
          for (const NodeId use : one.uses) edits.replace({file, use}, std::string(one.content));
          if (!edits.finish()) continue;
          changed.push_back(one.node);
          changed.insert(changed.end(), one.uses.begin(), one.uses.end());
        }
      }));
}

}  // namespace whittle::names
