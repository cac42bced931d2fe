#include "report/view_lines.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/words.h"

namespace whittle {
namespace {

/// Something to show: in all words, then in fewer, for where there is less room.
using Part = std::vector<Line>;

/// Parts side by side, as many from the front as fit, each in as many words as fit; the others are
/// left out whole.
Line side_by_side(const std::vector<Part>& parts, std::size_t width) {
  Line line;
  for (const Part& part : parts) {
    const std::size_t gap = line.empty() ? 0 : 2;
    const auto fits = std::ranges::find_if(part, [&](const Line& words) {
      return !words.empty() && columns(line) + gap + columns(words) <= width;
    });
    if (fits == part.end()) continue;
    if (gap) line.push_back({std::string(gap, ' ')});
    line.insert(line.end(), fits->begin(), fits->end());
  }
  return line;
}

Part part(std::string text, Paint paint = Paint::plain) {
  return {{{std::move(text), paint}}};
}

Part part_if(bool is_said, std::string text, Paint paint) {
  return is_said ? part(std::move(text), paint) : Part{};
}

std::size_t of(Goal goal, const RunState::SizeAt& size) {
  return goal == Goal::bytes ? size.bytes : goal == Goal::lines ? size.lines : size.tokens;
}

/// "10,000 -> 100 tokens"; where there is no room, "100 tokens".
Part from_to(std::size_t before, std::size_t now, std::string_view noun) {
  return {{{fmt::format("{} -> {}", with_commas(before), counted(now, noun))}},
          {{counted(now, noun)}}};
}

/// "0.4s", "12s", "3m": short, for many slots side by side.
std::string age(std::chrono::duration<double> time) {
  const double seconds = std::max(0.0, time.count());
  if (seconds < 9.95) return fmt::format("{:.1f}s", seconds);
  if (seconds < 100) return fmt::format("{:.0f}s", seconds);
  return fmt::format("{:.0f}m", seconds / 60);
}

std::string clock_of(std::chrono::duration<double> time) {
  return clock_time(std::chrono::duration_cast<std::chrono::seconds>(time));
}

std::string what_is_reduced(const RunStart& start) {
  if (start.files.empty()) return {};
  const std::string first = printable(start.files.front());
  return start.files.size() == 1 ? first
                                 : fmt::format("{} and {} more", first, start.files.size() - 1);
}

Line size_line(const RunState& state, std::chrono::duration<double> time, std::size_t width) {
  const RunState::SizeAt &before = state.curve.front(), &now = state.size();
  const Goal goal = counted_goal(state);
  return side_by_side(
      {part(clock_of(time), Paint::dim), part(removed_share(state) + " removed", Paint::bold),
       // Binary input is measured in bytes only.
       goal == Goal::bytes ? Part{} : from_to(before.tokens, now.tokens, "token"),
       from_to(before.bytes, now.bytes, "byte"),
       part_if(state.blanks > 0, counted(state.blanks, "blank") + " in it", Paint::plain),
       part(what_is_reduced(*state.start), Paint::dim)},
      width);
}

std::string asked(std::size_t queries) {
  return queries == 1 ? "1 query" : with_commas(queries) + " queries";
}

Line stage_line(const RunState& state, std::size_t width) {
  const RunState::CurrentList& list = state.list;
  if (list.number == 0)
    return side_by_side({part("looking for what can be removed", Paint::accent)}, width);
  return side_by_side({part(in_words(state.stage), Paint::accent),
                       {{{fmt::format("list {}: {}, {}", with_commas(list.number),
                                      counted(list.edits, "edit"), asked(list.queries)),
                          Paint::dim}},
                        {{fmt::format("list {}", with_commas(list.number)), Paint::dim}}}},
                      width);
}

std::string per_second(const RunState& state, std::chrono::duration<double> time) {
  return fmt::format("{:.1f} tests/s",
                     static_cast<double>(state.tests_run()) / std::max(time.count(), 0.001));
}

Line test_line(const RunState& state, std::chrono::duration<double> time, std::size_t width) {
  const ToldCounts& total = state.tally.total();
  const std::string run = counted(state.tests_run(), "test") + " run";
  const std::string used = fmt::format("{}, {} used", run, with_commas(total.tested()));
  return side_by_side({{{{fmt::format("{}, {} remembered", used, with_commas(total.remembered))}},
                        {{used}},
                        {{run}}},
                       part(per_second(state, time)),
                       part(percent_of(total.interesting, total.asked) + " interesting")},
                      width);
}

Line slot_line(const RunState& state, RunState::Clock::time_point now, std::size_t width) {
  const std::size_t jobs = std::max(state.start->jobs, state.slots.size());
  std::vector<Part> parts = {
      part(fmt::format("{} of {} busy", state.running(), counted(jobs, "slot")))};
  for (const std::optional<RunState::BusySlot>& slot : state.slots)
    parts.push_back(slot ? part(age(now - slot->since), slot->ahead ? Paint::dim : Paint::plain)
                         : part("-", Paint::dim));
  return side_by_side(parts, width);
}

/// Nothing if there was a gain just now.
std::string no_gain_for(const RunState& state, RunState::Clock::time_point now) {
  const auto quiet = std::chrono::floor<std::chrono::seconds>(now - state.last_gain);
  if (quiet < std::chrono::seconds(10)) return {};
  return "no gain for " +
         (quiet < std::chrono::minutes(1) ? fmt::format("{} s", quiet.count()) : short_time(quiet));
}

/// "tried since: 14 lists, 63 % of this one".
std::string tried_since(const RunState& state) {
  const RunState::TriedSince tried = state.tried();
  std::string text = "tried since: ";
  if (tried.lists > 0) text += counted(tried.lists, "list") + ", ";
  return text + fmt::format("{} of this {}", percent_of(tried.edits, tried.of),
                            tried.lists > 0 ? "one" : "list");
}

Line news_line(const RunState& state, RunState::Clock::time_point now, const ViewSize& size,
               std::size_t width) {
  if (!size.message.empty()) return cut({{size.message, Paint::question}}, width);
  const std::string quiet = no_gain_for(state, now);
  const std::size_t late = state.tally.total().timed_out;
  const auto warnings = static_cast<std::size_t>(
      std::ranges::count(state.notices, Notice::Kind::warning, &Notice::kind));
  return side_by_side(
      {part_if(size.paused, "paused; press p to continue", Paint::question),
       part_if(!quiet.empty(), quiet, Paint::warning),
       part_if(late > 0, counted(late, "test") + " reached the time limit", Paint::warning),
       part_if(warnings > 0, counted(warnings, "warning"), Paint::warning),
       part_if(!quiet.empty(), tried_since(state), Paint::dim),
       part_if(size.keys, "? for keys", Paint::dim)},
      width);
}

/// The sizes at the upper and the lower edge of the curve.
std::pair<double, double> edges_of_curve(const RunState& state) {
  const auto top = static_cast<double>(of(counted_goal(state), state.curve.front()));
  const auto now = static_cast<double>(of(counted_goal(state), state.size()));
  return {top, std::min(now, (top + 1) / 2 - 1)};
}

/// The curve, with the sizes at its edges beside it if there is room for them.
void add_curve(std::vector<Line>& lines, const RunState& state, std::chrono::duration<double> time,
               std::size_t width, std::size_t rows) {
  const auto [top, bottom] = edges_of_curve(state);
  const std::string upper = " " + counted(static_cast<std::uint64_t>(top),
                                          counted_goal(state) == Goal::bytes ? "byte" : "token");
  const std::string lower = " " + with_commas(static_cast<std::uint64_t>(std::max(0.0, bottom)));
  const bool has_labels = rows > 1 && width >= 60;
  const std::size_t wide =
      std::min<std::size_t>(100, has_labels ? width - std::max(upper.size(), lower.size()) : width);
  std::vector<std::string> curve = braille_curve(state, time, wide, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    lines.push_back({{std::move(curve[row]), Paint::good}});
    if (has_labels && row == 0) lines.back().push_back({upper, Paint::dim});
    if (has_labels && row + 1 == rows) lines.back().push_back({lower, Paint::dim});
  }
}

}  // namespace

std::vector<std::string> braille_curve(const RunState& state, std::chrono::duration<double> now,
                                       std::size_t columns, std::size_t rows) {
  const auto [upper, lower] = edges_of_curve(state);
  const double top = std::log(1 + upper), bottom = std::log(1 + lower);
  // Each character has two columns of four dots. A column is filled from below.
  const std::size_t dots_wide = 2 * columns, dots_high = 4 * rows;
  std::vector<std::size_t> heights(dots_wide);
  std::size_t point = 0;
  for (std::size_t x = 0; x < dots_wide; ++x) {
    const double at = now.count() * static_cast<double>(x + 1) /
                      static_cast<double>(std::max<std::size_t>(1, dots_wide));
    while (point + 1 < state.curve.size() && state.curve[point + 1].at.count() <= at) ++point;
    heights[x] = static_cast<std::size_t>(
        1 + std::lround(
                (std::log(1.0 + static_cast<double>(of(counted_goal(state), state.curve[point]))) -
                 bottom) /
                (top - bottom) * static_cast<double>(dots_high - 1)));
    heights[x] = std::min(heights[x], dots_high);
  }
  constexpr unsigned left[] = {0x40, 0x04, 0x02, 0x01}, right[] = {0x80, 0x20, 0x10, 0x08};
  std::vector<std::string> lines;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    const std::size_t below = 4 * (rows - 1 - row);  // dots under this row
    for (std::size_t column = 0; column < columns; ++column) {
      unsigned dots = 0;
      for (std::size_t dot = 0; dot < 4; ++dot) {
        if (heights[2 * column] > below + dot) dots |= left[dot];
        if (heights[2 * column + 1] > below + dot) dots |= right[dot];
      }
      const unsigned code = 0x2800 + dots;
      line += static_cast<char>(0xe0 | code >> 12);
      line += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      line += static_cast<char>(0x80 | (code & 0x3f));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string plain_line(const RunState& state, RunState::Clock::time_point now) {
  const auto time = state.time(now);
  const RunState::SizeAt &before = state.curve.front(), &size = state.size();
  const std::string quiet = no_gain_for(state, now);
  return fmt::format("{:>5}  {}  {}  {}  {} running  {} run, {} used  {}{}", clock_of(time),
                     text_of(from_to(before.tokens, size.tokens, "token").front()),
                     text_of(from_to(before.bytes, size.bytes, "byte").front()), state.stage,
                     state.running(), counted(state.tests_run(), "test"),
                     with_commas(state.tally.total().tested()), per_second(state, time),
                     quiet.empty() ? "" : "  " + quiet + "  " + tried_since(state));
}

std::vector<Line> view_lines(const RunState& state, RunState::Clock::time_point now,
                             const ViewSize& size) {
  // A column stays free, so that no terminal begins a new line by itself; and three more, where it
  // shows ^C.
  const std::size_t width = size.width > 8 ? size.width - 4 : size.width / 2;
  const auto time = state.time(now);
  if (!state.start)
    return {side_by_side(
        {part(clock_of(time), Paint::dim), part("testing the original", Paint::accent)}, width)};
  std::vector<Line> lines = {size_line(state, time, width)};
  const std::size_t most = std::max<std::size_t>(1, size.height / 3);
  const std::size_t rows = size.unicode && most >= 8 ? 3 : size.unicode && most >= 6 ? 1 : 0;
  add_curve(lines, state, time, width, rows);
  lines.push_back(stage_line(state, width));
  lines.push_back(test_line(state, time, width));
  lines.push_back(slot_line(state, now, width));
  lines.push_back(news_line(state, now, size, width));
  if (lines.size() > most) {  // the news are last, and say more than the slots
    lines[most - 1] = size.message.empty() && most > 1 ? lines[most - 1] : lines.back();
    lines.resize(most);
  }
  return lines;
}

}  // namespace whittle
