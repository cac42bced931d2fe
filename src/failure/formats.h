/// How tools announce failures and print stacks: tables, with one interpreter in `failure.cc`.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/pattern.h"
#include "failure/failure.h"

namespace whittle {

/// One shape of a line: `before`, then the part that matters, then `after`, up to the end of the
/// line. A pattern for one particular line is made by quoting the part that matters.
struct LineShape {
  const char* before;
  const char* part;
  const char* after;

  /// The pattern of all lines of this shape; its first group is the part.
  std::string pattern() const;
  /// The pattern of the lines of this shape whose part matches `specific`.
  std::string pattern_with(const std::string& specific) const;
};

/// How a tool prints the frames of a stack, one line each.
struct FrameFormat {
  const char* name;
  /// A frame with the name of its function, and one with only a module and an offset, if `before`
  /// is not null.
  LineShape named, unnamed;
  /// Lines of frames that belong to the runtime, to the handler of the crash, or to the driver.
  const char* skip;
  std::size_t most;             ///< as many frames identify a failure
  bool innermost_last = false;  ///< as Python prints them
};

/// How a tool announces a failure, by one line of its output.
struct CrashAnnouncement {
  FailureKind kind;
  LineShape line;
  /// Names of the formats in which its frames may be; the first that the output has counts.
  std::array<const char*, 2> frames;
  bool message_follows = false;  ///< the message is the next line that is not empty
  /// A program may refuse any broken input in this way, as those in Python and JavaScript do.
  bool any_input = false;
};

/// An earlier row wins over a later one, whatever the order of the lines: a sanitizer's report is
/// more specific than an assertion, and both are more specific than a plain error.
std::span<const CrashAnnouncement> announcements();
/// `row`'s line, compiled once.
const Pattern& pattern_of(const CrashAnnouncement& row);

/// The format with this name. Requires: there is one.
const FrameFormat& frame_format(std::string_view name);
/// The patterns of a format, compiled once.
struct FramePatterns {
  Pattern named, unnamed, skip;
};
const FramePatterns& patterns_of(const FrameFormat& format);

/// Found in every output that announces a crash, and in few others. One search instead of one for
/// each row: most candidates are refused, and their output is looked at.
const Pattern& crash_words();
/// Lines that a driver adds after any failure; they say nothing about it.
const Pattern& driver_lines();
/// Lines in which a compiler names the pass that it was in; the first group is the pass.
std::span<const LineShape> phase_lines();
/// Messages of a stack overflow. The top frame is random then.
const Pattern& stack_overflows();

}  // namespace whittle
