// Code at the end of a file is often small but keeps everything else alive: a call in `main` needs
// a function, the function needs a class, the class needs a header of ten thousand lines. So the
// most valuable removals are not the longest pieces, but those that keep the most other pieces
// alive.
//
// A declaration lives as long as something uses it, and a statement as long as the piece around it.
// X owns Y if every chain of uses from the file down to Y leads through X: if X is removed, nothing
// uses Y any more. The owners of a piece form a chain, so ownership is a forest, known in compilers
// as the dominator tree (computed here as by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm", 2001).
//
// Two pieces may together own something that neither owns alone. So unused pieces are not put
// directly below the piece around them, but below halves of it, quarters and so on; these are
// owners like all others.
#include <algorithm>
#include <limits>
#include <ranges>
#include <span>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// The statements and declarations of a document, numbered in document order; 0 is the whole
/// document. Ids after the last piece belong to things without a position: the users of a name, and
/// groups of unused pieces.
class NamePieces {
 public:
  using Id = std::uint32_t;

  explicit NamePieces(const Names& names) : names_(names), number_(names.files()) {
    number();
    find_users();
    find_circles();
    group();
    find_owners();
  }

  /// The number of ids: pieces, and things without a position.
  Id size() const { return static_cast<Id>(lives_by_.size()); }
  bool is_piece(Id id) const { return id < places_.size(); }
  bool is_group(Id id) const { return id >= groups_begin_; }
  /// The place of a piece, the piece around it, and its tokens that are in no piece inside it.
  const Place& place(Id piece) const { return places_[piece]; }
  Id around(Id piece) const { return around_[piece]; }
  Weight own_weight(Id piece) const { return own_weight_[piece]; }
  /// Whether another piece than the one around it keeps it alive.
  bool is_used(Id piece) const { return used_[piece]; }
  /// The nearest piece whose removal also removes this one. Requires: not 0.
  Id owner(Id id) const { return owner_[id]; }

 private:
  static constexpr Id none = std::numeric_limits<Id>::max();

  /// The piece that a statement is; 0 if it is none.
  Id at(const Place& statement) const {
    return statement.node == no_node ? 0 : number_[statement.file][statement.node];
  }

  void number() {
    places_.push_back({});
    around_.push_back(0);
    own_weight_.push_back(0);
    for (std::uint32_t file = 0; file < names_.files(); ++file) {
      const Source* source = names_.source(file);
      if (!source) continue;
      number_[file].resize(source->tree().size());
      for (NodeId node = 1; node < source->tree().size(); ++node) {
        if (source->statement(node) != node) continue;
        if (source->text(node) == ";") continue;  // it ends a piece that could not be parsed
        const Id around = at({file, source->statement(source->parent(node))});
        const Weight weight = source->tree()[node].weight;
        if (around != 0) own_weight_[around] -= std::min(own_weight_[around], weight);
        number_[file][node] = static_cast<Id>(places_.size());
        places_.push_back({file, node});
        around_.push_back(around);
        own_weight_.push_back(weight);
      }
    }
  }

  Id piece_of(const Place& leaf) const { return at(names_.statement(leaf)); }
  bool is(Id piece, std::uint32_t facts) const {
    return piece != 0 && names_[places_[piece]].is(places_[piece].node, facts);
  }
  /// Whether the piece is code inside a function.
  bool is_code(Id piece) const {
    return names_[places_[piece]].code(places_[piece].node) != no_node;
  }
  /// Makes an id that lives as long as any of `those`. All pieces with the same users share one
  /// such id, so the graph stays linear in the number of uses.
  Id any_of(std::vector<Id> those) {
    lives_by_.push_back(std::move(those));
    return size() - 1;
  }

  /// The pieces that keep each piece alive. They are the users of a name that it declares. For a
  /// bracket around others, as a namespace, and for a piece without a name, they are the users of
  /// the names declared in it. An operator is used without its name, so it is kept by the
  /// declarations of the names in its head. Any other piece is kept by the piece around it.
  void find_users() {
    struct Declared {
      const Symbol* symbol;
      std::vector<Id> in;  // the pieces that declare it
    };
    std::vector<Declared> symbols;
    for (const Symbol& symbol : names_.symbols()) {
      Declared declared{&symbol, {}};
      for (const Place& leaf : symbol.declarations)
        if (!names_.is_parameter(leaf)) declared.in.push_back(piece_of(leaf));
      if (!declared.in.empty()) symbols.push_back(std::move(declared));
    }
    std::vector<bool> named(places_.size());
    for (const auto& [symbol, in] : symbols)
      for (const Id piece : in)
        if (!is(piece, Fact::wrapping)) named[piece] = true;
    lives_by_.resize(places_.size());
    for (const auto& [symbol, in] : symbols) {
      std::vector<Id> users, and_imports;  // `using std::f;` declares f, and uses it
      for (const Place& use : symbol->uses) users.push_back(piece_of(use));
      for (const Place& leaf : symbol->declarations)
        if (is(piece_of(leaf), Fact::importing)) and_imports.push_back(piece_of(leaf));
      const bool imported =
          !and_imports.empty() && and_imports.size() < symbol->declarations.size();
      if (users.empty() && !imported) continue;
      const bool used = !users.empty();
      const Id by_users = used ? any_of(std::move(users)) : none;
      if (used) and_imports.push_back(by_users);
      const Id by_imports = imported ? any_of(std::move(and_imports)) : by_users;
      for (const Id piece : in) {
        const bool importing = is(piece, Fact::importing);
        if (importing && !used) continue;
        lives_by_[piece].push_back(importing ? by_users : by_imports);
        for (Id out = around_[piece]; out != 0 && !named[out] && !is_code(out); out = around_[out])
          lives_by_[out].push_back(lives_by_[piece].back());
      }
    }
    for (const auto& [symbol, in] : symbols) {
      if (!symbol->global) continue;
      std::vector<Id> users;
      for (const Place& use : symbol->uses)
        if (const Id piece = piece_of(use); is(piece, Fact::declaring) &&
                                            !is(piece, Fact::importing | Fact::wrapping) &&
                                            !named[piece] && names_[use].code(use.node) == no_node)
          users.push_back(piece);
      if (users.empty()) continue;
      std::vector<Id> declarations;
      for (const Id piece : in)
        if (!is(piece, Fact::wrapping)) declarations.push_back(piece);
      if (declarations.empty()) continue;
      const Id any = any_of(std::move(declarations));
      for (const Id piece : users) lives_by_[piece].push_back(any);
    }
    used_.resize(places_.size());
    for (Id piece = 1; piece < places_.size(); ++piece) {
      used_[piece] = !lives_by_[piece].empty();
      if (!used_[piece]) lives_by_[piece] = {around_[piece]};
    }
  }

  std::vector<std::vector<Id>> keeps() const {
    std::vector<std::vector<Id>> keeps(lives_by_.size());
    for (Id id = 1; id < lives_by_.size(); ++id)
      for (const Id user : lives_by_[id]) keeps[user].push_back(id);
    return keeps;
  }

  /// Adds to `order` the unseen ids that `from` keeps alive, each after the ids that it keeps alive
  /// (postorder).
  static void visit(Id from, const std::vector<std::vector<Id>>& keeps, std::vector<bool>& seen,
                    std::vector<Id>& order) {
    std::vector<std::pair<Id, std::size_t>> open{{from, 0}};
    seen[from] = true;
    while (!open.empty()) {
      auto& [id, next] = open.back();
      if (next == keeps[id].size()) {
        order.push_back(id);
        open.pop_back();
      } else if (const Id kept = keeps[id][next++]; !seen[kept]) {
        seen[kept] = true;
        open.emplace_back(kept, 0);
      }
    }
  }

  /// If pieces only use one another, and nothing outside uses them, the first of them counts as
  /// unused. The pieces of a circle that no other circle uses come last in the order of a visit.
  void find_circles() {
    const std::vector<std::vector<Id>> keeps = this->keeps();
    std::vector<bool> alive(size());
    std::vector<Id> order;
    visit(0, keeps, alive, order);
    std::vector<bool> seen = alive;
    order.clear();
    for (Id piece = 1; piece < places_.size(); ++piece)
      if (!seen[piece]) visit(piece, keeps, seen, order);
    std::vector<Id> reached;
    for (const Id id : order | std::views::reverse)
      while (is_piece(id) && !alive[id]) {
        Id outermost = id;
        while (!alive[around_[outermost]]) outermost = around_[outermost];
        used_[outermost] = false;
        lives_by_[outermost] = {around_[outermost]};
        visit(outermost, keeps, alive, reached);
      }
  }

  // Puts the unused pieces of each piece below its halves, quarters and so on. See the top of the
  // file.
  void group() {
    groups_begin_ = size();
    std::vector<std::vector<Id>> unused(places_.size());  // by the piece around them
    for (Id piece = 1; piece < places_.size(); ++piece)
      if (!used_[piece]) unused[around_[piece]].push_back(piece);
    struct UnusedPieces {
      Id below;
      std::span<const Id> pieces;
    };
    std::vector<UnusedPieces> open;
    for (Id piece = 0; piece < places_.size(); ++piece) open.push_back({piece, unused[piece]});
    while (!open.empty()) {
      const auto [below, pieces] = open.back();
      open.pop_back();
      if (pieces.size() <= 2) {
        for (const Id piece : pieces) lives_by_[piece] = {below};
        continue;
      }
      const std::size_t half = pieces.size() / 2;
      for (const auto part : {pieces.first(half), pieces.subspan(half)}) {
        open.push_back({size(), part});
        lives_by_.push_back({below});
      }
    }
  }

  // The immediate dominators of the graph, as Cooper, Harvey and Kennedy compute them: in reverse
  // postorder, the owner of an id is the nearest common owner of all ids that keep it alive,
  // repeated until nothing changes.
  void find_owners() {
    const std::vector<std::vector<Id>> keeps = this->keeps();
    std::vector<bool> seen(size());
    std::vector<Id> order;
    visit(0, keeps, seen, order);
    std::vector<Id> rank(size());
    for (Id i = 0; i < order.size(); ++i) rank[order[i]] = i;
    owner_.assign(size(), none);
    owner_[0] = 0;
    const auto common = [&](Id a, Id b) {
      while (a != b)
        if (rank[a] < rank[b])
          a = owner_[a];
        else
          b = owner_[b];
      return a;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const Id id : order | std::views::reverse) {
        if (id == 0) continue;
        Id owner = none;
        for (const Id user : lives_by_[id])
          if (owner_[user] != none) owner = owner == none ? user : common(owner, user);
        changed = changed || owner != owner_[id];
        owner_[id] = owner;
      }
    }
  }

  const Names& names_;
  std::vector<Place> places_;
  std::vector<std::vector<Id>> number_;  // by file and node
  std::vector<Id> around_;
  std::vector<Weight> own_weight_;
  std::vector<bool> used_;
  Id groups_begin_ = 0;
  std::vector<std::vector<Id>> lives_by_;
  std::vector<Id> owner_;
};

}  // namespace

/// int a; int f() { return a; } int main() { f(); g(); }   ->   int main() { g(); }
Found with_orphans(const Subject& subject) {
  // An edit nearly as heavy as the edit around it would repeat its test.
  constexpr double lighter = 0.7;
  using Id = NamePieces::Id;
  const SharedNames names = names_of(subject);
  const NamePieces pieces(*names);
  std::vector<std::vector<Id>> owned(pieces.size());
  for (Id id = 1; id < pieces.size(); ++id) owned[pieces.owner(id)].push_back(id);
  std::vector<Id> preorder;
  std::vector<std::size_t> begin(pieces.size()),
      end(pieces.size());  // the range of `preorder` that each owns, itself first
  for (std::vector<Id> open{0}; !open.empty();) {
    const Id id = open.back();
    open.pop_back();
    begin[id] = preorder.size();
    preorder.push_back(id);
    for (const Id below : owned[id] | std::views::reverse) open.push_back(below);
  }
  std::vector<double> weight(pieces.size());
  for (const Id id : preorder | std::views::reverse) {
    end[id] = std::max(end[id], begin[id] + 1);
    if (pieces.is_piece(id)) weight[id] += pieces.own_weight(id);
    if (id == 0) continue;
    const Id owner = pieces.owner(id);
    end[owner] = std::max(end[owner], end[id]);
    weight[owner] += weight[id];
  }
  const auto owns = [&](Id id, Id other) {
    return begin[id] <= begin[other] && begin[other] < end[id];
  };
  // Other passes remove a piece with its contents. Only pieces that own something elsewhere are
  // worth an edit here.
  std::vector<bool> has_orphans(pieces.size());  // owns a piece that lies outside of it
  for (Id piece = 1; piece < pieces.size() && pieces.is_piece(piece); ++piece)
    if (pieces.is_used(piece))
      for (Id id = pieces.owner(piece); !owns(id, pieces.around(piece)); id = pieces.owner(id))
        has_orphans[id] = true;
  EditMaker edits(*names, subject.goal);
  std::vector<std::uint32_t> parents;
  struct Listed {
    Id id;
    std::uint32_t edit;
  };
  std::vector<Listed> around{{0, Found::no_parent}};
  for (const Id id : preorder | std::views::drop(1)) {
    while (end[around.back().id] <= begin[id]) around.pop_back();
    if (!has_orphans[id] || (!pieces.is_piece(id) && !pieces.is_group(id))) continue;
    if (weight[id] > lighter * weight[around.back().id]) continue;
    for (std::size_t i = begin[id]; i < end[id]; ++i) {
      const Id piece = preorder[i];
      // Else the piece around it removes it.
      if (pieces.is_piece(piece) && !owns(id, pieces.around(piece)))
        edits.remove(pieces.place(piece));
    }
    if (!edits.finish()) continue;
    around.push_back({id, static_cast<std::uint32_t>(parents.size())});
    parents.push_back(around[around.size() - 2].edit);
  }
  Found found = edits.take();
  found.parents = std::move(parents);
  return found;
}

}  // namespace whittle::names
