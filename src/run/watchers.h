/// Everything that watches one search: its observers, and the layers between it and the oracle.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "oracle/flaky_watch.h"
#include "report/observers.h"
#include "report/tally.h"
#include "run/notices.h"
#include "run/open.h"
#include "run/other_failures.h"
#include "run/recent_bests.h"
#include "run/steering.h"
#include "store/journal.h"
#include "store/recorder.h"

namespace whittle {

struct Watchers {
  /// All must outlive this object. `earlier_skips` are the lists that earlier calls of the run
  /// skipped.
  Watchers(Opened& opened, std::vector<std::size_t> earlier_skips, Observer& observer,
           Notices& notices);
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;
  ~Watchers();

  /// Tells those that are not the caller's that the search begins.
  void begin(const RunStart& start);
  /// Whether the rest of the list is skipped here.
  bool skips_list();

  Opened& opened;
  Notices& notices;
  Journal journal;
  Tally tally;
  Observers all;
  RecentBests bests;
  Recorder recorder;
  // The layers, innermost first: each passes on to the one before it.
  FlakyWatch flaky;
  OtherFailures other_failures;
  PausableOracle oracle;
  Skips skips;
};

}  // namespace whittle
