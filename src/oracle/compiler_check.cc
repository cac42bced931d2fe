#include "oracle/compiler_check.h"

#include <algorithm>
#include <string_view>

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
  const std::string_view name = program_name(program);
  for (const std::string_view family : {"clang++", "clang", "g++", "gcc"}) {
    const std::size_t at = name.rfind(family);
    if (at == name.npos || (at > 0 && name[at - 1] != '-')) continue;
    const std::string_view rest = name.substr(at + family.size());
    if (rest.find_first_not_of("-.0123456789") == rest.npos) return std::string(family);
  }
  return name == "cc" ? "gcc" : name == "c++" ? "g++" : "";
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
