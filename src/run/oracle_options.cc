#include "run/oracle_options.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/reason.h"
#include "document/disk.h"
#include "run/kept_bugs.h"
#include "run/other_failures.h"

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

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// The place of the result if it is not FILE. A folder may hold files that the test needs.
std::string place_of_output(const Request& request) {
  std::error_code problem;
  const fs::path output = *request.output;
  const bool is_one_file =
      request.files.size() == 1 && !fs::is_directory(request.files.front(), problem);
  return is_one_file && fs::is_directory(output, problem)
             ? (output / fs::path(request.files.front()).filename()).string()
             : output.string();
}

/// The files that whittle itself puts beside the input: a test that searches the folder must not
/// find the original in it, nor another candidate.
std::vector<std::string> our_own_files(const Request& request) {
  std::vector<std::string> found = request.own_files;
  found.push_back(run_folder_of(place_of(request)));
  found.push_back(bugs_folder_of(place_of(request)));
  for (const std::string& given : request.files) {
    const std::string file = without_slash(given);
    std::error_code problem;
    found.push_back(run_folder_of(fs::weakly_canonical(file, problem).string()));  // its lock
    found.push_back(saved_candidates_of(file));
    // Up to the first that is not there: this run may make it.
    for (const char* suffix : {".orig", ".best"}) {
      std::string copy = file + suffix;
      found.push_back(copy);
      for (int number = 1; fs::exists(copy, problem); ++number)
        found.push_back(copy = fmt::format("{}{}.{}", file, suffix, number));
    }
  }
  if (request.output && !writes_no_file(request)) found.push_back(place_of_output(request));
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
