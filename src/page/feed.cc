// Follows a file that another process appends to. A resumed run truncates the file after its last
// query and appends again, perhaps to the same size. So the last line that was read is compared
// before each read; if it differs, everything is read again.
#include "page/feed.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "base/unique_fd.h"
#include "document/disk.h"
#include "page/text.h"
#include "report/event_json.h"
#include "store/recording.h"

namespace whittle {
namespace {

/// Limits for a page.
constexpr std::size_t most_refusals = 2000, most_output = 600;

Bytes read_from(int file, std::uint64_t begin, std::uint64_t end) {
  Bytes bytes(end - begin, '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t more =
        ::pread(file, bytes.data() + got, bytes.size() - got, static_cast<off_t>(begin + got));
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  bytes.resize(got);
  return bytes;
}

}  // namespace

Result<Bytes> Feed::unread(Portion portion) {
  const std::string path = Recording::events_path(folder_);
  const Result<UniqueFd> file = open_file(path, Links::refused);
  struct stat found {};
  if (!file || ::fstat(file->get(), &found) != 0)
    return fail(ErrorKind::stale, "there is no record in " + folder_);
  const auto size = std::min(static_cast<std::uint64_t>(found.st_size), portion.end);
  // A run that is resumed cuts the events after its last query.
  if (size < read_ || read_from(file->get(), read_ - last_line_.size(), read_) != last_line_) {
    read_ = 0;
    last_line_.clear();
    bests_.reset();
  }
  return read_from(file->get(), read_, size - read_ > portion.bytes ? read_ + portion.bytes : size);
}

Result<bool> Feed::tell(RunLog& log, Portion portion) {
  const Result<Bytes> text = unread(portion);
  if (!text) return std::unexpected(text.error());
  const std::size_t complete = text->rfind('\n') + 1;  // 0 if there is none
  for (std::size_t begin = 0; begin < complete;) {
    const std::size_t end = text->find('\n', begin);
    std::optional<RunEvent> event = event_of(BytesView(*text).substr(begin, end - begin));
    if (event)
      if (RunStart* start = std::get_if<RunStart>(&*event)) {
        // The events have the sizes of the original, the bests have its bytes.
        Result<Document> original = best(0);
        if (!original) return std::unexpected(original.error());
        start->original = std::move(*original);
      }
    if (event) whittle::tell(log, *event);
    if (end + 1 == complete) last_line_ = text->substr(begin, end + 1 - begin);
    begin = end + 1;
  }
  read_ += complete;
  return complete > 0;
}

Result<void> Feed::open_bests() {
  Result<BestHistory> now = BestHistory::open(Recording::bests_path(folder_));
  if (!now) return std::unexpected(now.error());
  if (bests_) now->continue_from(*bests_);
  bests_ = std::move(*now);
  return {};
}

Result<Document> Feed::best(std::size_t number) {
  if (!bests_ || bests_->size() < number)
    if (Result<void> opened = open_bests(); !opened) return std::unexpected(opened.error());
  if (bests_->size() < number) return fail(ErrorKind::stale, "this best is not stored yet");
  return bests_->at(number);
}

Result<bool> Feed::give_bests(Model& model, std::size_t most) {
  if (epoch_ != model.epoch()) documents_ = 0;
  epoch_ = model.epoch();
  const std::size_t before = documents_;
  for (; documents_ < model.bests() && most > 0; --most, ++documents_) {
    const Result<Document> document = best(documents_ + 1);
    if (!document) break;
    model.take_best(documents_ + 1, *document);
  }
  return documents_ > before;
}

namespace {

using nlohmann::json;

std::size_t bytes_changed(const RecordedRefusal& refusal) {
  std::size_t bytes = 0;
  for (const RecordedRefusal::Replaced& change : refusal.changes)
    bytes += change.end - change.begin;
  return bytes;
}

/// `places` are the places of the files in the text that is shown.
json row_of(const RecordedRefusal& refusal, const std::vector<std::size_t>& places) {
  json changes = json::array();
  for (const RecordedRefusal::Replaced& change : refusal.changes)
    changes.push_back(
        {places[change.file] + change.begin, places[change.file] + change.end, change.replacement});
  const int fate = refusal.untested ? 2 : refusal.timed_out ? 1 : 0;
  return {pass_of(refusal.stage), refusal.exit_status, fate, refusal.output.substr(0, most_output),
          std::move(changes)};
}

}  // namespace

std::string Feed::refusals() {
  Result<std::vector<RecordedRefusal>> refusals = Recording::refusals_in(folder_);
  json rows = json::array();
  const std::size_t number = refusals && !refusals->empty() ? refusals->back().best : 0;
  const Result<Document> document = best(number);
  if (number > 0 && document) {
    const std::vector<std::size_t> places = places_of_files(*document);
    std::erase_if(*refusals, [&](const RecordedRefusal& one) {
      return one.best != number || one.more_changes ||
             std::ranges::any_of(one.changes, [&](const RecordedRefusal::Replaced& change) {
               return change.file >= places.size();
             });
    });
    std::ranges::stable_sort(*refusals, {}, bytes_changed);
    if (refusals->size() > most_refusals) refusals->resize(most_refusals);
    for (const RecordedRefusal& one : *refusals) rows.push_back(row_of(one, places));
  }
  return json{{"best", number}, {"rows", std::move(rows)}}.dump(-1, ' ', false,
                                                                json::error_handler_t::replace);
}

bool is_run_alive(const std::string& folder) {
  const UniqueFd file(::open((folder + "/lock").c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(file.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace whittle
