/// The record of a run, to be read: of a run that is in progress, was stopped or killed, or has
/// finished and kept its folder (`Request::record`). recorder.h writes it.
///
///     Result<Recording> recording = Recording::open(RunFolder::beside("bug.c"));
///     recording->tell(log);                                // its events, as values
///     Result<Document> last = recording->best(recording->best_count());
///
/// A snapshot: later events are seen by opening it again. Never waits for the run,
/// and never changes anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/document.h"
#include "report/event.h"
#include "store/best_history.h"

namespace whittle {

/// A candidate that was made from the best so far, and that the test refused.
struct RecordedRefusal {
  /// Bytes [begin, end) of a file of the best, and their replacement; mostly nothing.
  struct Replaced {
    std::size_t file = 0, begin = 0, end = 0;
    std::string replacement = {};  ///< its first bytes
  };
  std::string candidate;  ///< its hash, as the events have it
  std::size_t best = 0;   ///< the number of the best
  std::string stage;
  std::vector<Replaced> changes;
  bool more_changes = false;  ///< than those kept
  int exit_status = 0;
  bool timed_out = false, untested = false;
  std::string output = {};  ///< the first and last lines that the test printed, if they were kept
  std::string line = {};    ///< the one of them that matters (report/line_that_matters.h)
};

std::string to_json(const RecordedRefusal& refusal);

class Recording {
 public:
  static std::string events_path(const std::string& folder) { return folder + "/events.jsonl"; }
  static std::string bests_path(const std::string& folder) { return folder + "/bests"; }
  static std::string refusals_path(const std::string& folder) { return folder + "/refusals.jsonl"; }
  /// All files of a record.
  /// The events last: they show whose folder it is (lock.cc).
  static std::vector<std::string> paths(const std::string& folder) {
    return {refusals_path(folder), bests_path(folder), events_path(folder)};
  }
  static bool exists(const std::string& folder);
  static Result<void> remove(const std::string& folder);
  /// In bytes, on disk.
  static std::uint64_t size_of(const std::string& folder);

  /// `ErrorKind::stale` if there is no record in this run folder.
  static Result<Recording> open(const std::string& folder);

  /// The events, each a line of JSON without its end. Only complete lines.
  std::vector<std::string_view> lines() const;
  /// Tells an observer the events of the record. The start has no original.
  void tell(Observer& observer) const;
  /// The number of bests.
  std::size_t best_count() const { return bests_.size(); }
  /// Best `number`, from 1; 0 is the original. Requires: number <= best_count().
  Result<Document> best(std::size_t number) const { return bests_.at(number); }
  /// The refusals on the last best. Lines that cannot be read are left out.
  Result<std::vector<RecordedRefusal>> refusals() const { return refusals_in(folder_); }
  /// The same of a run folder, without reading the rest of its record.
  static Result<std::vector<RecordedRefusal>> refusals_in(const std::string& folder);

 private:
  Recording(std::string folder, Bytes events, BestHistory bests)
      : folder_(std::move(folder)), events_(std::move(events)), bests_(std::move(bests)) {}

  std::string folder_;
  Bytes events_;
  BestHistory bests_;
};

}  // namespace whittle
