#include "page/feed.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "page/text.h"

#include "base/unique_fd.h"
#include "store/recording.h"

namespace whittle {
namespace {

/// For a page.
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

Result<Bytes> Feed::unread(std::size_t most) {
  const std::string path = Recording::events_path(folder_);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0)
    return fail(ErrorKind::stale, "there is no record in " + folder_);
  const auto size = static_cast<std::uint64_t>(found.st_size);
  // A run that is resumed cuts what came after its last query.
  if (size < read_ || read_from(file.get(), read_ - last_line_.size(), read_) != last_line_) {
    read_ = 0;
    last_line_.clear();
    has_begun_ = false;
  }
  return read_from(file.get(), read_, size - read_ > most ? read_ + most : size);
}

Result<bool> Feed::poll(Model& model, Portion portion) {
  const Result<Bytes> text = unread(portion.bytes);
  if (!text) return std::unexpected(text.error());
  if (!has_begun_) {
    bests_.reset();
    if (Result<void> opened = open_bests(); !opened) return std::unexpected(opened.error());
    const Result<Document> original = bests_->at(0);
    if (!original) return std::unexpected(original.error());
    model.begin(*original);
    documents_ = 0;
    has_begun_ = true;
  }
  const std::size_t complete = text->rfind('\n') + 1;  // 0 if there is none
  for (std::size_t begin = 0; begin < complete;) {
    const std::size_t end = text->find('\n', begin);
    model.take(BytesView(*text).substr(begin, end - begin));
    if (end + 1 == complete) last_line_ = text->substr(begin, end + 1 - begin);
    begin = end + 1;
  }
  read_ += complete;
  const Result<bool> more = take_bests(model, portion.bests);
  if (!more) return more;
  return complete > 0 || *more;
}

Result<void> Feed::open_bests() {
  Result<BestHistory> now = BestHistory::open(Recording::bests_path(folder_));
  if (!now) return std::unexpected(now.error());
  if (bests_) now->continue_from(*bests_);
  bests_ = std::move(*now);
  return {};
}

Result<bool> Feed::take_bests(Model& model, std::size_t most) {
  if (documents_ >= model.bests()) return false;
  if (bests_->size() <= documents_)
    if (Result<void> opened = open_bests(); !opened) return std::unexpected(opened.error());
  const std::size_t before = documents_;
  for (; documents_ < std::min(model.bests(), bests_->size()) && most > 0; --most, ++documents_) {
    const Result<Document> document = bests_->at(documents_ + 1);
    if (!document) break;
    model.take_best(documents_ + 1, *document);
  }
  return documents_ > before;
}

std::string Feed::refusals() {
  using nlohmann::json;
  Result<std::vector<Refusal>> refusals = Recording::refusals_in(folder_);
  json rows = json::array();
  std::size_t best = 0;
  if (refusals && !refusals->empty() && has_begun_) {
    best = refusals->back().best;
    if (bests_->size() < best) (void)open_bests();
    const Result<Document> document =
        best <= bests_->size() ? bests_->at(best) : fail(ErrorKind::stale, "not there yet");
    const std::vector<std::size_t> places =
        document ? places_of_files(*document) : std::vector<std::size_t>();
    std::erase_if(*refusals, [&](const Refusal& one) {
      return one.best != best || one.more_changes ||
             std::ranges::any_of(one.changes, [&](const Refusal::Change& change) {
               return change.file >= places.size();
             });
    });
    const auto size = [](const Refusal& one) {
      std::size_t bytes = 0;
      for (const Refusal::Change& change : one.changes) bytes += change.end - change.begin;
      return bytes;
    };
    std::ranges::stable_sort(*refusals, {}, size);
    if (refusals->size() > most_refusals) refusals->resize(most_refusals);
    for (const Refusal& one : *refusals) {
      json changes = json::array();
      for (const Refusal::Change& change : one.changes)
        changes.push_back({places[change.file] + change.begin, places[change.file] + change.end,
                           change.replacement});
      rows.push_back({one.stage.substr(0, one.stage.find('/')), one.exit_status,
                      one.untested    ? 2
                      : one.timed_out ? 1
                                      : 0,
                      one.output.substr(0, most_output), std::move(changes)});
    }
  }
  return json{{"best", best}, {"rows", std::move(rows)}}.dump(-1, ' ', false,
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
