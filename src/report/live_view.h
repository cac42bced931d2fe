/// Shows a run in progress: a picture on a terminal with keys, or plain lines.
///
/// Shows the state of the log that it joins. A thread of its own draws, ten times a second at most,
/// and reads keys, so that neither a slow terminal nor a slow test holds up the other.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/poll_flag.h"
#include "report/event.h"
#include "report/keys.h"
#include "report/pages.h"
#include "report/run_state.h"
#include "report/terminal.h"

namespace whittle {

class LiveView final : public Observer {
 public:
  enum class Style : std::uint8_t { none, plain, view };
  /// The actions of keys on the run. May be called from another thread than events.
  struct Controls {
    std::function<void()> stop = {};
    std::function<void()> skip = {};  ///< the rest of the list that is worked on
    std::function<void(bool)> pause = {};
  };
  struct Options {
    Style style = Style::none;
    bool coloured = false;
    bool unicode = false;
    bool keys = false;
    Controls controls = {};
    Highlight highlight = {};
  };
  /// Writes to standard error.
  explicit LiveView(Options options);
  ~LiveView() override { finish(); }
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;

  /// From now on, shows this state.
  void joins(const std::shared_ptr<const SharedState>& state) override;
  /// Prints whole lines; above the picture, if there is one.
  void print(std::string_view raw);
  /// Removes the picture and stops drawing. After it, others may print.
  void finish();

 private:
  using Clock = RunState::Clock;
  enum class Shown : std::uint8_t { picture, best, diff, table, output, help };

  void work();
  std::shared_ptr<const SharedState> state();
  void draw();
  void draw_picture();
  void make_page();
  void print_plain();
  void print_in_background();
  void read_keys();
  void press(Key key);
  void press_in_page(Key key);
  bool pressed_twice(Key key, std::string_view message);
  void suspend();

  const Options options_;
  std::mutex mutex_;  // of the next two
  std::shared_ptr<const SharedState> state_ = std::make_shared<const SharedState>();
  std::string to_print_;  // above the picture
  // Used only by the thread that draws:
  std::unique_ptr<Terminal> terminal_;
  Shown shown_ = Shown::picture;
  std::size_t first_line_ = 0, first_column_ = 0;  // of the page
  Page page_;
  std::pair<Shown, std::size_t> page_of_{};  // the screen in `page_`, and the best that it shows
  bool paused_ = false;
  std::string message_;
  Key asked_ = Key::other;  // pressed once, and asked about by `message_`
  Clock::time_point message_until_;
  Clock::time_point printed_ = Clock::now();
  std::size_t printed_size_ = 0;

  bool is_finished_ = false;
  PollFlag wake_;
  std::thread thread_;
};

}  // namespace whittle
