// Names are carried over from one text to the next by following bytes, not by comparing tokens: the
// changes say which ranges of the old text were copied and where they are in the new one, so a
// token inside a copied range is found again in constant time. A diff of the two token sequences
// would be slower and would guess wrong among equal tokens (which of fifty `;` was removed?).
//
// Two cases need care. Rendering may insert a space between two parts; `copied_parts` notices it by
// comparing. And a change may replace tokens: between two tokens that were copied whole, the old
// and the new tokens correspond if their numbers are equal, which covers renamings.
#include "learn/tokens.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <unordered_map>
#include <utility>

#include "document/diff.h"

namespace whittle {
namespace {

/// Sorts spans and joins those that touch.
void tidy(std::vector<TokenSpan>& spans) {
  std::erase_if(spans, [](const TokenSpan& span) { return span.begin == span.end; });
  if (!std::ranges::is_sorted(spans, {}, &TokenSpan::begin))
    std::ranges::sort(spans, {}, &TokenSpan::begin);
  std::size_t last = 0;
  for (std::size_t i = 1; i < spans.size(); ++i)
    if (spans[i].begin <= spans[last].end)
      spans[last].end = std::max(spans[last].end, spans[i].end);
    else
      spans[++last] = spans[i];
  if (!spans.empty()) spans.resize(last + 1);
}

/// Bytes [begin, end) of the old text are at `begin + shift` in the new one.
struct Copied {
  std::uint64_t begin, end;
  std::int64_t shift;
};

/// The parts of `before` outside the changes, and their places in `now`. Rendering inserts a space
/// where two tokens would become one; comparing the bytes shows it.
std::vector<Copied> copied_parts(BytesView before, std::span<const Change> changes, BytesView now) {
  std::vector<Copied> parts;
  std::uint64_t old_at = 0, new_at = 0;
  const auto pass_space = [&](BytesView part) {
    if (!part.empty() && new_at < now.size() && now[new_at] == ' ' && part.front() != ' ') ++new_at;
  };
  const auto copy = [&](std::uint64_t end) {
    const BytesView part = before.substr(old_at, end - old_at);
    pass_space(part);
    parts.push_back(
        {old_at, end, static_cast<std::int64_t>(new_at) - static_cast<std::int64_t>(old_at)});
    new_at += part.size();
  };
  for (const Change& change : changes) {
    copy(change.begin);
    pass_space(change.replacement);
    new_at += change.replacement.size();
    old_at = change.end;
  }
  copy(before.size());
  return parts;
}

}  // namespace

std::size_t Removal::tokens() const {
  std::size_t total = 0;
  for (const TokenSpan& span : spans) total += span.size();
  return total;
}

Tokens::Tokens(const Document& document) : document_(document) {
  std::vector<std::vector<Lexeme>> lexemes;
  std::vector<std::uint32_t> first{0};
  for (const File& file : document.files()) {
    lexemes.push_back(lex(*file.bytes));
    first.push_back(first.back() + static_cast<std::uint32_t>(lexemes.back().size()));
  }
  std::vector<TokenName> names(first.back());
  for (TokenName& name : names) name = next_++;
  lexemes_ = std::make_shared<const std::vector<std::vector<Lexeme>>>(std::move(lexemes));
  first_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(first));
  names_ = std::make_shared<const std::vector<TokenName>>(std::move(names));
  find_positions();
}

void Tokens::find_positions() {
  std::vector<std::uint32_t> positions(next_, nowhere);
  for (std::uint32_t i = 0; i < names_->size(); ++i) positions[(*names_)[i]] = i;
  positions_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(positions));
}

Tokens Tokens::after(const EditList& list, const Subset& kept, const Document& now) const {
  assert(list.base() == document_);
  return follow(list.changes(kept), now);
}

Tokens Tokens::in(const Document& now) const {
  std::vector<Change> changes;
  std::unordered_map<std::string_view, const File*> files;  // only asked, never walked
  for (const File& file : now.files()) files.emplace(file.path, &file);
  for (std::uint32_t i = 0; i < document_.files().size(); ++i) {
    const File& file = document_.files()[i];
    const auto found = files.find(file.path);
    if (found == files.end()) continue;
    std::vector<Change> of_file = diff(i, *file.bytes, *found->second->bytes);
    changes.insert(changes.end(), std::make_move_iterator(of_file.begin()),
                   std::make_move_iterator(of_file.end()));
  }
  return follow(changes, now);
}

// O(tokens + changes): both texts are walked once, side by side. Tokens of a new file, and tokens
// that no rule matches, get new names at the end.
Tokens Tokens::follow(std::span<const Change> changes, const Document& now) const {
  Tokens after(now);
  after.next_ = next_;
  std::vector<TokenName> names(after.count(), nowhere);
  std::unordered_map<std::string_view, std::uint32_t> old_files;  // only asked, never walked
  for (std::uint32_t i = 0; i < document_.files().size(); ++i)
    old_files.emplace(document_.files()[i].path, i);

  for (std::size_t file = 0; file < now.files().size(); ++file) {
    const auto old_file = old_files.find(now.files()[file].path);
    if (old_file == old_files.end()) continue;
    const std::uint32_t was = old_file->second;
    const auto [from, to] = std::ranges::equal_range(changes, was, {}, &Change::file);
    const std::vector<Copied> parts =
        copied_parts(document_.bytes(was), {from, to}, now.bytes(file));
    const std::vector<Lexeme>& before = (*lexemes_)[was];
    const std::vector<Lexeme>& tokens = (*after.lexemes_)[file];
    const std::uint32_t old_first = (*first_)[was], new_first = (*after.first_)[file];

    // Tokens that were copied whole are found again. Between two of them, tokens correspond if
    // there are as many as before.
    std::size_t old_next = 0, new_next = 0;
    const auto between = [&](std::size_t old_end, std::size_t new_end) {
      if (old_end - old_next == new_end - new_next)
        for (; new_next < new_end; ++new_next, ++old_next)
          names[new_first + new_next] = name(old_first + old_next);
      old_next = old_end;
      new_next = new_end;
    };
    std::size_t old_at = 0, new_at = 0;
    for (const Copied& part : parts) {
      while (old_at < before.size() && before[old_at].begin < part.begin) ++old_at;
      for (; old_at < before.size() && before[old_at].end <= part.end; ++old_at) {
        const auto begin = static_cast<std::uint64_t>(
            static_cast<std::int64_t>(before[old_at].begin) + part.shift);
        while (new_at < tokens.size() && tokens[new_at].begin < begin) ++new_at;
        if (new_at == tokens.size()) break;
        if (tokens[new_at].begin != begin || tokens[new_at].size() != before[old_at].size())
          continue;
        between(old_at, new_at);
        names[new_first + new_at] = name(old_first + old_at);
        old_next = old_at + 1;
        new_next = new_at + 1;
      }
    }
    between(before.size(), tokens.size());
  }
  for (TokenName& name : names)
    if (name == nowhere) name = after.next_++;
  after.names_ = std::make_shared<const std::vector<TokenName>>(std::move(names));
  after.find_positions();
  return after;
}

// A removal is pure if it deletes whole tokens and inserts only white space. Only pure removals
// teach something: a replacement may be refused because of its new text.
void Tokens::add(const Change& change, Removal& removal) const {
  const std::vector<Lexeme>& tokens = (*lexemes_)[change.file];
  const std::uint32_t first = (*first_)[change.file];
  if (change.drops_file) {
    // The name of the file is removed too, and a name is no token.
    removal.is_pure = false;
    removal.spans.push_back({first, first + static_cast<std::uint32_t>(tokens.size())});
    return;
  }
  const auto begin = std::ranges::upper_bound(tokens, change.begin, {}, &Lexeme::end);
  const auto end = std::ranges::lower_bound(begin, tokens.end(), change.end, {}, &Lexeme::begin);
  if (begin != end && (begin->begin < change.begin || (end - 1)->end > change.end))
    removal.is_pure = false;  // a part of a token stays
  if (!std::ranges::all_of(change.replacement, is_space)) removal.is_pure = false;
  removal.spans.push_back({first + static_cast<std::uint32_t>(begin - tokens.begin()),
                           first + static_cast<std::uint32_t>(end - tokens.begin())});
}

Hash Tokens::place_of(const Change& change) const {
  const std::vector<Lexeme>& tokens = (*lexemes_)[change.file];
  const auto first = std::ranges::upper_bound(tokens, change.begin, {}, &Lexeme::end);
  Hash place = combine(hash_of(change.replacement), {change.drops_file ? 1u : 0u, 0});
  if (first == tokens.end()) return combine(place, {change.begin, change.end});
  // The position in the white space before the token does not matter.
  const std::uint64_t begin = std::max(change.begin, first->begin);
  place = combine(place, hash_of(first->in(document_.bytes(change.file))));
  place = combine(place, {begin - first->begin, std::max(change.end, begin) - begin});
  return combine(
      place, {name((*first_)[change.file] + static_cast<std::size_t>(first - tokens.begin())), 0});
}

Removal Tokens::removal(const Edit& edit) const {
  Removal removal;
  for (const Change& change : edit.changes) add(change, removal);
  tidy(removal.spans);
  return removal;
}

Removal Tokens::removal(const EditList& list, std::span<const std::uint32_t> edits) const {
  Removal removal;
  for (const std::uint32_t edit : edits)
    for (const Change& change : list.edits()[edit].changes) add(change, removal);
  tidy(removal.spans);
  return removal;
}

}  // namespace whittle
