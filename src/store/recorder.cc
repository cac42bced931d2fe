// The record is for people, so it gives way to everything else: bests wait for their share of the
// time, the record ends when the disk is nearly full, and an error in it ends the record, not the
// run. No search depends on it.
#include "store/recorder.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "document/diff.h"
#include "document/disk.h"
#include "document/disk_room.h"
#include "report/event_json.h"
#include "report/line_that_matters.h"

namespace whittle {
namespace {

/// Readers see events at most this late.
constexpr std::chrono::milliseconds longest_unwritten{250};
/// The output of the last refused tests is kept, up to this many, in case they are asked about
/// again.
constexpr std::size_t most_printed = 512;
/// The most changes of one refusal that are recorded.
constexpr std::size_t most_changes = 12;
constexpr std::size_t most_replacement = 80;
constexpr std::uint64_t most_refusals = 8 << 20;

/// The free space that is left to the journal and to the result.
constexpr std::uint64_t room_for_others = 8 << 20;

bool has_room(const std::string& folder) {
  const std::optional<DiskRoom> disk = disk_room(folder);
  return !disk || disk->free >= room_for_others;
}

RecordedRefusal refusal_of(const Told& event, const Document& best, std::size_t best_number) {
  RecordedRefusal refusal{.candidate = event.candidate.hex(),
                          .best = best_number,
                          .stage = std::string(event.stage),
                          .changes = {},
                          .exit_status = event.exit_status,
                          .timed_out = event.timed_out,
                          .untested = event.untested};
  const Document candidate = event.render();
  // Files may be missing from the candidate; the others are in the same order.
  auto now = candidate.files().begin();
  for (std::size_t file = 0; file < best.files().size(); ++file) {
    const File& before = best.files()[file];
    const bool is_there = now != candidate.files().end() && now->path == before.path;
    if (!is_there) {
      refusal.changes.push_back({file, 0, before.bytes->size()});
    } else {
      if (now->bytes != before.bytes)
        for (Change& change : diff(static_cast<std::uint32_t>(file), *before.bytes, *now->bytes))
          refusal.changes.push_back(
              {file, change.begin, change.end, change.replacement.substr(0, most_replacement)});
      ++now;
    }
  }
  refusal.more_changes = refusal.changes.size() > most_changes;
  if (refusal.more_changes) refusal.changes.resize(most_changes);
  return refusal;
}

}  // namespace

Recorder::Recorder(const std::string& folder, const Document& original, Mode mode, bool outputs)
    : folder_(folder), outputs_(outputs), best_(original) {
  if (mode == Mode::begins || !has_room(folder_)) static_cast<void>(Recording::remove(folder_));
  if (!has_room(folder_)) return;
  Result<BestHistoryWriter> bests =
      BestHistoryWriter::open(Recording::bests_path(folder_), original);
  if (!bests) return;
  bests_.emplace(std::move(*bests));
  if (mode == Mode::continues) read_record();
  open_log(size_before_, size_before_ > 0);
}

Recorder::~Recorder() {
  flush();
}

/// Finds the queries that the record has, and the outputs of earlier tests.
void Recorder::read_record() {
  const Result<Recording> recording = Recording::open(folder_);
  if (!recording) return;
  std::uint64_t end = 0;
  for (const std::string_view line : recording->lines()) {
    const std::uint64_t begin = end;
    end += line.size() + 1;
    const std::optional<RunEvent> event = event_of(line);
    if (!event) break;  // damaged: the record continues before it
    const Told* query = std::get_if<Told>(&*event);
    if (!query) continue;
    earlier_.push_back({query->candidate, query->outcome, query->at});
    begins_.push_back(begin);
    size_before_ = end;
  }
  is_replaying_ = !earlier_.empty();
  read_outputs(*recording);
}

void Recorder::read_outputs(const Recording& recording) {
  const Result<std::vector<RecordedRefusal>> refusals = recording.refusals();
  if (!refusals) return;
  for (const RecordedRefusal& refusal : *refusals)
    if (const std::optional<Hash> candidate = hash_of_hex(refusal.candidate);
        candidate && !refusal.output.empty()) {
      printed_[*candidate] = refusal.output;
      printed_order_.push_back(*candidate);
    }
}

std::vector<EarlierQuery> Recorder::earlier() const {
  return log_ ? earlier_ : std::vector<EarlierQuery>();
}

/// Drops the lines of the file after `from`, and writes there.
void Recorder::open_log(std::uint64_t from, bool append) {
  log_.reset();
  const std::string path = Recording::events_path(folder_);
  if (append) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file || ::ftruncate(file.get(), static_cast<off_t>(from)) != 0) return;
  }
  Result<std::unique_ptr<JsonLog>> log = JsonLog::open(path, {.append = append,
                                                              .slots = true,
                                                              .links = Links::refused,
                                                              .counts = false,
                                                              .outputs = outputs_});
  if (!log) return;
  log_ = std::move(*log);
  size_before_ = from;
}

void Recorder::resumed(const Resumed& event) {
  if (event.differs && event.queries < begins_.size()) open_log(begins_[event.queries], true);
  is_replaying_ = false;
  if (log_) log_->resumed(event);
  flush();  // a page reads the record up to here
}

void Recorder::started(const RunStart& event) {
  if (is_recorded()) log_->started(event);
}

void Recorder::noticed(const Notice& event) {
  if (is_recorded()) log_->noticed(event);
}

void Recorder::ended(const Report& report) {
  if (is_recorded()) log_->ended(report);
  flush();
}

void Recorder::list_began(const ListBegan& event) {
  if (is_recorded()) log_->list_began(event);
}

void Recorder::list_ended(const ListEnded& event) {
  if (is_recorded()) log_->list_ended(event);
}

void Recorder::told(const Told& event) {
  if (is_recorded() && !is_full()) log_->told(event);
  if (event.outcome == Outcome::uninteresting) record_refusal(event);
  flush_if_due();
}

void Recorder::slot_changed(const SlotChange& event) {
  if (is_recorded() && !is_full()) log_->slot_changed(event);
}

void Recorder::improved(const BestFound& event) {
  // The formatter, which has no list, only lays out the best: the refusals on that one still hold.
  if (event.list != 0) {
    best_ = *event.document;
    best_number_ = event.number;
    refused_.clear();
    refusals_.clear();
    refusals_size_ = 0;
    refusals_begin_ = true;
  }
  if (is_recorded()) log_->improved(event);
  if (bests_ && !bests_->add(event.number, *event.document)) bests_.reset();
}

void Recorder::tested(const Hash& candidate, const Verdict& verdict) {
  if (verdict.outcome == Outcome::interesting) {
    if (!verdict.output.empty()) of_interesting_ = verdict.output;
    return;
  }
  if (verdict.output.empty() || !printed_.try_emplace(candidate, verdict.output).second) return;
  printed_order_.push_back(candidate);
  if (printed_order_.size() <= most_printed) return;
  printed_.erase(printed_order_.front());
  printed_order_.pop_front();
}

void Recorder::record_refusal(const Told& event) {
  if (!log_ || !event.render || refusals_size_ > most_refusals ||
      !refusal_share_.is_due(Clock::duration::max()) || !refused_.insert(event.candidate).second)
    return;
  const Clock::time_point begin = Clock::now();
  RecordedRefusal refusal = refusal_of(event, best_, best_number_);
  if (const auto printed = printed_.find(event.candidate); outputs_ && printed != printed_.end()) {
    refusal.output = printed->second;
    refusal.line = line_that_matters(refusal.output, of_interesting_);
  }
  refusals_ += to_json(refusal) + '\n';
  refusal_share_.add(begin);
}

void Recorder::write_refusals() {
  if (refusals_.empty() || !log_) return;
  const UniqueFd file(::open(Recording::refusals_path(folder_).c_str(),
                             O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC |
                                 (std::exchange(refusals_begin_, false) ? O_TRUNC : 0),
                             0600));
  if (file) [[maybe_unused]]
    const ssize_t written = ::write(file.get(), refusals_.data(), refusals_.size());
  refusals_size_ += refusals_.size();
  refusals_.clear();
}

void Recorder::flush_if_due() {
  const Clock::time_point now = Clock::now();
  if (now - flushed_ < longest_unwritten) return;
  flushed_ = now;
  if (!has_room(folder_)) {
    log_.reset();
    bests_.reset();
    refusals_size_ = most_refusals + 1;
  }
  if (log_) log_->flush();
  // A best that had to wait must not wait for the next one, which may never come.
  if (bests_ && !bests_->flush_if_due()) bests_.reset();
  write_refusals();
}

void Recorder::flush() {
  if (log_) log_->flush();
  if (bests_ && !bests_->flush()) bests_.reset();
  write_refusals();
}

}  // namespace whittle
