#include "failure/telling_line.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>

#include "failure/formats.h"
#include "failure/mask.h"
#include "failure/output_lines.h"

#include "base/pattern.h"

namespace whittle {
namespace {

/// Fewer letters than this say nothing: a bracket, a row of dashes, a number.
constexpr std::size_t fewest_letters = 4;

const Pattern& complaints() {
  static const Pattern pattern = *Pattern::compile(
      "(?i)error|fail|invalid|illegal|cannot|can't|could not|not |unexpected|unknown|missing|must "
      "|expected|denied|exceed|undefined|unable|wrong|bad |refuse|reject|conflict|unsupported"
      "|^E  ");
  return pattern;
}

std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return std::isalpha(static_cast<unsigned char>(c)); }));
}

/// pytest shows the values of an assertion in lines that begin with E; the line with "where" names
/// the call that gave a value.
bool is_assertion(const std::string& line) {
  return line.starts_with("E  ");
}

std::string masked_line(const std::string& line) {
  return masked(line, is_assertion(line) ? Numbers::stay : Numbers::are_masked);
}

std::vector<std::string> masked_lines(const CommandRun& run) {
  std::vector<std::string> lines;
  for (const std::string& line : output_lines(run)) lines.push_back(masked_line(line));
  return lines;
}

/// `line` without the words that differ in the closest of `others`; nothing if no line is close.
std::optional<std::string> seen_again(const std::string& line,
                                      const std::vector<std::string>& others) {
  std::string closest;
  for (const std::string& other : others) {
    std::string common = masked_difference(line, other);
    if (letters_in(common) > letters_in(closest)) closest = std::move(common);
  }
  if (2 * letters_in(closest) < letters_in(line)) return {};
  return closest;
}

/// Whether some line becomes `mask` when it is masked.
bool is_shown(const std::string& mask, const std::vector<std::string>& raw_lines) {
  const auto pattern = Pattern::compile("^" + pattern_of_mask(mask) + "$");
  return pattern && std::ranges::any_of(raw_lines, [&](const std::string& line) {
           return pattern->found_in(line);
         });
}

/// How much a line says, the smallest first.
using TellingRank = std::tuple<bool, bool, bool, std::size_t, bool, bool>;

/// The row of the line in the table of announcements: the smaller, the more specific.
std::size_t rank_of(const std::string& line) {
  const auto rows = announcements();
  const auto row = std::ranges::find_if(
      rows, [&](const CrashAnnouncement& one) { return pattern_of(one).found_in(line); });
  return static_cast<std::size_t>(row - rows.begin());
}

}  // namespace

std::string telling_line(const std::vector<CommandRun>& shown, const CommandRun& other,
                         const CommandRun& rather_not) {
  const std::vector<std::string> in_other = output_lines(other),
                                 in_rather_not = output_lines(rather_not);
  std::vector<std::vector<std::string>> again;
  for (std::size_t run = 1; run < shown.size(); ++run) again.push_back(masked_lines(shown[run]));

  std::string best;
  TellingRank best_rank;
  for (const std::string& line : output_lines(shown.front())) {
    std::optional<std::string> mask = masked_line(line);
    for (const auto& lines : again)
      if (mask) mask = seen_again(*mask, lines);
    const std::size_t row = rank_of(line);
    const bool is_diagnostic =
        row < announcements().size() && announcements()[row].kind == FailureKind::diagnostic;
    if (is_diagnostic && shown.front().signal_shown()) continue;
    if (!mask || letters_in(*mask) < fewest_letters || driver_lines().found_in(line) ||
        is_shown(*mask, in_other))
      continue;
    // A line that ends with a colon announces the one that says it.
    const TellingRank rank{is_shown(*mask, in_rather_not),
                           !is_assertion(line) || !line.contains(" where "),
                           !is_assertion(line),
                           row,
                           line.ends_with(':'),
                           !complaints().found_in(line)};
    if (best.empty() || rank < best_rank) {
      best = std::move(*mask);
      best_rank = rank;
    }
  }
  return best;
}

bool says_why(const std::string& line, const CommandRun& run) {
  constexpr std::size_t few_lines = 3;
  return complaints().found_in(line) || output_lines(run).size() <= few_lines;
}

std::string differing_line(const CommandRun& run, const CommandRun& other) {
  const std::vector<std::string> in_other = output_lines(other);
  for (std::string& line : output_lines(run))
    if (std::ranges::find(in_other, line) == in_other.end()) return line;
  return "";
}

std::string line_about_missing_file(const CommandRun& run) {
  static const Pattern missing = *Pattern::compile(
      "No such file or directory|ENOENT|No module named|Cannot find module|FileNotFound"
      "|(?i:can ?not|can't|could not|couldn't|unable to) (?:open|find|read|load|resolve|locate)"
      "|file not found|does not exist");
  for (std::string& line : output_lines(run))
    if (missing.found_in(line)) return line;
  return "";
}

}  // namespace whittle
