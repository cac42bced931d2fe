#include "report/markdown.h"

#include <algorithm>
#include <fmt/format.h>

#include "report/hexadecimal.h"
#include "report/lines.h"
#include "report/words.h"

namespace whittle {
namespace {

/// A block of code whose fence is longer than every run of backquotes in the text.
std::string block(std::string_view language, std::string_view text) {
  std::size_t longest = 2, here = 0;
  for (const char c : text) {
    here = c == '`' ? here + 1 : 0;
    longest = std::max(longest, here);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text,
                     text.empty() || text.ends_with('\n') ? "" : "\n", fence);
}

/// The name of the language of a file for syntax colouring: mostly its suffix.
std::string suffix_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  if (dot == path.npos || (slash != path.npos && dot < slash)) return {};
  std::string suffix = path.substr(dot + 1);
  const bool is_plain = std::ranges::all_of(suffix, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+';
  });
  return is_plain ? suffix : std::string();
}

bool is_text(const Bytes& bytes) {
  return bytes.find('\0') == bytes.npos;
}

std::string as_hex(const Bytes& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += bytes_in_row)
    text += fmt::format("{:08x}  {}\n", at, hexadecimal(BytesView(bytes).substr(at)));
  return text;
}

/// The commands, what they print, and which programs they run.
std::string about_failure(const Report& report, const MarkdownFacts& facts) {
  std::string text = "Command:\n\n" + block("sh", report.test_command) + "\n";
  if (!report.output.empty()) text += "Output:\n\n" + block("", report.output) + "\n";
  if (!report.failure.empty()) text += fmt::format("Failure: {}\n\n", printable(report.failure));
  if (!report.blamed.empty()) text += fmt::format("Optimisation: {}\n\n", printable(report.blamed));
  if (report.rate && report.rate->result.all > 0)
    text += fmt::format("It fails in {} of {} runs.\n\n", report.rate->result.failed,
                        report.rate->result.all);
  if (!report.goods.empty()) {
    text += "Accepted by:\n\n";
    for (const std::string& good : report.goods) text += block("sh", good);
    text += '\n';
  }
  if (facts.versions.empty()) return text;
  text += "Versions:\n\n";
  for (const std::string& version : facts.versions)
    text += version.find('\n') == version.npos ? fmt::format("- {}\n", printable(version))
                                               : block("", version);
  return text + '\n';
}

}  // namespace

std::string markdown_report(const RunStart& start, const Report& report,
                            const MarkdownFacts& facts) {
  std::string text;
  for (const File& file : report.result.files()) {
    if (file.kind != File::Kind::regular) continue;
    text += fmt::format("`{}`:\n\n", printable(file.path));
    text += is_text(*file.bytes) ? block(suffix_of(file.path), *file.bytes)
                                 : block("", as_hex(*file.bytes));
    text += '\n';
  }
  text += about_failure(report, facts);
  text += fmt::format(
      "Reduced from {} to {} ({} to {}) by whittle {} with {} in {}:\n\n{}",
      with_commas(start.tokens), counted(static_cast<std::uint64_t>(report.after.tokens), "token"),
      with_commas(start.bytes), counted(static_cast<std::uint64_t>(report.after.bytes), "byte"),
      start.version, counted(report.counts.tested(), "test"), short_time(report.time),
      block("sh", facts.called));
  return text;
}

}  // namespace whittle
