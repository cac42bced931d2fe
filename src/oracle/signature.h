/// What makes a failure this failure and not another.
///
/// The way the command ended, and the first line that looks like the failure (an assertion, an
/// internal compiler error, a panic, a sanitizer's summary, an exception), with what changes from
/// candidate to candidate masked: addresses, paths, numbers.
#pragma once

#include <optional>
#include <string>

#include "process/command_run.h"

#include "base/bytes.h"

namespace whittle {

struct Signature {
  int signal = 0;       ///< that killed it, or 0
  int exit_status = 0;  ///< if no signal did
  std::string line;     ///< masked; empty if no line looks like a failure

  /// Whether there is anything to keep: an end by signal, a status other than 0, or a line.
  bool is_failure() const { return signal || exit_status || !line.empty(); }
  /// "killed by SIGSEGV", "exits with 1 and prints: a.c:N:N: internal compiler error: ..."
  std::string sentence() const;
  /// A regular expression that matches the lines which look like `line` once masked; empty if none.
  std::string line_pattern() const;

  friend bool operator==(const Signature&, const Signature&) = default;
};

Signature signature_of(const CommandRun& run);

/// Whether `run` ended the same way and prints such a line.
bool shows(const CommandRun& run, const Signature& signature);

/// The sentence of `run`'s signature if it fails in another way than `expected`; else empty. A
/// status or a plain error message is no failure here: that is how candidates that are merely
/// broken end.
std::string other_failure(const CommandRun& run, const std::optional<Signature>& expected);

/// `line` with addresses as `0xADDR`, paths as `PATH` and numbers as `N`.
std::string mask_line(BytesView line);

/// "SIGSEGV" for 11, "signal 99" for what has no name.
std::string signal_name(int signal);
/// 11 for "SEGV", "SIGSEGV" or "11"; 0 if there is no such signal.
int signal_number(const std::string& name);

}  // namespace whittle
