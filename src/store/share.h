/// Keeps the time of one kind of work below a part of the run's time. The clock decides only
/// when something is written, never what. Private to `store/`.
#pragma once

#include <chrono>
#include <functional>

namespace whittle {

class Share {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  /// At most one part in `parts`. `at_first` may be spent however short the run is.
  explicit Share(Clock::duration at_first = {}, int parts = 100, Now now = Clock::now)
      : now_(std::move(now)), parts_(parts), start_(now_() - parts * at_first) {}

  /// Whether the work may be done now; always after a pause of `longest`.
  bool is_due(Clock::duration longest) const {
    const Clock::time_point now = now_();
    return now - start_ >= parts_ * spent_ || now - last_ >= longest;
  }
  void add(Clock::time_point begin) {
    last_ = now_();
    spent_ += last_ - begin;
  }
  Clock::time_point now() const { return now_(); }

 private:
  Now now_;
  int parts_;
  Clock::time_point start_;
  Clock::time_point last_ = start_;
  Clock::duration spent_{0};
};

}  // namespace whittle
