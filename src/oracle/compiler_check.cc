#include "oracle/compiler_check.h"

#include <algorithm>
#include <string_view>

#include "base/program_name.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

/// The options that decide what a program means, with their values.
std::vector<std::string> meaning(const std::vector<std::string>& command) {
  constexpr std::string_view with_value[] = {"-x", "-I", "-D", "-U", "-include", "-isystem"};
  constexpr std::string_view beginnings[] = {"-std=", "-I", "-D", "-U", "-ansi", "-m32", "-m64"};
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (std::ranges::count(with_value, word) > 0 && i + 1 < command.size()) {
      kept.push_back(word);
      kept.push_back(command[++i]);
    } else if (std::ranges::any_of(
                   beginnings, [&](std::string_view begin) { return word.starts_with(begin); })) {
      kept.push_back(word);
    }
  }
  return kept;
}

}  // namespace

std::string compiler_family(const std::string& program) {
  for (const std::string_view family : {"clang++", "clang", "g++", "gcc"})
    if (is_version_of(program, family)) return std::string(family);
  return is_version_of(program, "cc") ? "gcc" : is_version_of(program, "c++") ? "g++" : "";
}

std::optional<std::string> compiler_check(const std::vector<std::string>& command) {
  if (command.empty()) return std::nullopt;
  const std::string family = compiler_family(command.front());
  if (family.empty()) return std::nullopt;
  std::string other = family == "gcc"     ? "clang"
                      : family == "g++"   ? "clang++"
                      : family == "clang" ? "gcc"
                                          : "g++";
  if (!find_program(other)) other = command.front();
  std::vector<std::string> words = {other, "-fsyntax-only", "-w"};
  for (std::string& word : meaning(command)) words.push_back(std::move(word));
  return shell_quoted(words) + " @@";
}

}  // namespace whittle
