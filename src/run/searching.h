/// The search step of a run: makes a search from the options, and runs it to its end.
///
/// Knows documents and oracles, but no files and no processes. `reduce` runs it with the user's
/// test, `reduce_document` with the caller's own oracle.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oracle/oracle.h"
#include "plan/plans.h"
#include "process/tools.h"
#include "report/event.h"
#include "report/report.h"
#include "report/run_log.h"
#include "run/request.h"
#include "schedule/memo.h"
#include "schedule/scheduler.h"

namespace whittle {

/// A search that is ready to run; its options were checked.
struct Prepared {
  SharedStageMaker stage_maker;
  AnyStrategy strategy;
  std::string plan;  ///< its name, or that of the unit
  std::optional<Unit>
      unit;  ///< the unit of the only list of a run; nothing if the plan works on trees
};

/// The facts about the test that a search uses.
struct KnownTest {
  std::vector<std::string> command = {};  ///< empty: a script
  std::string script = {};                ///< its text
  std::vector<std::string> files = {};    ///< of the document, that it consists of; not changed
};

/// Fails if an option is unknown or does not fit another one. `tools` are the programs that passes
/// may ask.
Result<Prepared> prepare_search(const SearchOptions& options, const Document& original,
                                std::shared_ptr<Tools> tools, const KnownTest& test = {});

/// The event at the start of a search, except for the members that only a run on files knows.
RunStart start_of(const Prepared& prepared, const Document& original, std::size_t slots,
                  std::chrono::microseconds test_takes);

/// A notice that a program without grammars of its own uses those of the build folder; mostly
/// nothing.
std::optional<Notice> foreign_grammars(const Prepared& prepared, const Document& original);

/// A notice about a program that would make the search faster if it were installed; nothing if none
/// is missing.
std::optional<Notice> missing_tool(const Prepared& prepared, const Document& original);

struct SearchEnd {
  Ending ending = Ending::finished;
  std::optional<Verified> verified = {};
  std::string enough = {};   ///< which condition of `SearchOptions::until` holds
  std::size_t left_out = 0;  ///< as in `Report`
};

/// Calls from a search to its owner; each may be empty.
struct SearchCalls {
  std::function<bool()> skips = {};  ///< as in `Budget`
  /// If outcomes are uncertain: called after the search with its result. From then on the memo
  /// doubts refusals, and the search that is returned runs from the result until it ends or
  /// overturns a refusal.
  std::function<Result<Prepared>(const Document& result)> last_look = {};
};

/// Runs the search to its end, then verifies the result if the options say so. Requires: `log` was
/// told the start.
Result<SearchEnd> run_search(Prepared prepared, const SearchOptions& options,
                             const Document& original, Oracle& oracle, Memo& memo, RunLog& log,
                             const SearchCalls& calls = {});

/// The report of a search, except for the members that only a run on files knows, and for the
/// figures of its log.
Report report_of(const SearchEnd& end, const Document& original, const Document& result);

}  // namespace whittle
