// The interpreter of the tables in `formats.cc`. The row that matches decides the kind and the
// message; the frames are the first lines of the row's format in the whole output, because tools
// print the stack of the failure before other stacks (of the allocation, of other threads).
#include "failure/failure.h"

#include <algorithm>
#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>

#include "base/replace_all.h"
#include "failure/formats.h"
#include "failure/mask.h"
#include "failure/output_lines.h"
#include "failure/signals.h"

namespace whittle {
namespace {

/// ClusterFuzz tells crashes of fuzz targets apart by three frames. LLVM's own script for reducing
/// crashes of compilers compares five.
constexpr std::size_t sanitizer_frames = 3;

/// LLVM's handler has three or four functions. More frames above one of the C library are those of
/// a program that crashed, and the C library called its `main`.
constexpr std::size_t most_of_handler = 4;

std::string demangled(const std::string& name) {
  // Other names would be read as types: `f` is the code of float.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

std::optional<Frame> frame_in(const std::vector<std::string>& lines, std::size_t at,
                              const FrameFormat& format) {
  const FramePatterns& patterns = patterns_of(format);
  const BytesView line = lines[at];
  if (patterns.skip.found_in(line)) return {};
  const std::size_t at_place = format.place_on_next_line ? at + 1 : at;
  std::optional<BytesView> place;
  if (at_place < lines.size()) place = patterns.place.group_in(lines[at_place]);
  const std::string shown_place(place.value_or(""));
  if (const auto part = patterns.unnamed.group_in(line))
    return Frame{std::string(*part), format.unnamed.pattern_with(quoted_pattern(*part)),
                 shown_place, false};
  const auto part = patterns.named.group_in(line);
  if (!part) return {};
  return Frame{demangled(std::string(*part)), format.named.pattern_with(quoted_pattern(*part)),
               shown_place};
}

void set_place(Failure& failure, BytesView line, const LineShape& shape) {
  if (!shape.before || !failure.place.empty()) return;
  const auto place = Pattern::compile(shape.pattern())->group_in(line);
  if (!place) return;
  failure.place_pattern = shape.pattern_with(quoted_pattern(*place));
  failure.place = *place;
  // top.py", line 7
  replace_all(failure.place, "\", line ", ":");
}

/// Reads at most `most` frames of the first stack in the failure's format. If the innermost one is
/// outside of any function, its place tells it from others.
void set_frames(Failure& failure, const std::vector<std::string>& lines, std::size_t most) {
  const FrameFormat& format = *failure.format;
  const FramePatterns& patterns = patterns_of(format);
  const bool prints_itself =
      failure.kind == FailureKind::internal_error || failure.kind == FailureKind::assertion;
  bool in_stack = false, has_ended = false;
  const auto look_at = [&](std::size_t at) {
    const BytesView line = lines[at];
    const bool begins = patterns.begins.found_in(line);
    has_ended |= begins && in_stack;
    if (failure.frames.size() == most || has_ended) return;
    in_stack |= begins || patterns.named.found_in(line) || patterns.skip.found_in(line);
    if (prints_itself && !failure.frames.empty() && failure.frames.size() <= most_of_handler &&
        failure.handler.empty() && patterns.crash.found_in(line))
      failure.handler.swap(failure.frames);
    if (failure.frames.empty() && patterns.top_level.found_in(line))
      set_place(failure, line, format.top_level);
    // A matcher skips a frame of the handler wherever it is.
    if (auto frame = frame_in(lines, at, format);
        frame && std::ranges::count(failure.handler, frame->pattern, &Frame::pattern) == 0)
      failure.frames.push_back(std::move(*frame));
  };
  for (std::size_t at = 0; at < lines.size(); ++at)
    look_at(format.innermost_last ? lines.size() - 1 - at : at);
}

struct AnnouncedLine {
  const CrashAnnouncement* row = nullptr;
  BytesView message, line;
  bool on_next_line = false;
};

/// The line behind line `at` that ends a stack of Python, whose frames are indented. The lines of
/// an exception group begin with a bar.
std::size_t end_of_stack(const std::vector<std::string>& lines, std::size_t at) {
  static const Pattern flush = *Pattern::compile("^(?: *[|+] )?[^ |+]");
  while (++at < lines.size() && !flush.found_in(lines[at])) {
  }
  return at;
}

/// The announcement in line `at`; without a row if the line announces nothing.
AnnouncedLine announced_at(const CrashAnnouncement& row, const std::vector<std::string>& lines,
                           std::size_t at) {
  const auto part = pattern_of(row).group_in(lines[at]);
  if (!part || driver_lines().found_in(lines[at])) return {};
  const std::size_t behind = row.message == MessageAt::next_line     ? at + 1
                             : row.message == MessageAt::after_stack ? end_of_stack(lines, at)
                                                                     : lines.size();
  if (behind < lines.size()) {
    const BytesView message = lines[behind];
    return {&row, message.substr(message.find_first_not_of(" |+")), lines[at], true};
  }
  if (row.message == MessageAt::after_stack) return {};
  if (row.message == MessageAt::before_stack &&
      (at + 1 == lines.size() ||
       !patterns_of(frame_format(row.frames.front())).any.found_in(lines[at + 1])))
    return {};
  return {&row, *part, lines[at]};
}

AnnouncedLine announced_in(const std::vector<std::string>& lines) {
  for (const CrashAnnouncement& row : announcements()) {
    AnnouncedLine found;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      if (found.row && row.message != MessageAt::after_stack) break;
      if (AnnouncedLine announced = announced_at(row, lines, at); announced.row) found = announced;
    }
    if (found.row) return found;
  }
  return {};
}

/// Looks for a second line that tells this failure from others with its message.
void set_detail(Failure& failure, const std::vector<std::string>& lines,
                const NamedInInput& is_name) {
  for (const DetailFormat& format : detail_formats()) {
    const bool is_of_crashes = *format.messages == '\0';
    if (is_of_crashes && !failure.is_crash()) continue;
    if (!Pattern::compile(format.messages)->found_in(failure.message)) continue;
    const Pattern pattern = *Pattern::compile(format.line.pattern());
    for (std::size_t at = 0; at < lines.size(); ++at) {
      auto part = pattern.group_in(lines[at]);
      if (!part || (format.is_announced && at == 0)) continue;
      if (format.is_announced) part = lines[at - 1];
      std::string detail = masked(*part, Numbers::are_masked, is_name);
      if (failure.message.contains(detail)) continue;
      failure.detail = std::move(detail);
      failure.detail_line = format.is_announced ? nullptr : &format.line;
    }
  }
}

std::string phase_in(const std::vector<std::string>& lines) {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> list;
    for (const LineShape& shape : phase_lines()) list.push_back(*Pattern::compile(shape.pattern()));
    return list;
  }();
  std::string phase;
  for (const std::string& line : lines)
    for (const Pattern& pattern : patterns)
      // LLVM names the innermost pass last.
      if (const auto part = pattern.group_in(line)) phase = *part;
  return phase;
}

/// A line without its indentation, for a sentence.
std::string with_single_blanks(const std::string& line) {
  std::string result;
  for (const char c : line) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\r';
    if (!is_blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

}  // namespace

const char* words_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::none:
      return "no failure";
    case FailureKind::diagnostic:
      return "error message";
    case FailureKind::time:
      return "time limit";
    case FailureKind::exception:
      return "exception";
    case FailureKind::panic:
      return "panic";
    case FailureKind::assertion:
      return "assertion";
    case FailureKind::internal_error:
      return "internal error";
    case FailureKind::sanitizer:
      return "sanitizer report";
    case FailureKind::signal:
      break;
  }
  return "signal";
}

std::string Failure::sentence() const {
  if (kind == FailureKind::time) return "does not end in time";
  std::string text =
      signal ? "killed by " + signal_name(signal) : fmt::format("exits with {}", exit_status);
  if (!message.empty()) text += fmt::format(" and prints: {}", with_single_blanks(message));
  if (!detail.empty()) text += fmt::format(", and: {}", with_single_blanks(detail));
  if (!place.empty()) text += fmt::format(", at {}", place);
  if (frames.empty() && !phase.empty()) text += fmt::format(", during {}", phase);
  if (!frames.empty()) text += fmt::format(", in {}", frames.front().name);
  if (frames.size() > 1) {
    std::vector<std::string_view> callers;
    for (std::size_t i = 1; i < frames.size(); ++i) callers.push_back(frames[i].name);
    text += fmt::format(" (called by {})", fmt::join(callers, ", "));
  }
  return text;
}

Failure failure_in(const CommandRun& run, const NamedInInput& is_name) {
  Failure failure{.signal = run.signal_shown(), .exit_status = run.exit_status};
  if (failure.signal) failure.exit_status = 0;
  if (run.timed_out) {
    failure.kind = FailureKind::time;
    return failure;
  }
  if (failure.exit_status) failure.kind = FailureKind::diagnostic;
  if (failure.signal) failure.kind = FailureKind::signal;
  const std::vector<std::string> lines = output_lines(run);
  const AnnouncedLine line = announced_in(lines);
  if (!line.row) return failure;
  // An error in the input is no part of a crash's identity: it would have to stay in the result.
  if (line.row->kind == FailureKind::diagnostic && failure.signal) return failure;
  failure.kind = line.row->kind;
  failure.message = masked(line.message, Numbers::are_masked, is_name);
  failure.announced = line.row;
  failure.message_on_next_line = line.on_next_line;
  set_detail(failure, lines, is_name);
  if (!failure.is_crash()) return failure;
  failure.phase = phase_in(lines);
  if (stack_overflows().found_in(failure.message)) return failure;
  for (const char* name : line.row->frames) {
    if (!name || !failure.frames.empty()) continue;
    failure.format = &frame_format(name);
    set_frames(failure, lines,
               failure.kind == FailureKind::sanitizer ? sanitizer_frames : failure.format->most);
  }
  if (failure.frames.empty()) set_place(failure, line.line, line.row->place);
  return failure;
}

}  // namespace whittle
