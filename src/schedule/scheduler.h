/// Runs a search to its end on every slot of an oracle.
///
/// One thread decides, many slots run tests. A search is a value, so the scheduler can copy it,
/// tell the copy a possible outcome, and test the question that the copy asks next: the best guess
/// first. The search itself is told the outcomes of a run on one slot, in its order, however many
/// slots there are and however long each test takes. Only the time until the end differs.
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
  /// The most outcomes that may be told and had to be tested. Tests that ran ahead and were never
  /// told do not count, so the same limit stops at the same place for any number of slots.
  std::size_t tests = std::numeric_limits<std::size_t>::max();
  /// The search ends when it was told this many such outcomes since the last one that removed a
  /// token.
  std::size_t without_gain = std::numeric_limits<std::size_t>::max();
  /// No guess is started while this many tests are running. A guess takes processor time even if
  /// its test only sleeps, and most guesses are not used.
  std::size_t with_guesses = std::numeric_limits<std::size_t>::max();
  /// Called after each told outcome: whether the best so far is good enough.
  std::function<bool()> is_enough = {};
  /// Called before each question: whether to skip the rest of the list.
  std::function<bool()> skips = {};
  /// Whether a candidate is uninteresting without a test. A function of the candidate alone.
  std::function<bool(const Document& candidate)> refuses = {};
};

/// Leaves `search` where it stopped, and stops the tests that are still running. Returns the error
/// of an observer that fails.
Result<Ending> run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget = {});

}  // namespace whittle
