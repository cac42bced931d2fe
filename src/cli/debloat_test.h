/// The test in stages that `--make-test debloat` writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whittle {

/// The name of the template, and of the script without its suffix.
inline constexpr std::string_view debloat_template = "debloat";

/// A shell script with the usual stages for a C program in these files. The user fills in the
/// behaviour that must stay; until then it accepts nothing. `name` is the script's own file name.
std::string debloat_test(const std::vector<std::string>& files, std::string_view name);

}  // namespace whittle
