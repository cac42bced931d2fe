/// The choices that several papers leave open and several algorithms offer.
#pragma once

namespace whittle {

/// What ddmin asks about first: each chunk alone, or all but each chunk. Or only the latter.
enum class Order { subsets_first, complements_first, complements_only };

/// Backward reads the list from its end. Uses come after definitions and must be removed first.
enum class Direction { forward, backward };

/// Where to continue after a successful removal: at what comes next, or at the first element.
enum class AfterSuccess { proceed, restart };

}  // namespace whittle
