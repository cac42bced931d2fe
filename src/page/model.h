/// What the page shows of a run, made of its events (docs/json.md) and of its bests.
///
///     Model model;
///     model.begin(original);
///     model.take(R"({"event":"query", ...})");
///     model.take_best(5, document);                    // after the event "best" with number 5
///     Model::Seen seen;
///     std::string all = model.news(seen);              // everything, as JSON
///     std::string more = model.news(seen);             // what has changed since
///
/// Its size does not grow with the number of tests: what happens often is counted in bins of time,
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

#include "document/document.h"

namespace whittle {

class FlatEvent;

class Model {
 public:
  static constexpr std::size_t most_bins = 1200;
  static constexpr std::size_t most_bars = 20'000;

  /// What a reader has been given.
  struct Seen {
    std::uint64_t epoch = 0;
    std::uint64_t version = 0;
    std::size_t lanes = 0, notices = 0;
  };

  /// The original, before the first event.
  void begin(const Document& original);
  /// One event, as a line of JSON. A line that is none, as a kill leaves it, is skipped.
  void take(std::string_view line);
  /// The document of a best whose event was taken. In the order of their numbers; some may be left
  /// out.
  void take_best(std::size_t number, const Document& document);
  /// How many bests there are.
  std::size_t bests() const { return bests_.size(); }

  bool has_ended() const { return !end_.empty(); }

  /// What is new for a reader, as one object of JSON; `page/README.md` describes it.
  std::string news(Seen& seen) const;
  bool has_news(const Seen& seen) const { return seen.epoch != epoch_ || seen.version != version_; }
  /// The text of the original and its colours, as JSON. Colouring takes time: it is done when this
  /// is asked for the first time.
  const std::string& text() const;

 private:
  struct Counts {
    std::size_t asked = 0, tested = 0, remembered = 0, untested = 0, interesting = 0, timed_out = 0;
    double seconds = 0;
  };
  struct Pass {
    std::string name;
    Counts counts;
    std::size_t bests = 0;
    std::int64_t tokens = 0, bytes = 0;  ///< removed
  };
  struct Lane {
    std::size_t pass = 0;
    double begin = 0, end = -1;  ///< -1: open
    std::size_t asked_begin = 0, asked_end = 0;
  };
  struct BestRow {
    std::size_t number = 0;
    double at = 0;
    std::size_t asked = 0, tested = 0, list = 0, pass = 0;
    std::size_t tokens = 0, bytes = 0, lines = 0;
    std::string changes = "null";  ///< to the best before, as JSON; null: not known
    std::uint64_t version = 0;
  };
  /// What became of a test.
  enum class Fate : std::uint8_t { told, used, in_vain, open };
  struct Bar {
    std::size_t slot = 0;
    double begin = 0, end = -1;
    Fate fate = Fate::open;
    bool ahead = false;
    std::uint64_t version = 0;
  };
  struct Ahead {
    double begin = 0, end = 0;
    std::uint64_t bar = 0;
  };
  struct Bin {
    std::size_t tested = 0, interesting = 0, remembered = 0, timed_out = 0;
    double slots[4] = {};  ///< seconds of tests, by fate
    std::uint64_t version = 0;
  };

  void reset();
  void take_event(const nlohmann::json& event);
  void advance(double at);
  void on_start(const nlohmann::json& event);
  void on_list(const FlatEvent& event);
  void on_query(const FlatEvent& event);
  void on_slot(const FlatEvent& event);
  void on_best(const FlatEvent& event);
  std::size_t pass_of(std::string_view stage);
  Bin& bin_at(double at);
  /// Adds the time of a test to the bins it ran in; `sign` -1 takes it away.
  void spread(double begin, double end, Fate fate, double sign = 1);
  void settle(Ahead test, Fate fate);
  Bar* bar(std::uint64_t number);

  std::uint64_t epoch_ = 0, version_ = 0;
  double now_ = 0;
  std::string start_, end_, error_;  // events, as JSON
  Document original_;
  std::string original_text_, last_text_;
  mutable std::string text_json_;  // what `text` gives; empty until it is asked for
  std::size_t original_tokens_ = 0, original_bytes_ = 0, original_lines_ = 0;
  Counts total_;
  std::size_t started_ = 0, cancelled_ = 0, resumed_ = 0;
  std::vector<Pass> passes_;
  std::map<std::string, std::size_t, std::less<>> pass_numbers_;
  std::vector<Lane> lanes_;
  std::vector<BestRow> bests_;
  std::vector<std::string> notices_;
  double bin_width_ = 0.05;
  std::vector<Bin> bins_;
  std::deque<Bar> bars_;
  std::uint64_t first_bar_ = 0;                   // the number of the first that is kept
  std::map<std::size_t, std::uint64_t> running_;  // slot -> bar
  std::unordered_map<std::string, Ahead> ahead_;  // ended, and not told yet
};

}  // namespace whittle
