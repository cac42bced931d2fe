#include "closure/providers.h"

#include <array>

namespace whittle {

std::span<const GraphProvider> graph_providers() {
  static constexpr auto rows = std::to_array<GraphProvider>({
      {"clang", closure::from_clang, "bench: closure-cxx-first"},
      {values_provider, closure::from_values, "bench: values-xml"},
      {"llvm", closure::from_llvm, "bench: anytime-llvm-closures"},
      {names_provider, closure::from_names, "bench: closure-cost-go"},
  });
  return rows;
}

std::span<const GraphProvider> second_graph_providers() {
  static constexpr auto rows =
      std::to_array<GraphProvider>({{"calls", closure::from_calls, "bench: second-search-after"}});
  return rows;
}

}  // namespace whittle
