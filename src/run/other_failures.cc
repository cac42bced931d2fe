#include "run/other_failures.h"

#include <algorithm>
#include <fmt/format.h>

#include "document/disk.h"

namespace whittle {

Result<void> OtherFailures::start(Ticket ticket, const Document& candidate) {
  if (watches()) running_[ticket] = candidate;
  return inner_.start(ticket, candidate);
}

Result<Oracle::Finished> OtherFailures::wait() {
  Result<Finished> finished = inner_.wait();
  if (!finished || finished->kind != Finished::Kind::verdict || !watches()) return finished;
  const auto found = running_.find(finished->ticket);
  Result<void> looked = look_at(found->second, finished->verdict);
  running_.erase(found);
  if (!looked) return std::unexpected(looked.error());
  return finished;
}

void OtherFailures::cancel(Ticket ticket) {
  running_.erase(ticket);
  inner_.cancel(ticket);
}

Result<void> OtherFailures::look_at(const Document& candidate, const Verdict& verdict) {
  if (!options_.failures_folder.empty() && !verdict.other_failure.empty() &&
      !failures_.contains(verdict.other_failure)) {
    const auto to = std::filesystem::path(options_.failures_folder) /
                    fmt::format("{:03}", failures_.size() + 1);
    failures_[verdict.other_failure] = to.string();
    if (Result<void> saved = save(candidate, to); !saved) return saved;
    return write_file((to / "failure.txt").string(), verdict.other_failure + "\n", 0644);
  }
  if (std::ranges::find(options_.statuses, verdict.exit_status) != options_.statuses.end() &&
      saved_.insert(candidate.hash()).second)
    return save(candidate,
                fmt::format("{}.also-{}-{}", options_.file, verdict.exit_status, saved_.size()));
  return {};
}

Result<void> OtherFailures::save(const Document& candidate, const std::filesystem::path& to) const {
  for (const File& file : candidate.files()) {
    if (file.kind != File::Kind::regular) continue;
    const auto path = to / file.path;
    std::error_code problem;
    std::filesystem::create_directories(path.parent_path(), problem);
    if (problem)
      return fail(
          ErrorKind::disk,
          fmt::format("cannot make {}: {}", shown(path.parent_path().string()), problem.message()));
    if (Result<void> written = write_file(path.string(), *file.bytes, file.mode); !written)
      return written;
  }
  return {};
}

}  // namespace whittle
