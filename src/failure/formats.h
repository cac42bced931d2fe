/// How tools announce failures and print stacks: tables, with one interpreter in `failure.cc`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/pattern.h"
#include "failure/failure.h"

namespace whittle {

/// One shape of a line: `before`, then the part that matters, then `after`, up to the end of the
/// line. A pattern for one particular line is made by quoting the part that matters.
struct LineShape {
  const char* before = nullptr;
  const char* part = nullptr;
  const char* after = nullptr;

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
  std::size_t most;    ///< as many frames identify a failure
  const char* begins;  ///< a line that begins a stack; null if the tool prints one stack only
  bool innermost_last = false;  ///< as Python prints them
  /// Where a frame shows the source file of its function, or its module: the first group. Null if
  /// no frame of this format shows it.
  const char* place = nullptr;
  bool place_on_next_line = false;
  /// A frame outside of any function, whose part is FILE:LINE. `before` is null if there is none.
  LineShape top_level = {};
  /// If a program prints its own stack, the frames above such a line are those of its handler of
  /// crashes. Null if programs do not print stacks of this format.
  const char* crash = nullptr;
};

/// Where a tool prints the message of a failure.
enum class MessageAt : std::uint8_t {
  same_line,    ///< in the line that announces it
  next_line,    ///< in the next line that is not empty
  after_stack,  ///< in the next line that is not indented; the last announcement counts
  before_stack  ///< in the line before the first frame; without a frame the line announces nothing
};

/// How a tool announces a failure, by one line of its output.
struct CrashAnnouncement {
  FailureKind kind;
  LineShape line;
  /// Names of the formats in which its frames may be; the first that the output has counts.
  std::array<const char*, 2> frames;
  MessageAt message = MessageAt::same_line;
  /// A program may refuse any broken input in this way, as those in Python and JavaScript do.
  bool any_input = false;
  /// The same line, in which the part that matters is the place in the source of the program that
  /// failed. `before` is null if the tool prints none.
  LineShape place = {};
};

/// A second line that tells failures apart which have the same message.
struct DetailFormat {
  const char* messages;       ///< of these messages only; of all crashes if empty
  LineShape line;             ///< the last such line counts
  bool is_announced = false;  ///< the detail is the whole line before
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
  Pattern any;                              ///< how each frame begins, whether it has a name or not
  Pattern begins, place, top_level, crash;  ///< match nothing if the format has no such line
};
const FramePatterns& patterns_of(const FrameFormat& format);

std::span<const DetailFormat> detail_formats();

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
