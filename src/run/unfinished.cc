#include "run/unfinished.h"

#include <filesystem>
#include <utility>

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

Unfinished::Unfinished(RunFolder folder)
    : folder_(std::make_unique<RunFolder>(std::move(folder))) {}
Unfinished::Unfinished(Unfinished&&) noexcept = default;
Unfinished& Unfinished::operator=(Unfinished&&) noexcept = default;
Unfinished::~Unfinished() = default;

RunFolder Unfinished::take() && {
  return std::move(*folder_);
}

Result<Unfinished> Unfinished::open(const std::string& file) {
  Result<RunFolder> folder = RunFolder::resume(run_folder_of(file));
  if (!folder) return std::unexpected(folder.error());
  return Unfinished(std::move(*folder));
}

}  // namespace whittle
