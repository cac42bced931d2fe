/// Mistakes of the world (files, scripts, options) are returned as `Result<T>`. Only `cli/` prints
/// them, adds a command that the user can type, and chooses the exit code.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace whittle {

/// One for each exit code that a user can meet; `cli/exit_codes.h` has the numbers.
enum class ErrorKind {
  usage,            ///< unknown option, bad value, contradiction
  input,            ///< the file to reduce is missing, unreadable, or of the wrong kind
  test,             ///< the test is missing, not executable, or cannot be started
  not_interesting,  ///< the test does not find the original interesting
  disk,             ///< no space left, or a file could not be written
  scratch,          ///< the scratch folder is missing or cannot be created
  busy,             ///< another run holds the file
  stale,            ///< a run cannot be resumed: its test or its original has changed
  unreliable,       ///< the test contradicts itself, or the result failed its last check
  trivial,          ///< an empty input is interesting: the test accepts too much
  internal,         ///< a broken promise of ours
};

enum class Reason : std::uint16_t;  // base/reason.h; 0: none

/// The same fact for programs, which may say it in terms of their own: a command line names
/// options where messages name members of `Request`.
struct Cause {
  Reason reason{};
  std::vector<std::string> values = {};  ///< base/reason.h says which
};

/// The fact with its names and values, then the way out, on separate lines.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message = {};  ///< one line: the fact
  std::string way_out = {};  ///< further lines, or empty: a member to set, the command, a folder
  Cause cause = {};
  /// The file whose run was begun and can be continued (`Unfinished`); empty: none.
  std::string unfinished = {};
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorKind kind, std::string message, std::string way_out = {}) {
  return std::unexpected<Error>(Error{kind, std::move(message), std::move(way_out)});
}
inline std::unexpected<Error> fail(ErrorKind kind, Cause cause, std::string message,
                                   std::string way_out = {}) {
  return std::unexpected<Error>(
      Error{kind, std::move(message), std::move(way_out), std::move(cause)});
}

}  // namespace whittle
