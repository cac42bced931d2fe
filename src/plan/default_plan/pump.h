/// Pumps: edits that make the document larger first.
///
/// Inlining a function, or making a parameter a global variable, adds text, and may let more go
/// than it added. When the strategy inside has nothing left to do, each edit of an external pass
/// (`Pass::external`) that does not go down is tried by itself. If the larger document is
/// interesting, a copy of the strategy continues from there for a limited number of tests. As soon
/// as it has made the document smaller than it was before the pump, it takes the place of the one
/// inside; otherwise the document stays as it was.
///
/// Every pump that is kept ends smaller, so there is no cycle; when all have been tried on the same
/// text without success, the search is over. One that fails costs a test if its edit is refused,
/// and at most `tests_of_a_pump` more if it is not.
#pragma once

#include <cstddef>

#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

AnyStrategy with_pumps(SharedStageMaker stage_maker, AnyStrategy inside);

/// Tests that may be asked for after one pump, by the size of the document in tokens.
constexpr std::size_t tests_of_a_pump(std::size_t tokens) {
  return 64 + (tokens < 1600 ? tokens / 8 : 200);
}

/// Pumps of one pass on one text; further ones are left out.
inline constexpr std::size_t most_pumps = 4;

}  // namespace whittle
