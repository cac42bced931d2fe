/// A failure in the form of the samples' headers.
#pragma once

#include <fmt/format.h>
#include <string>

#include "failure/failure.h"

namespace whittle {

inline std::string shown_failure(const Failure& failure) {
  std::string text =
      fmt::format("kind: {}\nmessage: {}\n", words_of(failure.kind), failure.message);
  if (!failure.detail.empty()) text += fmt::format("detail: {}\n", failure.detail);
  if (!failure.place.empty()) text += fmt::format("place: {}\n", failure.place);
  for (const Frame& frame : failure.frames) text += fmt::format("frame: {}\n", frame.name);
  if (!failure.phase.empty()) text += fmt::format("phase: {}\n", failure.phase);
  return text;
}

/// A command that printed `err` and ended with `status`; a negative status is a signal.
inline CommandRun run_that_printed(BytesView err, int status) {
  CommandRun run{.out = BoundedOutput(1 << 20), .err = BoundedOutput(1 << 20)};
  run.signal = status < 0 ? -status : 0;
  run.exit_status = status < 0 ? 128 - status : status;
  run.err.append(err);
  return run;
}

}  // namespace whittle
