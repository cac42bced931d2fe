/// The signature of a failure, which distinguishes it from other failures.
///
/// It consists of the way the command ended and of the line that describes the failure best (a
/// sanitizer's summary, an assertion, an internal compiler error, a panic, an exception).
/// Addresses, paths and numbers in the line are masked, because they change from candidate to
/// candidate.
#pragma once

#include <optional>
#include <string>

#include "failure/signals.h"

#include "base/bytes.h"
#include "process/command_run.h"

namespace whittle {

struct Signature {
  int signal = 0;       ///< the signal that killed the command, or 0
  int exit_status = 0;  ///< if no signal killed it
  std::string line;     ///< masked; empty if no line looks like a failure

  /// Whether there is anything to keep: a signal, a status other than 0, or a line.
  bool is_failure() const { return signal || exit_status || !line.empty(); }
  /// "killed by SIGSEGV", "exits with 1 and prints: a.c:N:N: internal compiler error: ..."
  std::string sentence() const;
  /// A regular expression for the lines that become `line` when they are masked; empty if there is
  /// no line.
  std::string line_pattern() const;

  friend bool operator==(const Signature&, const Signature&) = default;
};

Signature signature_of(const CommandRun& run);

/// Whether `run` ended in the same way and printed such a line.
bool shows(const CommandRun& run, const Signature& signature);

/// The sentence of `run`'s signature if it fails in another way than `expected`; otherwise empty.
/// An exit status or a plain error message alone does not count as a failure here, because every
/// broken candidate ends like that.
std::string other_failure(const CommandRun& run, const std::optional<Signature>& expected);

/// `line` with addresses as `0xADDR`, paths as `PATH` and numbers as `N`.
std::string mask_line(BytesView line);

}  // namespace whittle
