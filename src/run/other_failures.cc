// A reduction meets other bugs on its way, and they are lost when the candidate is refused. Keeping
// them costs no test: each uninteresting verdict is looked at once. An example is written to a new
// folder that takes the place of the old one in one step, because a run may be killed at any
// moment.
#include "run/other_failures.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "document/disk.h"

namespace whittle {
namespace {

/// Makes the folder PREFIX and the first number that is free, so that no earlier find is replaced.
Result<std::filesystem::path> make_numbered(const std::filesystem::path& prefix,
                                            std::size_t& number) {
  if (Result<void> made = make_folders(prefix.parent_path().string(), 0700, Durability::renamed);
      !made)
    return std::unexpected(made.error());
  while (true) {
    const std::filesystem::path folder = prefix.string() + std::to_string(++number);
    if (::mkdir(folder.c_str(), 0700) == 0) return folder;
    if (errno != EEXIST) return cannot_write(folder.string(), errno);
  }
}

}  // namespace

std::string saved_candidates_of(std::string file) {
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  return file + ".also";
}

Result<void> OtherFailures::start(Ticket ticket, const Document& candidate) {
  if (watches()) running_[ticket] = candidate;
  return inner_.start(ticket, candidate);
}

Result<Oracle::Finished> OtherFailures::wait() {
  Result<Finished> finished = inner_.wait();
  if (!finished || finished->kind != Finished::Kind::verdict || !watches()) return finished;
  const auto found = running_.find(finished->ticket);
  look_at(found->second, finished->verdict);
  running_.erase(found);
  return finished;
}

void OtherFailures::cancel(Ticket ticket) {
  running_.erase(ticket);
  inner_.cancel(ticket);
}

/// The bugs that earlier runs found, and the number of the last one.
void OtherFailures::read_earlier() {
  was_read_ = true;
  remove_all_left(options_.bugs_folder);
  for (KeptBug& bug : kept_bugs(options_.bugs_folder)) {
    const auto [known, is_new] = examples_.try_emplace(bug.failure);
    Example& example = known->second;
    if (is_new || bug.bytes < example.bug.bytes) example.bug = std::move(bug);
    example.written = example.bug.bytes;
  }
}

bool OtherFailures::is_other(const Verdict& verdict) const {
  return !verdict.other_failure.empty() && !options_.not_these.contains(verdict.other_failure);
}

void OtherFailures::saw(const Document& candidate, const Verdict& verdict) {
  if (keeps_any() && is_other(verdict)) give_up_if_failed(keep(candidate, verdict.other_failure));
}

void OtherFailures::look_at(const Document& candidate, const Verdict& verdict) {
  saw(candidate, verdict);
  if (std::ranges::find(options_.statuses, verdict.exit_status) != options_.statuses.end() &&
      saved_.insert(candidate.hash()).second) {
    const std::string prefix =
        fmt::format("{}/{}-", saved_candidates_of(options_.file), verdict.exit_status);
    const auto to = make_numbered(prefix, next_[prefix]);
    give_up_if_failed(to ? save(candidate, *to) : std::unexpected(to.error()));
  }
}

/// A smaller example replaces the one before it, but not at once: a search meets the same failure
/// again and again, each time a little smaller.
Result<void> OtherFailures::keep(const Document& candidate, const std::string& failure) {
  if (!was_read_) read_earlier();
  const auto found = examples_.find(failure);
  if (found == examples_.end())
    return examples_.size() < most_bugs ? begin(candidate, failure) : Result<void>();
  Example& example = found->second;
  if (!std::exchange(example.was_seen, true) && options_.on_new) options_.on_new(example.bug);
  if (candidate.size() >= example.bug.bytes) return {};
  example.bug.bytes = candidate.size();
  if (10 * candidate.size() <= 9 * example.written) return write(example, candidate);
  example.smaller = candidate;
  return {};
}

/// The first example of a failure.
Result<void> OtherFailures::begin(const Document& candidate, const std::string& failure) {
  Example& example = examples_[failure];
  example = {.bug = {.failure = failure, .bytes = candidate.size()}, .was_seen = true};
  if (Result<void> written = write(example, candidate); !written) return written;
  if (options_.on_new) options_.on_new(example.bug);
  return {};
}

/// The folder is complete at any moment: a run may be killed. An example that the user has edited,
/// or reduced in its place, stays; the smaller one gets another number.
Result<void> OtherFailures::write(Example& example, const Document& candidate) {
  if (!is_as_kept(example.bug.folder)) {
    const std::filesystem::path folder = options_.bugs_folder;
    const auto to = make_numbered(folder / "", next_[options_.bugs_folder]);
    if (!to) return std::unexpected(to.error());
    example.bug.number = next_[options_.bugs_folder];
    example.bug.folder = to->string();
  }
  Result<NewFolder> next = NewFolder::beside(example.bug.folder);
  if (!next) return std::unexpected(next.error());
  Result<void> written = save(candidate, next->path());
  if (written) written = describe(next->path(), example.bug.failure, options_.request);
  if (written) written = next->replace(example.bug.folder, 0700);
  if (!written) {
    ::rmdir(example.bug.folder.c_str());  // if it is empty, it was made for this example
    return written;
  }
  example.written = candidate.size();
  example.smaller = {};
  return {};
}

void OtherFailures::flush() {
  for (auto& [failure, example] : examples_)
    if (const Document smaller = example.smaller; !smaller.files().empty())
      give_up_if_failed(write(example, smaller));
}

// A run must not end because something on the side cannot be kept.
void OtherFailures::give_up_if_failed(const Result<void>& kept) {
  if (kept) return;
  options_.bugs_folder.clear();
  options_.statuses.clear();
  for (auto& [failure, example] : examples_) example.smaller = {};
  if (options_.on_trouble) options_.on_trouble(kept.error());
}

std::vector<KeptBug> OtherFailures::failures() const {
  std::vector<KeptBug> bugs;
  for (const auto& [failure, example] : examples_)
    if (example.was_seen) bugs.push_back(example.bug);
  std::ranges::sort(bugs, {}, &KeptBug::number);
  return bugs;
}

Result<void> OtherFailures::save(const Document& candidate, const std::filesystem::path& to) const {
  const Result<Document> files = options_.as_on_disk ? options_.as_on_disk(candidate) : candidate;
  if (!files) return std::unexpected(files.error());
  for (const File& file : files->files()) {
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
