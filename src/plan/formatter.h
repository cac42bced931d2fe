/// The very last step: the result in a natural layout, by clang-format where that fits.
///
/// Formatting adds white space, so it is outside the order of `goal.h` and no step of the search:
/// it comes once, after the search, changes nothing but white space, and whoever calls it tests
/// what comes out and drops it if it is not interesting any more.
#pragma once

#include <optional>

#include "plan/stage_maker.h"

namespace whittle {

/// The document with its C and C++ files formatted, token for token the same. Nothing if that
/// changes nothing, if no clang-format is found (WHITTLE_CLANG_FORMAT names one; empty: none), or
/// if bytes are the goal. A file stays as it is if kept text would move inside or, with lines as
/// the goal, if it would get more of them.
std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document);

}  // namespace whittle
