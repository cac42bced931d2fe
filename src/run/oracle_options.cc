#include "run/oracle_options.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/reason.h"
#include "document/disk.h"
#include "run/kept_bugs.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// The path of `path` in `folder`; nothing if it is not in it.
std::optional<std::string> path_in(const fs::path& folder, const fs::path& path) {
  std::error_code problem;
  const fs::path inside =
      fs::weakly_canonical(fs::absolute(path, problem), problem).lexically_relative(folder);
  if (problem || inside.empty() || inside == "." || *inside.begin() == "..") return {};
  return inside.string();
}

/// The files that whittle itself puts beside the input: a test that searches the folder must not
/// find the original in it.
std::vector<std::string> our_own_files(const Request& request) {
  std::vector<std::string> found{run_folder_of(place_of(request))};
  for (std::string file : request.files) {
    while (file.size() > 1 && file.ends_with('/')) file.pop_back();
    // Up to the first that is not there: this run may make it.
    std::error_code problem;
    std::string copy = file + ".orig";
    found.push_back(copy);
    for (int number = 1; fs::exists(copy, problem); ++number)
      found.push_back(copy = fmt::format("{}.orig.{}", file, number));
  }
  if (request.output && !writes_no_file(request)) found.push_back(*request.output);
  found.push_back(bugs_folder_of(place_of(request)));
  return found;
}

Result<Surroundings> surroundings_of(const Request& request, const Document& original) {
  const std::string& given = *request.test.around;
  std::error_code problem;
  const fs::path folder = fs::canonical(given, problem);
  if (problem || !fs::is_directory(folder, problem))
    return fail(ErrorKind::input, {Reason::around_is_no_folder, {shown(given)}},
                fmt::format("test.around {} is not a folder", shown(given)));
  const fs::path here = fs::current_path(problem);
  const std::optional<std::string> place = path_in(folder, here);
  if (folder == folder.root_path() || (here != folder && !place))
    return fail(ErrorKind::usage,
                {Reason::around_is_elsewhere, {shown(given), shown(folder.string())}},
                fmt::format("test.around {} must contain the current folder", shown(given)));
  for (const std::string& file : request.files)
    if (const fs::path path = fs::path(file).lexically_normal();
        path.is_absolute() || path == "." || *path.begin() == "..")
      return fail(
          ErrorKind::usage, {Reason::around_needs_path, {shown(file)}},
          fmt::format("with test.around, {} must be given by a path below the current folder",
                      shown(file)));

  Surroundings surroundings{folder.string(), place.value_or(""), {}};
  for (const File& file : original.files())
    surroundings.hidden.push_back(place ? *place + "/" + file.path : file.path);
  for (const std::string& path : our_own_files(request))
    if (auto inside = path_in(folder, path)) surroundings.hidden.push_back(std::move(*inside));
  return surroundings;
}

}  // namespace

Result<LocalOracle::Options> oracle_options(const Request& request, const Document& original,
                                            const StopReasons& stop) {
  LocalOracle::Options options{.slots = slots_of(request),
                               .document_size = original.size(),
                               .interrupt_fd = stop.fd(),
                               .around = {},
                               .outputs = !request.test.no_outputs};
  if (!request.test.around) return options;
  auto around = surroundings_of(request, original);
  if (!around) return std::unexpected(around.error());
  options.around = std::move(*around);
  return options;
}

}  // namespace whittle
