/// The choices that several papers leave open and several algorithms offer.
#pragma once

namespace whittle {

/// The questions that ddmin asks first: each chunk alone, or all but each chunk; or only the
/// latter.
enum class Order { subsets_first, complements_first, complements_only };

/// Backward reads the list from its end. Uses come after definitions and must be removed first.
enum class Direction { forward, backward };

/// Where to continue after a successful removal: at the next element, or at the first one.
enum class AfterSuccess { proceed, restart };

}  // namespace whittle
