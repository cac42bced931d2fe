#include "report/pages.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

#include "base/common_ends.h"
#include "document/diff.h"
#include "document/lexer.h"
#include "report/hexadecimal.h"
#include "report/line_that_matters.h"
#include "report/words.h"

namespace whittle {
namespace {

/// Long runs of removed lines are shown by their ends, and so are runs of lines that stayed.
constexpr std::size_t shown_of_removal = 6, shown_of_rest = 3;

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

/// Lines after a mark, or their ends and how many are between them.
void add_lines(std::vector<Line>& lines, std::string_view text, std::string_view mark, Paint paint,
               std::size_t shown_ends, std::string_view what) {
  const std::vector<std::string_view> all = split(text);
  const bool is_long = all.size() > 2 * shown_ends + 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_long && i == shown_ends) {
      const std::size_t left_out = all.size() - 2 * shown_ends;
      lines.push_back({{fmt::format("      ... {} {}", counted(left_out, "line"), what),
                        paint == Paint::plain ? Paint::dim : paint}});
      i += left_out - 1;
      continue;
    }
    lines.push_back({{fmt::format("{} {}", mark, printable(all[i])), paint}});
  }
}

void add_unchanged(std::vector<Line>& lines, std::string_view text) {
  add_lines(lines, text, " ", Paint::plain, shown_of_rest, "unchanged");
}

/// Binary files in the usual layout: offset, bytes in hexadecimal, and their ASCII characters.
std::vector<Line> hexadecimal_lines(std::string_view bytes) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < bytes.size(); at += bytes_in_row) {
    const std::string_view row = bytes.substr(at, bytes_in_row);
    std::string ascii;
    for (const char byte : row) ascii += byte >= ' ' && byte <= '~' ? byte : '.';
    lines.push_back({{fmt::format("{:08x}  ", at), Paint::dim},
                     {fmt::format("{:<{}}", hexadecimal(row), 3 * bytes_in_row)},
                     {" " + ascii, Paint::string}});
  }
  return lines;
}

bool is_binary(const File& file) {
  return !is_text(*file.bytes);
}

/// The changes of a binary file, by places of the original.
void add_binary_diff(std::vector<Line>& lines, std::string_view before, std::string_view after) {
  for (const Change& change : text_changes(before, after)) {
    // A change is made of tokens, which mean nothing here.
    std::string_view old = before.substr(change.begin, change.end - change.begin);
    std::string_view now = change.replacement;
    const std::size_t front = common_prefix(old, now);
    old.remove_prefix(front), now.remove_prefix(front);
    const std::size_t back = common_suffix(old, now);
    old.remove_suffix(back), now.remove_suffix(back);

    const bool is_blank = now.find_first_not_of(' ') == now.npos;
    const std::string fate = now.empty() ? "removed"
                             : is_blank && now.size() == old.size()
                                 ? "overwritten with blanks"
                                 : "replaced with " + counted(now.size(), "byte");
    lines.push_back(
        {{fmt::format("{:08x}  {} {}", change.begin + front, counted(old.size(), "byte"), fate),
          now.empty() ? Paint::bad : Paint::warning}});
    if (!old.empty()) lines.push_back({{"        - " + hexadecimal(old), Paint::bad}});
    if (!is_blank) lines.push_back({{"        + " + hexadecimal(now), Paint::good}});
  }
}

/// The changes as whole lines: those of one line of the original are shown together.
void add_diff(std::vector<Line>& lines, std::string_view before, std::string_view after) {
  const std::vector<Change> changes = text_changes(before, after);
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
    add_unchanged(lines, before.substr(at, begin - at));
    add_lines(lines, before.substr(begin, end - begin), "-", Paint::bad, shown_of_removal,
              "removed");
    const std::size_t after_end = std::min(after.size(), end + static_cast<std::size_t>(shift));
    for (const std::string_view line : split(after.substr(
             std::min(after_begin, after_end), after_end - std::min(after_begin, after_end))))
      lines.push_back({{"+ " + printable(line), Paint::good}});
    at = end;
  }
  add_unchanged(lines, before.substr(at));
}

/// The rows of a table: the first column as wide as its longest text.
class Table {
 public:
  void add(std::string name, std::string rest) {
    wide_ = std::max(wide_, name.size());
    rows_.emplace_back(std::move(name), std::move(rest));
  }
  std::vector<Line> lines() const {
    std::vector<Line> lines;
    for (const auto& [name, rest] : rows_)
      lines.push_back({{fmt::format("{:<{}} {}", name, wide_, rest),
                        lines.empty() ? Paint::bold : Paint::plain}});
    return lines;
  }

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
  std::size_t wide_ = 0;
};

std::vector<Line> nothing_yet() {
  return {{{"nothing has been removed yet", Paint::dim}}};
}

}  // namespace

std::vector<Line> plain_lines(const File& file) {
  std::vector<Line> lines;
  for (const std::string_view line : split(*file.bytes)) lines.push_back({{printable(line)}});
  return lines;
}

Page best_page(const RunState& state, const Highlight& highlight) {
  if (state.best_number == 0) return {"the best so far", nothing_yet()};
  Page page{fmt::format("best {}: {}, {}", state.best_number, counted(state.size().tokens, "token"),
                        counted(state.size().bytes, "byte")),
            {}};
  const std::vector<File>& files = state.best.files();
  for (const File& file : files) {
    if (file.kind != File::Kind::regular) continue;
    if (files.size() > 1) page.lines.push_back({{"--- " + printable(file.path), Paint::bold}});
    if (is_binary(file)) {
      std::ranges::move(hexadecimal_lines(*file.bytes), std::back_inserter(page.lines));
      continue;
    }
    std::size_t number = 0;
    for (Line& line : highlight ? highlight(file) : plain_lines(file))
      page.lines.push_back(with_number(++number, std::move(line)));
  }
  return page;
}

Page diff_page(const RunState& state) {
  if (state.best_number == 0) return {"from the original to the best so far", nothing_yet()};
  Page page{fmt::format("from the original to best {}", state.best_number), {}};
  const Document original = state.start ? state.start->original : Document();
  const Document& now = state.best;
  for (const File& file : original.files()) {
    if (file.kind != File::Kind::regular) continue;
    const auto same = std::ranges::find(now.files(), file.path, &File::path);
    if (original.files().size() > 1)
      page.lines.push_back({{fmt::format("--- {}{}", printable(file.path),
                                         same == now.files().end() ? " (removed)" : ""),
                             Paint::bold}});
    if (same == now.files().end()) continue;
    if (is_binary(file))
      add_binary_diff(page.lines, *file.bytes, *same->bytes);
    else
      add_diff(page.lines, *file.bytes, *same->bytes);
  }
  return page;
}

Page table_page(const RunState& state) {
  const auto numbers = [](std::string_view tokens, std::string_view bytes, std::string_view used,
                          std::string_view interesting, std::string_view time) {
    return fmt::format("{:>9} {:>10} {:>9} {:>11} {:>10}", tokens, bytes, used, interesting, time);
  };
  Table table;
  table.add("pass", numbers("tokens", "bytes", "used", "interesting", "test time"));
  for (const auto& [name, counts] : passes_by_gain(state.tally.stages()))
    table.add(name, numbers(with_commas(counts.tokens_removed), with_commas(counts.bytes_removed),
                            with_commas(counts.tested()),
                            percent_of(counts.interesting, counts.asked), short_time(counts.time)));
  return {"what each pass removed, most first", table.lines()};
}

Page output_page(const RunState& state) {
  Page page{"what the last refused tests printed", {}};
  if (state.printed.empty())
    page.lines.push_back({{"no refused test has printed anything so far", Paint::dim}});
  for (auto printed = state.printed.rbegin(); printed != state.printed.rend(); ++printed) {
    page.lines.push_back({{fmt::format("--- exit status {}", printed->exit_status), Paint::bold}});
    const std::string matters = line_that_matters(printed->output, state.of_interesting);
    if (!matters.empty()) page.lines.push_back({{printable(matters), Paint::bad}});
    for (const std::string_view line : split(printed->output))
      page.lines.push_back({{"  " + printable(line), Paint::dim}});
  }
  return page;
}

Page help_page() {
  Page page{"keys", {}};
  for (const char* line :  // short enough for a terminal of 40 columns
       {"v  the best so far", "d  what was removed from the original", "t  what each pass removed",
        "o  what the last refused tests printed", "s  skip this list of edits (twice)",
        "p  pause, or continue", "q  stop and keep the best (twice)", "?  these keys", "",
        "In a page:", "arrows, space, b  scroll", "g, G              go to the ends",
        "q                 back to the run", "", "A dim slot tests ahead of the search.",
        "Ctrl-C stops, Ctrl-Z suspends."})
    page.lines.push_back({{line}});
  return page;
}

}  // namespace whittle
