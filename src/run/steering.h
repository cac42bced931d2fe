/// The effects of a user's keys on a search: pauses it, and skips lists.
#pragma once

#include <cstddef>
#include <vector>

#include "oracle/oracle.h"
#include "report/event.h"
#include "run/controls.h"

namespace whittle {

/// Waits while the run is paused.
class PausableOracle final : public OracleLayer {
 public:
  /// `controls` may be null. Both must outlive this object.
  PausableOracle(Oracle& inner, const Controls* controls, int stop_fd)
      : OracleLayer(inner), controls_(controls), stop_fd_(stop_fd) {}

  Result<Finished> wait() override {
    if (controls_) controls_->wait_while_paused(stop_fd_);
    return inner_.wait();
  }

 private:
  const Controls* controls_;
  int stop_fd_;
};

/// Says when to skip a list: where earlier calls of the run did, and where the user wants to.
class Skips final : public Observer {
 public:
  /// `earlier` are the places of earlier calls, in order.
  Skips(Controls* controls, std::vector<std::size_t> earlier)
      : controls_(controls), earlier_(std::move(earlier)) {}

  void told(const Told&) override { ++told_; }
  /// Whether to skip now. A skip is due once.
  bool take() {
    if (next_ < earlier_.size() && earlier_[next_] == told_) {
      ++next_;
      return true;
    }
    // A new one only behind the earlier ones: they are in order.
    if (next_ < earlier_.size() || !controls_ || !controls_->take_skip()) return false;
    is_new_ = true;
    return true;
  }
  /// Whether the last one was the user's; false if it was replayed.
  bool take_is_new() { return std::exchange(is_new_, false); }
  std::size_t place() const { return told_; }

 private:
  Controls* controls_;
  std::vector<std::size_t> earlier_;
  std::size_t next_ = 0;
  std::size_t told_ = 0;
  bool is_new_ = false;
};

}  // namespace whittle
