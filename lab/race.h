/// ddmin as a race: many chunks and complements are tested at once, the first that is found
/// interesting wins, and the rest are stopped.
///
/// R. Hodován and Á. Kiss, "Practical Improvements to the Minimizing Delta Debugging Algorithm",
/// 2016: Algorithm 3 ("parallel") and, with `combined`, Algorithm 4, which does not wait for the
/// last subset before it tests the first complement. With `one_pass`, a refused complement is not
/// tested again before the next cut: the parallel form of OPDD, whose paper (Gharachorlu and
/// Sumner, 2018, section V-E) compares it with a parallel ddmin.
///
/// It exists for comparison. **Which candidate wins depends on how long each test takes**, so two
/// runs may end with different results (each is 1-minimal), and at every success the work of the
/// other slots is discarded. `run` in scheduler.h has neither problem; use it for anything else.
///
///     auto raced = race(edits, {.order = Order::complements_only}, "lines/race", oracle, memo,
///                       observer);
///     use(edits->render(raced->kept));
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "algorithms/choices.h"
#include "base/result.h"
#include "document/edit.h"
#include "oracle/oracle.h"
#include "report/event.h"
#include "schedule/memo.h"
#include "schedule/scheduler.h"

namespace whittle {

struct RaceOptions {
  /// The paper leaves subsets out of Algorithm 3 only; Algorithm 4 without them is the same.
  Order order = Order::subsets_first;
  Direction direction = Direction::forward;
  AfterSuccess after_success = AfterSuccess::proceed;
  bool combined = false;  ///< subsets and complements in one heat: Algorithm 4
  bool one_pass = false;  ///< without revisits, as `OnePass`
  std::size_t list = 1;   ///< the number of the list, for reports
};

struct Raced {
  Ending ending;
  Subset kept;             ///< the smallest subset known to be interesting
  std::size_t rounds = 0;  ///< "iterations" in the paper's Table 3
};

/// Reduces one list. Assumes that all of it is interesting; does not ask about the empty list.
Result<Raced> race(std::shared_ptr<const EditList> edits, RaceOptions options,
                   std::string_view stage, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget = {});

}  // namespace whittle
