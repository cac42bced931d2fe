#include "closure/providers.h"

#include <array>

namespace whittle {

std::span<const GraphProvider> graph_providers() {
  static constexpr auto rows = std::to_array<GraphProvider>({
      {"clang", closure::from_clang},
      {"values", closure::from_values},
      {names_provider, closure::from_names},
  });
  return rows;
}

std::span<const GraphProvider> second_graph_providers() {
  static constexpr auto rows = std::to_array<GraphProvider>({{"calls", closure::from_calls}});
  return rows;
}

}  // namespace whittle
