#include "report/view_lines.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/words.h"

namespace whittle {
namespace {

/// Parts side by side, as many from the front as fit; the others are left out whole.
Line side_by_side(const std::vector<Line>& parts, std::size_t width) {
  Line line;
  for (const Line& part : parts) {
    if (part.empty()) continue;
    const std::size_t gap = line.empty() ? 0 : 2;
    if (columns(line) + gap + columns(part) > width) continue;
    if (gap) line.push_back({std::string(gap, ' ')});
    line.insert(line.end(), part.begin(), part.end());
  }
  return line;
}

std::size_t of(Goal goal, const RunState::Point& size) {
  return goal == Goal::bytes ? size.bytes : goal == Goal::lines ? size.lines : size.tokens;
}

std::string from_to(std::size_t before, std::size_t now, std::string_view noun) {
  return fmt::format("{} -> {} {}", with_commas(before), with_commas(now), noun);
}

int percent(double part, double whole) {
  return whole > 0 ? static_cast<int>(100 * part / whole) : 0;
}

/// "0.4s", "12s", "3m": short, for many slots side by side.
std::string age(std::chrono::duration<double> time) {
  const double seconds = std::max(0.0, time.count());
  if (seconds < 9.95) return fmt::format("{:.1f}s", seconds);
  if (seconds < 100) return fmt::format("{:.0f}s", seconds);
  return fmt::format("{:.0f}m", seconds / 60);
}

Line size_line(const RunState& state, std::chrono::duration<double> time, std::size_t width) {
  const RunState::Point &before = state.curve.front(), &now = state.size();
  // The lines of the original are not counted, and bytes are what binary input is made of.
  const Goal goal = state.start->goal == Goal::bytes ? Goal::bytes : Goal::tokens;
  const auto whole = static_cast<double>(of(goal, before));
  const auto left = static_cast<double>(of(goal, now));
  const Line tokens = {{from_to(before.tokens, now.tokens, "tokens")}};
  const Line bytes = {{from_to(before.bytes, now.bytes, "bytes")}};
  return side_by_side(
      {{{clock_time(std::chrono::duration_cast<std::chrono::seconds>(time)), Paint::dim}},
       {{fmt::format("{} % removed", percent(whole - left, whole)), Paint::bold}},
       goal == Goal::bytes ? bytes : tokens,
       goal == Goal::bytes ? Line{} : bytes},
      width);
}

std::string asked(std::size_t queries) {
  return queries == 1 ? "1 query" : with_commas(queries) + " queries";
}

Line stage_line(const RunState& state, std::size_t width) {
  return side_by_side(
      {{{state.tally.stage().empty() ? "beginning" : in_words(state.tally.stage()), Paint::accent}},
       {{fmt::format("list {}: {}, {}", with_commas(state.list.number),
                     counted(state.list.edits, "edit"), asked(state.list.queries)),
         Paint::dim}}},
      width);
}

Line test_line(const RunState& state, std::chrono::duration<double> time, std::size_t width) {
  const Counts& total = state.tally.total();
  const std::size_t run = state.tests_run();
  const double rate =
      static_cast<double>(state.tally.activity().run()) / std::max(time.count(), 0.001);
  return side_by_side(
      {{{fmt::format("{} run, {} used, {} remembered", counted(run, "test"),
                     with_commas(total.tested()), with_commas(total.remembered))}},
       {{fmt::format("{:.1f}/s", rate)}},
       {{fmt::format("{} % interesting", percent(static_cast<double>(total.interesting),
                                                 static_cast<double>(total.asked)))}}},
      width);
}

Line slot_line(const RunState& state, RunState::Clock::time_point now, std::size_t width) {
  const std::size_t jobs = std::max(state.start->jobs, state.slots.size());
  std::vector<Line> parts = {
      {{fmt::format("{} of {} busy", state.running(), counted(jobs, "slot"))}}};
  for (const std::optional<RunState::Slot>& slot : state.slots)
    parts.push_back({slot ? Span{age(now - slot->since), slot->ahead ? Paint::dim : Paint::plain}
                          : Span{"-", Paint::dim}});
  return side_by_side(parts, width);
}

/// Nothing if there was a gain just now.
std::string no_gain_for(const RunState& state, RunState::Clock::time_point now) {
  const auto quiet = now - state.last_gain;
  if (quiet < std::chrono::seconds(10)) return {};
  return "no gain for " + short_time(std::chrono::floor<std::chrono::seconds>(quiet));
}

/// "tried since: 14 lists, 63 % of this one".
std::string tried_since(const RunState& state) {
  const RunState::Tried tried = state.tried();
  std::string text = "tried since: ";
  if (tried.lists > 0) text += counted(tried.lists, "list") + ", ";
  return text +
         fmt::format("{} % of this {}",
                     percent(static_cast<double>(tried.edits), static_cast<double>(tried.of)),
                     tried.lists > 0 ? "one" : "list");
}

Line news_line(const RunState& state, RunState::Clock::time_point now, const ViewSize& size,
               std::size_t width) {
  if (!size.message.empty()) return cut({{size.message, Paint::warning}}, width);
  const std::string quiet = no_gain_for(state, now);
  const std::size_t late = state.tally.total().timed_out;
  const auto warnings = std::ranges::count(state.notices, Notice::Kind::warning, &Notice::kind);
  return side_by_side(
      {size.paused ? Line{{"paused; p continues", Paint::warning}} : Line{},
       quiet.empty() ? Line{} : Line{{quiet, Paint::warning}},
       late ? Line{{fmt::format("{} at the time limit", counted(late, "test")), Paint::warning}}
            : Line{},
       warnings ? Line{{counted(static_cast<std::size_t>(warnings), "warning"), Paint::warning}}
                : Line{},
       quiet.empty() ? Line{} : Line{{tried_since(state), Paint::dim}},
       size.keys ? Line{{"? for keys", Paint::dim}} : Line{}},
      width);
}

}  // namespace

std::vector<std::string> braille_curve(const RunState& state, std::chrono::duration<double> now,
                                       std::size_t columns, std::size_t rows) {
  const bool in_bytes = state.start && state.start->goal == Goal::bytes;
  const auto height_of = [&](const RunState::Point& point) {
    return std::log(1.0 + static_cast<double>(in_bytes ? point.bytes : point.tokens));
  };
  const double top = height_of(state.curve.front());
  const double bottom = std::min(height_of(state.size()), top - std::log(2.0));
  // Each character has two columns of four dots. A column is filled from below.
  const std::size_t dots_wide = 2 * columns, dots_high = 4 * rows;
  std::vector<std::size_t> heights(dots_wide);
  std::size_t point = 0;
  for (std::size_t x = 0; x < dots_wide; ++x) {
    const double at = now.count() * static_cast<double>(x + 1) /
                      static_cast<double>(std::max<std::size_t>(1, dots_wide));
    while (point + 1 < state.curve.size() && state.curve[point + 1].at.count() <= at) ++point;
    heights[x] = static_cast<std::size_t>(
        1 + std::lround((height_of(state.curve[point]) - bottom) / (top - bottom) *
                        static_cast<double>(dots_high - 1)));
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
  const std::size_t run = state.tests_run();
  const std::string quiet = no_gain_for(state, now);
  return fmt::format(
      "{:>5}  {}  {}  {}  {} running  {}, {} used  {:.1f}/s{}",
      clock_time(std::chrono::duration_cast<std::chrono::seconds>(time)),
      from_to(state.curve.front().tokens, state.size().tokens, "tokens"),
      from_to(state.curve.front().bytes, state.size().bytes, "bytes"), state.tally.stage(),
      state.running(), counted(run, "test"), with_commas(state.tally.total().tested()),
      static_cast<double>(state.tally.activity().run()) / std::max(time.count(), 0.001),
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
        {{{clock_time(std::chrono::duration_cast<std::chrono::seconds>(time)), Paint::dim}},
         {{"testing the original", Paint::accent}}},
        width)};
  std::vector<Line> lines = {size_line(state, time, width)};
  const std::size_t most = std::max<std::size_t>(1, size.height / 3);
  const std::size_t rows = size.unicode && most >= 8 ? 3 : size.unicode && most >= 6 ? 1 : 0;
  for (std::string& row : braille_curve(state, time, std::min<std::size_t>(width, 100), rows))
    lines.push_back({{std::move(row), Paint::good}});
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
