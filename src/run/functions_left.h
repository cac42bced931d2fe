/// The functions that debloating has left of a program.
#pragma once

#include "document/document.h"
#include "plan/stage_maker.h"
#include "report/report.h"

namespace whittle {

/// Compares the function definitions of two versions of a program, file by file and by name.
FunctionsLeft functions_left(const Document& before, const Document& after,
                             const StageMaker& maker);

}  // namespace whittle
