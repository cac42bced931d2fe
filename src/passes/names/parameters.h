/// The parameters of functions, with their arguments and uses.
#pragma once

#include <vector>

#include "passes/names/names.h"

namespace whittle::names {

/// One parameter of a function: its places (one in each declaration of the function), the argument
/// in each call, and its uses.
struct Parameter {
  std::vector<Place> declared;
  std::vector<Place> arguments;
  std::vector<Place> uses;
};

/// The parameters of all functions, by the first place of the function's name.
std::vector<Parameter> all_parameters(const Names& names);

}  // namespace whittle::names
