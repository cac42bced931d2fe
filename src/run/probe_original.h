/// Between opening the run folder and the search: one run of the test on the original with each
/// recorder that suits its files, until one has seen something (docs/probes.md).
#pragma once

#include "base/result.h"
#include "run/notices.h"
#include "run/open.h"

namespace whittle {

/// Fills in `StageMaker::coverage`, and stores it in the journal: a run that is resumed uses that
/// and observes nothing. These runs are no outcomes of the search. Whatever goes wrong in them, the
/// run continues without coverage; only a journal that cannot be written is an error.
Result<void> probe_original(Opened& opened, Notices& notices);

}  // namespace whittle
