// Most references become edges directly. But a closure must compile, and C++ has many dependencies
// without a reference. The rest of this file adds edges for them. Each was found in the messages of
// a compiler about a closure that did not compile:
//
// - Names that Clang could not resolve, mostly members of template arguments: a piece that uses
//   such a name needs the member of that name of every kept class (loose).
// - Bodies, constructors, operators and fields: used without a name. They are kept with their
//   function or class (loose), or only if they need nothing more (tight).
// - Using-directives, using-declarations, friends, access labels, specialisations, other overloads:
//   kept wherever they need nothing more. `std::x` needs `using ::x;` in `std` if that declaration
//   brings x into `std`: Clang refers to the declaration behind it.
#include "cxx_graph/cxx_graph.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace whittle::cxx {
namespace {

using namespace std::literals;
using Id = Graph::Id;
using enum Strength;
using EdgeKind = GraphText::Edge::Kind;

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> words = {
      "using",  "template",  "typename", "class", "struct", "union", "enum",
      "static", "constexpr", "inline",   "const", "auto",   "bool",  "typedef"};
  return words.contains(word);
}

struct Pairing {
  std::string_view kind;
  bool opens = false, closes = false;
};
/// `# 1 "a.h" 1` opens and `# 9 "b.h" 2` closes; so do push and pop of a pragma.
Pairing pairing_of(std::string_view directive) {
  const std::size_t at = directive.find_first_not_of("# \t");
  if (at == directive.npos) return {};
  if (directive[at] >= '0' && directive[at] <= '9') {
    const std::size_t quote = directive.rfind('"');
    const std::size_t flag =
        quote == directive.npos ? quote : directive.find_first_not_of(" \t", quote + 1);
    if (flag == directive.npos) return {};
    return {"file", directive[flag] == '1', directive[flag] == '2'};
  }
  for (const std::string_view word : {"push"sv, "pop"sv})
    if (const std::size_t found = directive.find(word); found != directive.npos)
      return {directive.substr(0, found), word == "push", word == "pop"};
  return {};
}

class Maker {
 public:
  Maker(const Pieces& pieces, const References& references)
      : pieces_(pieces), references_(references), next_node_(pieces.size()) {
    for (const Piece& piece : pieces.all())
      graph_.pieces.push_back({piece.begin, piece.end, std::string(piece.instead)});
  }

  GraphText make() {
    find_names();
    add_spaces();
    add_references();
    add_unnamed_variables();
    add_structure();
    add_markers();
    add_usings();
    add_unresolved();
    add_names();
    graph_.nodes = next_node_ - pieces_.size();
    std::ranges::sort(graph_.edges);
    const auto again = std::ranges::unique(graph_.edges);
    graph_.edges.erase(again.begin(), again.end());
    return std::move(graph_);
  }

 private:
  void edge(EdgeKind kind, Strength strength, std::vector<Id> nodes) {
    graph_.edges.push_back({kind, strength, std::move(nodes)});
  }
  void needs(Id from, Id to, Strength strength) { edge(EdgeKind::needs, strength, {from, to}); }
  void wants(Id from, Id to, Strength strength) { edge(EdgeKind::wants, strength, {from, to}); }

  std::string_view token_at(std::uint64_t offset) const {
    const auto& tokens = pieces_.tokens();
    const auto found = std::ranges::lower_bound(tokens, offset, {}, &Token::begin);
    return found != tokens.end() && found->begin == offset ? pieces_.text(*found)
                                                           : std::string_view{};
  }
  /// `operator!` of `operator!=`: enough to tell most of them apart.
  std::string_view operator_at(std::uint64_t offset) const {
    const auto& tokens = pieces_.tokens();
    const auto found = std::ranges::lower_bound(tokens, offset, {}, &Token::begin);
    const auto next = std::next(found);
    return next == tokens.end() ? std::string_view{} : pieces_.text({offset, next->end});
  }
  bool begins_with(Id piece, std::string_view word) const {
    return pieces_.text(pieces_.tokens()[pieces_[piece].first_token]) == word;
  }
  /// `using a::b;`, neither `using a = b;` nor `using namespace a;`
  bool is_using_declaration(Id piece) const {
    if (!begins_with(piece, "using") || name_of(piece).empty()) return false;
    for (std::uint32_t i = pieces_[piece].first_token; i < pieces_[piece].last_token; ++i) {
      const std::string_view word = pieces_.text(pieces_.tokens()[i]);
      if (word == "=" || word == "namespace") return false;
    }
    return true;
  }
  std::string_view name_of(Id piece) const {
    const std::uint32_t name = pieces_[piece].name;
    return name < pieces_.tokens().size() ? pieces_.text(pieces_.tokens()[name])
                                          : std::string_view{};
  }
  /// `b` of `inline namespace a::b {`
  std::string_view space_name(Id space) const {
    const auto& tokens = pieces_.tokens();
    std::uint32_t i = pieces_[space].first_token;
    const std::uint32_t last = pieces_[space].last_token;
    while (i < last && pieces_.text(tokens[i]) != "namespace") ++i;
    while (i + 2 < last && pieces_.text(tokens[i + 2]) == "::") i += 2;
    return i + 1 < last ? pieces_.text(tokens[i + 1]) : std::string_view{};
  }
  /// `using a::a;`
  bool inherits_constructors(Id piece) const {
    const auto& tokens = pieces_.tokens();
    const std::uint32_t last = pieces_[piece].last_token;
    return is_using_declaration(piece) && pieces_[piece].first_token + 4 < last &&
           pieces_.text(tokens[last - 2]) == pieces_.text(tokens[last - 4]);
  }
  /// Whether one of these words comes before the body.
  bool head_has(Id piece, std::initializer_list<std::string_view> words) const {
    for (std::uint32_t i = pieces_[piece].first_token; i < pieces_[piece].last_token; ++i) {
      const std::string_view word = pieces_.text(pieces_.tokens()[i]);
      if (std::ranges::find(words, word) != words.end()) return true;
      if (word == "{") return false;
    }
    return false;
  }
  /// `X()`, `X(int = 0)`: classes with such a member are made without naming it.
  bool is_default_constructor(Id piece) const {
    const auto& tokens = pieces_.tokens();
    const std::uint32_t name = pieces_[piece].name, last = pieces_[piece].last_token;
    if (!is_member(piece) || name >= tokens.size() || name + 2 >= last) return false;
    const auto text = [&](std::uint32_t i) { return pieces_.text(tokens[i]); };
    if (!names_[pieces_[piece].around].contains(text(name)) || text(name + 1) != "(") return false;
    if (name > 0 && text(name - 1) == "~") return false;
    for (std::uint32_t i = name + 2, depth = 0; i < last; ++i) {
      if (text(i) == "(" || text(i) == "<") ++depth;
      if (depth == 0 && text(i) == ")") return i == name + 2;
      if (depth == 0 && text(i) == ",") return false;
      if (depth == 0 && text(i) == "=") return true;
      if (text(i) == ")" || text(i) == ">") --depth;
    }
    return false;
  }
  /// `template <class T> char test(T*);`
  bool is_prototype(Id piece) const {
    return pieces_[piece].kind == Piece::Kind::declaration && begins_with(piece, "template");
  }
  bool is_member(Id piece) const {
    const Id around = pieces_[piece].around;
    return around != Piece::none && pieces_[around].kind == Piece::Kind::type;
  }

  /// The names that each piece declares. Clang gives the names of declarations it understood; a
  /// piece without any gets the likely name that `Pieces` found.
  void find_names() {
    names_.resize(pieces_.size());
    fields_.resize(pieces_.size());
    for (const Declared& declared : references_.declared) {
      const Id piece = pieces_.at(declared.at);
      declared_at_.insert(declared.at);
      if (piece == Piece::none || declared.kind == Declared::Kind::space ||
          declared.kind == Declared::Kind::parameter ||
          pieces_[piece].kind == Piece::Kind::statement)
        continue;
      if (is_keyword(token_at(declared.at))) continue;  // Clang gives the place of its keyword
      names_[piece].insert(token_at(declared.at));
      if (token_at(declared.at) == "operator") names_[piece].insert(operator_at(declared.at));
      if (declared.kind == Declared::Kind::field) fields_[piece] = true;
      const Id first = pieces_.at(declared.first);
      if (first == Piece::none || first == piece) continue;
      if (pieces_[piece].kind == Piece::Kind::befriending) {
        needs(piece, first, tight);
        friends_[declared.first].push_back(piece);
      } else if (pieces_[piece].kind == Piece::Kind::type) {
        defined_[first] = piece;
      }
    }
    // A kept function may use private members, so it keeps its friendship with a kept class.
    for (const Declared& declared : references_.declared) {
      const auto friends = friends_.find(declared.first);
      const Id piece = pieces_.at(declared.at);
      if (friends == friends_.end() || piece == Piece::none ||
          pieces_[piece].kind != Piece::Kind::function)
        continue;
      for (const Id one : friends->second)
        if (pieces_[one].around != Piece::none)
          edge(EdgeKind::needs_if, tight, {piece, one, pieces_[one].around});
    }
    for (Id id = 0; id < pieces_.size(); ++id)  // Clang stopped at an error before these
      if (names_[id].empty() && !name_of(id).empty() && !is_using_declaration(id))
        names_[id].insert(name_of(id));
    resolved_.insert(references_.known.begin(), references_.known.end());
  }

  /// A namespace may be opened many times. A use of its name needs one of these parts; but if the
  /// first part is inline, the others need it.
  void add_spaces() {
    for (const Declared& declared : references_.declared)
      if (declared.kind == Declared::Kind::space)
        if (const Id piece = pieces_.at(declared.at);
            piece != Piece::none && pieces_[piece].kind == Piece::Kind::space)
          spaces_[declared.first].push_back(piece);
    for (const auto& [first, all] : spaces_)
      for (const Id piece : all)
        if (begins_with(all.front(), "inline")) needs(piece, all.front(), tight);
    // A `using` in one part makes a name known in all parts, so every part needs that one.
    std::unordered_set<Id> taking;
    for (Id id = 0; id < pieces_.size(); ++id)
      if (pieces_[id].around != Piece::none && is_using_declaration(id))
        taking.insert(pieces_[id].around);
    for (const auto& [first, all] : spaces_) {
      const Id space = next_node_++;
      for (const Id piece : all) {
        space_of_[piece] = space;
        needs(piece, space, tight);
        if (taking.contains(piece)) needs(space, piece, tight);
      }
    }
  }

  /// Edges for the references of Clang, by kind.
  void add_references() {
    for (const Reference& reference : references_.references) {
      const Id user = pieces_.at(reference.from), used = pieces_.at(reference.to);
      const bool is_space = reference.kind == Reference::Kind::space;
      // If a using-declaration or a desugared type is in between, the name decides.
      if (used == Piece::none || is_space || names_[used].contains(token_at(reference.from)))
        resolved_.insert(reference.from);
      if (is_space)
        add_space_reference(user, reference);
      else if (user != Piece::none && used != Piece::none && !pieces_.is_in(user, used) &&
               pieces_[used].kind != Piece::Kind::space)
        add_reference(user, used, reference);
    }
    for (auto& [user, used] : heads_) std::ranges::sort(used);
    add_groups();
    add_specialisations();
    add_operators();
  }

  void add_space_reference(Id user, const Reference& reference) {
    const auto all = spaces_.find(reference.to);
    if (user == Piece::none || all == spaces_.end()) return;
    if (std::ranges::any_of(all->second, [&](Id one) { return pieces_.is_in(user, one); })) return;
    std::vector<Id> nodes{user};
    for (const Id one : all->second)  // a part that is opened later does not help
      if (pieces_[one].begin < reference.from) nodes.push_back(one);
    if (nodes.size() > 1) edge(EdgeKind::any, tight, std::move(nodes));
    if (pieces_[user].kind != Piece::Kind::using_directive) return;
    const Id named = space_of_.at(all->second.front());
    const auto around = space_of_.find(pieces_[user].around);
    edge(EdgeKind::needs_if, tight,
         {named, user, around == space_of_.end() ? named : around->second});
  }

  void add_reference(Id user, Id used, const Reference& reference) {
    if (pieces_[used].kind == Piece::Kind::function) called_.insert(used);
    switch (reference.kind) {
      case Reference::Kind::use:
        needs(user, used, tight);
        heads_[user].push_back(used);
        used_at_.emplace_back(reference.from, used);
        break;
      case Reference::Kind::type:
        needs(user, used, tight);
        break;
      case Reference::Kind::outside:
        needs(user, used, tight);
        outside_.insert(user);
        break;
      case Reference::Kind::one_of:
        groups_[{user, reference.from}].push_back(used);
        break;
      case Reference::Kind::specialises:
      case Reference::Kind::specialises_partly:
        needs(user, used, tight);
        specialised_.push_back({user, used, reference.from, reference.kind});
        break;
      case Reference::Kind::defined:
        needs(user, used, bodies);
        break;
      case Reference::Kind::overrides:
        if (const Id type = pieces_[user].around; type != Piece::none)
          edge(EdgeKind::needs_if, loose, {used, user, type});
        break;
      case Reference::Kind::space:
        break;
    }
  }

  void add_groups() {
    for (const auto& [place, all] : groups_) {
      one_of(place.first, all);
      // A template may test which overloads exist: `sizeof(test(x)) == 1`.
      for (const Id one : all)
        if (is_member(one) || is_prototype(one)) needs(place.first, one, tight);
    }
  }

  /// A specialisation is used without its name if the template and the type of its argument are
  /// used.
  void add_specialisations() {
    for (const auto& [piece, of, name, kind] : specialised_) {
      const Id last = last_argument(name, of);
      if (kind == Reference::Kind::specialises_partly) {
        edge(EdgeKind::needs_if, tight, {of, piece, last});
      } else {
        edge(EdgeKind::needs_if, loose, {of, piece, last});
        wants(of, piece, tight);
      }
    }
  }

  /// Lookup finds an operator by the types of its operands.
  void add_operators() {
    for (const auto& [user, used] : heads_) {
      if (is_member(user) || outside_.contains(user) || !names_[user].contains("operator"))
        continue;
      const std::vector<Id> types = types_in_head(user);
      for (const Id type : types) wants(type, user, tight);
      if (types.empty()) continue;
      const Id other = types.size() > 1 ? types[types.size() - 2] : types.back();
      edge(EdgeKind::needs_if, loose, {types.back(), user, other});
    }
  }

  /// The last piece that the arguments of `name<...>` refer to; `otherwise` if they refer to none.
  Id last_argument(std::uint64_t name, Id otherwise) const {
    const auto& tokens = pieces_.tokens();
    auto token = std::ranges::lower_bound(tokens, name, {}, &Token::begin);
    std::size_t depth = 0;
    Id last = otherwise;
    while (token != tokens.end() && ++token != tokens.end()) {
      const std::string_view text = pieces_.text(*token);
      if (text == "<") ++depth;
      if (text == ">") --depth;
      if (depth == 0 || text == ";" || text == "{") break;
      const auto use = std::ranges::lower_bound(used_at_, token->begin, {},
                                                &std::pair<std::uint64_t, Id>::first);
      if (use != used_at_.end() && use->first == token->begin && use->second != otherwise)
        last = last == otherwise ? use->second : std::max(last, use->second);
    }
    return last;
  }

  /// `static ios_base::Init x;`: no code names the variable, but its constructor has an effect.
  void add_unnamed_variables() {
    std::unordered_set<Id> used;
    for (const Reference& reference : references_.references)
      if (reference.kind == Reference::Kind::use || reference.kind == Reference::Kind::one_of)
        used.insert(pieces_.at(reference.to));
    for (Id id = 0; id < pieces_.size(); ++id)
      if (pieces_[id].kind == Piece::Kind::declaration && begins_with(id, "static") &&
          !is_member(id) && !used.contains(id))
        for (const Id type : types_in_head(id)) needs(type, id, loose);
  }

  std::vector<Id> types_in_head(Id piece) const {
    std::vector<Id> types;
    if (const auto head = heads_.find(piece); head != heads_.end())
      for (const Id used : head->second)
        if (pieces_[used].kind == Piece::Kind::type) types.push_back(used);
    return types;
  }

  /// Edges that follow from the nesting of pieces: a body belongs to its function, a label to its
  /// class, and members that are used without their names to their class.
  void add_structure() {
    const Id file = next_node_++;  // the node of the outermost scope
    for (Id id = 0; id < pieces_.size(); ++id) {
      const Piece& piece = pieces_[id];
      if (piece.around == Piece::none) needs(id, file, tight);
      const Id scope = piece.around == Piece::none ? file : piece.around;
      switch (piece.kind) {
        case Piece::Kind::label:
        case Piece::Kind::using_directive:
        case Piece::Kind::befriending:
          wants(scope, id, tight);
          break;
        case Piece::Kind::body:
          // `{}` returns nothing, which a constexpr function must. A friend that is only declared
          // may have neither attributes nor default arguments. A call of a function that must be
          // inlined or evaluated is an error without the body.
          needs(scope, id,
                pieces_[scope].deduced || (pieces_[scope].constant && piece.instead == "{}") ||
                        head_has(scope, {"friend", "consteval", "always_inline",
                                         "__always_inline__", "__forceinline"})
                    ? tight
                    : bodies);
          if (pieces_[scope].constant) wants(scope, id, tight);
          break;
        case Piece::Kind::statement:
          // A caller of the function needs its statements, as it needs its body.
          if (called_.contains(pieces_[scope].around)) needs(pieces_[scope].around, id, bodies);
          break;
        default:
          if (is_using_declaration(id)) wants(scope, id, tight);
          break;
      }
      if (!is_member(id)) continue;
      const std::set<std::string_view>& type = names_[scope];
      const bool unnamed =
          fields_[id] || names_[id].contains("operator") || names_[id].contains("~") ||
          head_has(id, {"virtual", "override"}) || inherits_constructors(id) ||
          std::ranges::any_of(names_[id],
                              [&](std::string_view name) { return type.contains(name); });
      const bool anonymous = piece.kind == Piece::Kind::type && names_[id].empty();
      if (anonymous || type.contains("initializer_list") || is_default_constructor(id)) {
        needs(scope, id, tight);
      } else if (unnamed) {
        needs(scope, id, loose);
        wants(scope, id, tight);
      }
    }
  }

  /// A line marker that enters a file and the one that returns from it need each other, and so do
  /// `#pragma ... push` and `pop`: compilers refuse a return or a pop alone.
  void add_markers() {
    std::map<std::string_view, std::vector<Id>> open;  // by the kind of pair
    for (Id id = 0; id < pieces_.size(); ++id) {
      if (pieces_[id].kind != Piece::Kind::directive) continue;
      const auto [kind, opens, closes] =
          pairing_of(pieces_.text(pieces_.tokens()[pieces_[id].first_token]));
      std::vector<Id>& all = open[kind];
      if (opens) all.push_back(id);
      if (!closes || all.empty()) continue;
      needs(id, all.back(), tight);
      needs(all.back(), id, tight);
      all.pop_back();
    }
  }

  /// `a::b` needs `using ...::b;` in namespace a if a itself declares no b. Clang resolves the name
  /// to the declaration behind the using, so the tokens are read instead.
  void add_usings() {
    using Qualified = std::pair<std::string_view, std::string_view>;  // namespace and name
    std::map<Qualified, std::vector<Id>> usings;
    std::set<Qualified> declared;
    for (Id id = 0; id < pieces_.size(); ++id) {
      const Id around = pieces_[id].around;
      if (around == Piece::none || pieces_[around].kind != Piece::Kind::space) continue;
      if (is_using_declaration(id)) usings[{space_name(around), name_of(id)}].push_back(id);
      for (const std::string_view name : names_[id]) declared.insert({space_name(around), name});
    }
    const auto& tokens = pieces_.tokens();
    for (std::size_t i = 2; i < tokens.size(); ++i) {
      if (pieces_.text(tokens[i - 1]) != "::") continue;
      const Qualified name{pieces_.text(tokens[i - 2]), pieces_.text(tokens[i])};
      const auto found = usings.find(name);
      const Id user = pieces_.at(tokens[i].begin);
      if (found == usings.end() || user == Piece::none) continue;
      if (declared.contains(name)) {
        for (const Id one : found->second) wants(user, one, tight);
      } else if (std::ranges::find(found->second, user) == found->second.end()) {
        one_of(user, found->second);
      }
    }
  }

  /// Names that Clang does not resolve: members of template arguments, and expressions that
  /// libclang does not visit, such as `noexcept(...)`.
  void add_unresolved() {
    std::unordered_map<std::string_view, std::vector<Id>> members, others;  // by name
    for (Id id = 0; id < pieces_.size(); ++id)
      for (const std::string_view name : names_[id])
        if (pieces_[id].kind != Piece::Kind::body && !outside_.contains(id))
          (is_member(id) ? members : others)[name].push_back(id);
    std::unordered_map<std::string_view, Id> other_nodes;
    const auto& tokens = pieces_.tokens();
    const auto is = [&](std::size_t i, std::string_view text) {
      return pieces_.text(tokens[i]) == text;
    };
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      if (token.kind != Token::Kind::word || resolved_.contains(token.begin)) continue;
      const std::string_view word = pieces_.text(token);
      std::string_view name = word == "operator" ? operator_at(token.begin) : word;
      if (!is(i - 1, "operator") && !is(i - 1, "=")) {  // `new` calls an operator without its name
        if (word == "new") name = "operator new";
        if (word == "delete") name = "operator delete";
      }
      const Id user = pieces_.at(token.begin);
      if (name == "for" && user != Piece::none && is_range_for(i)) {
        // It calls these members without their names.
        for (const std::string_view called :
             {"begin", "end", "operator!", "operator+", "operator*"})
          if (const auto those = members.find(called); those != members.end())
            needs(user, member_node(called, those->second), tight);
        continue;
      }
      // `friend struct std::x;` and `friend f<>(y);` are no declarations, whatever Clang says.
      const bool befriends =
          user != Piece::none && pieces_[user].kind == Piece::Kind::befriending &&
          (is(i - 1, "::") || (word != "operator" && i + 1 < tokens.size() && is(i + 1, "<")));
      if (declared_at_.contains(token.begin) && !befriends) continue;
      const auto member = members.find(name), other = others.find(name);
      if (user == Piece::none || (member == members.end() && other == others.end())) continue;
      const std::size_t before = is(i - 1, "template") && i > 1 ? i - 2 : i - 1;
      const bool of_object = is(before, ".") || is(before, "->");
      const bool qualified = of_object || is(before, "::");
      if (!qualified && member != members.end() && add_own(user, member->second)) continue;
      if (inherits_constructors(user) && qualified) continue;
      if (member != members.end() && is_using_declaration(user)) {
        one_of(user, member->second);
      } else if (member != members.end()) {
        needs(user, member_node(name, member->second), qualified ? tight : loose);
      }
      if (other != others.end() && !of_object) {
        const auto [node, isnew] = other_nodes.try_emplace(name, next_node_);
        needs(user, node->second, tight);
        if (isnew) {
          ++next_node_;
          one_of(node->second, other->second);
        }
      }
    }
  }

  /// The names that pieces declare, for messages about missing names. A body has the name of its
  /// function. Namespaces are left out: a message about a namespace means one of its members.
  /// Friends and specialisations declare no new name.
  void add_names() {
    std::unordered_set<Id> special;
    for (const auto& [from, to, kind] : references_.references)
      if (kind == Reference::Kind::specialises || kind == Reference::Kind::specialises_partly)
        special.insert(pieces_.at(from));
    for (Id id = 0; id < pieces_.size(); ++id) {
      if (pieces_[id].kind == Piece::Kind::space || special.contains(id) ||
          pieces_[id].kind == Piece::Kind::befriending)
        continue;
      const bool is_body =
          pieces_[id].kind == Piece::Kind::body && pieces_[id].around != Piece::none;
      for (const std::string_view name : names_[is_body ? pieces_[id].around : id])
        if (name != "operator") graph_.names.push_back({id, std::string(name)});
      if (is_using_declaration(id)) graph_.names.push_back({id, std::string(name_of(id))});
    }
  }

  /// A node for a name: if it is kept, every member of that name in a kept class is needed.
  Id member_node(std::string_view name, const std::vector<Id>& members) {
    const auto [node, isnew] = member_nodes_.try_emplace(name, next_node_);
    if (isnew) {
      ++next_node_;
      for (const Id one : members)
        edge(EdgeKind::needs_if, tight, {node->second, one, pieces_[one].around});
    }
    return node->second;
  }

  /// `for (x : y)`; in `for (x; y; z)` a semicolon comes first.
  bool is_range_for(std::size_t token) const {
    const auto& tokens = pieces_.tokens();
    for (std::size_t i = token + 1, depth = 0; i < tokens.size(); ++i) {
      const std::string_view mark = pieces_.text(tokens[i]);
      if (mark == "(" || mark == "[" || mark == "{") ++depth;
      if (mark == ")" || mark == "]" || mark == "}") --depth;
      if (depth == 0 || mark == ";") return false;
      if (mark == ":" && depth == 1) return true;
    }
    return false;
  }

  /// An unqualified name means the member of the innermost class around the user that has one.
  /// Returns whether there is such a class.
  bool add_own(Id user, const std::vector<Id>& members) {
    for (Id around = pieces_[user].around; around != Piece::none; around = pieces_[around].around) {
      std::vector<Id> own;
      for (const Id member : members)
        if (pieces_[member].around == around && member != user) own.push_back(member);
      if (own.empty()) continue;
      one_of(user, own);
      return true;
    }
    return false;
  }

  /// The user needs at least one of them, and wants all others that cost nothing, or (loose) whose
  /// operands are kept. A class that is only declared brings its definition.
  void one_of(Id user, const std::vector<Id>& all) {
    for (const Id one : all) {
      wants(user, one, tight);
      if (!is_member(one)) {
        const std::vector<Id> types = types_in_head(one);
        edge(EdgeKind::needs_if, loose, {user, one, types.empty() ? user : types.back()});
      }
      if (const auto definition = defined_.find(one); definition != defined_.end())
        edge(EdgeKind::needs_if, tight, {user, definition->second, one});
    }
    std::vector<Id> nodes{user};
    nodes.insert(nodes.end(), all.begin(), all.end());
    edge(EdgeKind::any, tight, std::move(nodes));
  }

  const Pieces& pieces_;
  const References& references_;
  GraphText graph_;
  Id next_node_;
  std::vector<std::set<std::string_view>> names_;  // that each piece declares
  std::vector<bool> fields_;
  std::unordered_set<Id> called_;  // functions that others refer to
  std::set<Id> outside_;           // members that are defined outside of their classes
  std::vector<std::pair<std::uint64_t, Id>> used_at_;  // by place
  struct Specialisation {
    Id piece, of;
    std::uint64_t name;
    Reference::Kind kind;
  };
  std::vector<Specialisation> specialised_;
  // Overloads of one name at one place, by piece and place.
  std::map<std::pair<Id, std::uint64_t>, std::vector<Id>> groups_;
  std::map<Id, std::vector<Id>> heads_;  // the pieces that each piece refers to, sorted
  std::unordered_map<std::string_view, Id> member_nodes_;
  std::unordered_map<std::uint64_t, std::vector<Id>> friends_;  // by where they were declared first
  std::unordered_map<Id, Id> defined_;  // by where a class was declared first
  std::unordered_set<std::uint64_t> resolved_, declared_at_;
  std::map<std::uint64_t, std::vector<Id>> spaces_;  // by where each was opened first
  std::unordered_map<Id, Id> space_of_;              // the node of all parts of the namespace
};

}  // namespace

GraphText make_graph(const Pieces& pieces, const References& references) {
  return Maker(pieces, references).make();
}

}  // namespace whittle::cxx
