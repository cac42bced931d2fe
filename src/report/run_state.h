/// What is known of a run at a moment, collected from its events: what views and summaries show.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/event.h"
#include "report/tally.h"

namespace whittle {

class RunState final : public Observer {
 public:
  using Clock = std::chrono::steady_clock;

  /// A size of the best, from that time on.
  struct Point {
    std::chrono::duration<double> at{0};
    std::size_t tokens = 0, bytes = 0, lines = 0;
  };
  struct Slot {
    Clock::time_point since;
    bool ahead = false;
  };
  /// The list that is worked on.
  struct List {
    std::size_t number = 0;
    std::size_t edits = 0;
    std::size_t queries = 0;
    Subset left = {};   ///< edits that were not applied
    Subset tried = {};  ///< of those, refused alone since the last gain
  };
  /// How thoroughly a gain was looked for since the last one. The number of lists to come is not
  /// known, so the share of all edits that was tried is unknown too.
  struct Tried {
    std::size_t lists = 0;          ///< that were begun and ended since
    std::size_t edits = 0, of = 0;  ///< of the present list: refused alone, and all
  };
  /// A test that was refused, and what it printed.
  struct Printed {
    int exit_status = 0;
    std::string output;
  };

  void started(const RunStart& event) override;
  void noticed(const Notice& event) override { notices.push_back(event); }
  void list_began(const ListBegan& event) override;
  void told(const Told& event) override;
  void explained(const Explained& event) override { tally.explained(event); }
  void activity(const Activity& event) override { tally.activity(event); }
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;

  std::chrono::duration<double> time(Clock::time_point now) const { return now - began; }
  const Point& size() const { return curve.back(); }
  /// In all calls of the run.
  std::size_t tests_run() const { return tally.activity().run() + (start ? start->known : 0); }
  /// How many tests run now.
  std::size_t running() const;
  Tried tried() const;

  Clock::time_point began = Clock::now();
  std::optional<RunStart> start;  ///< nothing until the search begins
  Tally tally{0};
  std::vector<Point> curve{Point{}};  ///< the first is the original
  Clock::time_point last_gain = began;
  std::size_t list_of_gain = 0;  ///< the list that was worked on then
  std::vector<std::optional<Slot>> slots;
  List list;
  std::vector<Notice> notices;
  Document best;
  std::size_t best_number = 0;
  std::size_t blanks = 0;  ///< in the best, if the goal is bytes: mostly written over what could
                           ///< not be removed
  std::deque<Printed> printed;  ///< by the last refusals that printed something
  /// A view that is thinned out to so many points looks the same.
  static constexpr std::size_t most_points = 4096;
  static constexpr std::size_t most_printed = 20;
};

/// "tree-children/gallop" -> "tree-children by gallop".
std::string in_words(std::string_view stage);
/// The pass of a stage: `x` of `x/gallop`.
std::string_view pass_of(std::string_view stage);

/// What the passes of a run did, the one that removed most first. Stages of the same pass are
/// added.
struct PassRow {
  std::string name;
  Counts counts;
};
std::vector<PassRow> passes_by_gain(const std::map<std::string_view, Counts>& stages);

}  // namespace whittle
