// Turns messages of compilers into edges of the graph. Compilers do not say "piece 17 is missing",
// so each message is interpreted, from the most specific reading to the least: a missing
// definition, a missing override, an operator or a conversion that is not named, the quoted names,
// the notes, and at last the words at the place. The first reading that finds a removed piece is
// used; a guess from a later reading would mostly add pieces that are not needed.
//
// The words are those of GCC and Clang. A message in other words is read by its names alone.
#include "closure/explain.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "document/lexer.h"

namespace whittle::closure {
namespace {

using Id = Graph::Id;

/// If more pieces than this have the name, not all of them are restored.
constexpr std::size_t most_of_a_name = 8;

/// Later errors are mostly consequences of these.
constexpr std::size_t most_errors = 40;

constexpr std::string_view operator_signs = "!%&*+,-/<=>[]^|~";

/// Operators are known by their first sign, because `whittle-cxx-graph` prints only that:
/// "operator!" is `operator!=`.
std::string key_of(const std::string& name) {
  const bool has_sign =
      name.starts_with("operator") && name.size() > 9 && !is_word(name[8]) && name[8] != ' ';
  return has_sign ? name.substr(0, 9) : name;
}

/// Whether a text declares exactly this operator, if the name is one.
bool declares_operator(std::string_view text, std::string_view name) {
  if (!name.starts_with("operator") || name.size() < 9 || is_word(name[8]) || name[8] == ' ')
    return true;
  const std::string_view sign = name.substr(8);
  for (std::size_t at = text.find("operator"); at != text.npos;
       at = text.find("operator", at + 8)) {
    std::string_view rest = text.substr(at + 8);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.starts_with(sign)) continue;
    rest.remove_prefix(sign.size());
    if (rest.empty() || operator_signs.find(rest.front()) == rest.npos) return true;
  }
  return false;
}

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

/// The operators that a message means but does not name.
std::vector<std::string> unnamed_operators(const Diagnostic& diagnostic) {
  const std::string_view message = diagnostic.message;
  if (message.starts_with("no match for call to")) return {"operator()"};
  if (message.find("operand of '->'") != message.npos) return {"operator->"};
  if (message.starts_with("invalid conversion from 'int'"))
    return {"operator|",  "operator&",  "operator^", "operator|=",
            "operator&=", "operator^=", "operator~"};
  if (message.find("could not convert") == message.npos || diagnostic.quoted.empty()) return {};
  return {"operator " + diagnostic.quoted.back()};
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
        const std::size_t sign = std::min(quoted.find_first_not_of(' ', i), quoted.size());
        i = sign;
        while (i < quoted.size() && is_word(quoted[i])) ++i;
        if (i > sign) name += ' ';  // "operator new"
        if (i == sign && quoted.substr(i, 2) == "()") i += 2;
        if (i == sign)
          while (i < quoted.size() && operator_signs.find(quoted[i]) != quoted.npos) ++i;
        name += quoted.substr(sign, i - sign);
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
    : edits_(std::move(edits)),
      around_(edits_->size(), none),
      inside_(edits_->size()),
      names_(edits_->size()) {
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
  for (Id id = 0; id < edits_->size(); ++id)
    if (around_[id] != none) inside_[around_[id]].push_back(id);
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
    for (const char c : change.replacement) {
      while (at < change.end && text[at] == '\n') ++at;
      if (at < change.end) text[at++] = c;
    }
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

std::optional<Explainer::DocumentOffset> Explainer::place_of(
    const Diagnostic::SourceLine& place) const {
  const auto& files = edits_->base().files();
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (place.file != files[i].path && !place.file.ends_with("/" + files[i].path)) continue;
    if (place.line == 0 || place.line > lines_[i].size()) return std::nullopt;
    const std::uint64_t begin = lines_[i][place.line - 1];
    const std::uint64_t end =
        place.line < lines_[i].size() ? lines_[i][place.line] : files[i].bytes->size();
    std::uint64_t at = begin + (place.column > 0 ? place.column - 1 : 0);
    if (place.column == 0)  // the first text on the line
      while (at < end && is_space((*files[i].bytes)[at])) ++at;
    return DocumentOffset{i, std::min(at, end)};
  }
  return std::nullopt;
}

/// The innermost kept piece at a place.
Id Explainer::kept_piece_at(const DocumentOffset& place, const Subset& kept) const {
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

/// The removed pieces that declare the name; constructors only if the message is about making an
/// object. Members count if their class is kept or named. If the message names the class of some,
/// members of other classes do not count.
std::vector<Id> Explainer::declaring(const std::string& name, const Said& said,
                                     const Subset& kept) const {
  const auto those = by_name_.find(key_of(name));
  if (those == by_name_.end()) return {};
  std::vector<Id> others, of_named, of_kept;
  for (const Id piece : those->second) {
    if (kept.contains(piece) || is_body(piece) || !declares_operator(text_of(piece), name))
      continue;
    const Id type = around_[piece];
    const bool is_constructor = type != none && contains(names_[type], name);
    if (is_constructor && !said.constructs) continue;
    if (type == none || names_[type].empty())
      others.push_back(piece);
    else if (has_name(type, said.names))
      of_named.push_back(piece);
    else if (kept.contains(type))
      of_kept.push_back(piece);
  }
  // Specialisations have no names, so their members are among the others.
  if (!of_named.empty() && of_named.size() <= most_of_a_name &&
      of_named.size() + others.size() > most_of_a_name)
    return of_named;
  if (of_named.empty()) of_named = std::move(of_kept);
  others.insert(others.end(), of_named.begin(), of_named.end());
  if (others.size() <= most_of_a_name) return others;
  // If there are many overloads, the ones that share the most words with the message are taken. If
  // none shares a word, restoring all of them would be no better than a guess.
  std::size_t most = 0;
  std::vector<std::pair<std::size_t, Id>> scored;
  for (const Id piece : others) {
    const std::string_view text = text_of(piece);
    std::size_t score = 0;
    for (const std::string& word : said.names)
      if (word != name && word.size() > 3 && text.find(word) != text.npos) ++score;
    most = std::max(most, score);
    scored.emplace_back(score, piece);
  }
  std::vector<Id> best;
  for (const auto& [score, piece] : scored)
    if (score == most && most > 0) best.push_back(piece);
  return best;
}

/// The removed bodies of kept functions with this name.
std::vector<Id> Explainer::bodies_of(const std::string& name, const Said& said,
                                     const Subset& kept) const {
  const auto those = by_name_.find(key_of(name));
  if (those == by_name_.end()) return {};
  std::vector<Id> named, others;
  for (const Id piece : those->second) {
    if (kept.contains(piece) || !is_body(piece)) continue;
    const Id function = around_[piece];
    if (function == none || !kept.contains(function)) continue;
    const Id type = around_[function];
    const bool is_member = type != none && !names_[type].empty();
    (is_member && !has_name(type, said.names) ? others : named).push_back(piece);
  }
  return named.empty() ? others : named;
}

/// The removed members of kept classes with this name.
std::vector<Id> Explainer::members_of(const std::string& type, const Subset& kept) const {
  std::vector<Id> found;
  const auto those = by_name_.find(type);
  if (those == by_name_.end()) return found;
  for (const Id piece : those->second)
    if (kept.contains(piece))
      std::ranges::copy_if(inside_[piece], std::back_inserter(found),
                           [&](Id member) { return !kept.contains(member); });
  return found;
}

/// The removed conversion operators; only those of named classes if there are any.
std::vector<Id> Explainer::conversions(const Said& said, const Subset& kept) const {
  std::vector<Id> of_named, others;
  for (auto those = by_name_.lower_bound("operator ");
       those != by_name_.end() && those->first.starts_with("operator "); ++those) {
    if (those->first == "operator new" || those->first == "operator delete") continue;
    for (const Id piece : those->second) {
      const Id type = around_[piece];
      if (kept.contains(piece) || is_body(piece) || type == none || !kept.contains(type)) continue;
      (has_name(type, said.names) ? of_named : others).push_back(piece);
    }
  }
  if (!of_named.empty()) return of_named;
  return others.size() <= most_of_a_name ? others : std::vector<Id>();
}

/// The pieces that a note asks for: why no overload fits, or which constraint is not met.
std::vector<Id> Explainer::noted(const Diagnostic::Note& note, const Subset& kept) const {
  const auto says = [&](std::string_view words) {
    return note.message.find(words) != note.message.npos;
  };
  const bool is_candidate = says("candidate: "), converts = says("no known conversion");
  const bool is_undefined = says("undefined function");
  if (!is_candidate && !converts && !is_undefined && !says("the required")) return {};
  Said said{{}, true};
  std::vector<std::string> wanted;
  for (const std::string& text : quoted_in(note.message)) {
    const std::vector<std::string> names = names_in(text);
    for (const std::string& name : names) {
      add_once(said.names, name);
      if (!is_candidate || wanted.empty()) add_once(wanted, name);  // the others are of its type
    }
  }
  std::vector<Id> found = converts ? conversions(said, kept) : std::vector<Id>();
  for (const std::string& name : wanted) {
    const std::vector<Id> more =
        is_undefined ? bodies_of(name, said, kept) : declaring(name, said, kept);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

// Each block below is one reading of the message, from the most specific to the least.
std::vector<Id> Explainer::lacked(const Diagnostic& diagnostic, const Subset& kept) const {
  std::vector<std::vector<std::string>> quoted;
  Said said;
  const std::string_view message = diagnostic.message;
  for (const std::string_view sign :
       {"matching", "deleted", "conver", "construct", "initiali", "bind"})
    said.constructs = said.constructs || message.find(sign) != message.npos;
  const std::size_t hint = message.find("did you mean");
  for (const std::string& text : diagnostic.quoted) {
    if (hint != message.npos && message.find(text) > hint) continue;
    quoted.push_back(names_in(text));
    for (const std::string& name : quoted.back()) add_once(said.names, name);
  }
  std::vector<Id> found;
  const auto add = [&](std::vector<Id> more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  if (misses_definition(message)) {
    // The place, or that of a note, is the declaration: of several overloads, it names the one that
    // is meant.
    std::vector<Diagnostic::SourceLine> places;
    for (const Diagnostic::Note& note : diagnostic.notes) places.push_back(note.place);
    places.push_back(diagnostic.place);
    for (const auto& names : quoted)
      if (!names.empty()) add(bodies_of(names.front(), said, kept));
    std::vector<Id> meant;
    for (const Diagnostic::SourceLine& one : places)
      if (const std::optional<DocumentOffset> place = place_of(one))
        for (const Id body : found)
          if (around_[body] == kept_piece_at(*place, kept)) meant.push_back(body);
    if (!meant.empty()) return meant;
  }
  if (message.find("abstract") != message.npos) {
    std::vector<std::string> pure;
    for (const Diagnostic::Note& note : diagnostic.notes)
      for (const std::string& text : quoted_in(note.message))
        if (const std::vector<std::string> names = names_in(text); !names.empty())
          add_once(pure, names.front());
    for (const auto& names : quoted)
      if (!names.empty()) add(members_of(names.front(), kept));
    std::erase_if(found, [&](Id member) { return !has_name(member, pure); });
  }
  if (!found.empty()) return found;
  for (const std::string& unnamed : unnamed_operators(diagnostic))
    add(declaring(unnamed, said, kept));
  if (message.starts_with("invalid conversion"))  // of an enumeration: operators that mention it
    std::erase_if(found, [&](Id piece) {
      return quoted.empty() || quoted.back().empty() ||
             text_of(piece).find(quoted.back().front()) == std::string_view::npos;
    });
  if (message.find("not convert") != message.npos) add(conversions(said, kept));
  if (!found.empty()) return found;
  for (const auto& names : quoted) {
    if (names.empty()) continue;
    add(declaring(names.front(), said, kept));
    if (said.constructs)  // it may inherit its constructors
      for (const Id member : members_of(names.front(), kept))
        if (text_of(member).starts_with("using")) found.push_back(member);
  }
  if (!found.empty()) return found;
  for (const Diagnostic::Note& note : diagnostic.notes) add(noted(note, kept));
  if (!found.empty()) return found;
  for (const std::string& name : said.names) add(declaring(name, said, kept));
  if (!found.empty()) return found;
  // The last reading: the word at the place, and the word before it.
  const std::optional<DocumentOffset> place = place_of(diagnostic.place);
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

// The user of a missing piece is the kept piece at the place of the message, or the function within
// which a linker reports it.
std::vector<Lack> Explainer::needs(const std::vector<Diagnostic>& diagnostics,
                                   const Subset& kept) const {
  std::vector<Lack> needs;
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!explains(diagnostic)) continue;
    const bool is_error = diagnostic.severity == Diagnostic::Severity::error;
    if (is_error && !misses_definition(diagnostic.message) && ++errors > most_errors) continue;
    std::vector<Id> users;
    if (const std::optional<DocumentOffset> place = place_of(diagnostic.place)) {
      if (const Id user = kept_piece_at(*place, kept); user != none) users.push_back(user);
    } else if (!diagnostic.within.empty()) {
      const std::vector<std::string> names = names_in(diagnostic.within);
      if (const auto those = by_name_.find(names.empty() ? "" : names.front());
          those != by_name_.end())
        for (const Id piece : those->second)
          if (kept.contains(piece) && is_body(piece)) users.push_back(piece);
    }
    // If the message has no place, the function needs its own body: some call in the object file
    // needs it.
    const bool has_place = diagnostic.place.line > 0 || !diagnostic.within.empty();
    if (users.empty() && has_place) continue;
    for (const Id needed : lacked(diagnostic, kept)) {
      for (const Id user : users) needs.push_back({user, needed});
      if (!is_body(needed)) continue;
      if (!has_place) needs.push_back({around_[needed], needed});
      // A body needs its statements too, which are separate pieces.
      for (const Id inner : inside_[needed])
        if (!kept.contains(inner)) needs.push_back({around_[needed], inner});
    }
  }
  std::ranges::sort(needs);
  const auto again = std::ranges::unique(needs);
  needs.erase(again.begin(), again.end());
  return needs;
}

}  // namespace whittle::closure
