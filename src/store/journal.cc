// The order of writing is the promise: outcomes go to the journal before a best that depends on
// them goes to FILE. So after a kill, FILE is never ahead of the journal, and a resumed run can
// reach every best that a user has seen.
//
// Writing costs time, and a slow disk must not slow the run. So each kind of writing has a share of
// the run's time, and waits for its turn if the share is used up.
#include "store/journal.h"

#include <utility>

namespace whittle {
namespace {

/// The outcome of a test that took this long is written at once: testing it again would cost more
/// than a commit.
constexpr std::chrono::seconds precious{1};
/// Pending outcomes are written, and the best is published, at the first event after this pause, so
/// that a kill loses little even if the disk is slow.
constexpr std::chrono::seconds longest_wait{1};

}  // namespace

Journal::Journal(RunFolder& folder, Publish publish, int parts, Share::Now now)
    : folder_(folder),
      publish_(std::move(publish)),
      best_(folder.original()),
      publications_({}, parts, std::move(now)) {}

Journal::~Journal() {
  static_cast<void>(flush());
}

void Journal::tested(const Hash& candidate, const Verdict& verdict) {
  if (error_) return;
  pending_.outcomes.emplace_back(candidate, verdict);
  if (commits_.is_due(longest_wait) || verdict.duration >= precious) commit(false);
  publish_if_due();
}

/// Written at once, since finding it out took as long as a test. A replayed one replaces itself.
void Journal::explained(const Explained& event) {
  if (error_) return;
  pending_.reasons.emplace_back(event.candidate, event.needs);
  commit(false);
}

void Journal::improved(const BestFound& event) {
  if (error_) return;
  best_ = *event.document;
  is_stored_ = false;
  const Hash hash = best_.hash();
  const std::size_t number = event.number - 1;
  const std::vector<Best>& past = folder_.bests();
  // A replayed best was published before; see the class comment for the last one. If the replay
  // differs from the record (the test is random, or --force was given), the record from here on is
  // replaced.
  if (number < past.size() && past[number].hash == hash) {
    if (number + 1 < past.size()) return;
  } else {
    pending_.best_number = number;
    pending_.best = {hash, best_.size(), event.queries};
    // The best itself is large and FILE has it too, so it is stored only if time allows.
    commit(documents_.is_due(Share::Clock::duration::max()));
  }
  is_published_ = false;
  publish_if_due();
}

/// A power cut must not leave FILE empty, and the journal must know the version that FILE has: both
/// wait for the disk. If bests come quicker than that, only some of them are published.
void Journal::publish_if_due() {
  if (!is_published_ && !error_ && publications_.is_due(longest_wait)) publish();
}

void Journal::publish() {
  const Share::Clock::time_point start = publications_.now();
  keep(folder_.append(pending_, Durability::whole));
  if (error_) return;
  pending_ = {};
  keep(publish_(best_));
  is_published_ = true;
  publications_.add(start);
}

Result<void> Journal::flush() {
  if (!error_) commit(!is_stored_);
  if (!error_ && !is_published_) publish();
  if (error_) return std::unexpected(*error_);
  return {};
}

void Journal::commit(bool with_document) {
  if (with_document) pending_.document = best_;
  if (pending_.empty()) return;
  const Share::Clock::time_point start = Share::Clock::now();
  keep(folder_.append(pending_));
  (with_document ? documents_ : commits_).add(start);
  if (error_) return;
  pending_ = {};
  is_stored_ = is_stored_ || with_document;
}

void Journal::keep(Result<void> result) {
  if (!result && !error_) error_ = std::move(result.error());
}

}  // namespace whittle
