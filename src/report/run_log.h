/// The one log of a run: numbers queries and bests, gives each event its time, counts outcomes, and
/// decides which interesting candidate is the best. Journal, recorder, JSON file, terminal and page
/// are its readers and compute none of this themselves, so they cannot disagree.
///
///     RunLog log(observer);
///     log.add(journal);
///     log.started(start);
///     run(search, oracle, memo, log);          // the scheduler tells the log
///     use(log.bests().best(), log.state().tally.total());
///     Report report = log.end(std::move(facts));
///
/// A resumed run replays from the start. If the log knows the queries of the earlier calls
/// (`continue_after`), the replayed events have the times of those calls, and `resumed` tells
/// readers where the replay ends.
///
/// The events of a record go the same way: `Feed` (page/feed.h) tells them to a log whose clock is
/// `Times::as_told`. All calls come from one thread; other threads look at `shared`.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "report/event.h"
#include "report/observers.h"
#include "report/recent_bests.h"
#include "report/run_state.h"

namespace whittle {

struct Report;  // report/report.h

/// A query of an earlier call of the run.
struct EarlierQuery {
  Hash candidate;
  Outcome outcome = Outcome::uninteresting;
  std::chrono::microseconds at{0};
};

class RunLog final : public Observer {
 public:
  /// The source of the times of events.
  enum class Times : std::uint8_t { from_clock, as_told };
  /// The time since the start of the run.
  using Now = std::function<std::chrono::microseconds()>;

  /// `audience` is told each event after all other readers, and must outlive the log.
  explicit RunLog(Observer& audience, Times times = Times::from_clock);
  /// With a clock of its own, for simulated runs.
  RunLog(Observer& audience, Now now);

  /// Adds a reader. It is told the start and the notices so far. `reader` must outlive the log or
  /// be removed.
  void add(Observer& reader);
  void remove(Observer& reader) { readers_.remove(reader); }
  /// The search, which has just been said to begin, will replay these queries of an earlier call of
  /// the run, or of an earlier search of this call.
  enum class Earlier : std::uint8_t { call, search };
  void continue_after(std::vector<EarlierQuery> queries, Earlier where);

  void started(const RunStart& event) override;
  void noticed(const Notice& event) override;
  void resumed(const Resumed& event) override;
  void ended(const Report& report) override;
  void failed(const RunFailed& event) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void explained(const Explained& event) override;
  void activity(const Activity& event) override;
  void slot_changed(const SlotChange& event) override;
  void interesting(const Document& candidate) override;
  /// Adds a best that no search has found: the formatter's, and those of a record.
  void improved(const BestFound& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;
  bool wants_counts() const override { return readers_.wants_counts(); }
  const Error* failure() const override { return readers_.failure(); }

  /// Completes a report with the figures of the log, tells readers of the end, and returns it.
  Report end(Report report);

  /// Requires: this is the thread that tells the log.
  const RunState& state() const { return shared_->state_; }
  std::shared_ptr<const SharedState> shared() const { return shared_; }
  const RecentBests& bests() const { return bests_; }
  std::chrono::microseconds now() const;

 private:
  template <typename... Values>
  void pass_on(void (Observer::*how)(const Values&...), const Values&... values);
  void end_replay(bool differs);
  bool is_replaying() const { return replayed_ < earlier_.size(); }
  /// `event` with its time.
  template <typename Event>
  Event timed(Event event) const;

  Observers readers_;  // the audience is the last one
  Times times_;
  Now now_;
  std::shared_ptr<SharedState> shared_ = std::make_shared<SharedState>();
  RecentBests bests_{Document()};
  Measure size_of_best_;
  std::vector<EarlierQuery> earlier_;
  std::size_t replayed_ = 0;              // of `earlier_`
  std::chrono::microseconds last_at_{0};  // of the last query that was replayed
  std::size_t list_ = 0;                  // of the last outcome
};

/// Makes an observer a reader of a log for as long as this object lives.
class LogReader {
 public:
  LogReader(RunLog& log, Observer& reader) : log_(log), reader_(reader) { log_.add(reader_); }
  ~LogReader() { log_.remove(reader_); }
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;

 private:
  RunLog& log_;
  Observer& reader_;
};

}  // namespace whittle
