/// The very last step: formats the result with the formatter in the row of its language
/// (`Profile::formatter`) if that program is installed, or by the tree of data (`reindent.h`).
///
/// Formatting adds white space, so it is outside the order of `goal.h` and no step of the search.
/// It happens once, after the search, and adds no token. The caller tests the formatted version and
/// drops it if it is no longer interesting.
///
/// A file never gets larger by the goal. With tokens as the goal, the default, layout costs
/// nothing, so a formatted result may have more bytes and lines than the one the search ended with.
/// With bytes or lines as the goal, a file is formatted only if it gets no more of them.
#pragma once

#include <optional>

#include "plan/stage_maker.h"

namespace whittle {

/// The document with its files formatted. C and C++ keep exactly the same tokens. Nothing if
/// formatting changes nothing. WHITTLE_CLANG_FORMAT names a formatter, and if it is empty, none is
/// used; the other formatters have such variables too. A file stays as it is if it would become
/// larger, or if kept text would change. Data that ended with a line end in `original` does so
/// again, if the goal is tokens.
std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document,
                                  const Document& original);

}  // namespace whittle
