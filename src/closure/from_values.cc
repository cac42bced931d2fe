// References in data files, by spelling alone. No schema is known: a value that occurs at several
// places is taken as a name, and its position tells the definition from the uses.
//
// - Pieces are elements, pairs, statements and rules, at every depth; attributes stay with their
//   element. Items of one or two tokens are pieces only if they spell a key: a prerequisite of a
//   rule can be removed, and what it refers to with it.
// - An occurrence of a value is ranked by its position. If some occurrences rank higher than
//   others, they are definitions and the others are uses. If all have the same rank, nothing is
//   known.
// - A use needs one of the definitions (all, if loose). A piece needs the piece around it. It also
//   needs one piece inside it or, if loose, all of these except those with definitions, which
//   others need. Rules that nearly all pieces of its kind follow are edges too (mined_rules.h).
// - A statement at the top level may do something for the names that it mentions, as INSERT does
//   for a table: if everything that it mentions is kept, it is kept too (loose).
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "closure/providers.h"
#include "graph/mined_rules.h"
#include "passes/edit_maker.h"
#include "passes/names/names.h"

namespace whittle::closure {
namespace {

using namespace std::literals;
using Id = Graph::Id;
using enum Strength;

bool is_alike(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view one) { return is_alike(one, word); });
}

/// The last part of `#/definitions/x`, `url(#x)`, `ns:x`, without quotes.
std::string_view value_of(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\''))
    text = text.substr(1, text.size() - 2);
  while (text.ends_with(')')) text.remove_suffix(1);
  const std::size_t at = text.find_last_of("#/:(");
  if (at != text.npos) text.remove_prefix(at + 1);
  return text;
}

/// The tag of an element with the names of its attributes: `<element name="a">` and the `<element>`
/// that has an `<anyName>` inside follow different rules.
std::string tag_of(std::string_view text) {
  std::string tag;
  char quote = 0;
  bool is_value = false;
  for (const char c : text.substr(std::min<std::size_t>(text.size(), 1))) {
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '>') break;
    if (c == '"' || c == '\'') quote = c;
    is_value = c == '=' || (is_value && !is_space(c));
    if (!quote && !is_value && c != '/') tag += is_space(c) ? ' ' : c;
  }
  return tag;
}

/// The key of a pair, the first two words of a statement; nothing for an item of an array.
std::string key_at_front(std::string_view text) {
  const std::size_t end = text.find_first_of(" \t\n:=,;({[", 1);
  const std::string_view first = text.substr(0, end);
  if (end == text.npos || first.empty() || is_one_of(first, {"{", "[", "-", "("})) return {};
  const std::size_t next = text.find_first_not_of(" \t", end);
  if (next == text.npos || text[next] == '\n') return {};
  if (text[next] == ':' || text[next] == '=') return std::string(first);
  if (text[end] != ' ' || first.front() == '"') return {};
  return std::string(text.substr(0, text.find_first_of(" \t\n;(", next)));
}

class GraphOfValues {
 public:
  explicit GraphOfValues(const Subject& subject)
      : names_(names_of(subject)), edits_(*names_, subject.goal) {}

  std::optional<PieceGraph> make() {
    number_.resize(names_->files());
    for (std::uint32_t file = 0; file < names_->files(); ++file)
      if (names_->source(file)) find_keys(file);
    for (std::uint32_t file = 0; file < names_->files(); ++file)
      if (names_->source(file)) find_pieces(file);
    if (places_.empty()) return std::nullopt;
    for (std::uint32_t file = 0; file < names_->files(); ++file)
      if (names_->source(file)) find_values(file);
    builder_.emplace(std::move(weights_));
    add_references();
    add_structure();
    PieceGraph made{edits_.take(), std::make_shared<const Graph>(builder_->build())};
    if (made.found.edits.size() != places_.size()) return std::nullopt;
    made.names = std::move(piece_names_);
    made.is_mostly_tree = referred_values_ < many_values && referred_values_ * 20 < places_.size();
    return made;
  }

 private:
  static constexpr Id none = MinedRules::no_parent;
  struct Occurrence {
    Id piece;
    int rank;
  };

  /// The words before a colon, those before an equals sign that begin a line (elsewhere the sign
  /// compares, as in SQL), and the values of `name` and the like.
  void find_keys(std::uint32_t file) {
    const BytesView bytes = names_->document().bytes(file);
    const std::vector<Lexeme> tokens = lex(bytes);
    const auto add = [&](std::size_t i) {
      const std::string_view key = value_of(tokens[i].in(bytes));
      if (key.size() > 1) keys_.insert(key);
    };
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const BytesView sign = tokens[i].in(bytes);
      if (!is_one_of(sign, {":", "="})) continue;
      const std::size_t key = tokens[i - 1].begin;
      if (sign == ":" || key == 0 || bytes[key - 1] == '\n') add(i - 1);
      if (i + 1 < tokens.size() && is_one_of(tokens[i - 1].in(bytes), {"id", "name", "key"}))
        add(i + 1);
    }
  }

  /// Whether the last word of a node is a key elsewhere.
  bool spells_key(const Source& source, NodeId node) const {
    const std::string_view text = source.text(node);
    std::size_t begin = text.find_last_of(" \t");
    begin = begin == text.npos ? 0 : begin + 1;
    return keys_.contains(value_of(text.substr(begin)));
  }

  void find_pieces(std::uint32_t file) {
    const Source& source = *names_->source(file);
    const bool is_markup = source.tree().language().profile.is_markup;
    number_[file].assign(source.tree().size(), none);
    for (NodeId node = 0; node < source.tree().size(); ++node) {
      const Id around = node == 0 ? none : number_[file][source.parent(node)];
      number_[file][node] = around;
      const Weight weight = source.tree()[node].weight;
      const bool is_piece =
          is_markup ? source.tree().kind_name(node) == "element"
                    : source.item(node) == node && (weight >= 3 || spells_key(source, node));
      if (!is_piece) continue;
      edits_.remove({file, node});
      if (!edits_.finish()) continue;
      if (around != none) weights_[around] -= std::min(weights_[around], weight);
      number_[file][node] = static_cast<Id>(places_.size());
      places_.push_back({file, node});
      around_.push_back(around);
      weights_.push_back(weight);
    }
  }

  /// Visits tokens in order, with a stack of the pieces that contain the current one.
  void find_values(std::uint32_t file) {
    const BytesView bytes = names_->document().bytes(file);
    const std::vector<Lexeme> tokens = lex(bytes);
    const bool is_markup = names_->source(file)->tree().language().profile.is_markup;
    std::vector<Id> open;
    Id next = 0;
    while (next < places_.size() && places_[next].file != file) ++next;
    const auto node = [&](Id piece) -> const Node& {
      return names_->source(file)->tree()[places_[piece].node];
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Lexeme& token = tokens[i];
      while (!open.empty() && node(open.back()).end <= token.begin) open.pop_back();
      bool first = false;
      while (next < places_.size() && places_[next].file == file &&
             node(next).begin <= token.begin) {
        open.push_back(next++);
        const NodeId begun = places_[open.back()].node;
        first = node(open.back()).begin == token.begin &&
                names_->source(file)->statement(begun) == begun;
      }
      while (!open.empty() && node(open.back()).end <= token.begin) open.pop_back();
      if (open.empty() || (token.kind != TokenKind::word && token.kind != TokenKind::string))
        continue;
      const auto text = [&](std::size_t k) {
        return k < tokens.size() ? std::string_view(tokens[k].in(bytes)) : ""sv;
      };
      const std::string_view value = value_of(text(i));
      if (value.size() < 2 && token.kind != TokenKind::string) continue;
      if (value.empty() || (is_markup && token.kind != TokenKind::string)) continue;
      const Id piece = open.back();
      values_[value].push_back({piece, rank(text, i, piece, first, is_markup, bytes)});
    }
  }

  // The degree to which a position looks like a definition: 3 for `id="x"`, `name="x"` of an
  // element with content, or `CREATE TABLE x`; 2 for a key or the first word of a statement; 1 for
  // `name="x"` of an empty element, which in schemas is mostly a reference; 0 for a use.
  template <typename Text>
  int rank(const Text& text, std::size_t i, Id piece, bool first, bool is_markup,
           BytesView bytes) const {
    const Node& node = names_->source(places_[piece].file)->tree()[places_[piece].node];
    const std::string_view whole = bytes.substr(node.begin, node.end - node.begin);
    if (i >= 2 && text(i - 1) == "=") {
      if (is_alike(text(i - 2), "id")) return 3;
      if (is_one_of(text(i - 2), {"name", "key"}))
        return is_markup && (whole.ends_with("/>") || whole.find("/>") < whole.find('>')) ? 1 : 3;
    }
    if (is_markup) return 0;
    if (text(i + 1) == ":" || text(i + 1) == "=") return 2;
    if (i >= 1 && is_one_of(text(i - 1), {"table", "view", "index", "function", "procedure", "type",
                                          "trigger", "sequence", "schema"}))
      return whole.size() > 6 && is_alike(whole.substr(0, 6), "create") ? 3 : 0;
    if (first && whole.find("->") == whole.npos && whole.find("--") == whole.npos) return 2;
    return 0;
  }

  void add_references() {
    defines_.resize(places_.size());
    is_definition_.resize(places_.size());
    refers_.resize(places_.size());
    // Sorted by value, because the hash map has no order that a second run would repeat.
    std::vector<std::string_view> order;
    for (const auto& [value, all] : values_) order.push_back(value);
    std::ranges::sort(order);
    for (const std::string_view value : order) {
      const std::vector<Occurrence>& all = values_[value];
      const int highest = std::ranges::max(all, {}, &Occurrence::rank).rank;
      std::vector<Id> definitions, uses;
      for (const auto& [piece, rank] : all) (rank == highest ? definitions : uses).push_back(piece);
      if (highest == 0 || uses.empty() || definitions.size() > most_definitions) continue;
      const Id node = builder_->add_node();
      ++referred_values_;
      builder_->needs_any(node, definitions, tight);
      for (const Id definition : definitions) {
        builder_->needs(node, definition, loose);
        piece_names_.push_back({definition, std::string(value)});
        is_definition_[definition] = true;
        for (Id id = definition; id != none && !defines_[id]; id = around_[id]) defines_[id] = true;
      }
      for (const Id use : uses) {
        builder_->needs(use, node, tight);
        if (around_[use] == none) builder_->wants(node, use, loose);
        for (Id id = use; id != none && !refers_[id]; id = around_[id]) refers_[id] = true;
      }
    }
  }

  void add_structure() {
    const MinedRules rules(kinds(), around_);
    for (Id id = 0; id < places_.size(); ++id) {
      // A piece that had children may need one. The first choice is a child of a kind that most
      // pieces of this kind have, and of these one that refers to nothing else, because it brings
      // no other pieces along.
      std::vector<Id> inner(rules.children(id).begin(), rules.children(id).end());
      std::ranges::stable_partition(inner, [&](Id one) { return !refers_[one]; });
      builder_->needs_any(id, inner, tight);
      for (const MinedRules::Rule& rule : rules.needed(id))
        builder_->needs_any(id, rule.one_of, rule.strength);
      if (around_[id] == none) continue;
      builder_->needs(id, around_[id], tight);
      if (!defines_[id] || is_whole(around_[id])) builder_->needs(around_[id], id, loose);
    }
  }

  BytesView text_of(Id id) const {
    const Node& node = names_->source(places_[id].file)->tree()[places_[id].node];
    const BytesView bytes = names_->document().bytes(places_[id].file);
    return bytes.substr(node.begin, node.end - node.begin);
  }

  /// The label of each piece: its tag or its key.
  std::vector<std::string> labels() const {
    std::vector<std::string> all;
    for (Id id = 0; id < places_.size(); ++id) {
      const bool is_markup = names_->source(places_[id].file)->tree().language().profile.is_markup;
      all.push_back(is_markup ? tag_of(text_of(id)) : key_at_front(text_of(id)));
    }
    return all;
  }

  /// The kind of each piece, by its label. If most labels in pieces of one label occur once, they
  /// are names rather than keys, as the paths of an OpenAPI document are: such pieces are of one
  /// kind, like the items of an array.
  std::vector<std::uint32_t> kinds() const {
    const std::vector<std::string> label = labels();
    const auto label_around = [&](Id id) {
      return around_[id] == none ? std::string_view() : std::string_view(label[around_[id]]);
    };
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> times;
    for (Id id = 0; id < places_.size(); ++id) ++times[{label_around(id), label[id]}];
    std::map<std::string_view, std::size_t> different, singles;
    for (const auto& [pair, count] : times) {
      ++different[pair.first];
      singles[pair.first] += count == 1;
    }
    std::map<std::pair<std::string_view, std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::uint32_t> kinds;
    for (Id id = 0; id < places_.size(); ++id) {
      const std::size_t single = singles[label_around(id)];
      const bool is_item =
          label[id].empty() || (single >= many_names && 2 * single >= different[label_around(id)]);
      const std::uint32_t in = around_[id] == none ? 0 : 1 + kinds[around_[id]];
      const auto next = static_cast<std::uint32_t>(numbers.size());
      const auto key = is_item ? std::pair(std::string_view(), in)
                               : std::pair(std::string_view(label[id]), std::uint32_t{0});
      kinds.push_back(numbers.try_emplace(key, next).first->second);
    }
    return kinds;
  }

  /// Whether this is a statement that defines something, such as CREATE TABLE. Definitions inside
  /// it are its parts.
  bool is_whole(Id id) const { return around_[id] == none && is_definition_[id]; }

  /// xml-xpath-diff has 7 values that are used in 1,000 elements: with closures it took 2,150 tests
  /// instead of 1,674. A schema has one for every second element; a description of an interface in
  /// JSON has one for every 40 pairs, but hundreds of them.
  static constexpr std::size_t many_values = 100;

  /// If at least this many keys of a map occur once, they are names.
  static constexpr std::size_t many_names = 12;

  /// A value with more definitions than this is a word of the format, not a name.
  static constexpr std::size_t most_definitions = 4;

  SharedNames names_;
  EditMaker edits_;
  std::vector<Place> places_;
  std::vector<Id> around_;
  std::vector<Weight> weights_;
  std::vector<bool> refers_;             // the piece or one inside it refers to a value
  std::vector<bool> defines_;            // a piece, or one in it
  std::vector<bool> is_definition_;      // the piece itself
  std::vector<std::vector<Id>> number_;  // by file and node: the innermost piece
  std::unordered_set<std::string_view> keys_;
  std::unordered_map<std::string_view, std::vector<Occurrence>> values_;
  std::optional<GraphBuilder> builder_;
  std::size_t referred_values_ = 0;
  std::vector<PieceName> piece_names_;
};

}  // namespace

std::optional<PieceGraph> from_values(const Subject& subject) {
  const File* largest = nullptr;
  for (const File& file : subject.document.files())
    if (file.kind == File::Kind::regular &&
        (!largest || file.bytes->size() > largest->bytes->size()))
      largest = &file;
  if (!largest || !subject.trees.language(largest->path, *largest->bytes).profile.is_data)
    return std::nullopt;
  return GraphOfValues(subject).make();
}

}  // namespace whittle::closure
