#include "run/unfinished.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "document/disk.h"
#include "run/invocation.h"
#include "store/run_folder.h"

namespace whittle {

std::string run_folder_of(std::string file) {
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  std::error_code problem;
  const std::filesystem::path path(file);
  // All names of a file have one run folder, and `.` has it outside of the folder.
  if (std::filesystem::is_symlink(path, problem) || path.filename() == "." ||
      path.filename() == "..")
    if (std::filesystem::path real = std::filesystem::weakly_canonical(path, problem); !problem)
      file = real.string();
  return RunFolder::beside(file);
}

Unfinished::Unfinished(RunFolder folder, std::string working_folder,
                       std::vector<std::string> settings)
    : folder_(std::make_unique<RunFolder>(std::move(folder))),
      working_folder_(std::move(working_folder)),
      settings_(std::move(settings)) {}
Unfinished::Unfinished(Unfinished&&) noexcept = default;
Unfinished& Unfinished::operator=(Unfinished&&) noexcept = default;
Unfinished::~Unfinished() = default;

RunFolder Unfinished::take() && {
  return std::move(*folder_);
}

Result<Unfinished> Unfinished::open(const std::string& file) {
  Result<RunFolder> folder = RunFolder::resume(run_folder_of(file));
  if (!folder) return std::unexpected(folder.error());
  std::optional<Invocation> invocation = invocation_from(folder->identity().options);
  if (!invocation)
    return fail(ErrorKind::stale,
                fmt::format("{} does not contain the options of its run", shown(folder->path())),
                "start a new run without --resume");
  return Unfinished(std::move(*folder), std::move(invocation->folder),
                    std::move(invocation->arguments));
}

}  // namespace whittle
