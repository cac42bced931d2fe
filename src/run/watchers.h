/// Everything that watches one search: readers of its log, and the layers between it and the
/// oracle.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "oracle/flaky_watch.h"
#include "report/run_log.h"
#include "run/notices.h"
#include "run/open.h"
#include "run/other_failures.h"
#include "run/steering.h"
#include "store/journal.h"
#include "store/recorder.h"

namespace whittle {

struct Watchers {
  /// All must outlive this object. `earlier_skips` are the lists that earlier calls of the run
  /// skipped.
  Watchers(Opened& opened, std::vector<std::size_t> earlier_skips, RunLog& log, Notices& notices);
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;

  /// Whether the rest of the list is skipped here.
  bool skips_list();

  Opened& opened;
  RunLog& log;
  Notices& notices;
  Journal journal;
  Recorder recorder;
  // The layers, innermost first: each passes on to the one before it.
  FlakyWatch flaky;
  OtherFailures other_failures;
  PausableOracle oracle;
  Skips skips;
  // The journal first: an outcome that a reader shows must not be lost.
  LogReader journal_reads, recorder_reads, skips_read;
};

}  // namespace whittle
