/// Names that live as long as the program, such as those of stages: events name them by a view.
#pragma once

#include <string_view>

namespace whittle {

/// The same characters, kept for as long as the program runs.
std::string_view intern(std::string_view name);

}  // namespace whittle
