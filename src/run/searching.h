/// The search step of a run: from options to a search, and the search to its end.
///
/// Knows documents and oracles, but no files and no processes: `reduce` runs it with the user's
/// test, `reduce_document` with an oracle of the caller's own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/tools.h"
#include "run/recent_bests.h"
#include "run/request.h"

#include "base/result.h"
#include "oracle/oracle.h"
#include "plan/plans.h"
#include "report/event.h"
#include "report/observers.h"
#include "report/report.h"
#include "schedule/memo.h"
#include "schedule/scheduler.h"

namespace whittle {

/// What the options ask for, checked and made.
struct Prepared {
  SharedStageMaker stage_maker;
  AnyStrategy strategy;
  std::string plan;  ///< its name, or that of the unit
  std::optional<Unit>
      unit;  ///< what the one list of a run is cut into; nothing if it goes by trees
};

/// Fails if an option is unknown, or does not fit another. `tools` are the programs that passes may
/// ask; `kept_files` are left as they are.
Result<Prepared> prepare_search(const SearchOptions& options, const Document& original,
                                std::shared_ptr<Tools> tools,
                                const std::vector<std::string>& kept_files = {});

/// What observers are told when the search begins, without what only a run on files knows.
RunStart start_of(const Prepared& prepared, const Document& original, std::size_t slots,
                  std::chrono::microseconds test_takes);

struct Searched {
  Ending ending = Ending::finished;
  std::optional<Verified> verified;
};

/// Searches to the end. `bests` must be among the observers.
Result<Searched> run_search(Prepared prepared, const SearchOptions& options,
                            const Document& original, const RecentBests& bests, Oracle& oracle,
                            Memo& memo, Observer& observer);

/// What the search found, without what only a run on files knows.
Report report_of(const Searched& searched, const Document& original, const Document& result,
                 const Tally& tally);

}  // namespace whittle
