// People type commands as they would in a shell: in quotes, with a pipe, without `--`, with names
// of other files of the project. Each of these habits has one meaning that is nearly always right;
// where it may be wrong, an error shows the call in full.
#include "cli/typed_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>

#include "base/replace_all.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& word) {
  std::error_code ignored;
  return fs::is_regular_file(word, ignored);
}

bool is_there(const std::string& word) {
  std::error_code ignored;
  return fs::exists(word, ignored);
}

/// A path that a test can have below its folder as it is below the current one.
bool is_below(const fs::path& path) {
  return !path.empty() && !path.is_absolute() && path != "." && *path.begin() != "..";
}

/// Whether a word of a command names a file that is here and is not reduced.
bool is_other_file(std::string_view word, const std::vector<std::string>& reduced) {
  if (word.starts_with("-I")) word.remove_prefix(2);  // a compiler's headers
  const fs::path path = fs::path(word).lexically_normal();
  std::error_code problem;
  return is_below(path) && fs::exists(path, problem) &&
         std::ranges::none_of(reduced, [&](const std::string& file) {
           return fs::path(file).lexically_normal() == path ||
                  file.starts_with(path.string() + "/");
         });
}

/// The words of the user's command; the text of a shell is taken apart at blanks and signs.
std::vector<std::string_view> words_in(const std::vector<std::string>& command) {
  const bool is_shell = command.size() > 2 && command[1] == "-c";
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < command.size(); ++i) {
    std::string_view rest = command[i];
    const std::string_view ends = is_shell && i == 2 ? " \t\n|<>&;()\"'" : "";
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(ends), rest.size());
      if (end > 0) words.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return words;
}

/// Programs that find their parts in the folder that they are started in.
constexpr std::array<std::string_view, 14> local_programs = {
    "npx", "npm",  "pnpm",  "yarn", "bunx",   "pytest", "tox",
    "git", "make", "cargo", "mvn",  "gradle", "go",     "patch"};

/// Whether tests may have the current folder around the files.
bool can_be_around(const Request& request) {
  return !request.test.around && !request.continues && !request.hosts && !request.view &&
         std::ranges::all_of(request.files, [](const std::string& file) {
           return is_below(fs::path(file).lexically_normal());
         });
}

/// `@@` in place of FILE, if words name it by a path that tests do not have.
std::vector<std::string> with_candidate(std::vector<std::string> words, const std::string& file) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) return words;
  const auto is_out_of_reach = [&](const fs::path& path) {
    return !is_below(path.lexically_normal()) && fs::equivalent(path, file, problem);
  };
  for (std::string& word : words) {
    if (is_out_of_reach(word)) word = "@@";
    // The text of a shell names it in the same ways.
    for (const std::string& name : {fs::absolute(file).lexically_normal().string(), file})
      if (word.contains(' ') && is_out_of_reach(name)) replace_all(word, name, "@@");
  }
  return words;
}

/// The folder in place of `@@/`.
std::vector<std::string> with_folder(std::vector<std::string> words, const std::string& file) {
  fs::path path = fs::path(file).lexically_normal();
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (!path.has_filename()) path = path.parent_path();  // "project/"
  if (fs::equivalent(path, ".", ignored)) path = fs::current_path();
  if (path.is_absolute() || *path.begin() == "..") path = path.filename();
  if (!is_folder) path = path.parent_path();
  const std::string folder = path.empty() ? "./" : path.string() + "/";
  // A shell takes a word with blanks apart.
  for (std::string& word : words)
    replace_all(word, "@@/", word.contains(' ') ? shell_quoted(folder) : folder);
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> as_shell_command(std::span<const std::string> words) {
  if (words.size() != 1 || words.front().find_first_of(" \t\n|<>&;") == std::string::npos ||
      find_program(words.front()))
    return std::nullopt;
  std::string text = words.front();
  const bool has_path = text.contains("@@");
  for (const std::string_view written : {"\"@@\"", "'@@'", "@@"})
    replace_all(text, written, "\"$1\"");
  std::vector<std::string> command{"sh", "-c", std::move(text)};
  if (has_path) command.insert(command.end(), {"sh", "@@"});
  return command;
}

std::optional<std::vector<std::string>> from_inside(std::vector<std::string> command,
                                                    const std::string& file) {
  std::error_code problem;
  if (!fs::equivalent(file, ".", problem)) return std::nullopt;
  if (std::ranges::any_of(command, [](const std::string& word) { return word.contains("@@"); }))
    return std::nullopt;
  // Tests have the folder under its name.
  command.insert(command.begin(), {"sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh",
                                   fs::current_path().filename().string()});
  return command;
}

std::vector<std::string> as_tests_see(std::vector<std::string> words, const std::string& file) {
  return with_candidate(with_folder(std::move(words), file), file);
}

std::optional<Error> forgotten_dashes(std::span<const std::string> arguments,
                                      std::span<const std::string> words) {
  if (words.size() < 2 || !is_file(words[0]) || !find_program(words[1])) return std::nullopt;
  const std::string& program = words[1];
  if (is_there(program) && (find_test(words[0]) || !program.contains('/'))) return std::nullopt;
  const auto file = std::ranges::search(arguments, words.first(2)).begin();
  if (file == arguments.end() || std::ranges::find(arguments, "--") != arguments.end())
    return std::nullopt;
  // A file and a test in the wrong order.
  if (is_there(program) && file + 2 == arguments.end()) return std::nullopt;
  std::vector<std::string> right{"whittle"};
  right.insert(right.end(), arguments.begin(), file + 1);
  right.emplace_back("--");
  for (auto word = file + 1; word != arguments.end(); ++word)
    right.push_back(*word == *file ? "@@" : *word);
  return Error{ErrorKind::usage,
               fmt::format("{} is a command, and a command comes after --", program),
               fmt::format("write it as: {}", shell_quoted(right))};
}

std::string word_about_here(const Request& request) {
  if (!can_be_around(request)) return {};
  const std::vector<std::string_view> words = words_in(request.test.conditions.command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_program = i == 0 || words[i - 1] == "-m" || words[i - 1] == "-c";
    if (is_program && std::ranges::find(local_programs, words[i]) != local_programs.end())
      return std::string(words[i]);
    if (i > 0 && is_other_file(words[i], request.files)) return std::string(words[i]);
  }
  return {};
}

}  // namespace whittle
