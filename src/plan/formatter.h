/// The very last step: the result in a natural layout, by the formatter in the row of its language
/// (`Profile::formatter`) if that program is installed.
///
/// Formatting adds white space, so it is outside the order of `goal.h` and no step of the search:
/// it comes once, after the search, adds no token, and the caller tests the formatted version and
/// drops it if it is no longer interesting.
///
/// It never makes a file larger by the goal. With tokens as the goal, the default, layout costs
/// nothing, so a formatted result may have more bytes and lines than the one the search ended with.
/// With bytes or lines as the goal, a file is formatted only if it gets no more of them.
#pragma once

#include <optional>

#include "plan/stage_maker.h"

namespace whittle {

/// The document with its files formatted, C and C++ token for token the same. Nothing if that
/// changes nothing, or if no formatter is found (WHITTLE_CLANG_FORMAT names one; empty: none; so
/// for the others). A file stays as it is if it would be larger, or if kept text would move inside.
std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document);

}  // namespace whittle
