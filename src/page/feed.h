/// Follows the record of a run (`store/recording.h`) and gives it to a model, also while the run is
/// in progress, and after it was killed and resumed.
///
///     Feed feed(RunFolder::beside("bug.c"));
///     Model model;
///     while (...) feed.poll(model);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "page/model.h"

#include "base/result.h"
#include "store/best_history.h"

namespace whittle {

class Feed {
 public:
  /// `folder` is the run folder. Nothing is opened before `poll`.
  explicit Feed(std::string folder) : folder_(std::move(folder)) {}

  /// How much one call takes in at most. The rest is left for the next one.
  struct Portion {
    std::size_t bytes = ~std::size_t{0};  ///< of events
    std::size_t bests = ~std::size_t{0};  ///< documents of bests
  };
  /// Takes in what was recorded since the last call. Says whether there was anything.
  /// `ErrorKind::stale` if there is no record, as before the start of the run.
  Result<bool> poll(Model& model, Portion portion);
  /// All of it.
  Result<bool> poll(Model& model) { return poll(model, {}); }

  /// What was tried on the last best and refused, as JSON: the number of the best, and rows of
  /// pass, exit status, what happened (0 refused, 1 out of time, 2 not tested), the first lines
  /// that the test printed, and changes of the text. Those that change little come first.
  std::string refusals();

 private:
  /// Of the file of events, what is behind `read_`. The file was cut if its end is not what it was.
  Result<Bytes> unread(std::size_t most);
  Result<void> open_bests();
  Result<bool> take_bests(Model& model, std::size_t most);

  std::string folder_;
  std::uint64_t read_ = 0;  // bytes of the events that were taken
  Bytes last_line_;         // of those
  std::optional<BestHistory> bests_;
  std::size_t documents_ = 0;  // bests whose documents were taken
  bool has_begun_ = false;
};

/// Whether a process works on the run of this folder. Not for a run of this process itself: to look
/// at its lock would release it.
bool is_run_alive(const std::string& folder);

}  // namespace whittle
