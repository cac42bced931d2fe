/// Compilers and solvers that whittle knows by name: what to ask them about themselves.
#pragma once

#include <span>
#include <string_view>

namespace whittle {

struct KnownTool {
  std::string_view name;
  /// The option that says most about the tool: its version, target and configuration.
  std::string_view version_option;
};

std::span<const KnownTool> known_tools();

/// The version option of the tool that a path leads to; empty if it is none of the known ones.
std::string_view version_option(std::string_view path);

/// Lists the optimisations of a gcc, and which of them are enabled at the level that is given too.
inline constexpr std::string_view list_optimisations[] = {"-Q", "--help=optimizers"};

}  // namespace whittle
