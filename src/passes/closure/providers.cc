#include "passes/closure/providers.h"

#include <array>

namespace whittle {

std::span<const GraphProvider> graph_providers() {
  static constexpr auto rows = std::to_array<GraphProvider>({
      {"clang", closure::from_clang},
      {"values", closure::from_values},
      {"names", closure::from_names},
  });
  return rows;
}

}  // namespace whittle
