#include "passes/closure/explain.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "document/lexer.h"

namespace whittle::closure {
namespace {

using Id = Graph::Id;

/// Restoring more pieces than this for one name is no better than a guess.
constexpr std::size_t most_of_a_name = 8;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void add_once(std::vector<std::string>& names, std::string_view name) {
  if (!name.empty() && !contains(names, name)) names.emplace_back(name);
}

/// Whether a message complains that something is declared but not defined.
bool misses_definition(std::string_view message) {
  static constexpr std::array<std::string_view, 12> signs = {
      "never defined",    "undefined reference",   "is not defined",   "no definition",
      "undefined symbol", "before its definition", "before deduction", "constant expression",
      "not a constant",   "undefined function",    "undefined inline", "has undefined"};
  return std::ranges::any_of(
      signs, [&](std::string_view sign) { return message.find(sign) != message.npos; });
}

/// A warning explains a refusal only if it says that something is missing.
bool explains(const Diagnostic& diagnostic) {
  return diagnostic.severity == Diagnostic::Severity::error ||
         misses_definition(diagnostic.message);
}

}  // namespace

std::vector<std::string> names_in(std::string_view quoted) {
  quoted = quoted.substr(0, quoted.find(" [with "));
  std::vector<std::string> outer, all;  // outside of brackets; everywhere
  int depth = 0;
  bool ended = false;  // the arguments have begun
  for (std::size_t i = 0; i < quoted.size();) {
    const char c = quoted[i];
    if (is_word(c) && !is_digit(c)) {
      std::size_t end = i;
      while (end < quoted.size() && is_word(quoted[end])) ++end;
      std::string name(quoted.substr(i, end - i));
      i = end;
      if (name == "operator") {
        while (i < quoted.size() && quoted[i] == ' ') ++i;
        std::size_t sign = i;
        while (sign < quoted.size() && is_word(quoted[sign])) ++sign;
        if (sign == i && i < quoted.size()) ++sign;
        name += is_word(quoted[i < quoted.size() ? i : i - 1]) ? " " : "";
        name += quoted.substr(i, sign - i);
        i = sign;
        while (i < quoted.size() && !is_word(quoted[i]) && quoted[i] != '(' && quoted[i] != ' ')
          ++i;
        if (name == "operator(" && i < quoted.size())
          i = std::min(quoted.find(')', i), quoted.size());
      }
      if (depth == 0 && !ended) outer.push_back(name);
      all.push_back(std::move(name));
      continue;
    }
    if (c == '<' || c == '(' || c == '[' || c == '{') {
      if (c == '(' && depth == 0) ended = true;
      ++depth;
    }
    if (c == '>' || c == ')' || c == ']' || c == '}') depth = std::max(0, depth - 1);
    ++i;
  }
  std::vector<std::string> names;
  for (auto name = outer.rbegin(); name != outer.rend(); ++name) add_once(names, *name);
  for (const std::string& name : all) add_once(names, name);
  return names;
}

Explainer::Explainer(std::shared_ptr<const EditList> edits, const std::vector<PieceName>& names)
    : edits_(std::move(edits)), around_(edits_->size(), none), names_(edits_->size()) {
  for (Id id = 0; id < edits_->size(); ++id)
    for (const Change& change : edits_->edits()[id].changes)
      spans_.push_back({change.file, change.begin, change.end, id});
  std::ranges::stable_sort(spans_, [](const Span& a, const Span& b) {
    if (a.file != b.file) return a.file < b.file;
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<const Span*> open;
  for (const Span& span : spans_) {
    while (!open.empty() && (open.back()->file != span.file || open.back()->end <= span.begin))
      open.pop_back();
    if (!open.empty() && open.back()->piece != span.piece) around_[span.piece] = open.back()->piece;
    open.push_back(&span);
  }
  for (const auto& [piece, name] : names) {
    if (piece >= edits_->size()) continue;
    by_name_[name].push_back(piece);
    names_[piece].push_back(name);
  }
  for (const File& file : edits_->base().files()) {
    std::vector<std::uint64_t>& begins = lines_.emplace_back(1, 0);
    if (file.kind != File::Kind::regular) continue;
    for (std::uint64_t i = 0; i < file.bytes->size(); ++i)
      if ((*file.bytes)[i] == '\n') begins.push_back(i + 1);
  }
}

Document Explainer::with_blanks(const Subset& kept) const {
  std::vector<File> files = edits_->base().files();
  std::vector<Bytes> bytes;
  for (const File& file : files)
    bytes.push_back(file.kind == File::Kind::regular ? *file.bytes : Bytes());
  std::vector<bool> dropped(files.size());
  for (const Change& change : edits_->changes(kept)) {
    if (change.drops_file) {
      dropped[change.file] = true;
      continue;
    }
    Bytes& text = bytes[change.file];
    std::uint64_t at = change.begin;
    for (const char c : change.replacement)
      if (at < change.end && text[at] != '\n') text[at++] = c;
    for (; at < change.end; ++at)
      if (text[at] != '\n') text[at] = ' ';
  }
  std::vector<File> left;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (dropped[i]) continue;
    if (files[i].kind == File::Kind::regular) files[i].bytes = share(std::move(bytes[i]));
    left.push_back(std::move(files[i]));
  }
  return Document(std::move(left));
}

std::optional<Explainer::Place> Explainer::place_of(const Diagnostic::Place& place) const {
  const auto& files = edits_->base().files();
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (place.file != files[i].path && !place.file.ends_with("/" + files[i].path)) continue;
    if (place.line == 0 || place.line > lines_[i].size()) return std::nullopt;
    const std::uint64_t begin = lines_[i][place.line - 1];
    const std::uint64_t end =
        place.line < lines_[i].size() ? lines_[i][place.line] : files[i].bytes->size();
    std::uint64_t at = begin + (place.column > 0 ? place.column - 1 : 0);
    if (place.column == 0)  // what is first on the line
      while (at < end && is_space((*files[i].bytes)[at])) ++at;
    return Place{i, std::min(at, end)};
  }
  return std::nullopt;
}

/// The innermost one.
Id Explainer::kept_piece_at(const Place& place, const Subset& kept) const {
  Id found = none;
  for (const Span& span : spans_)
    if (span.file == place.file && span.begin <= place.offset && place.offset < span.end &&
        kept.contains(span.piece))
      found = span.piece;
  return found;
}

std::string_view Explainer::text_of(Id piece) const {
  const Change& change = edits_->edits()[piece].changes.front();
  return BytesView(edits_->base().bytes(change.file))
      .substr(change.begin, change.end - change.begin);
}

bool Explainer::is_body(Id piece) const {
  return !edits_->edits()[piece].changes.front().replacement.empty();
}

bool Explainer::has_name(Id piece, const std::vector<std::string>& names) const {
  return std::ranges::any_of(names_[piece],
                             [&](const std::string& name) { return contains(names, name); });
}

/// Removed pieces that declare the name. Members count if their class is kept or named; if there
/// are some of a class that is named, others do not count.
std::vector<Id> Explainer::declaring(const std::string& name, const std::vector<std::string>& said,
                                     const Subset& kept) const {
  const auto those = by_name_.find(name);
  if (those == by_name_.end()) return {};
  std::vector<Id> others, of_named, of_kept;
  for (const Id piece : those->second) {
    if (kept.contains(piece) || is_body(piece)) continue;
    const Id type = around_[piece];
    if (type == none || names_[type].empty())
      others.push_back(piece);
    else if (has_name(type, said))
      of_named.push_back(piece);
    else if (kept.contains(type))
      of_kept.push_back(piece);
  }
  if (of_named.empty()) of_named = std::move(of_kept);
  others.insert(others.end(), of_named.begin(), of_named.end());
  if (others.size() <= most_of_a_name) return others;
  // Many overloads: those that mention most of what the message mentions.
  std::size_t most = 0;
  std::vector<std::pair<std::size_t, Id>> scored;
  for (const Id piece : others) {
    const std::string_view text = text_of(piece);
    std::size_t score = 0;
    for (const std::string& word : said)
      if (word != name && word.size() > 3 && text.find(word) != text.npos) ++score;
    most = std::max(most, score);
    scored.emplace_back(score, piece);
  }
  std::vector<Id> best;
  for (const auto& [score, piece] : scored)
    if (score == most) best.push_back(piece);
  return best;
}

/// Removed bodies of kept functions.
std::vector<Id> Explainer::bodies_of(const std::string& name, const std::vector<std::string>& said,
                                     const Subset& kept) const {
  const auto those = by_name_.find(name);
  if (those == by_name_.end()) return {};
  std::vector<Id> named, others;
  for (const Id piece : those->second) {
    if (kept.contains(piece) || !is_body(piece)) continue;
    const Id function = around_[piece];
    if (function == none || !kept.contains(function)) continue;
    const Id type = around_[function];
    const bool is_member = type != none && !names_[type].empty();
    (is_member && !has_name(type, said) ? others : named).push_back(piece);
  }
  return named.empty() ? others : named;
}

std::vector<Id> Explainer::lacked(const Diagnostic& diagnostic, const Subset& kept) const {
  std::vector<std::vector<std::string>> quoted;
  std::vector<std::string> said;
  std::string_view message = diagnostic.message;
  const std::size_t hint = message.find("did you mean");
  for (const std::string& text : diagnostic.quoted) {
    if (hint != message.npos && message.find(text) > hint) continue;
    quoted.push_back(names_in(text));
    for (const std::string& name : quoted.back()) add_once(said, name);
  }
  if (quoted.empty()) {  // xmllint quotes nothing
    quoted.push_back(names_in(message));
    said = quoted.back();
  }
  std::vector<Id> found;
  const auto add = [&](std::vector<Id> more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  if (misses_definition(message))
    for (const auto& names : quoted)
      if (!names.empty()) add(bodies_of(names.front(), said, kept));
  for (const auto& names : quoted)
    if (!names.empty()) add(declaring(names.front(), said, kept));
  if (!found.empty()) return found;
  for (const std::string& name : said) add(declaring(name, said, kept));
  if (!found.empty()) return found;
  // The words at the place and before it.
  const std::optional<Place> place = place_of(diagnostic.place);
  if (!place) return found;
  const BytesView bytes = edits_->base().bytes(place->file);
  std::uint64_t begin = place->offset, end = place->offset;
  while (begin > 0 && is_word(bytes[begin - 1])) --begin;
  while (end < bytes.size() && is_word(bytes[end])) ++end;
  add(declaring(std::string(bytes.substr(begin, end - begin)), said, kept));
  while (begin > 0 && !is_word(bytes[begin - 1]) && bytes[begin - 1] != '\n') --begin;
  end = begin;
  while (begin > 0 && is_word(bytes[begin - 1])) --begin;
  add(declaring(std::string(bytes.substr(begin, end - begin)), said, kept));
  return found;
}

std::vector<Need> Explainer::needs(const std::vector<Diagnostic>& diagnostics,
                                   const Subset& kept) const {
  std::vector<Need> needs;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!explains(diagnostic)) continue;
    std::vector<Id> users;
    if (const std::optional<Place> place = place_of(diagnostic.place)) {
      if (const Id user = kept_piece_at(*place, kept); user != none) users.push_back(user);
    } else if (!diagnostic.within.empty()) {
      const std::vector<std::string> names = names_in(diagnostic.within);
      if (const auto those = by_name_.find(names.empty() ? "" : names.front());
          those != by_name_.end())
        for (const Id piece : those->second)
          if (kept.contains(piece) && is_body(piece)) users.push_back(piece);
    }
    if (users.empty()) continue;
    for (const Id needed : lacked(diagnostic, kept))
      for (const Id user : users) needs.push_back({user, needed});
  }
  std::ranges::sort(needs);
  const auto again = std::ranges::unique(needs);
  needs.erase(again.begin(), again.end());
  return needs;
}

}  // namespace whittle::closure
