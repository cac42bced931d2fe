/// Records a run in its folder, so that it can be looked at during the run and afterwards: the
/// views of the terminal and of the browser, reports, `history` and `explain` replay this record.
///
/// - `events.jsonl`: the events, as `--json` writes them, and those of the slots. `query` events
/// have
///   no `elements` and `tokens`, which take time to count. Past `most_bytes` there are no further
///   `query` and `slot` events.
/// - `bests`: every best; see best_history.h.
/// - `refusals.jsonl`: what was tried to remove from the best so far and refused, and the first
///   lines of what the tests printed. It begins anew with each best.
///
/// A resumed run replays from the start. What is in the record already is not recorded again: the
/// record continues after its last query, with a `resume` event, and its time continues too. If the
/// replay differs from the record (the test is random, or `--force` was given), the record is cut
/// there.
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
  void ended(const Report& report) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;

  /// Writes what is pending.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;
  /// A query that the record has already.
  struct Recorded {
    Hash candidate;
    Outcome outcome = Outcome::uninteresting;
    std::uint64_t begin = 0;  // of its line in the file
  };
  void read_record();
  void open_log(std::uint64_t from, bool append);
  bool is_replaying() const { return replayed_ < recorded_.size(); }
  bool is_full() const { return !log_ || size_before_ + log_->written() > most_bytes; }
  void end_replay();
  void record_refusal(const Told& event);
  void write_refusals();
  void flush_if_due();

  std::string folder_;
  bool outputs_;
  std::unique_ptr<JsonLog> log_;  // null if it cannot be written
  std::optional<BestHistoryWriter> bests_;
  std::uint64_t size_before_ = 0;  // of the file of events, when it was opened
  std::vector<Recorded> recorded_;
  std::size_t replayed_ = 0;                 // of `recorded_`
  std::chrono::duration<double> last_at_{};  // of the record, when it was opened
  Clock::time_point flushed_ = Clock::now();

  Document best_;
  std::size_t best_number_ = 0;
  std::unordered_map<Hash, std::string> printed_;  // by the last tests that were refused
  std::deque<Hash> printed_order_;
  std::unordered_set<Hash> refused_;  // for which there is a refusal of this best
  std::string refusals_;              // lines that wait to be written
  std::uint64_t refusals_size_ = 0;
  bool refusals_begin_ = true;  // the file begins anew with what is written next
  Share refusal_share_{std::chrono::milliseconds(20)};
};

}  // namespace whittle
