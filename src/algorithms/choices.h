/// The choices that several papers leave open and several algorithms offer.
#pragma once

namespace whittle {

/// Which ddmin asks about first: each chunk alone, or all but each chunk; or only the latter.
enum class Order { subsets_first, complements_first, complements_only };

/// Backward reads the list from its end: uses come after definitions, and must go before them.
enum class Direction { forward, backward };

/// Where to go on after a removal worked: at what comes next, or at the first element again.
enum class AfterSuccess { proceed, restart };

}  // namespace whittle
