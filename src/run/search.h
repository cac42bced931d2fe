/// The third step of a run: runs the search with everything that watches it.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "base/hash.h"
#include "run/open.h"
#include "run/searching.h"
#include "run/watchers.h"

namespace whittle {

/// A search that ended.
struct Searched {
  std::unique_ptr<Watchers> watchers;  ///< never null
  SearchEnd end;
  /// Whether there is nothing to continue.
  bool is_over() const { return end.ending == Ending::finished || end.ending == Ending::no_gain; }
};

using SearchOutcome = std::variant<Searched, Revoked>;

/// All arguments must outlive the returned value.
Result<SearchOutcome> search(Opened& opened, RunLog& log, Notices& notices);

/// The names of the commands of a test, for reports.
std::vector<std::string> step_names(const TestSpec& spec);

}  // namespace whittle
