/// What a user sees during a run: on a terminal one line that is rewritten, otherwise a new line
/// every five seconds.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "report/tally.h"

namespace whittle {

class Progress : public Observer {
 public:
  enum class Style { none, plain, terminal };

  /// Reads the counts from `tally`, which must be told of each event first.
  Progress(const Tally& tally, std::FILE* to, Style style, std::size_t bytes_at_start);
  ~Progress() override { clear(); }

  void told(const Told& event) override;
  void activity(const Activity& event) override;

  /// Removes the line from the terminal, so that something else can be printed.
  void clear();
  /// The line as it would be printed now, in at most `width` columns. A part that does not fit is
  /// left out.
  std::string line(std::size_t width = std::string::npos) const;

 private:
  using Clock = std::chrono::steady_clock;
  void show_if_due();

  const Tally& tally_;
  std::FILE* to_;
  Style style_;
  std::size_t bytes_at_start_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point shown_ = started_;
  bool on_screen_ = false;
};

}  // namespace whittle
