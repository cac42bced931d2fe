/// Follows the record of a run (`store/recording.h`), also while the run is in progress, and after
/// it was killed and resumed. Its events are told to a log, as those of a run of this process are.
///
///     Model model;
///     RunLog log(model, RunLog::Times::as_told);
///     Feed feed(RunFolder::beside("bug.c"));
///     while (...) {
///       feed.tell(log);
///       feed.give_bests(model);
///     }
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/result.h"
#include "page/model.h"
#include "report/run_log.h"
#include "store/best_history.h"

namespace whittle {

class Feed {
 public:
  /// `folder` is the run folder. Nothing is opened before it is needed.
  explicit Feed(std::string folder) : folder_(std::move(folder)) {}

  /// Limits of one call. The rest is left for the next one.
  struct Portion {
    std::size_t bytes = std::numeric_limits<std::size_t>::max();    ///< of events
    std::uint64_t end = std::numeric_limits<std::uint64_t>::max();  ///< a place in their file
  };
  /// Tells the events that were recorded since the last call, and says whether there were any. If
  /// the record was cut, it is told from its start again. `ErrorKind::stale` if there is no record,
  /// as before the start of the run.
  Result<bool> tell(RunLog& log, Portion portion);
  /// All of them.
  Result<bool> tell(RunLog& log) { return tell(log, {}); }

  /// Gives a model at most `most` documents of bests that it knows from events. Says whether there
  /// were any.
  Result<bool> give_bests(Model& model, std::size_t most = std::numeric_limits<std::size_t>::max());

  /// The refusals on the last best, as JSON: the number of the best, and rows of pass, exit status,
  /// fate (0 refused, 1 out of time, 2 not tested), the first lines that the test printed, and
  /// changes of the text. Those that change little come first.
  std::string refusals();

 private:
  /// The bytes of the file of events after `read_`. If the last line that was read is no longer
  /// there, the file was truncated and rewritten.
  Result<Bytes> unread(Portion portion);
  Result<void> open_bests();
  Result<Document> best(std::size_t number);

  std::string folder_;
  std::uint64_t read_ = 0;  // bytes of the events that were taken
  Bytes last_line_;         // the last one of them
  std::optional<BestHistory> bests_;
  std::uint64_t epoch_ = 0;    // of the model that was given documents
  std::size_t documents_ = 0;  // bests whose documents were given
};

/// Whether a process works on the run of this folder. Not for a run of this process itself: to look
/// at its lock would release it.
bool is_run_alive(const std::string& folder);

}  // namespace whittle
