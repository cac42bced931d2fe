// The record has, for the last best, each refused candidate as changes, with the first lines of its
// test's output. A line of the result is explained by the refusals that touch it. If a refusal
// removed the whole line and its output names another line of the candidate, that line needs this
// one.
#include "run/explain.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "document/diff.h"
#include "document/lines.h"
#include "report/event_json.h"
#include "report/lines.h"
#include "report/run_state.h"
#include "report/words.h"

namespace whittle {
namespace {

constexpr std::size_t most_removed_text = 200;
constexpr std::string_view blank = "blank";  // a reason not to try a line

/// Maps places of one text to another that differs in a few places, as after the formatter.
class MovedOffsets {
 public:
  MovedOffsets(BytesView before, BytesView after) : changes_(diff(0, before, after)) {}

  std::size_t operator()(std::size_t at) const {
    std::ptrdiff_t shift = 0;
    for (const Change& change : changes_) {
      if (change.begin >= at) break;
      if (at < change.end)
        return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(change.begin) + shift);
      shift += static_cast<std::ptrdiff_t>(change.replacement.size()) -
               static_cast<std::ptrdiff_t>(change.end - change.begin);
    }
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + shift);
  }

 private:
  std::vector<Change> changes_;
};

/// The lines of a file, and which line a byte is in.
struct FileLines {
  explicit FileLines(BytesView text) : bytes(text) {
    for (std::size_t at = 0; at < text.size();) {
      begins.push_back(at);
      const std::size_t end = text.find('\n', at);
      at = end == text.npos ? text.size() : end + 1;
    }
  }
  std::size_t count() const { return begins.size(); }
  /// From 0.
  std::size_t line_at(std::size_t at) const {
    const auto after = std::ranges::upper_bound(begins, at);
    return after == begins.begin() ? 0 : static_cast<std::size_t>(after - begins.begin()) - 1;
  }
  BytesView text(std::size_t line) const {
    const std::size_t end = line + 1 < count() ? begins[line + 1] : bytes.size();
    BytesView whole = bytes.substr(begins[line], end - begins[line]);
    if (whole.ends_with('\n')) whole.remove_suffix(1);
    return whole;
  }

  BytesView bytes;
  std::vector<std::size_t> begins;
};

/// A range of a file of the result that a refusal would have replaced.
struct Touched {
  std::size_t begin = 0, end = 0;
  std::string replacement;
};

/// The line of the result that was line `line` of the candidate. Both count from 0.
std::size_t in_result(std::size_t line, const std::vector<Touched>& touched,
                      const FileLines& lines) {
  for (const Touched& one : touched) {
    const std::size_t begin = lines.line_at(one.begin);
    const auto added = static_cast<std::size_t>(std::ranges::count(one.replacement, '\n'));
    const auto removed = static_cast<std::size_t>(
        std::ranges::count(lines.bytes.substr(one.begin, one.end - one.begin), '\n'));
    if (line >= begin + added) line += removed - added;
  }
  return line;
}

/// Lines that messages name, as `x.c:12:5: error: ...` or `File "x.py", line 12` do.
std::vector<NeededBy> named_lines(const Attempt& attempt, const std::string& file,
                                  const std::vector<Touched>& touched, const FileLines& lines) {
  const std::string name = file.substr(file.rfind('/') + 1);
  const std::string_view output = attempt.output;
  std::vector<NeededBy> found;
  for (std::size_t at = output.find(name); at != output.npos; at = output.find(name, at + 1)) {
    if (at > 0 &&
        (std::isalnum(static_cast<unsigned char>(output[at - 1])) || output[at - 1] == '_'))
      continue;  // the end of another name
    std::string_view rest = output.substr(at + name.size());
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    rest = rest.substr(0, line_end);
    for (const std::string_view between : {":", "\", line "})
      if (rest.starts_with(between)) {
        rest.remove_prefix(between.size());
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error != std::errc{} || number == 0) break;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        // Behind the column, if there is one.
        const std::size_t text = rest.find_first_not_of(":0123456789 ");
        const std::size_t line = in_result(number - 1, touched, lines);
        if (line < lines.count())
          found.push_back({line + 1, text == rest.npos ? "" : printable(rest.substr(text))});
        break;
      }
  }
  return found;
}

/// The reason for a line that is not blank.
std::string why_not_tried(const Recording& recording) {
  struct LastEnd final : Observer {
    void resumed(const Resumed&) override { end.reset(); }
    void ended(const Report& report) override { end = report; }
    std::optional<Report> end;
  } last;
  recording.tell(last);
  if (!last.end) return "the run has not ended";
  if (last.end->ending != RunEnding::finished)
    return fmt::format("the run was stopped ({})", name_of(last.end->ending));
  if (last.end->left_out > 0)
    return "left out: parts of it were refused before; to try all: search.effort = full";
  return "no removal of it alone was recorded";
}

/// From 0.
std::set<std::size_t> lines_in(const std::vector<Touched>& touched, const FileLines& lines) {
  std::set<std::size_t> on;
  for (const Touched& one : touched) {
    // The end of a line belongs to it, not to the next one.
    const std::size_t last = std::max(one.begin, one.end - (one.end > one.begin));
    for (std::size_t line = lines.line_at(one.begin); line <= lines.line_at(last); ++line)
      on.insert(line);
  }
  return on;
}

/// Whether one of them removes all of a line but blanks.
bool removes_line(std::size_t line, const std::vector<Touched>& touched, const FileLines& lines) {
  const std::size_t begin = lines.begins[line], end = begin + lines.text(line).size();
  return std::ranges::any_of(touched, [&](const Touched& one) {
    return is_all_space(lines.bytes.substr(begin, std::max(begin, one.begin) - begin)) &&
           (one.end >= end || is_all_space(lines.bytes.substr(one.end, end - one.end))) &&
           is_all_space(one.replacement);
  });
}

/// Adds a refusal to the lines of a file that it touches.
void add_attempt(const RecordedRefusal& refusal, const std::vector<Touched>& touched,
                 const FileLines& lines, std::vector<ExplainedLine>& explained) {
  const std::set<std::size_t> on = lines_in(touched, lines);
  Attempt attempt{.stage = refusal.stage,
                  .removed = {},
                  .replacement = {},
                  .first_line = *on.begin() + 1,
                  .last_line = *on.rbegin() + 1,
                  .whole_line = false,
                  .exit_status = refusal.exit_status,
                  .timed_out = refusal.timed_out,
                  .untested = refusal.untested,
                  .output = refusal.output,
                  .line = refusal.line};
  for (const Touched& one : touched) {
    attempt.removed +=
        lines.bytes.substr(one.begin, std::min(one.end - one.begin, most_removed_text));
    attempt.replacement += one.replacement;
  }
  for (const std::size_t line : on) {
    ExplainedLine& here = explained[line];
    attempt.whole_line = removes_line(line, touched, lines);
    if (attempt.whole_line)
      for (NeededBy& need : named_lines(attempt, here.file, touched, lines))
        if (need.line != here.number &&
            std::ranges::find(here.needed_by, need.line, &NeededBy::line) == here.needed_by.end())
          here.needed_by.push_back(std::move(need));
    here.attempts.push_back(attempt);
  }
}

std::string how_refused(const Attempt& attempt) {
  if (attempt.untested) return "not tested: more syntax errors than the original";
  std::string text = attempt.timed_out ? "time limit" : fmt::format("exit {}", attempt.exit_status);
  if (!attempt.line.empty()) text += ": " + printable(attempt.line);
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string one_line(text.substr(0, most));
  while (one_line.ends_with('\n')) one_line.pop_back();
  std::ranges::replace(one_line, '\n', ' ');
  return fmt::format("'{}{}'", printable(one_line), text.size() > most ? "..." : "");
}

/// Whether two lines, one below the other, were not tried for the same reason.
bool is_alike(const ExplainedLine& line, const ExplainedLine& next) {
  return !line.not_tried.empty() && line.not_tried == next.not_tried && line.file == next.file;
}

/// The number of lines from this one on that were not tried for the same reason.
std::size_t alike(const std::vector<ExplainedLine>& lines, std::size_t at) {
  std::size_t count = 1;
  while (at + count < lines.size() && is_alike(lines[at + count - 1], lines[at + count])) ++count;
  return count;
}

/// The edits that were tried on a line, one sentence on each line of text.
std::string attempts_text(const ExplainedLine& line) {
  std::string text;
  const auto say = [&](const std::string& what) { text += fmt::format("         {}\n", what); };
  std::size_t parts = 0;
  bool has_whole = false, has_larger = false;
  const Attempt* part = nullptr;
  for (const Attempt& attempt : line.attempts) {
    const bool is_alone = attempt.first_line == attempt.last_line;
    if (is_alone && attempt.whole_line) {
      if (!std::exchange(has_whole, true)) say("without this line: " + how_refused(attempt));
    } else if (is_alone) {
      if (++parts == 1) part = &attempt;
    } else if (!std::exchange(has_larger, true)) {
      say(fmt::format("{} lines {} to {}: {}",
                      attempt.replacement.empty() ? "without" : "with changes in",
                      attempt.first_line, attempt.last_line, how_refused(attempt)));
    }
  }
  if (part)
    say(fmt::format(
        "{}: {}{}",
        part->replacement.empty()
            ? "without " + in_quotes(part->removed)
            : fmt::format("with {} for {}", in_quotes(part->replacement), in_quotes(part->removed)),
        how_refused(*part),
        parts > 1 ? fmt::format("; {} more parts of it were refused", parts - 1) : ""));
  for (const NeededBy& need : line.needed_by)
    say(fmt::format("needed by line {}{}{}", need.line, need.message.empty() ? "" : ": ",
                    need.message));
  return text;
}

}  // namespace

Result<Explanation> explain(const Recording& recording) {
  Result<std::vector<RecordedRefusal>> refusals = recording.refusals();
  if (!refusals) return std::unexpected(refusals.error());
  const Result<Document> result = recording.best(recording.best_count());
  if (!result) return std::unexpected(result.error());
  // The formatter's best comes after the one that was tried.
  std::size_t number = recording.best_count();
  if (!refusals->empty() && refusals->front().best + 1 == number) --number;
  std::erase_if(*refusals, [&](const RecordedRefusal& one) { return one.best != number; });
  const Result<Document> tried = recording.best(number);
  if (!tried) return std::unexpected(tried.error());

  Explanation explanation;
  explanation.refusals = refusals->size();
  const std::string not_tried = why_not_tried(recording);
  for (std::size_t file = 0; file < result->files().size(); ++file) {
    const File& now = result->files()[file];
    if (now.kind != File::Kind::regular) continue;
    const FileLines lines(*now.bytes);
    std::vector<ExplainedLine> explained(lines.count());
    for (std::size_t i = 0; i < lines.count(); ++i) {
      explained[i].file = now.path;
      explained[i].number = i + 1;
      explained[i].text = std::string(lines.text(i));
    }
    const MovedOffsets moved(tried->bytes(file), *now.bytes);
    for (const RecordedRefusal& refusal : *refusals) {
      std::vector<Touched> touched;
      for (const RecordedRefusal::Replaced& change : refusal.changes)
        if (change.file == file && change.end <= tried->bytes(file).size())
          touched.push_back({moved(change.begin), moved(change.end), change.replacement});
      if (!touched.empty() && lines.count() > 0) add_attempt(refusal, touched, lines, explained);
    }
    for (ExplainedLine& line : explained) {
      std::ranges::stable_sort(line.attempts, {}, [](const Attempt& attempt) {
        return std::pair(attempt.last_line - attempt.first_line, !attempt.whole_line);
      });
      if (line.attempts.empty())
        line.not_tried = is_all_space(line.text) ? std::string(blank) : not_tried;
      explanation.lines.push_back(std::move(line));
    }
  }
  return explanation;
}

std::string to_text(const Explanation& explanation) {
  std::string text;
  std::string file;
  std::size_t first = 0;  // of the lines that were not tried for the same reason
  for (std::size_t i = 0; i < explanation.lines.size(); ++i) {
    const ExplainedLine& line = explanation.lines[i];
    if (line.file != file) {
      file = line.file;
      text += fmt::format("{}\n", printable(file));
    }
    if (i == 0 || !is_alike(explanation.lines[i - 1], line)) first = line.number;
    const auto say = [&](const std::string& what) { text += fmt::format("         {}\n", what); };
    if (line.not_tried == blank) {
      const std::size_t count = alike(explanation.lines, i);
      text += fmt::format("{:>5}  {}\n", line.number,
                          count > 1 ? fmt::format("... {} blank lines", count) : "");
      i += count - 1;
      continue;
    }
    text += fmt::format("{:>5}  {}\n", line.number, printable(line.text));
    if (!line.not_tried.empty()) {
      const bool is_last =
          i + 1 == explanation.lines.size() || !is_alike(line, explanation.lines[i + 1]);
      if (!is_last) continue;  // said once, below the last of them
      say(first == line.number
              ? "not tried: " + line.not_tried
              : fmt::format("lines {} to {} not tried: {}", first, line.number, line.not_tried));
      continue;
    }
    text += attempts_text(line);
  }
  text += fmt::format("{} of this result {} tried and refused\n",
                      counted(explanation.refusals, "change"),
                      explanation.refusals == 1 ? "was" : "were");
  return text;
}

std::string to_json_lines(const Explanation& explanation) {
  std::string text;
  for (const ExplainedLine& line : explanation.lines) {
    nlohmann::json json = {{"file", line.file},
                           {"line", line.number},
                           {"text", line.text},
                           {"tried", nlohmann::json::array()},
                           {"needed_by", nlohmann::json::array()}};
    for (const Attempt& attempt : line.attempts) {
      nlohmann::json one = {{"stage", attempt.stage},
                            {"removed", attempt.removed},
                            {"replacement", attempt.replacement},
                            {"first_line", attempt.first_line},
                            {"last_line", attempt.last_line},
                            {"whole_line", attempt.whole_line},
                            {"exit_status", attempt.exit_status},
                            {"timed_out", attempt.timed_out},
                            {"output", attempt.output}};
      if (attempt.untested) one["untested"] = true;
      json["tried"].push_back(std::move(one));
    }
    for (const NeededBy& need : line.needed_by)
      json["needed_by"].push_back({{"line", need.line}, {"message", need.message}});
    if (!line.not_tried.empty()) json["not_tried"] = line.not_tried;
    text += json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  return text;
}

}  // namespace whittle
