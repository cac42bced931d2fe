/// Parameters of functions with what goes or changes with them.
#pragma once

#include <vector>

#include "passes/names/names.h"

namespace whittle::names {

/// One parameter of a function: where it is declared (once in each declaration of the function),
/// what each call gives for it, and what uses it.
struct Parameter {
  std::vector<Place> declared;
  std::vector<Place> arguments;
  std::vector<Place> uses;
};

/// The parameters of all functions, by the first place of the function's name.
std::vector<Parameter> all_parameters(const Names& names);

}  // namespace whittle::names
