/// The parts of a run that only its page shows: a timeline of passes, bests and slots, made from
/// events, and the texts of bests. Figures are those of the run's state (report/run_state.h).
///
///     Model model;
///     tell(model, event);                              // events as values, from a log or a record
///     model.take_best(5, document);                    // after the event of best 5
///     Model::Seen seen;
///     std::string all = model.news(seen, state);       // everything, as JSON
///     std::string more = model.news(seen, state);      // the changes since
///
/// Its size does not grow with the number of tests: frequent events are counted in bins of time,
/// whose width doubles when there are too many, and only the last tests are kept one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "document/document.h"
#include "report/event.h"
#include "report/run_state.h"

namespace whittle {

class Model final : public Observer {
 public:
  static constexpr std::size_t most_bins = 1200;
  static constexpr std::size_t most_bars = 20'000;

  /// The part of the model that a reader has been given.
  struct Seen {
    std::uint64_t epoch = 0;
    std::uint64_t version = 0;
    std::size_t lanes = 0, notices = 0;
  };

  /// Forgets everything: a run begins, or a record begins anew.
  void started(const RunStart& event) override;
  void noticed(const Notice& event) override;
  void resumed(const Resumed& event) override;
  void ended(const Report& report) override;
  void failed(const RunFailed& event) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  /// The document of a best whose event was taken. In the order of their numbers; some may be left
  /// out.
  void take_best(std::size_t number, const Document& document);
  /// The number of bests.
  std::size_t bests() const { return timeline_.bests.size(); }

  /// Another epoch: the run began anew.
  std::uint64_t epoch() const { return epoch_; }
  bool has_ended() const { return !timeline_.end.empty(); }

  /// The changes since a reader looked last, as one object of JSON; `page/README.md` describes it.
  std::string news(Seen& seen, const RunState& state) const;
  bool has_news(const Seen& seen) const { return seen.epoch != epoch_ || seen.version != version_; }
  /// The text of the original and its colours, as JSON. Colouring takes time: it is done when this
  /// is asked for the first time.
  const std::string& text() const;

 private:
  struct LaneOfPass {
    std::size_t pass = 0;
    double begin = 0, end = -1;  ///< -1: open
    std::size_t asked_begin = 0, asked_end = 0;
  };
  struct BestOnPage {
    BestFound found;  ///< without its document
    std::size_t pass = 0;
    std::string changes = "null";  ///< to the text of the best before, as JSON; null: not known
    std::uint64_t version = 0;
  };
  /// The fate of a test.
  enum class Fate : std::uint8_t { told, used, in_vain, open };
  struct TestBar {
    std::size_t slot = 0;
    double begin = 0, end = -1;
    Fate fate = Fate::open;
    bool ahead = false;
    std::uint64_t version = 0;
  };
  /// A test that ran ahead and has ended.
  struct TestAhead {
    double begin = 0, end = 0;
    std::uint64_t bar = 0;
  };
  struct TimeBin {
    std::size_t tested = 0, interesting = 0, remembered = 0, timed_out = 0;
    double slots[4] = {};  ///< seconds of tests, by fate
    std::uint64_t version = 0;
  };

  void advance(std::chrono::microseconds at);
  std::size_t number_of_pass(std::string_view stage);
  TimeBin& bin_at(double at);
  void widen_bins();
  /// Adds the time of a test to the bins it ran in; `sign` -1 takes it away.
  void spread(double begin, double end, Fate fate, double sign = 1);
  void begin_test(const SlotChange& event);
  void end_test(TestBar& bar, std::uint64_t number, const SlotChange& event);
  void settle(TestAhead test, Fate fate);
  TestBar* bar(std::uint64_t number);
  void add_lanes(nlohmann::json& news, Seen& seen) const;
  void add_bests(nlohmann::json& news, const Seen& seen) const;
  void add_tests(nlohmann::json& news, const Seen& seen) const;

  // All that depends on the run; begins anew with each start.
  struct Timeline {
    double now = 0;
    std::size_t asked = 0;          // the number of the last query
    std::string start, end, error;  // events, as JSON
    std::vector<std::string_view> passes;
    std::map<std::string_view, std::size_t> pass_numbers;
    std::vector<LaneOfPass> lanes;
    std::vector<BestOnPage> bests;
    std::vector<std::string> notices;  // as JSON
    double bin_width = 0.05;
    std::vector<TimeBin> bins;
    std::deque<TestBar> bars;
    std::uint64_t first_bar = 0;                   // the number of the first that is kept
    std::map<std::size_t, std::uint64_t> running;  // slot -> bar
    std::unordered_map<Hash, TestAhead> ahead;     // ended, and not told yet
  };
  std::uint64_t epoch_ = 0, version_ = 0;
  Timeline timeline_;
  Document original_;
  Measure size_of_original_;
  std::string original_text_, last_text_;
  mutable std::string text_json_;  // the answer of `text`; empty until it is asked for
};

}  // namespace whittle
