/// A failure of a command as a value, without anything that changes from run to run.
///
///     const Failure failure = failure_in(run);
///     if (failure.is_crash()) print(failure.sentence());
#pragma once

#include <string>
#include <vector>

#include "failure/mask.h"
#include "process/command_run.h"

namespace whittle {

enum class FailureKind {
  none,
  diagnostic,      ///< an error message or an exit status: any broken input may cause it
  time,            ///< it was still running at its time limit
  exception,       ///< an exception that nobody caught
  panic,           ///< of Rust or Go
  assertion,       ///< also a check of the C library
  internal_error,  ///< a compiler says that it is at fault
  sanitizer,
  signal,  ///< killed by a signal, and nothing that it printed says more
};

/// "internal error" for `internal_error`.
const char* words_of(FailureKind kind);

struct CrashAnnouncement;
struct FrameFormat;
struct LineShape;

/// A function on the stack.
struct Frame {
  std::string name;  ///< demangled; `prog+0x1370` if the function is not known
  /// A regular expression for the lines that show this frame, whatever its address and place.
  std::string pattern;
  /// The source file of the function, or its program or library, as printed; empty if not shown.
  std::string place = {};
  bool has_function = true;  ///< false if only a module and an offset are known

  friend bool operator==(const Frame& a, const Frame& b) {
    return a.pattern == b.pattern && (a.has_function || a.place == b.place);
  }
};

struct Failure {
  FailureKind kind = FailureKind::none;
  int signal = 0;            ///< the signal that killed the command, or 0
  int exit_status = 0;       ///< if no signal killed it
  std::string message = {};  ///< masked (see mask.h); empty if no line looks like a failure
  /// Another line, masked, that belongs to the message: its cause, or the place of a mistake. Empty
  /// if there is none.
  std::string detail = {};
  const LineShape* detail_line = nullptr;  ///< null if the detail is a whole line
  std::vector<Frame> frames = {};   ///< innermost first, without the frames of runtime and driver
  std::vector<Frame> handler = {};  ///< of the crash: frames above them, which do not count
  std::string phase = {};           ///< "GIMPLE pass: vect"
  /// FILE:LINE in the program that failed, if its innermost frame has no function: `reader.c:31:8`
  std::string place = {};
  std::string place_pattern = {};     ///< for the lines that show this place
  bool message_on_next_line = false;  ///< behind the line that announces the failure
  /// The row of the line with the message; null if the message is any line (see telling_line.h).
  const CrashAnnouncement* announced = nullptr;
  const FrameFormat* format = nullptr;  ///< the format of the frames

  /// Whether a program broke, as opposed to one that reported an error in its input.
  bool is_crash() const { return kind > FailureKind::time; }
  bool is_failure() const { return kind != FailureKind::none; }
  /// "killed by SIGSEGV", "exits with 1 and prints: AddressSanitizer: heap-use-after-free, in f
  /// (called by main)"
  std::string sentence() const;
};

/// How `run` failed; the kind is `none` if it exited with 0 and printed nothing that looks like a
/// failure. Paths for which `is_name` is true are part of its message.
Failure failure_in(const CommandRun& run, const NamedInInput& is_name = {});

}  // namespace whittle
