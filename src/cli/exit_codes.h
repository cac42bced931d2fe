/// Exit codes. Scripts rely on them: a number never changes its meaning.
#pragma once

#include "base/result.h"

namespace whittle {

enum ExitCode : int {
  exit_success = 0,
  exit_usage = 2,
  exit_input = 3,
  exit_test = 4,
  exit_not_interesting = 5,
  exit_disk = 6,
  exit_scratch = 7,
  exit_busy = 8,
  exit_stale = 9,
  exit_unreliable = 10,
  exit_trivial = 11,
  exit_internal = 70,
  exit_interrupted = 130,
};

constexpr ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return exit_usage;
    case ErrorKind::input:
      return exit_input;
    case ErrorKind::test:
      return exit_test;
    case ErrorKind::not_interesting:
      return exit_not_interesting;
    case ErrorKind::disk:
      return exit_disk;
    case ErrorKind::scratch:
      return exit_scratch;
    case ErrorKind::busy:
      return exit_busy;
    case ErrorKind::stale:
      return exit_stale;
    case ErrorKind::unreliable:
      return exit_unreliable;
    case ErrorKind::trivial:
      return exit_trivial;
    case ErrorKind::internal:
      break;
  }
  return exit_internal;
}

}  // namespace whittle
