// Brackets are the one structure that nearly all languages share. A group can be removed, lose its
// contents, lose its brackets or become 0; each is a separate pass, because one place can only be
// rewritten in one way at a time. Groups nest, and the outer of two edits wins, so all of them are
// one list.
#include <algorithm>

#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

/// `<...>` as in templates, generics and markup. `<` is a comparison as often as not, so a group
/// must close before a semicolon, a brace or the bracket around it does; `->` and `=>` close none.
std::vector<Group> find_angles(BytesView text, const std::vector<Lexeme>& tokens) {
  std::vector<Group> groups;
  std::vector<std::uint32_t> open;
  const auto at = [&](std::uint32_t token) { return text[tokens[token].begin]; };
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const char c = at(i);
    if (tokens[i].kind == TokenKind::open || c == '<') {
      open.push_back(i);
    } else if (tokens[i].kind == TokenKind::close) {
      while (!open.empty() && at(open.back()) == '<') open.pop_back();
      if (!open.empty()) open.pop_back();
    } else if (c == ';') {
      while (!open.empty() && at(open.back()) == '<') open.pop_back();
    } else if (c == '>' && !open.empty() && at(open.back()) == '<') {
      const char before = text[tokens[i].begin - 1];
      if (before == '-' || before == '=') continue;
      groups.push_back({open.back(), i});
      open.pop_back();
    }
  }
  return groups;
}

/// Calls `visit(file, tokens, group)` for each group, outer before inner.
template <typename Visit>
void for_each_group(const Subject& subject, Visit visit) {
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::vector<Lexeme> tokens = lex(text);
    std::vector<Group> groups = find_groups(text, tokens);
    const std::vector<Group> angles = find_angles(text, tokens);
    // Angles never cross brackets: `find_angles` gives up those that would.
    groups.insert(groups.end(), angles.begin(), angles.end());
    std::sort(groups.begin(), groups.end(),
              [](const Group& a, const Group& b) { return a.open < b.open; });
    for (const Group& group : groups) visit(file, tokens, group);
  });
}

}  // namespace

Found empty_groups(const Subject& subject) {
  Found found;
  for_each_group(subject, [&](std::uint32_t file, const auto& tokens, const Group& group) {
    if (group.close == group.open + 1) return;
    found.edits.push_back(removal(file, {tokens[group.open].end, tokens[group.close].begin},
                                  group.close - group.open - 1));
  });
  return found;
}

Found strip_groups(const Subject& subject) {
  Found found;
  for_each_group(subject, [&](std::uint32_t file, const auto& tokens, const Group& group) {
    const Lexeme &open = tokens[group.open], &close = tokens[group.close];
    // Two changes, so that edits between the brackets can be applied as well.
    Edit edit = removal(file, {open.begin, open.end}, 2);
    edit.changes.push_back({file, close.begin, close.end, {}, false});
    found.edits.push_back(std::move(edit));
  });
  return found;
}

Found zero_groups(const Subject& subject) {
  Found found;
  for_each_group(subject, [&](std::uint32_t file, const auto& tokens, const Group& group) {
    found.edits.push_back(replacement(file, {tokens[group.open].begin, tokens[group.close].end},
                                      "0", group.close - group.open));
  });
  return found;
}

}  // namespace whittle::text
