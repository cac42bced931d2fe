/// Whether a reduction turned a valid program into one that another compiler refuses.
#pragma once

#include "run/confirm.h"
#include "run/notices.h"

namespace whittle {

/// After a crash of a compiler of C or C++: asks another one about the original and the result, and
/// adds a notice if it accepts only the original. Two runs at most.
void look_for_lost_validity(const Opened& opened, const Confirmed& confirmed, Notices& notices);

}  // namespace whittle
