#include "run/unfinished.h"

#include <fmt/format.h>
#include <utility>

#include "run/invocation.h"

#include "document/disk.h"

namespace whittle {

std::string run_folder_of(std::string file) {
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  return RunFolder::beside(file);
}

Result<Unfinished> Unfinished::open(const std::string& file) {
  Result<RunFolder> folder = RunFolder::resume(run_folder_of(file));
  if (!folder) return std::unexpected(folder.error());
  std::optional<Invocation> invocation = invocation_from(folder->identity().options);
  if (!invocation)
    return fail(ErrorKind::stale,
                fmt::format("{} does not say what it was run with", shown(folder->path())),
                "start anew without --resume");
  return Unfinished(std::move(*folder), std::move(invocation->folder),
                    std::move(invocation->arguments));
}

}  // namespace whittle
