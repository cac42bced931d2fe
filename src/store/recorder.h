/// Records a run in its folder, so that it can be looked at during the run and afterwards: pages of
/// other processes, reports, `history` and `explain` read this record. A reader of the run's log
/// (report/run_log.h).
///
///     Recorder recorder(folder, original, Recorder::Mode::continues, true);
///     log.add(recorder);
///     log.continue_after(recorder.earlier(), RunLog::Earlier::call);
///
/// - `events.jsonl`: the events, as `--json` writes them, and those of the slots. `query` events
///   have `elements` and `tokens` only if another reader wants them counted. Past `most_bytes`
///   there are no further `query` and `slot` events.
/// - `bests`: every best; see best_history.h.
/// - `refusals.jsonl`: the candidates that were made from the best so far and refused, and the
///   first lines that their tests printed. It begins anew with each best.
///
/// A resumed run replays from the start. The events that are in the record already are not recorded
/// again: the record continues after its last query, with a `resume` event, and its time continues
/// too. If the replay differs from the record (the test is random, or `--force` was given), the
/// record is cut there.
///
/// The record is for people: if it cannot be written, or if the disk is nearly full, the run
/// continues without it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "report/event.h"
#include "report/json_log.h"
#include "report/run_log.h"
#include "store/best_history.h"
#include "store/recording.h"

namespace whittle {

class Recorder final : public Observer {
 public:
  static constexpr std::uint64_t most_bytes = 128 << 20;

  enum class Mode { begins, continues };
  /// `folder` is the run folder. Without `outputs`, nothing that a test printed is recorded.
  Recorder(const std::string& folder, const Document& original, Mode mode, bool outputs);
  ~Recorder() override;

  void started(const RunStart& event) override;
  void noticed(const Notice& event) override;
  void resumed(const Resumed& event) override;
  void ended(const Report& report) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;

  /// The queries that the record has already.
  std::vector<EarlierQuery> earlier() const;
  /// The output of the last interesting test; empty if outputs are not recorded.
  const std::string& last_output() const { return of_interesting_; }
  /// Writes all pending events.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;
  void read_record();
  void read_outputs(const Recording& recording);
  void open_log(std::uint64_t from, bool append);
  bool is_recorded() const { return log_ && !is_replaying_; }
  bool is_full() const { return size_before_ + log_->written() > most_bytes; }
  void record_refusal(const Told& event);
  void write_refusals();
  void flush_if_due();

  std::string folder_;
  bool outputs_;
  std::string of_interesting_;    // the output of the last interesting test
  std::unique_ptr<JsonLog> log_;  // null if it cannot be written
  std::optional<BestHistoryWriter> bests_;
  std::uint64_t size_before_ = 0;      // of the file of events, when it was opened
  std::vector<EarlierQuery> earlier_;  // in the record
  std::vector<std::uint64_t> begins_;  // where the lines of these queries begin
  bool is_replaying_ = false;
  Clock::time_point flushed_ = Clock::now();

  Document best_;
  std::size_t best_number_ = 0;
  std::unordered_map<Hash, std::string> printed_;  // by the last tests that were refused
  std::deque<Hash> printed_order_;
  std::unordered_set<Hash> refused_;  // candidates whose refusals on this best are recorded
  std::string refusals_;              // lines that wait to be written
  std::uint64_t refusals_size_ = 0;
  bool refusals_begin_ = true;  // the next write starts the file again
  Share refusal_share_{std::chrono::milliseconds(20)};
};

}  // namespace whittle
