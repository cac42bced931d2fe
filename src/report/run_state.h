/// The state of a run at a moment: everything that views, pages and summaries show of it.
///
/// Only the log of the run tells it events (run_log.h). Views of other threads read it through
/// `SharedState`.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/event.h"
#include "report/tally.h"

namespace whittle {

class RunState final : public Observer {
 public:
  using Clock = std::chrono::steady_clock;

  /// A size of the best, from that time on.
  struct SizeAt {
    std::chrono::duration<double> at{0};
    std::size_t tokens = 0, bytes = 0, lines = 0;
  };
  struct BusySlot {
    Clock::time_point since;
    bool ahead = false;
  };
  /// The list that is worked on.
  struct CurrentList {
    std::size_t number = 0;
    std::size_t edits = 0;
    std::size_t queries = 0;
    Subset left = {};   ///< edits that were not applied
    Subset tried = {};  ///< those of `left` that were refused alone since the last gain
  };
  /// How thoroughly a gain was looked for since the last one. The number of lists to come is not
  /// known, so the share of all edits that was tried is unknown too.
  struct TriedSince {
    std::size_t lists = 0;          ///< that were begun and ended since
    std::size_t edits = 0, of = 0;  ///< of the present list: refused alone, and all
  };
  /// A test that was refused, and its output.
  struct RefusedOutput {
    int exit_status = 0;
    std::string output;
  };

  void started(const RunStart& event) override;
  void noticed(const Notice& event) override { notices.push_back(event); }
  void resumed(const Resumed& event) override;
  void ended(const Report& report) override;
  void list_began(const ListBegan& event) override;
  void told(const Told& event) override;
  void explained(const Explained& event) override { tally.explained(event); }
  void activity(const Activity& event) override { tally.activity(event); }
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;

  /// The time of the run, over all of its calls.
  std::chrono::duration<double> time(Clock::time_point now) const { return now - began; }
  const SizeAt& size() const { return curve.back(); }
  /// The tests of all calls of the run.
  std::size_t tests_run() const;
  /// The number of tests that run now.
  std::size_t running() const;
  TriedSince tried() const;

  Clock::time_point began = Clock::now();  ///< earlier by the time of earlier calls, if resumed
  std::optional<RunStart> start;           ///< nothing until the search begins
  Tally tally;
  std::vector<SizeAt> curve{SizeAt{}};  ///< the first is the original
  Clock::time_point last_gain = began;
  std::size_t list_of_gain = 0;  ///< the list that was worked on then
  std::vector<std::optional<BusySlot>> slots;
  std::size_t known = 0;      ///< outcomes of earlier calls
  std::size_t slots_run = 0;  ///< tests, counted by the changes of slots since then
  std::size_t cancelled = 0;  ///< tests that were stopped, counted in the same way
  std::size_t times_resumed = 0;
  std::optional<std::size_t> tests_at_end;  ///< how many were run, after the end
  CurrentList list;
  std::string_view stage;  ///< of the last outcome
  std::vector<Notice> notices;
  Document best;
  std::size_t best_number = 0;
  std::size_t blanks = 0;  ///< in the best, if the goal is bytes: mostly written over bytes that
                           ///< could not be removed
  std::string of_interesting;         ///< the output of the last interesting test
  std::deque<RefusedOutput> printed;  ///< by the last refused tests that printed something
  /// A view that is thinned out to so many points looks the same.
  static constexpr std::size_t most_points = 4096;
  static constexpr std::size_t most_printed = 20;
};

/// A state that one thread changes while others look at it.
class SharedState {
 public:
  template <typename Read>
  auto read(Read read) const {
    const std::scoped_lock guard(mutex_);
    return read(state_);
  }

 private:
  friend class RunLog;
  mutable std::mutex mutex_;
  RunState state_;
};

/// "tree-children/gallop" -> "tree-children by gallop".
std::string in_words(std::string_view stage);
/// The pass of a stage: `x` of `x/gallop`.
std::string_view pass_of(std::string_view stage);

/// The results of the passes of a run, the pass that removed most first. Stages of the same pass
/// are added.
struct PassRow {
  std::string name;
  ToldCounts counts;
};
std::vector<PassRow> passes_by_gain(const std::map<std::string_view, ToldCounts>& stages);

/// The unit of the curve and of the percentage: bytes or tokens.
Goal counted_goal(const RunState& state);
/// How much of the original was removed, by `counted_goal`: "99.3 %". Terminal and page show this
/// text.
std::string removed_share(const RunState& state);

}  // namespace whittle
