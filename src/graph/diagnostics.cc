// The text is read line by line, without knowing which program printed it, because a test may run
// any compiler through any script. Each format is recognised by a feature of its own: a place in
// front of a severity (gcc and most others), a severity in front of an arrow to the place (rustc),
// a place without a severity (go), a "File" line in front of an error's name (Python), a section's
// offset (ld), the letter U of an undefined symbol (nm). Later lines that belong to a message
// (notes, carets, javac's "symbol:" lines) are added to the last diagnostic. One regular expression
// for each format would be shorter, but messages are read for every refused closure, and this takes
// one look at each line.
#include "graph/diagnostics.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace whittle {
namespace {

using Severity = Diagnostic::Severity;
using SourceLine = Diagnostic::SourceLine;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

/// Takes a number off the front.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// `FILE:LINE:COLUMN`, `FILE:LINE` or `FILE(LINE,COLUMN)` off the front, with the mark behind it.
std::optional<SourceLine> take_place(std::string_view& text) {
  for (std::size_t at = text.find_first_of(":("); at != text.npos;
       at = text.find_first_of(":(", at + 1)) {
    if (at == 0) continue;
    std::string_view rest = text.substr(at + 1);
    const std::optional<std::uint32_t> line = take_number(rest);
    if (!line || *line == 0) continue;
    SourceLine place{std::string(text.substr(0, at)), *line, 0};
    if (text[at] == '(') {
      if (!take(rest, ",")) continue;
      const auto column = take_number(rest);
      if (!column || !take(rest, ")")) continue;
      place.column = *column;
    } else if (std::string_view more = rest; take(more, ":")) {
      if (const auto column = take_number(more)) {
        place.column = *column;
        rest = more;
      }
    }
    if (!take(rest, ":") && !take(rest, " - ") && !rest.empty()) continue;
    text = trimmed(rest);
    return place;
  }
  return std::nullopt;
}

/// `error:`, `error[E0425]:`, `error TS2304:`, `fatal error:`, `internal compiler error:`,
/// `parser error :` off the front. Words in front of "error" are part of it.
std::optional<Severity> take_severity(std::string_view& text) {
  static constexpr std::array<std::pair<std::string_view, Severity>, 3> words = {
      {{"error", Severity::error}, {"warning", Severity::warning}, {"note", Severity::note}}};
  const std::size_t colon =
      std::min(text.find(": "), text.ends_with(':') ? text.size() - 1 : text.npos);
  if (colon == text.npos) return std::nullopt;
  // "element ref: Relax-NG parser error : ..." has two marks.
  for (std::size_t end = colon; end != text.npos; end = text.find(": ", end + 1)) {
    std::string_view head = trimmed(text.substr(0, end));
    if (head.size() > 80) return std::nullopt;
    if (const std::size_t code = head.find('['); code != head.npos && head.ends_with(']'))
      head = head.substr(0, code);
    if (const std::size_t code = head.rfind(" TS"); code != head.npos) head = head.substr(0, code);
    for (const auto& [word, severity] : words) {
      if (!head.ends_with(word)) continue;
      if (head.size() > word.size() && is_name_character(head[head.size() - word.size() - 1]))
        continue;
      text = trimmed(text.substr(std::min(end + 1, text.size())));
      return severity;
    }
  }
  return std::nullopt;
}

/// `SyntaxError: invalid syntax`
bool is_python_error(std::string_view line) {
  const std::string_view name = line.substr(0, line.find(':'));
  return name.ends_with("Error") && std::ranges::all_of(name, is_name_character);
}

class DiagnosticParser {
 public:
  std::vector<Diagnostic> parse(std::string_view text) {
    while (!text.empty()) {
      const std::size_t length = std::min(text.find('\n'), text.size());
      take_line(text.substr(0, length));
      text.remove_prefix(std::min(length + 1, text.size()));
    }
    return std::move(found_);
  }

 private:
  void take_line(std::string_view line) {
    while (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view inner = trimmed(line);
    if (!take_arrow(inner) && !take_python(inner) && !take_linker(inner) &&
        !take_symbol(line, inner) && !take_detail(line, inner))
      take_placed(inner);
  }

  void add(Severity severity, SourceLine place, std::string_view message) {
    if (severity == Severity::note) {
      if (!found_.empty() && place.line > 0)
        found_.back().notes.push_back({std::move(place), std::string(message)});
      return;
    }
    found_.push_back({severity, std::move(place), std::string(message), quoted_in(message)});
    if (std::string_view rest = message; take(rest, "undefined: "))
      found_.back().quoted.emplace_back(rest);
  }

  void take_placed(std::string_view line) {
    take(line, "vet: ");
    std::string_view rest = line;
    if (line.starts_with("error") || line.starts_with("warning") || line.starts_with("note")) {
      if (const std::optional<Severity> severity = take_severity(rest)) {
        pending_ =
            Diagnostic{*severity, {}, std::string(rest), quoted_in(rest)};  // an arrow follows
        return;
      }
    }
    std::optional<SourceLine> place = take_place(rest);
    if (!place) return;
    std::string_view message = rest;
    if (const std::optional<Severity> severity = take_severity(message))
      add(*severity, std::move(*place), message);
    else if (place->column > 0 && !rest.empty())  // go
      add(Severity::error, std::move(*place), rest);
  }

  /// ` --> src/x.rs:3:5`
  bool take_arrow(std::string_view line) {
    const bool more = take(line, "::: ");
    if (!more && !take(line, "--> ")) return false;
    const std::optional<SourceLine> place = take_place(line);
    if (!place) return true;
    if (pending_ && !more) {
      if (pending_->severity == Severity::note) {
        add(Severity::note, *place, "");
      } else {
        pending_->place = *place;
        found_.push_back(std::move(*pending_));
      }
      pending_.reset();
    } else if (!found_.empty()) {
      found_.back().notes.push_back({*place, {}});
    }
    return true;
  }

  /// `File "x.py", line 3`, and later `SyntaxError: ...`
  bool take_python(std::string_view line) {
    if (std::string_view rest = line; take(rest, "File \"")) {
      const std::size_t end = rest.find("\", line ");
      if (end == rest.npos) return false;
      SourceLine place{std::string(rest.substr(0, end)), 0, 0};
      rest.remove_prefix(end + 8);
      place.line = take_number(rest).value_or(0);
      python_ = std::move(place);
      return true;
    }
    if (!python_ || !is_python_error(line)) return false;
    add(Severity::error, std::move(*python_), line);
    python_.reset();
    return true;
  }

  /// "in function `main':", then "x.c:(.text+0x5): undefined reference to `f'"
  bool take_linker(std::string_view line) {
    const std::size_t function = line.find("in function `");
    if (function != line.npos && line.ends_with("':")) {
      const std::size_t begin = function + 13;
      within_ = line.substr(begin, line.size() - begin - 2);
      return true;
    }
    const std::size_t message = line.find(": undefined reference to ");
    if (message == line.npos) return false;
    std::string_view place = line.substr(0, message);
    if (const std::size_t program = place.rfind(": "); program != place.npos)
      place.remove_prefix(program + 2);
    add(Severity::error, {std::string(place.substr(0, place.find(':'))), 0, 0},
        line.substr(message + 2));
    found_.back().within = within_;
    return true;
  }

  /// nm: "                 U std::sort(int*, int*)"
  bool take_symbol(std::string_view line, std::string_view inner) {
    if (!line.starts_with(' ') || !take(inner, "U ")) return false;
    found_.push_back({Severity::error, {}, "undefined symbol", {std::string(inner)}});
    found_.back().message += " " + found_.back().quoted.front();
    return true;
  }

  /// javac: a caret below the line of text, and `symbol:   method f(int)`.
  bool take_detail(std::string_view line, std::string_view inner) {
    if (found_.empty()) return false;
    if (inner == "^" && found_.back().place.column == 0 && found_.back().place.line > 0 &&
        !python_) {
      found_.back().place.column = static_cast<std::uint32_t>(line.find('^') + 1);
      return true;
    }
    if (!take(inner, "symbol:")) return false;
    inner = trimmed(inner);
    if (const std::size_t space = inner.find(' '); space != inner.npos)
      found_.back().quoted.emplace_back(trimmed(inner.substr(space)));
    return true;
  }

  std::vector<Diagnostic> found_;
  std::optional<Diagnostic> pending_;
  std::optional<SourceLine> python_;
  std::string within_;
};

}  // namespace

std::vector<std::string> quoted_in(std::string_view message) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> marks = {
      {{"\xe2\x80\x98", "\xe2\x80\x99"},
       {"\xe2\x80\x9c", "\xe2\x80\x9d"},
       {"'", "'"},
       {"\"", "\""},
       {"`", "`'"}}};
  std::vector<std::string> found;
  for (std::size_t at = 0; at < message.size();) {
    bool opened = false;
    for (const auto& [open, close] : marks) {
      if (!message.substr(at).starts_with(open)) continue;
      if (open == "'" && at > 0 && is_name_character(message[at - 1])) continue;
      const std::size_t begin = at + open.size();
      const std::size_t end =
          open == "`" ? message.find_first_of(close, begin) : message.find(close, begin);
      if (end == message.npos || end == begin) continue;
      found.emplace_back(message.substr(begin, end - begin));
      at = end + (open == "`" ? 1 : close.size());
      opened = true;
      break;
    }
    if (!opened) ++at;
  }
  return found;
}

std::vector<Diagnostic> parse_diagnostics(std::string_view text) {
  return DiagnosticParser().parse(text);
}

}  // namespace whittle
