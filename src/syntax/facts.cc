// A row of children c0 .. cn-1 under a rule has a state before and an ending behind each child:
// `states[i]` is the automaton's state after c0 .. ci-1, and `endings[i]` stands for ci .. cn-1.
// The children [i, j) can be removed if states[i] meets endings[j]. A child of kind k can replace
// them if step(states[i], k) meets endings[j]. Everything here is built on these two questions.
//
// If each of several children can be removed alone, it does not follow that all of them can be
// removed together. So before children are called a list, all their subsets are tried at once:
// `Choices` holds the few different states to which any subset of the items so far can lead.

#include "syntax/facts.h"

#include <algorithm>
#include <utility>

#include "document/lexer.h"
#include "syntax/builtin.h"

namespace whittle {
namespace {

constexpr std::size_t rows_kept = 16;
// Optional parts of more children than this are not searched for. (`else` and its block are two.)
constexpr std::size_t longest_part = 6;
// With more different states than this, the children are no list in any useful sense.
constexpr std::size_t most_states = 32;

using State = Automaton::State;

// The states to which any subset of the items so far can lead.
class Choices {
 public:
  Choices(const Automaton& automaton, State start) : automaton_(automaton), none_kept_(start) {}

  // Adds an item with the kinds `kinds`. If an earlier item was kept, the separator `before`
  // precedes it; if it is the first that is kept, nothing does. False if the rule does not allow
  // some subset.
  bool add(std::span<const KindId> before, std::span<const KindId> kinds) {
    std::vector<State> more;
    for (State state : some_kept_) more.push_back(walk(walk(state, before), kinds));
    more.push_back(walk(none_kept_, kinds));
    for (State state : more) {
      if (state == Automaton::dead) return false;
      if (std::ranges::find(some_kept_, state) == some_kept_.end()) some_kept_.push_back(state);
    }
    return some_kept_.size() <= most_states;
  }
  bool meets(Automaton::Ending ending) const {
    return std::ranges::all_of(some_kept_,
                               [&](State state) { return automaton_.meets(state, ending); });
  }
  bool empty_meets(Automaton::Ending ending) const { return automaton_.meets(none_kept_, ending); }

 private:
  State walk(State state, std::span<const KindId> kinds) const {
    for (KindId kind : kinds) state = automaton_.step(state, kind);
    return state;
  }

  const Automaton& automaton_;
  State none_kept_;
  std::vector<State> some_kept_;
};

/// Whether the node of a built-in tree stays where it is: a bracket, the header of a table.
bool is_fixed(const Node& node) {
  return node.kind == id(BuiltinKind::open) || node.kind == id(BuiltinKind::close) ||
         node.kind == id(BuiltinKind::header);
}
bool is_line_like(const Node& node) {
  for (BuiltinKind kind : {BuiltinKind::line, BuiltinKind::block, BuiltinKind::instruction,
                           BuiltinKind::directive, BuiltinKind::label})
    if (node.kind == id(kind)) return true;
  return false;
}

}  // namespace

// ---- Rows ----

const Facts::ChildRow& Facts::row(NodeId parent) const {
  const auto known = std::ranges::find(rows_, parent, &ChildRow::parent);
  if (known != rows_.end()) {
    rows_.splice(rows_.begin(), rows_, known);
  } else {
    rows_.push_front(make_row(parent));
    if (rows_.size() > rows_kept) rows_.pop_back();
  }
  return rows_.front();
}

Facts::ChildRow Facts::make_row(NodeId parent) const {
  const Tree& tree = *tree_;
  ChildRow row;
  row.parent = parent;
  const Grammar* const grammar = tree.syntax().grammar();
  const bool free = !grammar || tree[parent].error;
  bool errors = false;
  std::uint32_t end = tree[parent].begin;  // of the child before
  const auto add_text_before = [&](NodeId next, std::uint32_t begin) {
    const bool again = !row.kinds.empty() && !free && is_text(row, row.kinds.size() - 1);
    if (free || again || !has_text(end, begin)) return;
    row.children.push_back(next);
    row.kinds.push_back(grammar->text_kind());
  };
  for (NodeId child : tree.children(parent)) {
    errors |= tree[child].error || tree[child].missing;
    if (is_loose(child) && !free) {
      row.loose.push_back(child);
      add_text_before(tree[child].subtree_end, tree[child].begin);
    } else {
      add_text_before(child, tree[child].begin);
      row.children.push_back(child);
      row.kinds.push_back(tree[child].kind);
    }
    end = tree[child].end;
  }
  add_text_before(tree[parent].subtree_end, tree[parent].end);
  if (free) {
    row.rule = Rule::free;
    return row;
  }
  // If the parser does not tell which rule made the node, take the first that derives its children.
  const auto find_rule = [&] {
    for (RuleId rule : grammar->rules_of(tree[parent]))
      if (grammar->derives(rule, row.kinds)) {
        row.rule = Rule::grammar;
        row.automaton = &grammar->automaton(rule);
        return;
      }
  };
  find_rule();
  if (!row.automaton && is_ended_from_behind(parent)) {
    row.children.push_back(tree[parent].subtree_end);
    row.kinds.push_back(grammar->text_kind());
    find_rule();
  }
  // No rule derives the children. Among errors that is no surprise, and anything may be tried;
  // otherwise our reading of the grammar is wrong here, and nothing is removed.
  if (!row.automaton) {
    row.rule = errors ? Rule::free : Rule::unknown;
    std::erase_if(row.children, [&](const NodeId& child) {
      return is_text(row, static_cast<std::size_t>(&child - row.children.data()));
    });
    return row;
  }
  row.states.push_back(row.automaton->start());
  for (KindId kind : row.kinds) row.states.push_back(row.automaton->step(row.states.back(), kind));
  row.endings.resize(row.kinds.size() + 1, row.automaton->end());
  for (std::size_t i = row.kinds.size(); i-- > 0;)
    row.endings[i] = row.automaton->step_back(row.endings[i + 1], row.kinds[i]);
  return row;
}

// Whether there is more than white space and line continuations, which are extras without a node.
bool Facts::has_text(std::uint32_t begin, std::uint32_t end) const {
  const BytesView bytes = *tree_->bytes();
  for (std::uint32_t i = begin; i < end; ++i) {
    const char c = bytes[i];
    const bool continued =
        c == '\\' && i + 1 < end && (bytes[i + 1] == '\n' || bytes[i + 1] == '\r');
    if (c != ' ' && (c < '\t' || c > '\r') && !continued) return true;
  }
  return false;
}

bool Facts::is_ended_from_behind(NodeId node) const {
  const std::string_view end_tag = tree_->syntax().grammar()->end_tag();
  const BytesView behind = BytesView(*tree_->bytes()).substr((*tree_)[node].end);
  const std::size_t next = behind.find_first_not_of(" \t\r\n");
  return !end_tag.empty() && next != BytesView::npos && behind.substr(next).starts_with(end_tag);
}

std::size_t Facts::index_of(const ChildRow& row, NodeId child) const {
  const auto at = std::ranges::upper_bound(row.children, child);
  return static_cast<std::size_t>(at - row.children.begin()) - 1;
}

bool Facts::is_derived(NodeId parent) const {
  return row(parent).rule != Rule::unknown;
}

// ---- Removals ----

std::optional<Siblings> Facts::removable(NodeId node) const {
  const Tree& tree = *tree_;
  if (node == tree.root()) return std::nullopt;
  const Siblings alone{node, node};
  const ChildRow& row = this->row(tree[node].parent);
  if (row.rule == Rule::free)
    return tree.syntax().parser() || !is_fixed(tree[node]) ? std::optional(alone) : std::nullopt;
  if (is_loose(node)) return alone;
  if (row.rule == Rule::unknown) return std::nullopt;
  const std::size_t i = index_of(row, node);
  if (fits(row, i, i + 1)) return alone;
  const auto is_mark = [&](std::size_t at) {
    return !is_text(row, at) && !tree[row.children[at]].named;
  };
  if (i + 1 < row.children.size() && is_mark(i + 1) && fits(row, i, i + 2))
    return Siblings{node, row.children[i + 1]};
  if (i > 0 && is_mark(i - 1) && fits(row, i - 1, i + 1))
    return Siblings{row.children[i - 1], node};
  return std::nullopt;
}

std::vector<List> Facts::lists_of(NodeId parent) const {
  const ChildRow& row = this->row(parent);
  std::vector<List> lists;
  if (row.rule == Rule::grammar) add_grammar_lists(row, lists);
  if (row.rule == Rule::free) add_free_lists(row, lists);
  if (!row.loose.empty()) {
    List loose;
    for (NodeId node : row.loose) loose.items.push_back({node, node});
    lists.push_back(std::move(loose));
  }
  std::ranges::stable_sort(lists, {}, [](const List& list) { return list.items.front().first; });
  return lists;
}

// Tries to read `X (SEP X)* [SEP]` with its first separator at `at`. An item is everything between
// two separators. The grammar tells where the first item begins and the last one ends: the first
// with its separator, and the last with the separator before it, must be removable.
Facts::Attempt Facts::separated(const ChildRow& row, std::size_t at) const {
  const std::size_t count = row.children.size();
  const KindId mark = row.kinds[at];
  std::vector<std::size_t> marks{at};
  for (std::size_t i = at + 2; i < count && i - marks.back() <= longest_part; ++i)
    if (row.kinds[i] == mark && i > marks.back() + 1) {
      if (!fits(row, marks.back(), i)) break;
      marks.push_back(i);
    }
  Attempt attempt{at, marks.back() + 1, std::nullopt};

  std::size_t begin = at;
  do {
    if (begin == 0 || at - begin == longest_part) return attempt;
    --begin;
  } while (!fits(row, begin, at + 1));
  bool trailing = true;
  for (std::size_t end = attempt.end + 1;
       trailing && end <= count && end - attempt.end < longest_part; ++end)
    if (fits(row, marks.back(), end)) {
      attempt.end = end;
      trailing = false;
    }
  if (!trailing) marks.push_back(attempt.end);  // as if a separator stood there

  List list;
  Choices choices(*row.automaton, row.states[begin]);
  std::vector<KindId> kinds;
  attempt.begin = begin;
  for (std::size_t end : marks) {
    kinds.assign(row.kinds.begin() + begin, row.kinds.begin() + end);
    if (trailing && end == marks.back()) kinds.push_back(mark);
    if (!choices.add(std::span(&mark, 1), kinds)) return attempt;
    if (is_text(row, begin) || is_text(row, end - 1)) return attempt;
    list.items.push_back({row.children[begin], row.children[end - 1]});
    if (end != attempt.end) list.separators.push_back(row.children[end]);
    begin = end + 1;
  }
  if (!choices.meets(row.endings[attempt.end])) return attempt;
  list.minimum = choices.empty_meets(row.endings[attempt.end]) ? 0 : 1;
  attempt.list = std::move(list);
  return attempt;
}

void Facts::add_grammar_lists(const ChildRow& row, std::vector<List>& lists) const {
  const Tree& tree = *tree_;
  const std::size_t count = row.children.size();
  std::vector<bool> taken(count, false);
  for (std::size_t i = 1; i < count; ++i) {
    if (is_text(row, i) || tree[row.children[i]].named || taken[i - 1]) continue;
    Attempt attempt = separated(row, i);
    if (attempt.list) {
      for (std::size_t k = attempt.begin; k < attempt.end; ++k) taken[k] = true;
      lists.push_back(std::move(*attempt.list));
    }
    // Whether a list was found or not, the search does not start again at its next separator: that
    // would take quadratic time.
    i = attempt.end - 1;
  }

  // The rest: neighbouring parts, repeated or optional, of one or a few children each. A list grows
  // as long as all subsets of its items are allowed.
  std::optional<List> list;
  std::optional<Choices> choices;
  std::vector<KindId> kinds;
  const auto finish = [&](std::size_t end) {
    if (list) {
      list->minimum = choices->empty_meets(row.endings[end]) ? 0 : 1;
      lists.push_back(std::move(*list));
    }
    list.reset();
  };
  std::size_t i = 0;
  while (i < count) {
    std::size_t length = 0;
    kinds.clear();
    for (std::size_t end = i + 1; end <= count && end - i <= longest_part && !taken[end - 1];
         ++end) {
      kinds.push_back(row.kinds[end - 1]);
      if (is_text(row, i)) break;
      if (is_text(row, end - 1) || !fits(row, i, end)) continue;
      length = end - i;
      break;
    }
    if (length == 0) {
      finish(i++);
      continue;
    }
    const Siblings item{row.children[i], row.children[i + length - 1]};
    if (list) {
      Choices longer = *choices;
      if (longer.add({}, kinds) && longer.meets(row.endings[i + length])) {
        choices.emplace(longer);
        list->items.push_back(item);
        i += length;
        continue;
      }
      finish(i);
    }
    list.emplace().items.push_back(item);
    choices.emplace(*row.automaton, row.states[i]).add({}, kinds);
    i += length;
  }
  finish(count);
}

void Facts::add_free_lists(const ChildRow& row, std::vector<List>& lists) const {
  const Tree& tree = *tree_;
  List all;
  List between_marks;
  bool whole = true;  // there is something on both sides of each separator
  const bool builtin = !tree.syntax().parser();
  NodeId begin = no_node;
  NodeId last = no_node;
  for (NodeId child : row.children) {
    if (builtin && is_fixed(tree[child])) continue;
    all.items.push_back({child, child});
    if (builtin && tree[child].kind == id(BuiltinKind::separator)) {
      if (begin == no_node) whole = false;
      between_marks.items.push_back({begin, last});
      between_marks.separators.push_back(child);
      begin = no_node;
    } else {
      if (begin == no_node) begin = child;
      last = child;
    }
  }
  if (begin != no_node) between_marks.items.push_back({begin, last});
  if (all.items.empty()) return;
  if (whole && !between_marks.separators.empty()) {
    const bool same =
        between_marks.items.size() + between_marks.separators.size() == all.items.size();
    lists.push_back(std::move(between_marks));
    if (same) return;  // each item is one child: the finer list would only repeat it
  }
  lists.push_back(std::move(all));
}

// ---- Replacements ----

std::optional<std::string> Facts::stand_in(NodeId node) const {
  const Tree& tree = *tree_;
  if (node == tree.root() || is_loose(node) || !tree[node].named) return std::nullopt;
  const ChildRow& row = this->row(tree[node].parent);
  std::optional<std::string> best;
  if (row.rule == Rule::grammar) {
    const std::size_t i = index_of(row, node);
    const Slot slot(row.automaton, row.states[i], row.endings[i + 1]);
    const auto [known, is_new] = stand_ins_.try_emplace(slot);
    if (is_new)
      row.automaton->between(row.states[i], row.endings[i + 1], [&](const Label& label) {
        for (const Label::Leaf& leaf : label.leaves) {
          const auto& text = tree.syntax().grammar()->shortest_text(leaf.source);
          if (!text || !tree.syntax().kinds()[leaf.kind].named) continue;
          if (!best || is_shorter(*text, *best)) best = text;
        }
      });
    if (is_new) known->second = best;
    best = known->second;
  } else if (row.rule == Rule::free && !tree.syntax().parser() &&
             tree[node].kind == id(BuiltinKind::group)) {
    best = std::string{tree.text(node).front(), tree.text(node).back()};
  }
  if (!best) return std::nullopt;
  const auto own = std::pair(std::size_t{tree[node].weight}, tree.text(node).size());
  const auto its = std::pair(count_tokens(*best), best->size());
  return its < own ? best : std::nullopt;
}

bool Facts::can_replace(NodeId node, std::span<const NodeId> donors) const {
  const Tree& tree = *tree_;
  if (std::ranges::any_of(donors, [&](NodeId donor) { return is_loose(donor); })) return false;
  if (donors.size() == 1 && tree[donors[0]].named != tree[node].named) return false;
  const auto walk = [&](const Automaton& automaton, State state) {
    for (NodeId donor : donors) state = automaton.step(state, tree[donor].kind);
    return state;
  };
  if (node == tree.root()) {
    const ChildRow& row = this->row(node);
    if (row.rule != Rule::grammar) return true;
    return row.automaton->meets(walk(*row.automaton, row.automaton->start()), row.automaton->end());
  }
  const ChildRow& row = this->row(tree[node].parent);
  if (is_loose(node) || row.rule == Rule::unknown) return false;
  if (row.rule == Rule::grammar) {
    const std::size_t i = index_of(row, node);
    return row.automaton->meets(walk(*row.automaton, row.states[i]), row.endings[i + 1]);
  }
  if (tree.syntax().parser()) return true;
  // Without a grammar anything may replace anything, except that a line does not replace a token.
  return tree[node].named && std::ranges::all_of(donors, [&](NodeId donor) {
           return tree[donor].named && (is_line_like(tree[node]) || !is_line_like(tree[donor]));
         });
}

}  // namespace whittle
