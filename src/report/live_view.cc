// Events come from the thread of the run, keys from the terminal. A thread of its own draws, from a
// copy of the state, so that a slow terminal or a long page never delays the run.
#include "report/live_view.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "report/view_lines.h"

namespace whittle {
namespace {

constexpr std::chrono::milliseconds tick{100};
constexpr std::chrono::seconds between_plain_lines{5};
constexpr std::chrono::seconds message_stays{3};
constexpr std::size_t columns_at_once = 8;  // that a key moves a page sideways

/// Ctrl-Z: the terminal must be given back before the process stops. The handler only says so to
/// the thread that draws. One view of a process listens.
std::atomic<const PollFlag*> suspend_flag{nullptr};
void note_suspend(int) {
  if (const PollFlag* flag = suspend_flag) flag->set();
}

class SuspendHandler {
 public:
  SuspendHandler() {
    struct sigaction now {};
    if (::sigaction(SIGTSTP, nullptr, &before_) != 0 || before_.sa_handler != SIG_DFL ||
        suspend_flag != nullptr)
      return;
    suspend_flag = &flag_.emplace();
    now.sa_handler = note_suspend;
    now.sa_flags = SA_RESTART;
    ::sigaction(SIGTSTP, &now, nullptr);
  }
  ~SuspendHandler() {
    if (!flag_) return;
    ::sigaction(SIGTSTP, &before_, nullptr);
    suspend_flag = nullptr;
  }
  SuspendHandler(const SuspendHandler&) = delete;
  SuspendHandler& operator=(const SuspendHandler&) = delete;
  int fd() const { return flag_ ? flag_->fd() : -1; }
  bool take() const { return flag_ && flag_->clear(); }

 private:
  struct sigaction before_ {};
  std::optional<PollFlag> flag_;
};

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

LiveView::LiveView(Options options) : options_(std::move(options)) {
  if (options_.style == Style::none) return;
  if (options_.style == Style::view)
    terminal_ = std::make_unique<Terminal>(STDERR_FILENO, options_.keys ? STDIN_FILENO : -1,
                                           options_.coloured);
  thread_ = std::thread([this] { work(); });
}

void LiveView::joins(const std::shared_ptr<const SharedState>& state) {
  const std::scoped_lock guard(mutex_);
  state_ = state;
}

void LiveView::print(std::string_view raw) {
  // Notices quote tests, workers and file names, none of which may command the terminal.
  const std::string text = printable_lines(raw);
  if (!terminal_ || !thread_.joinable()) return write_to_stderr(text);
  const std::scoped_lock guard(mutex_);
  to_print_ += text;
  wake_.set();
}

void LiveView::finish() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock guard(mutex_);
    is_finished_ = true;
  }
  wake_.set();
  thread_.join();
  terminal_.reset();
  write_to_stderr(std::exchange(to_print_, {}));
}

void LiveView::work() {
  // Only where there is something to give back.
  std::optional<SuspendHandler> suspended;
  if (terminal_) suspended.emplace();
  for (;;) {
    {
      const std::scoped_lock guard(mutex_);
      if (is_finished_) return;
    }
    const bool is_ours = terminal_ && terminal_->is_ours();
    if (is_ours) terminal_->take_keys();
    if (is_ours) draw();
    if (terminal_ && !is_ours) print_in_background();
    if (!terminal_) print_plain();
    std::array<pollfd, 3> fds{{{wake_.fd(), POLLIN, 0},
                               {suspended ? suspended->fd() : -1, POLLIN, 0},
                               {is_ours ? terminal_->keys() : -1, POLLIN, 0}}};
    if (::poll(fds.data(), fds.size(), static_cast<int>(tick.count())) <= 0) continue;
    wake_.clear();
    if (suspended && suspended->take()) suspend();
    if (fds[2].revents) read_keys();
  }
}

/// Suspends the process as Ctrl-Z does, after giving the terminal back. Returns when the shell
/// continues it.
void LiveView::suspend() {
  terminal_->release();
  shown_ = Shown::picture;
  // To this thread: it must not draw once more before the whole process is stopped.
  ::raise(SIGSTOP);
}

std::shared_ptr<const SharedState> LiveView::state() {
  const std::scoped_lock guard(mutex_);
  return state_;
}

void LiveView::draw() {
  if (Clock::now() > message_until_) message_.clear();
  if (shown_ == Shown::picture) return draw_picture();
  make_page();
  const std::size_t rows = terminal_->page_rows();
  first_line_ = std::min(first_line_, page_.lines.size() > rows ? page_.lines.size() - rows : 0);
  terminal_->show(page_, first_line_, first_column_);
}

void LiveView::draw_picture() {
  const Terminal::Size size = terminal_->size();
  std::string above;
  {
    const std::scoped_lock guard(mutex_);
    above = std::exchange(to_print_, {});
  }
  const std::vector<Line> lines = state()->read([&](const RunState& state) {
    return view_lines(state, Clock::now(),
                      {.width = size.width,
                       .height = size.height,
                       .unicode = options_.unicode,
                       .keys = terminal_->keys() >= 0,
                       .paused = paused_,
                       .message = message_});
  });
  terminal_->leave_page();
  if (!above.empty()) terminal_->print(above);
  terminal_->draw(lines);
}

/// Makes the screen from a copy of the state: that takes time, and must not delay the run.
void LiveView::make_page() {
  const auto shared = state();
  const auto best = shared->read([](const RunState& state) { return state.best_number; });
  // These two take the most time, and change only with the best.
  if ((shown_ == Shown::best || shown_ == Shown::diff) && page_of_ == std::pair(shown_, best))
    return;
  const RunState shown = shared->read([](const RunState& state) { return state; });
  page_ = shown_ == Shown::best     ? best_page(shown, options_.highlight)
          : shown_ == Shown::diff   ? diff_page(shown)
          : shown_ == Shown::table  ? table_page(shown)
          : shown_ == Shown::output ? output_page(shown)
                                    : help_page();
  page_of_ = {shown_, shown.best_number};
}

void LiveView::print_in_background() {
  std::string text;
  {
    const std::scoped_lock guard(mutex_);
    text = std::exchange(to_print_, {});
  }
  if (!text.empty()) write_to_stderr(text);
}

void LiveView::print_plain() {
  const std::string line = state()->read([&](const RunState& state) -> std::string {
    if (!state.start) return {};
    const Clock::time_point now = Clock::now();
    const std::size_t size =
        state.start->goal == Goal::bytes ? state.size().bytes : state.size().tokens;
    if (printed_size_ == 0) printed_size_ = std::max<std::size_t>(1, size);
    if (now - printed_ < between_plain_lines && size > printed_size_ / 2) return {};
    printed_ = now;
    printed_size_ = std::max<std::size_t>(1, size);
    const auto terminal = Terminal::size_of(STDERR_FILENO);
    return wrapped(plain_line(state, now), terminal ? terminal->width : 0, 4) + "\n";
  });
  if (!line.empty()) write_to_stderr(line);
}

void LiveView::read_keys() {
  std::array<char, 64> typed{};
  const ssize_t size = ::read(terminal_->keys(), typed.data(), typed.size());
  if (size <= 0) return;
  for (const Key key : keys_in({typed.data(), static_cast<std::size_t>(size)})) {
    if (shown_ == Shown::picture)
      press(key);
    else
      press_in_page(key);
  }
}

/// An action that cannot be undone needs its key twice: the user may already be typing the next
/// command.
bool LiveView::pressed_twice(Key key, std::string_view message) {
  if (asked_ == key && !message_.empty()) {
    asked_ = Key::other;
    message_.clear();
    return true;
  }
  asked_ = key;
  message_ = message;
  message_until_ = Clock::now() + message_stays;
  return false;
}

void LiveView::press(Key key) {
  first_line_ = first_column_ = 0;
  if (key != asked_) message_.clear();  // another key is an answer, too
  switch (key) {
    case Key::best:
      shown_ = Shown::best;
      break;
    case Key::diff:
      shown_ = Shown::diff;
      break;
    case Key::table:
      shown_ = Shown::table;
      break;
    case Key::output:
      shown_ = Shown::output;
      break;
    case Key::help:
      shown_ = Shown::help;
      break;
    case Key::pause:
      if (!options_.controls.pause) break;
      paused_ = !paused_;
      options_.controls.pause(paused_);
      break;
    case Key::skip:
      if (!options_.controls.skip ||
          !pressed_twice(key, "skip the rest of this list? press s again"))
        break;
      options_.controls.skip();
      message_ = "this list will be skipped when the next test ends";
      message_until_ = Clock::now() + message_stays;
      break;
    case Key::quit:
      if (options_.controls.stop &&
          pressed_twice(key, "stop and keep the best so far? press q again"))
        options_.controls.stop();
      break;
    default:
      break;
  }
}

void LiveView::press_in_page(Key key) {
  const std::size_t rows = terminal_->page_rows();
  const std::size_t page = rows > 1 ? rows - 1 : 1;  // a line of the last one stays in sight
  switch (key) {
    case Key::quit:
    case Key::escape:
      shown_ = Shown::picture;
      break;
    case Key::up:
      first_line_ -= std::min<std::size_t>(first_line_, 1);
      break;
    case Key::down:
      ++first_line_;
      break;
    case Key::left:
      first_column_ -= std::min(first_column_, columns_at_once);
      break;
    case Key::right:
      // Scrolls no further than the end of the longest line.
      if (std::ranges::any_of(page_.lines, [&](const Line& line) {
            return columns(line) > first_column_ + columns_at_once;
          }))
        first_column_ += columns_at_once;
      break;
    case Key::page_up:
      first_line_ -= std::min(first_line_, page);
      break;
    case Key::page_down:
      first_line_ += page;
      break;
    case Key::top:
      first_line_ = 0;
      break;
    case Key::bottom:
      first_line_ = page_.lines.size();
      break;
    case Key::skip:
    case Key::pause:
    case Key::other:
      break;
    default:
      press(key);
  }
}

}  // namespace whittle
