/// Which edits of a pass may be applied to files of which only parts are to be deleted
/// (`--delete-only`).
///
/// The result shows values that are in the original, so that a reader recognises the cause: a line,
/// a record, a column or a pair is deleted whole, a date stays a date, and no cell is emptied.
#pragma once

#include <span>
#include <string>

#include "passes/pass.h"

namespace whittle {

/// Takes out the edits of `pass` that write something into one of these files or cut one of its
/// values in two. Edits of other files stay.
void leave_values_whole(const Pass& pass, const Subject& subject,
                        std::span<const std::string> delete_only_files, Found& found);

}  // namespace whittle
