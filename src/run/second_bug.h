/// The step after the result was published: looks for a second bug in the original, with a few
/// tests (see complements.h). The result does not depend on it, and a run that is killed here and
/// continued looks again.
#pragma once

#include "run/confirm.h"
#include "run/notices.h"
#include "run/open.h"

namespace whittle {

/// Keeps a second bug beside the others (see other_failures.h). Does nothing if the original's
/// failure is no crash, since only crashes are kept, or if the run was stopped early.
void look_for_second_bug(Opened& opened, const Confirmed& confirmed, Notices& notices);

}  // namespace whittle
