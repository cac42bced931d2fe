/// Turns Ctrl-C, SIGTERM and SIGHUP into a `StopSwitch`.
///
/// A run looks at its switch while it waits for tests. If whittle itself is busy, for example with
/// parsing many megabytes, it sees the switch late. So a thread waits too: if the run does not
/// acknowledge the switch within `patience`, the thread ends the process at once, as `kill -9`
/// would. Nothing is lost: at every moment FILE is complete and the journal is on disk, and the
/// tests are killed with the process.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "base/poll_flag.h"
#include "base/unique_fd.h"
#include "run/stop.h"

namespace whittle {

class Interrupt {
 public:
  static constexpr std::chrono::milliseconds patience{700};

  /// While this object lives, the signals set `stop` instead of ending the process.
  /// Requires: there is no other `Interrupt`; `stop` outlives this object.
  explicit Interrupt(StopSwitch& stop);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Sets the text that is printed if the process must end at once.
  void set_last_words(std::string words);

 private:
  void watch();

  StopSwitch& stop_;
  std::mutex mutex_;
  std::string last_words_ = "whittle: interrupted\n";
  UniqueFd signals_;
  PollFlag ended_;
  std::thread thread_;
};

}  // namespace whittle
