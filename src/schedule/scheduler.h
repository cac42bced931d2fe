/// Runs a search to its end on every slot of an oracle.
///
/// One thread decides, many slots run tests. A search is a value, so the scheduler can copy it,
/// tell the copy a possible outcome, and test what the copy would ask then: the best guess first.
/// The search itself is told the outcomes of a run on one slot, in its order, however many slots
/// there are and however long each test takes. Only the time until the end differs.
///
///     Memo memo;
///     AnySearch search = ...;
///     auto ending = run(search, oracle, memo, observer, {});
///     use(search.best());
///
/// docs/parallel.md has the picture.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>

#include "base/result.h"
#include "oracle/oracle.h"
#include "report/event.h"
#include "schedule/ending.h"
#include "schedule/memo.h"
#include "schedule/search.h"

namespace whittle {

struct Budget {
  /// How many outcomes may be told that had to be tested. What was tested ahead and never told
  /// does not count: the same limit stops at the same place whatever the slots.
  std::size_t tests = std::numeric_limits<std::size_t>::max();
  /// The search ends when it was told this many such outcomes since the last one that removed a
  /// token.
  std::size_t without_gain = std::numeric_limits<std::size_t>::max();
  /// No guess is started while this many tests are running. A guess takes processor time even if
  /// its test only sleeps, and most guesses are not used.
  std::size_t with_guesses = std::numeric_limits<std::size_t>::max();
  /// Asked after each outcome that is told: whether the best so far will do.
  std::function<bool()> is_enough = {};
  /// Asked before each question: whether the rest of the list is to be skipped.
  std::function<bool()> skips = {};
  /// Whether a candidate is uninteresting without a test. A function of the candidate alone.
  std::function<bool(const Document& candidate)> refuses = {};
};

/// Leaves `search` where it stopped, and stops the tests that are still running. Ends with the
/// error of an observer that fails.
Result<Ending> run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget = {});

}  // namespace whittle
