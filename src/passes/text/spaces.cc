// Removes unusual blanks inside lines: `f ( & x [ 1 ] ) ;` becomes `f(&x[1]);`. The aim is the
// usual layout, not the shortest: `a = b`, `if (x)` and `int *p` keep their blanks. Around commas,
// semicolons and brackets this works for any text. Only a tree can tell whether `* p` is a product,
// `< T >` a comparison or `f (x)` a call.
//
// If bytes are the goal, all white space is tried except where it separates two words, including
// line ends. Where a run cannot be removed as a whole, one line end or blank of it may stay.
#include <unordered_set>

#include "passes/names/names.h"
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

bool is_one_of(BytesView token, BytesView characters) {
  return token.size() == 1 && characters.find(token.front()) != BytesView::npos;
}

/// The places of tokens that usually follow the previous token without a blank, by the tree.
std::unordered_set<std::uint64_t> find_close(const Source& source) {
  const Tree& tree = source.tree();
  std::unordered_set<std::uint64_t> close;  // only asked, never walked
  for (NodeId node = 1; node < tree.size(); ++node) {
    const std::uint64_t begin = tree[node].begin;
    const NodeId first = tree.first_child(node);
    if (first != no_node && !tree[first].named) {
      const NodeId second = source.next(first);
      const BytesView opening = tree.text(first);
      if (is_one_of(opening, "*&-+!~") && second != no_node && tree[second].named &&
          source.next(second) == no_node &&
          // `- -x` must not become `--x`, nor `& &x` become `&&x`.
          !is_one_of(tree.text(second).substr(0, 1), "*&-+!~"))
        close.insert(tree[second].begin);
      if (opening == "(" && source.is(node, Fact::arguments | Fact::parameters))
        close.insert(begin);
      if (opening == "<" && source.is(node, Fact::type_list)) {
        close.insert({begin, tree[node].end - 1});
        if (second != no_node) close.insert(tree[second].begin);
      }
    }
    // The rest is about punctuation: a token that the grammar spells, with another node before it.
    if (tree[node].named || source.previous(node) == no_node) continue;
    const BytesView text = tree.text(node);
    const NodeId after = source.next(node);
    if (text == "[" && tree[source.previous(node)].named) close.insert(begin);
    if ((text == "." || text == "->" || text == "::") &&
        source.is(tree[node].parent, Fact::access | Fact::path)) {
      close.insert(begin);
      if (after != no_node) close.insert(tree[after].begin);
    }
  }
  return close;
}

// Each gap between tokens has up to two edits: remove all of it, or all but one line end or blank.
// The second one serves languages in which a line end separates statements.
Found all_white_space(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const auto add = [&](const Range& gap) {
      const bool apart = gap.begin > 0 && gap.end < text.size() && is_word(text[gap.begin - 1]) &&
                         is_word(text[gap.end]);
      if (gap.size() > 0 && !apart) found.edits.push_back(removal(file, gap, 1));
      if (gap.size() < 2) return;
      const std::size_t line_end = gap.in(text).find('\n');
      const std::uint64_t stays = gap.begin + (line_end == BytesView::npos ? 0 : line_end);
      Edit most{{}, 1};
      if (gap.begin < stays) most.changes.push_back({file, gap.begin, stays, "", false});
      if (stays + 1 < gap.end) most.changes.push_back({file, stays + 1, gap.end, "", false});
      found.edits.push_back(std::move(most));
    };
    std::uint64_t end = 0;
    for (const Lexeme& token : lex(text)) {
      add({end, token.begin});
      end = token.end;
    }
    add({end, text.size()});
  });
  return found;
}

}  // namespace

Found spaces(const Subject& subject) {
  if (subject.goal == Goal::bytes) return all_white_space(subject);
  Found found;
  found.joining = Joining::exact;
  const SharedNames names = names_of(subject);
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const Source* source = names->source(file);
    const auto close = source ? find_close(*source) : std::unordered_set<std::uint64_t>{};
    const bool is_markup = source && source->tree().language().profile.is_markup;
    const std::vector<Lexeme> tokens = lex(text);
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const Range gap{tokens[i - 1].end, tokens[i].begin};
      const BytesView blanks = gap.in(text);
      if (blanks.empty() || blanks.find_first_not_of(" \t") != BytesView::npos) continue;
      const BytesView left = tokens[i - 1].in(text), right = tokens[i].in(text);
      const bool is_needless = is_one_of(left, "([") || is_one_of(right, ",;)]") ||
                               (left == "{" && right == "}") || close.contains(tokens[i].begin) ||
                               (is_markup && left == ">" && right.starts_with('<'));
      if (is_needless)
        found.edits.push_back(removal(file, gap, 1));
      else if (gap.size() > 1)
        found.edits.push_back(removal(file, {gap.begin + 1, gap.end}, 1));
    }
  });
  return found;
}

}  // namespace whittle::text
