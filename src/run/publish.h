/// The last step of a run: writes the result, ends the record, and reports.
#pragma once

#include "report/report.h"
#include "run/confirm.h"
#include "run/open.h"

namespace whittle {

/// Whether the result is in its place.
enum class Published : std::uint8_t {
  result,
  nothing,  ///< an empty document is interesting, so everything is again as before the run
};

Result<Published> publish(Opened& opened, const Confirmed& confirmed);

/// Without the figures of the log. Requires: `publish` wrote the result.
Report report_of(Opened& opened, const Confirmed& confirmed);

/// Whether the record in a run folder stays after the end. Small is less than 5 MB.
bool keeps_record(KeepRecord record, const std::string& folder);

/// Removes the run folder if the search has finished, but not the record that the report names.
Result<void> close(Opened& opened, const Confirmed& confirmed, const Report& report);

}  // namespace whittle
