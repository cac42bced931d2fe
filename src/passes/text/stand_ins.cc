// Replaces texts that are values in most languages: a word, number, string or group, with all
// calls, subscripts and members that follow it, as in `a.f(x)[1]`, `a->b` and `a::b`. The
// replacements are the smallest values: `0`, `""`, `[]`. The contents of brackets consist of such
// values again, so the edits nest.
//
// No grammar is used, so the same code serves languages without one. `tree/stand_in.cc` does the
// same with a grammar, and finds a replacement that fits the place.
#include "passes/text/text_passes.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

struct LiteralValue {
  Range range;
  std::size_t tokens;
};

/// All values of a text, outer before inner.
std::vector<LiteralValue> find_values(BytesView text) {
  const std::vector<Lexeme> tokens = lex(text);
  std::vector<std::uint32_t> closing(tokens.size());
  for (const Group& group : find_groups(text, tokens)) closing[group.open] = group.close;
  const auto opens = [&](std::size_t i) { return closing[i] > i; };
  const auto touches = [&](std::size_t i) {
    return i < tokens.size() && tokens[i].begin == tokens[i - 1].end;
  };
  const auto character = [&](std::size_t i) { return text[tokens[i].begin]; };
  /// The number of tokens of the `.`, `->`, `::` or `?.` at `i` if a word follows directly; else 0.
  const auto link = [&](std::size_t i) -> std::size_t {
    const BytesView rest = text.substr(tokens[i].begin);
    const std::size_t length =
        rest.starts_with('.')                                                        ? 1
        : rest.starts_with("->") || rest.starts_with("::") || rest.starts_with("?.") ? 2
                                                                                     : 0;
    const auto starts_word = [&](std::size_t at) {
      return at < tokens.size() && tokens[at].kind == TokenKind::word &&
             tokens[at].begin == tokens[i].begin + length;
    };
    return length == 0 ? 0 : starts_word(i + 1) ? 1 : starts_word(i + 2) ? 2 : 0;
  };
  // Belongs to a value that began further left, outside of its brackets.
  std::vector<bool> is_part(tokens.size());
  std::vector<LiteralValue> values;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const TokenKind kind = tokens[i].kind;
    const bool is_value = kind == TokenKind::word || kind == TokenKind::number ||
                          kind == TokenKind::string || opens(i);
    if (!is_value || is_part[i]) continue;
    std::size_t last = opens(i) ? closing[i] : i;
    for (std::size_t next = last + 1; touches(next); next = last + 1) {
      is_part[next] = true;
      // `{` begins a block more often than it continues the value before it.
      if (opens(next) && character(next) != '{') {
        last = closing[next];
      } else if (const std::size_t linking = link(next); linking > 0) {
        last = next + linking;
        for (std::size_t part = next; part <= last; ++part) is_part[part] = true;
      } else {
        is_part[next] = false;
        break;
      }
    }
    values.push_back({{tokens[i].begin, tokens[last].end}, last - i + 1});
  }
  return values;
}

/// Whether no word or quote touches the range, so that the replacement stays a token of its own.
bool stands_apart(BytesView text, Range range) {
  const auto is_close = [](char c) { return is_word(c) || c == '"' || c == '\''; };
  return (range.begin == 0 || !is_close(text[range.begin - 1])) &&
         (range.end == text.size() || !is_close(text[range.end]));
}

Found replace_values(const Subject& subject, BytesView by) {
  Found found;
  found.joining = Joining::exact;
  const Measure after = measure(by);
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const LineIndex lines(text);
    const bool must_save_tokens = keeps_values(subject, file, text);
    for (const LiteralValue& value : find_values(text)) {
      const BytesView old = value.range.in(text);
      const Measure before{static_cast<std::int64_t>(value.tokens),
                           static_cast<std::int64_t>(old.size()),
                           static_cast<std::int64_t>(lines.ends_in(value.range))};
      const auto order = compare(subject.goal, after, before);
      const bool is_less = order < 0 || (order == 0 && by < old);
      if (must_save_tokens && after.tokens >= before.tokens) continue;
      if (!is_less || !stands_apart(text, value.range)) continue;
      found.edits.push_back(replacement(file, value.range, by, weight_saved(before, after)));
    }
  });
  return found;
}

}  // namespace

// SQL, CSS and makefiles are data by the way in which their parts refer to each other, but they are
// read as programs.
bool keeps_values(const Subject& subject, std::uint32_t file, BytesView text) {
  if (subject.goal == Goal::bytes) return false;
  const Language& language = subject.trees.language(subject.document.files()[file].path, text);
  return language.profile.is_data && language.profile.strict > Strict::grammar;
}

Found zero_stand_ins(const Subject& subject) {
  return replace_values(subject, "0");
}

Found string_stand_ins(const Subject& subject) {
  return replace_values(subject, "\"\"");
}

Found list_stand_ins(const Subject& subject) {
  return replace_values(subject, "[]");
}

}  // namespace whittle::text
