/// Counts what happened, in all and for each stage. What every report is made from.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string_view>

#include "report/event.h"

namespace whittle {

struct Counts {
  std::size_t asked = 0;       ///< outcomes told
  std::size_t remembered = 0;  ///< of those, known already
  std::size_t interesting = 0;
  std::size_t timed_out = 0;
  std::size_t combinations = 0;       ///< of removals that each work alone, see `Query`
  std::size_t unambiguous = 0;        ///< of those, interesting
  std::chrono::microseconds time{0};  ///< the tests took, one after the other
  std::size_t bytes_removed = 0;  ///< by the stage: how much smaller its successes made the best

  std::size_t tested() const { return asked - remembered; }
};

class Tally : public Observer {
 public:
  explicit Tally(std::size_t bytes_at_start) : bytes_(bytes_at_start) {}

  void told(const Told& event) override;
  void activity(const Activity& event) override { activity_ = event; }

  const Counts& total() const { return total_; }
  const std::map<std::string_view, Counts>& stages() const { return stages_; }
  const Activity& activity() const { return activity_; }
  std::string_view stage() const { return stage_; }
  /// Of the smallest candidate found interesting so far.
  std::size_t bytes() const { return bytes_; }

 private:
  static void count(Counts& counts, const Told& event, std::size_t removed);

  std::size_t bytes_;
  Counts total_;
  std::map<std::string_view, Counts> stages_;
  Activity activity_;
  std::string_view stage_;
};

}  // namespace whittle
