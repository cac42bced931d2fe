#include "run/other_failures.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>

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

/// The failures that earlier runs found, with their folders, and the next free number.
void OtherFailures::read_earlier() {
  was_read_ = true;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(options_.failures_folder, problem))
    if (Result<Bytes> text = read_file((entry.path() / "failure.txt").string()))
      earlier_.emplace(*std::move(text), entry.path().string());
}

/// Makes the folder PREFIX and the first number that is free, so that no earlier find is replaced.
Result<std::filesystem::path> OtherFailures::make_numbered(const std::filesystem::path& prefix,
                                                           int digits) {
  std::error_code problem;
  if (prefix.has_parent_path()) std::filesystem::create_directories(prefix.parent_path(), problem);
  for (std::size_t& number = next_[prefix.string()];;) {
    const std::filesystem::path folder = prefix.string() + fmt::format("{:0{}}", ++number, digits);
    if (::mkdir(folder.c_str(), 0700) == 0) return folder;
    if (errno != EEXIST) return cannot_write(folder.string(), errno);
  }
}

Result<void> OtherFailures::look_at(const Document& candidate, const Verdict& verdict) {
  if (!options_.failures_folder.empty() && !verdict.other_failure.empty() &&
      !failures_.contains(verdict.other_failure)) {
    if (!was_read_) read_earlier();
    const std::string text = verdict.other_failure + "\n";
    if (const auto found = earlier_.find(text); found != earlier_.end()) {
      failures_[verdict.other_failure] = found->second;
      return {};
    }
    const auto to = make_numbered(std::filesystem::path(options_.failures_folder) / "", 3);
    if (!to) return std::unexpected(to.error());
    failures_[verdict.other_failure] = to->string();
    if (Result<void> saved = save(candidate, *to); !saved) return saved;
    return write_file((*to / "failure.txt").string(), text, 0600);
  }
  if (std::ranges::find(options_.statuses, verdict.exit_status) != options_.statuses.end() &&
      saved_.insert(candidate.hash()).second) {
    const auto to =
        make_numbered(fmt::format("{}.also-{}-", options_.file, verdict.exit_status), 1);
    if (!to) return std::unexpected(to.error());
    return save(candidate, *to);
  }
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
