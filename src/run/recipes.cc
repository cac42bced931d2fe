#include "run/recipes.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

#include "base/did_you_mean.h"
#include "base/own_program.h"
#include "document/disk.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders() {
  if (const char* const chosen = std::getenv("WHITTLE_VALID")) return {chosen};
  return {own_prefix() / WHITTLE_DATADIR "/whittle/valid",
          fs::path(WHITTLE_SHARE_SOURCE) / "valid"};
}

/// The recipes are executable; the file with their common functions is not.
bool is_recipe(const fs::directory_entry& entry) {
  std::error_code ignored;
  const auto mode = entry.status(ignored).permissions();
  return entry.path().extension() == ".sh" && (mode & fs::perms::owner_exec) != fs::perms::none;
}

}  // namespace

Result<std::string> find_recipe(std::string_view language) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders()) {
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem))
      if (is_recipe(*at)) names.push_back(at->path().stem());
    if (std::ranges::count(names, language) > 0)
      return fs::absolute(folder / fmt::format("{}.sh", language), problem).string();
    if (!names.empty()) break;  // of two folders of recipes, the second is an older copy
  }
  std::ranges::sort(names);
  if (names.empty())
    return fail(ErrorKind::input,
                fmt::format("there are no recipes in {}", shown(folders().front().string())),
                "install whittle with its share folder, or name their folder: WHITTLE_VALID");
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fail(ErrorKind::usage, unknown_name("check", language, views),
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

}  // namespace whittle
