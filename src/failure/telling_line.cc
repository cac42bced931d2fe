#include "failure/telling_line.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/pattern.h"
#include "document/lines.h"
#include "failure/formats.h"
#include "failure/mask.h"
#include "failure/output_lines.h"

namespace whittle {
namespace {

/// Fewer letters than this say nothing: a bracket, a row of dashes, a number.
constexpr std::size_t fewest_letters = 4;

const Pattern& complaints() {
  static const Pattern pattern = *Pattern::compile(
      "(?i)error|fail|invalid|illegal|cannot|can't|could not|not |unexpected|unknown|missing|must "
      "|expected|denied|exceed|undefined|unable|wrong|bad |refuse|reject|conflict|unsupported"
      "|aborted|killed|core dumped|segmentation fault|^E  ");
  return pattern;
}

/// A line that matches is the failure of a command that succeeds: it warns, or names a place.
const Pattern& warnings() {
  static const Pattern pattern = *Pattern::compile(
      "(?i)warn|deprecat|\\bline (?:[0-9]+|N\\b)"
      "|[a-z_]:(?:[0-9]+|N\\b)(?::(?:[0-9]+|N\\b))?: ");
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

std::string masked_line(const std::string& line, const NamedInInput& is_name) {
  return masked(line, is_assertion(line) ? Numbers::stay : Numbers::are_masked, is_name);
}

std::vector<std::string> masked_lines(const CommandRun& run, const NamedInInput& is_name) {
  std::vector<std::string> lines;
  for (const std::string& line : output_lines(run)) lines.push_back(masked_line(line, is_name));
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
using TellingRank = std::tuple<bool, bool, bool, bool, std::size_t, bool, bool>;

/// The row of the line in the table of announcements: the smaller, the more specific.
std::size_t rank_of(const std::string& line) {
  const auto rows = announcements();
  // Nearly every line looks like one that announces a failure only with a stack behind it.
  const auto row = std::ranges::find_if(rows, [&](const CrashAnnouncement& one) {
    return one.message != MessageAt::before_stack && pattern_of(one).found_in(line);
  });
  return static_cast<std::size_t>(row - rows.begin());
}

/// The lines of a run, and which of them it shares with other runs.
class ComparedLines {
 public:
  ComparedLines(const std::vector<CommandRun>& shown, const CommandRun& other,
                const NamedInInput& is_name)
      : lines_(output_lines(shown.front())), in_other_(output_lines(other)), is_name_(is_name) {
    for (std::size_t run = 1; run < shown.size(); ++run)
      again_.push_back(masked_lines(shown[run], is_name));
  }

  const std::vector<std::string>& lines() const { return lines_; }

  /// The line, masked, if all runs show it and the other run does not.
  std::optional<std::string> mask_of(const std::string& line) const {
    std::optional<std::string> mask = masked_line(line, is_name_);
    for (const auto& lines : again_)
      if (mask) mask = seen_again(*mask, lines);
    if (!mask || letters_in(*mask) < fewest_letters || driver_lines().found_in(line) ||
        is_shown(*mask, in_other_))
      return {};
    return mask;
  }

  /// Whether the line only shows the input again, as in `12 | let x = y`.
  bool only_shows_input(const std::string& line) const {
    if (!is_name_) return false;
    const auto is_in_input = [&](std::size_t begin) {
      return is_name_(trimmed(BytesView(line).substr(begin)));
    };
    return is_in_input(0) || is_in_input(line.find('|') + 1);
  }

  /// The number of different words of a line that are in the input; 0 if the line only shows the
  /// input again.
  std::size_t words_of_input(const std::string& line) const {
    if (only_shows_input(line)) return 0;
    std::set<BytesView> words;
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && std::isalnum(static_cast<unsigned char>(line[end]))) ++end;
      const BytesView word = BytesView(line).substr(at, end - at);
      if (end > at + 1 && is_name_(word)) words.insert(word);
      at = end + 1;
    }
    return words.size();
  }

  /// The lines of the message to which line `at` belongs, itself included.
  std::pair<std::size_t, std::size_t> message_around(std::size_t at) const {
    const std::size_t depth = indentation_of(lines_[at]);
    if (depth == 0) return {at, at + 1};
    const auto belongs = [&](std::size_t other) { return indentation_of(lines_[other]) >= depth; };
    std::size_t begin = at, end = at + 1;
    while (begin > 0 && belongs(begin - 1)) --begin;
    while (end < lines_.size() && belongs(end)) ++end;
    return {begin, end};
  }

 private:
  /// The E of pytest is a margin, which each line of a message has.
  static std::size_t indentation_of(const std::string& line) {
    return is_assertion(line) ? 1 : std::min(line.find_first_not_of(" \t"), line.size());
  }

  std::vector<std::string> lines_, in_other_;
  std::vector<std::vector<std::string>> again_;
  const NamedInInput& is_name_;
};

constexpr std::size_t fewest_words_of_input = 3;

std::string detail_of(const ComparedLines& compared, std::size_t at) {
  std::string best;
  std::size_t most = fewest_words_of_input - 1;
  const auto [begin, end] = compared.message_around(at);
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& line = compared.lines()[i];
    const std::size_t words = i == at ? 0 : compared.words_of_input(line);
    if (words <= most) continue;
    if (std::optional<std::string> mask = compared.mask_of(line)) {
      most = words;
      best = std::move(*mask);
    }
  }
  return best;
}

}  // namespace

TellingLines telling_lines(const std::vector<CommandRun>& shown, const CommandRun& other,
                           const CommandRun& rather_not, const NamedInInput& is_name) {
  const ComparedLines compared(shown, other, is_name);
  const std::vector<std::string> in_rather_not = output_lines(rather_not);
  TellingLines best;
  std::size_t best_at = 0;
  TellingRank best_rank;
  for (std::size_t at = 0; at < compared.lines().size(); ++at) {
    const std::string& line = compared.lines()[at];
    const std::size_t row = rank_of(line);
    const bool is_diagnostic =
        row < announcements().size() && announcements()[row].kind == FailureKind::diagnostic;
    if (is_diagnostic && shown.front().signal_shown()) continue;
    std::optional<std::string> mask = compared.mask_of(line);
    if (!mask) continue;
    // A line that ends with a colon announces the one that says it.
    const TellingRank rank{is_shown(*mask, in_rather_not),
                           compared.only_shows_input(line),
                           !is_assertion(line) || !line.contains(" where "),
                           !is_assertion(line),
                           row,
                           line.ends_with(':'),
                           !complaints().found_in(line)};
    if (best.line.empty() || rank < best_rank) {
      best.line = std::move(*mask);
      best_at = at;
      best_rank = rank;
    }
  }
  if (!best.line.empty() && is_name) best.detail = detail_of(compared, best_at);
  return best;
}

bool says_why(const std::string& line, const CommandRun& run) {
  constexpr std::size_t few_lines = 3;
  return complaints().found_in(line) || output_lines(run).size() <= few_lines;
}

bool warns(const std::string& line) {
  return complaints().found_in(line) || warnings().found_in(line);
}

std::string steady_line(const std::vector<CommandRun>& shown,
                        const std::vector<CommandRun>& others) {
  // Whether `others` print lines that differ from `line` in numbers, and from each other too.
  const auto varies = [&](const std::string& line) {
    std::set<std::vector<std::string>> seen;
    for (const CommandRun& other : others) {
      std::vector<std::string> similar = output_lines(other);
      std::erase_if(similar, [&](const std::string& one) { return masked(one) != masked(line); });
      seen.insert(std::move(similar));
    }
    return seen.size() > 1;
  };
  const auto is_in = [](const CommandRun& run, const std::string& line) {
    return std::ranges::any_of(output_lines(run), [&](const std::string& one) {
      return masked(one, Numbers::stay) == masked(line, Numbers::stay);
    });
  };
  std::string first;
  for (const std::string& line : output_lines(shown.front())) {
    const bool is_steady =
        std::ranges::all_of(shown, [&](const CommandRun& run) { return is_in(run, line); }) &&
        std::ranges::none_of(others, [&](const CommandRun& run) { return is_in(run, line); }) &&
        !varies(line);
    if (!is_steady) continue;
    if (warns(line)) return line;
    if (first.empty()) first = line;
  }
  return first;
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
