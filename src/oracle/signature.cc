// A failure is identified by its end (signal or exit status) and one line. The line is chosen by a
// table of patterns from the most specific to the least: a sanitizer's summary, an assertion or an
// internal error, an exception, a plain error. Stack traces are not part of it: they change while a
// candidate shrinks. Numbers, addresses and paths are masked, because lines move and scratch
// folders differ; names of functions stay, because they distinguish one bug from another.
#include "oracle/signature.h"

#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

#include "base/pattern.h"

namespace whittle {
namespace {

/// Patterns of failure lines. An earlier row wins over a later one, whatever the order of the
/// lines: a sanitizer's summary is more specific than its first line, and both are more specific
/// than a plain error.
constexpr std::array<const char*, 4> looks{
    "^SUMMARY: [A-Za-z]+Sanitizer",
    "[Aa]ssert(ion)? .*fail|Assertion|ASSERT|internal compiler error|panicked at|panic: "
    "|UNREACHABLE|"
    "[Uu]nreachable executed|LLVM ERROR|ERROR: [A-Za-z]+Sanitizer|runtime error: |[Ss]egmentation "
    "fault|"
    "[Ss]tack overflow|core dumped|INTERNAL ERROR|[Ii]nternal error",
    "terminate called|what\\(\\): |Exception in thread|^[A-Za-z_.]*(Error|Exception)(:|$)|"
    "Unhandled exception|[Uu]ncaught",
    // `error: `, `error[E0502]: ` of rustc, `error TS2304: ` of TypeScript
    "([Ff]atal|[Ee]rror|ERROR)[^A-Za-z]*([A-Z]+[0-9]+)?[^A-Za-z]*: "};

const std::array<Pattern, looks.size()>& looks_compiled() {
  static const auto compiled = [] {
    std::array<Pattern, looks.size()> list;
    for (std::size_t i = 0; i < looks.size(); ++i) list[i] = *Pattern::compile(looks[i]);
    return list;
  }();
  return compiled;
}

template <typename Visit>
void for_each_line(BytesView text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    text.remove_prefix(end == BytesView::npos ? text.size() : end + 1);
  }
}

/// Rust 1.73 and later prints the message on the line after "panicked at FILE:LINE:COLUMN:".
bool message_follows(BytesView line) {
  return line.ends_with(':') && line.find("panicked at ") != BytesView::npos;
}

BytesView first_line_with(const Pattern& look, BytesView text) {
  BytesView found;
  bool is_next = false;
  for_each_line(text, [&](BytesView line) {
    if (is_next && !line.empty()) found = line;
    is_next = false;
    if (!found.empty() || !look.found_in(line)) return;
    found = line;
    is_next = message_follows(line);
  });
  return found;
}

struct FailureLine {
  std::string masked;
  bool plain_error = false;  // any broken candidate may cause such a line
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool ends_path(char c) {
  return static_cast<unsigned char>(c) <= ' ' || std::strchr("\"'`()[]{}<>,;:=", c);
}

constexpr std::string_view address = "0xADDR", path = "PATH", number = "N";

/// Splits a line into masked parts and the characters between them.
template <typename Text, typename Masked>
void walk(BytesView line, Text text, Masked masked) {
  for (std::size_t at = 0; at < line.size();) {
    const bool at_word_start = at == 0 || !is_word(line[at - 1]);
    std::size_t end = at;
    if (at_word_start && line.substr(at, 2) == "0x") {
      for (end = at + 2; end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end]));)
        ++end;
      masked(address), at = end;
      continue;
    }
    const bool starts_path = (at == 0 || ends_path(line[at - 1])) && !ends_path(line[at]);
    if (starts_path) {
      while (end < line.size() && !ends_path(line[end])) ++end;
      const BytesView part = line.substr(at, end - at);
      // A slash alone is a division, and "and/or" a word; a path is absolute or names a file.
      if (part.size() > 1 && part.find('/') != BytesView::npos &&
          (part[0] == '/' || part.find('.') != BytesView::npos)) {
        masked(path), at = end;
        continue;
      }
    }
    end = at;
    if (at_word_start)
      while (end < line.size() && is_digit(line[end])) ++end;
    if (end > at && (end == line.size() || !is_word(line[end]))) {
      masked(number), at = end;
      continue;
    }
    text(line[at++]);
  }
}

FailureLine failure_line(const CommandRun& run) {
  const Bytes err = run.err.text(), out = run.out.text();
  for (const Pattern& look : looks_compiled())
    for (const Bytes* text : {&err, &out})
      if (const BytesView line = first_line_with(look, *text); !line.empty())
        return {mask_line(line), &look == &looks_compiled().back()};
  return {};
}

}  // namespace

std::string mask_line(BytesView line) {
  std::string result;
  walk(
      line, [&](char c) { result += c; }, [&](std::string_view mask) { result += mask; });
  return result;
}

// The inverse of `mask_line`: each mask becomes a pattern for the texts that it replaced. The
// pattern must work in RE2 and, in a script, for grep, so it uses no feature that only one of them
// has.
std::string Signature::line_pattern() const {
  if (line.empty()) return "";
  std::string pattern = "^";
  for (std::size_t at = 0; at < line.size();) {
    const BytesView rest = BytesView(line).substr(at);
    const bool whole_word = at == 0 || !is_word(line[at - 1]);
    const auto is_mask = [&](std::string_view mask) {
      return whole_word && rest.starts_with(mask) &&
             (rest.size() == mask.size() || !is_word(rest[mask.size()]));
    };
    if (is_mask(address)) {
      pattern += "0x[0-9a-fA-F]+", at += address.size();
    } else if (is_mask(path)) {
      // The pattern also matches the word PATH itself, which a line may contain.
      pattern += "[^[:space:]\"'`(),;:=<>]+", at += path.size();
    } else if (is_mask(number)) {
      pattern += "([0-9]+|N)", at += number.size();
    } else {
      const char c = line[at++];
      if (static_cast<unsigned char>(c) < ' ' || c == '\'' || static_cast<unsigned char>(c) > '~')
        pattern +=
            '.';  // quotes and bytes that are no text would need care in a shell and a locale
      else if (std::strchr("\\^$.[]|()*+?{}", c))
        (pattern += '\\') += c;
      else
        pattern += c;
    }
  }
  return pattern + "$";
}

std::string Signature::sentence() const {
  const std::string end =
      signal ? "killed by " + signal_name(signal) : fmt::format("exits with {}", exit_status);
  return line.empty() ? end : fmt::format("{} and prints: {}", end, line);
}

Signature signature_of(const CommandRun& run) {
  Signature signature{.signal = run.signal_shown(), .exit_status = run.exit_status, .line = {}};
  if (signature.signal) signature.exit_status = 0;
  signature.line = failure_line(run).masked;
  return signature;
}

// Any line may match, not only the most specific one: a smaller candidate may print the same
// failure after other messages.
bool shows(const CommandRun& run, const Signature& signature) {
  const int signal = run.signal_shown();
  if (signal != signature.signal) return false;
  if (!signal && run.exit_status != signature.exit_status) return false;
  if (signature.line.empty()) return true;
  const auto pattern = Pattern::compile(signature.line_pattern());
  return pattern && (pattern->found_in(run.err.text()) || pattern->found_in(run.out.text()));
}

std::string other_failure(const CommandRun& run, const std::optional<Signature>& expected) {
  const FailureLine line = failure_line(run);
  if (!run.signal_shown() && (line.masked.empty() || line.plain_error)) return "";
  if (expected && shows(run, *expected)) return "";
  return signature_of(run).sentence();
}

}  // namespace whittle
