/// A file as lines in colours, by its tree; without colours if its language is unknown or the file
/// is large.
#pragma once

#include <vector>

#include "document/document.h"
#include "report/lines.h"

namespace whittle {

std::vector<Line> highlighted(const File& file);

}  // namespace whittle
