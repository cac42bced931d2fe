#include "report/pages.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "document/diff.h"
#include "report/words.h"

namespace whittle {
namespace {

/// Long runs of removed lines are shown by their ends.
constexpr std::size_t shown_of_removal = 6;

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Line with_number(std::size_t number, Line line) {
  line.insert(line.begin(), {fmt::format("{:>5}  ", number), Paint::dim});
  return line;
}

void add_removed(std::vector<Line>& lines, std::string_view text) {
  const std::vector<std::string_view> removed = split(text);
  const bool is_long = removed.size() > 2 * shown_of_removal + 1;
  for (std::size_t i = 0; i < removed.size(); ++i) {
    if (is_long && i == shown_of_removal) {
      const std::size_t left_out = removed.size() - 2 * shown_of_removal;
      lines.push_back(
          {{fmt::format("      ... {} removed", counted(left_out, "line")), Paint::bad}});
      i += left_out - 1;
      continue;
    }
    lines.push_back({{"- " + printable(removed[i]), Paint::bad}});
  }
}

/// The changes as whole lines: those of one line of the original are shown together.
void add_diff(std::vector<Line>& lines, std::string_view before, std::string_view after) {
  const std::vector<Change> changes = diff(0, before, after);
  const auto line_begin = [](std::string_view text, std::size_t at) {
    return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  };
  const auto line_end = [](std::string_view text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return end == text.npos ? text.size() : end + 1;
  };
  std::size_t at = 0;        // in `before`, shown up to here
  std::ptrdiff_t shift = 0;  // from `before` to `after`
  for (std::size_t i = 0; i < changes.size();) {
    const std::size_t begin = std::max(at, line_begin(before, changes[i].begin));
    std::size_t end = begin, after_begin = begin + static_cast<std::size_t>(shift);
    do {  // all changes that touch these lines
      end = std::max(end, changes[i].end > changes[i].begin && before[changes[i].end - 1] == '\n'
                              ? changes[i].end
                              : line_end(before, changes[i].end));
      shift += static_cast<std::ptrdiff_t>(changes[i].replacement.size()) -
               static_cast<std::ptrdiff_t>(changes[i].end - changes[i].begin);
      ++i;
    } while (i < changes.size() && changes[i].begin < end);
    for (const std::string_view line : split(before.substr(at, begin - at)))
      lines.push_back({{"  " + printable(line)}});
    add_removed(lines, before.substr(begin, end - begin));
    const std::size_t after_end = std::min(after.size(), end + static_cast<std::size_t>(shift));
    for (const std::string_view line : split(after.substr(
             std::min(after_begin, after_end), after_end - std::min(after_begin, after_end))))
      lines.push_back({{"+ " + printable(line), Paint::good}});
    at = end;
  }
  for (const std::string_view line : split(before.substr(at)))
    lines.push_back({{"  " + printable(line)}});
}

}  // namespace

std::vector<Line> plain_lines(const File& file) {
  std::vector<Line> lines;
  for (const std::string_view line : split(*file.bytes)) lines.push_back({{printable(line)}});
  return lines;
}

Page best_page(const RunState& state, const Highlight& highlight) {
  Page page{fmt::format("best {}: {}, {}", state.best_number, counted(state.size().tokens, "token"),
                        counted(state.size().bytes, "byte")),
            {}};
  const std::vector<File>& files = state.best.files();
  if (files.empty()) page.lines.push_back({{"nothing has been removed yet", Paint::dim}});
  for (const File& file : files) {
    if (file.kind != File::Kind::regular) continue;
    if (files.size() > 1) page.lines.push_back({{"--- " + printable(file.path), Paint::bold}});
    std::size_t number = 0;
    for (Line& line : highlight ? highlight(file) : plain_lines(file))
      page.lines.push_back(with_number(++number, std::move(line)));
  }
  return page;
}

Page diff_page(const RunState& state) {
  Page page{fmt::format("from the original to best {}", state.best_number), {}};
  const Document original = state.start ? state.start->original : Document();
  const Document& now = state.best.files().empty() ? original : state.best;
  for (const File& file : original.files()) {
    if (file.kind != File::Kind::regular) continue;
    const auto same = std::ranges::find(now.files(), file.path, &File::path);
    if (original.files().size() > 1)
      page.lines.push_back({{fmt::format("--- {}{}", printable(file.path),
                                         same == now.files().end() ? " (removed)" : ""),
                             Paint::bold}});
    if (same != now.files().end()) add_diff(page.lines, *file.bytes, *same->bytes);
  }
  return page;
}

Page table_page(const RunState& state) {
  Page page{"passes, the one that removed most first", {}};
  page.lines.push_back({{fmt::format("{:<28} {:>9} {:>9} {:>8} {:>7} {:>8}", "pass", "tokens",
                                     "bytes", "used", "yes %", "time"),
                         Paint::bold}});
  for (const PassRow& row : passes_by_gain(state.tally.stages())) {
    const Counts& counts = row.counts;
    page.lines.push_back({{fmt::format(
        "{:<28} {:>9} {:>9} {:>8} {:>7} {:>8}", row.name, with_commas(counts.tokens_removed),
        with_commas(counts.bytes_removed), with_commas(counts.tested()),
        counts.asked ? 100 * counts.interesting / counts.asked : 0, short_time(counts.time))}});
  }
  return page;
}

Page output_page(const RunState& state) {
  Page page{"what the last refused tests printed", {}};
  if (state.printed.empty())
    page.lines.push_back({{"no refused test has printed anything so far", Paint::dim}});
  for (auto printed = state.printed.rbegin(); printed != state.printed.rend(); ++printed) {
    page.lines.push_back({{fmt::format("--- exit status {}", printed->exit_status), Paint::bold}});
    for (const std::string_view line : split(printed->output))
      page.lines.push_back({{printable(line)}});
  }
  return page;
}

Page help_page() {
  Page page{"keys", {}};
  for (const char* line :
       {"v  the best so far", "d  what was removed from the original",
        "t  the passes, the one that removed most first", "o  what the last refused tests printed",
        "s  skip the rest of this list of edits (press it twice)", "p  pause, and continue",
        "q  stop and keep the best so far (press it twice)", "?  this page", "",
        "In a page: arrows, space and b scroll; g and G go to its ends; q closes it.",
        "A test that is dim in the list of slots runs ahead of the search.",
        "Ctrl-C stops, Ctrl-Z suspends."})
    page.lines.push_back({{line}});
  return page;
}

}  // namespace whittle
