/// Runs a search to its end on every slot of an oracle.
///
/// One thread thinks, many slots run. A search is a value, so the scheduler copies it, tells the
/// copy what might come out, and tests what the copy would ask then: best guess first. The search
/// itself is told the outcomes of a run on one slot, in its order, however many slots there are and
/// however long each test takes; only the time until the end differs.
///
///     Memo memo;
///     AnySearch search = ...;
///     auto ending = run(search, oracle, memo, observer, {});
///     use(search.best());
///
/// docs/parallel.md has the picture.
#pragma once

#include <cstddef>
#include <limits>

#include "base/result.h"
#include "oracle/oracle.h"
#include "report/event.h"
#include "schedule/memo.h"
#include "schedule/search.h"

namespace whittle {

enum class Ending { finished, tests_spent, interrupted };

struct Budget {
  /// How many outcomes may be told that had to be tested. What was tested ahead and never told
  /// does not count: the same limit stops at the same place whatever the slots.
  std::size_t tests = std::numeric_limits<std::size_t>::max();
  /// How many tests may run at a time when the last of them is a guess. A guess takes processors
  /// even if the test it runs only sleeps, and most guesses are in vain.
  std::size_t with_guesses = std::numeric_limits<std::size_t>::max();
};

/// Leaves `search` where it stopped; tests still running then are stopped.
Result<Ending> run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget = {});

}  // namespace whittle
