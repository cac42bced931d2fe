/// Pumps: edits that make the document larger first.
///
/// Inlining a function, or making a parameter a global variable, adds text, but may allow more to
/// be removed than it added. When the strategy inside has nothing left to do, each edit of an
/// external pass (`Pass::external`) that does not make the document smaller is tried alone. If the
/// larger document is interesting, a copy of the strategy continues from there for a limited number
/// of tests. As soon as the copy has made the document smaller than it was before the pump, it
/// replaces the strategy inside. Otherwise the old document is restored.
///
/// Every pump that is kept ends smaller, so there is no cycle. When all pumps were tried on the
/// same text without success, the search is over. A failed pump costs one test if its edit is
/// refused, and at most `tests_of_a_pump` more if it is not.
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

/// The most pumps of one pass on one text; further ones are left out.
inline constexpr std::size_t most_pumps = 4;

}  // namespace whittle
