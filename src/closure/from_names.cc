// The names of a document as a graph. Names are matched by spelling, so some edges may be wrong;
// the test will show it.
//
// - Pieces are declarations and statements outside of functions. A function includes its body.
// - A piece that uses a name needs its declaration; if there are several side by side, it needs one
//   of them (all, if loose). A member is needed only if its class is kept for some reason.
// - A piece in a class that declares nothing, or has the name of the class, belongs to the class
//   (loose), or is kept with it if it needs nothing more.
// - Pieces at the start of a file that declare nothing (`package main`, `#include`) stay.
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "closure/providers.h"
#include "passes/edit_maker.h"
#include "passes/names/names.h"

namespace whittle::closure {
namespace {

using Id = Graph::Id;
using enum Strength;

class GraphOfNames {
 public:
  explicit GraphOfNames(const Subject& subject)
      : names_(names_of(subject)), edits_(*names_, subject.goal) {
    for (std::uint32_t file = 0; file < names_->files(); ++file)
      pays_ = pays_ || (names_->source(file) && names_->source(file)->profile().names_graph_pays);
  }

  std::optional<PieceGraph> make() {
    find_pieces();
    if (places_.empty()) return std::nullopt;
    builder_.emplace(std::move(weights_));
    add_structure();
    for (const Symbol& symbol : names_->symbols()) add_symbol(symbol);
    add_headers();
    PieceGraph made{edits_.take(), std::make_shared<const Graph>(builder_->build())};
    if (made.found.edits.size() != places_.size()) return std::nullopt;
    made.names = std::move(piece_names_);
    made.is_mostly_tree = !pays_;
    return made;
  }

 private:
  static constexpr Id none = ~Id{0};

  void find_pieces() {
    number_.resize(names_->files());
    for (std::uint32_t file = 0; file < names_->files(); ++file) {
      const Source* source = names_->source(file);
      if (!source) continue;
      number_[file].assign(source->tree().size(), none);
      for (NodeId node = 0; node < source->tree().size(); ++node) {
        const Id around = node == 0 ? none : number_[file][source->parent(node)];
        number_[file][node] = around;
        if (source->statement(node) != node || source->code(node) != no_node ||
            source->text(node) == ";")
          continue;
        edits_.remove({file, node});
        if (!edits_.finish()) continue;
        const Weight weight = source->tree()[node].weight;
        if (around != none) weights_[around] -= std::min(weights_[around], weight);
        number_[file][node] = static_cast<Id>(places_.size());
        places_.push_back({file, node});
        around_.push_back(around);
        weights_.push_back(weight);
      }
    }
    declares_.resize(places_.size());
  }

  Id piece_of(const Place& leaf) const { return number_[leaf.file][leaf.node]; }
  bool is(Id piece, std::uint32_t facts) const {
    return piece != none && (*names_)[places_[piece]].is(places_[piece].node, facts);
  }
  /// Whether it is a member of something that can be used by itself, such as a class.
  bool is_member(Id piece) const {
    return around_[piece] != none && !is(around_[piece], Fact::wrapping);
  }
  bool is_in(Id inner, Id outer) const {
    for (; inner != none; inner = around_[inner])
      if (inner == outer) return true;
    return false;
  }

  void add_structure() {
    for (Id id = 0; id < places_.size(); ++id)
      if (around_[id] != none) builder_->needs(id, around_[id], tight);
    std::map<Id, std::vector<std::string_view>> declared;
    for (const Symbol& symbol : names_->symbols())
      for (const Place& leaf : symbol.declarations)
        if (const Id piece = piece_of(leaf); piece != none && !names_->is_parameter(leaf)) {
          declared[piece].push_back(symbol.name);
          piece_names_.push_back({piece, std::string(symbol.name)});
          declares_[piece] = true;
        }
    for (Id id = 0; id < places_.size(); ++id) {
      if (!is_member(id)) continue;
      const auto& type = declared[around_[id]];
      const bool constructs = std::ranges::any_of(declared[id], [&](std::string_view name) {
        return std::ranges::find(type, name) != type.end();
      });
      if (declares_[id] && !constructs) continue;
      builder_->needs(around_[id], id, loose);
      builder_->wants(around_[id], id, tight);
    }
  }

  // All uses of a name share one node of the graph, so a name with u uses and d declarations costs
  // u + d edges and not u * d.
  void add_symbol(const Symbol& symbol) {
    std::vector<Id> members, others;
    for (const Place& leaf : symbol.declarations) {
      const Id piece = piece_of(leaf);
      if (piece == none || names_->is_parameter(leaf)) continue;
      (is_member(piece) ? members : others).push_back(piece);
    }
    for (std::vector<Id>* list : {&members, &others}) {
      const auto again = std::ranges::unique(*list);
      list->erase(again.begin(), again.end());
    }
    if (members.empty() && others.empty()) return;
    const Id node = builder_->add_node();  // represents a use of the name
    for (const Id member : members) {
      builder_->needs_if(node, member, around_[member], tight);
      builder_->needs(member, node, loose);  // the members that override it, or that it overrides
    }
    for (const Id other : others) {
      builder_->needs(node, other, loose);
      builder_->wants(node, other, tight);
    }
    builder_->needs_any(node, others, tight);
    for (const Place& use : symbol.uses) {
      const Id user = piece_of(use);
      const auto own = [&](Id declaring) { return is_in(user, declaring); };
      if (user == none || std::ranges::any_of(others, own)) continue;
      builder_->needs(user, node, tight);
    }
  }

  /// `import "fmt"` is needed by pieces that use the name fmt. Any other piece at the start of a
  /// file that declares nothing is needed by all.
  void add_headers() {
    std::map<std::string_view, const Symbol*> by_name;
    for (const Symbol& symbol : names_->symbols()) by_name.try_emplace(symbol.name, &symbol);
    std::vector<std::vector<Id>> headers(names_->files());
    std::vector<bool> begun(names_->files());
    for (Id id = 0; id < places_.size(); ++id) {
      const std::uint32_t file = places_[id].file;
      if (around_[id] != none || declares_[id]) begun[file] = begun[file] || around_[id] == none;
      if (declares_[id] || (begun[file] && !is(id, Fact::importing))) continue;
      std::string_view text = names_->text(places_[id]);
      while (!text.empty() && !is_word(text.back())) text.remove_suffix(1);
      std::size_t begin = text.size();
      while (begin > 0 && is_word(text[begin - 1])) --begin;
      const auto named = by_name.find(text.substr(begin));
      bool used = false;
      if (named != by_name.end() && is(id, Fact::importing))
        for (const Place& use : named->second->uses)
          if (const Id user = piece_of(use); user != none && !is_in(user, id)) {
            builder_->needs(user, id, tight);
            used = true;
          }
      if (!used && around_[id] == none) headers[file].push_back(id);
    }
    std::vector<Id> nodes;
    for (const std::vector<Id>& those : headers) {
      nodes.push_back(builder_->add_node());
      for (const Id header : those) builder_->needs(nodes.back(), header, tight);
    }
    for (Id id = 0; id < places_.size(); ++id)
      if (around_[id] == none) builder_->needs(id, nodes[places_[id].file], tight);
  }

  SharedNames names_;
  EditMaker edits_;
  std::vector<Place> places_;
  std::vector<Id> around_;
  std::vector<Weight> weights_;
  std::vector<bool> declares_;
  std::vector<PieceName> piece_names_;
  std::vector<std::vector<Id>> number_;  // by file and node: the innermost piece
  std::optional<GraphBuilder> builder_;
  bool pays_ = false;  // in the language of one of the files
};

}  // namespace

std::optional<PieceGraph> from_names(const Subject& subject) {
  return GraphOfNames(subject).make();
}

}  // namespace whittle::closure
