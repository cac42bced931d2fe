#include "process/known_tools.h"

#include <gtest/gtest.h>
#include <string_view>
#include <utility>

namespace whittle {
namespace {

TEST(VersionOption, IsKnownByTheNameOfACompiler) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"gcc", "-v"},
      {"/usr/bin/gcc-12", "-v"},
      {"g++-12.2.0", "-v"},
      {"cc", "-v"},
      {"c++", "-v"},
      {"clang", "-v"},
      {"clang++-15", "-v"},
      {"x86_64-linux-gnu-gcc-12", "-v"},
      {"arm-none-eabi-g++", "-v"},
      {"rustc", "-vV"},
      {"go", "version"},
      {"javac", "-version"},
      {"opt-15", "--version"},
      {"z3", "--version"},
  };
  for (const auto& [program, option] : rows) EXPECT_EQ(version_option(program), option) << program;
}

TEST(VersionOption, IsEmptyForOtherPrograms) {
  for (const std::string_view program :
       {"", "sh", "gcc-ar", "clang-tidy", "clang-format-15", "cargo", "mygcc", "gccgo", "c++filt",
        "ccache", "gopls", "/gcc/x", "optimize", "gcc.sh"})
    EXPECT_EQ(version_option(program), "") << program;
}

}  // namespace
}  // namespace whittle
