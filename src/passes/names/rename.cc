// Short names save bytes but no tokens. They are assigned by spelling, not by symbol, so that a
// name that is mistaken for two symbols still changes everywhere.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "document/lexer.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// Words that a new name must not meet: names, keywords and macros of all files.
std::unordered_set<std::string_view> taken_words(const Names& names) {
  std::unordered_set<std::string_view> taken = {"as", "do", "fi", "fn", "go", "if", "in",
                                                "is", "of", "on", "or", "to", "or", "by"};
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source) continue;
    const BytesView bytes = *source->tree().bytes();
    for (const auto& token : lex(bytes))
      if (token.kind == TokenKind::word) taken.insert(token.in(bytes));
    const Kinds& kinds = source->tree().syntax().kinds();
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      if (const auto& rule = kinds[static_cast<KindId>(kind)]; !rule.named) taken.insert(rule.name);
  }
  return taken;
}

struct Spelling {
  std::string_view name;
  std::vector<Place> places;
  bool declared = false;
};

/// The longest first: they get the shortest names.
std::vector<Spelling> spellings(const Names& names) {
  // An imported name is also used elsewhere, and keeps its spelling.
  const auto is_own = [&](const Place& leaf) {
    const Place around = names.statement(leaf);
    return around.node == no_node || !names[leaf].is(around.node, Fact::importing) ||
           names[leaf].field(leaf.node) == Field::alias;
  };
  std::vector<bool> has_declarations(names.files());
  for (const Symbol& symbol : names.symbols())
    for (const Place& leaf : symbol.declarations) has_declarations[leaf.file] = true;
  std::unordered_map<std::string_view, std::size_t> number;
  std::vector<Spelling> all;
  for (const Symbol& symbol : names.symbols()) {
    const auto [at, is_new] = number.try_emplace(symbol.name, all.size());
    if (is_new) all.push_back({symbol.name, {}, false});
    Spelling& spelling = all[at->second];
    for (const auto* places : {&symbol.declarations, &symbol.uses})
      spelling.places.insert(spelling.places.end(), places->begin(), places->end());
    // If nothing is known about declarations of a language, a repeated word counts as a name.
    spelling.declared = spelling.declared || std::ranges::any_of(symbol.declarations, is_own) ||
                        (symbol.uses.size() > 1 && !has_declarations[symbol.uses.front().file]);
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const Spelling& spelling) { return spelling.name.size(); });
  return all;
}

}  // namespace

/// int counter;  counter = 1;   ->   int a;  a = 1;
Found rename_short(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  const std::unordered_set<std::string_view> taken = taken_words(names);
  std::size_t next[2] = {0, 0};
  for (const Spelling& spelling : spellings(names)) {
    if (!spelling.declared) continue;
    const bool capital = spelling.name[0] >= 'A' && spelling.name[0] <= 'Z';
    const std::string_view letters =
        capital ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "abcdefghijklmnopqrstuvwxyz";
    std::string name = short_name(next[capital]++, letters);
    while (taken.contains(name)) name = short_name(next[capital]++, letters);
    if (name.size() >= spelling.name.size()) {
      --next[capital];
      continue;
    }
    for (const Place& leaf : spelling.places) edits.replace(leaf, name);
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
