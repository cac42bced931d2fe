/// Keeps the time of one kind of work below a part of the run's time. The clock decides only
/// when something is written, never what. Private to `store/`.
#pragma once

#include <chrono>

namespace whittle {

class Share {
 public:
  using Clock = std::chrono::steady_clock;

  /// At most one part in `parts`. `at_first` may be spent however short the run is.
  explicit Share(Clock::duration at_first = {}, int parts = 100)
      : parts_(parts), start_(Clock::now() - parts * at_first) {}

  /// Whether the work may be done now; always after a pause of `longest`.
  bool is_due(Clock::duration longest) const {
    const Clock::time_point now = Clock::now();
    return now - start_ >= parts_ * spent_ || now - last_ >= longest;
  }
  void add(Clock::time_point begin) {
    last_ = Clock::now();
    spent_ += last_ - begin;
  }

 private:
  int parts_;
  Clock::time_point start_;
  Clock::time_point last_ = start_;
  Clock::duration spent_{0};
};

}  // namespace whittle
