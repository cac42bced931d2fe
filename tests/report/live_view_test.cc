// The view on a terminal of its own, with events, keys and changes of its size all at once. What is
// drawn is tested in view_test.cc, and whole runs in cli/terminal.sh; this is for the sanitizers
// and for what must hold at the end.
#include "report/live_view.h"

#include <atomic>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <string>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

#include "base/unique_fd.h"
#include "report/run_log.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;

/// A terminal in the place of standard input and standard error. Collects what is written to it.
class OwnTerminal {
 public:
  OwnTerminal() {
    int master = -1, slave = -1;
    winsize size{24, 80, 0, 0};
    if (::openpty(&master, &slave, nullptr, nullptr, &size) != 0) throw std::runtime_error("pty");
    master_ = UniqueFd(master);
    slave_ = UniqueFd(slave);
    input_ = UniqueFd(::dup(STDIN_FILENO));
    error_ = UniqueFd(::dup(STDERR_FILENO));
    ::dup2(slave, STDIN_FILENO);
    ::dup2(slave, STDERR_FILENO);
    reader_ = std::thread([this] { read(); });
  }
  ~OwnTerminal() { give_back(); }
  OwnTerminal(const OwnTerminal&) = delete;
  OwnTerminal& operator=(const OwnTerminal&) = delete;

  void type(std::string_view keys) const {
    (void)!::write(master_.get(), keys.data(), keys.size());
  }
  void resize(int columns, int rows) const {
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0,
                       0};
    ::ioctl(master_.get(), TIOCSWINSZ, &size);
  }
  termios modes() const {
    termios modes{};
    ::tcgetattr(slave_.get(), &modes);
    return modes;
  }
  /// All that was written. The terminal is no longer in the place of the others then.
  std::string written() {
    give_back();
    return written_;
  }

 private:
  void read() {
    std::string part(1 << 16, '\0');
    while (!is_over_ || has_more()) {
      if (!has_more()) continue;
      const ssize_t size = ::read(master_.get(), part.data(), part.size());
      if (size > 0) written_.append(part, 0, static_cast<std::size_t>(size));
    }
  }
  bool has_more() const {
    pollfd fd{master_.get(), POLLIN, 0};
    return ::poll(&fd, 1, 20) > 0;
  }
  void give_back() {
    if (!reader_.joinable()) return;
    ::dup2(input_.get(), STDIN_FILENO);
    ::dup2(error_.get(), STDERR_FILENO);
    is_over_ = true;
    reader_.join();
  }

  UniqueFd master_, slave_, input_, error_;
  std::atomic<bool> is_over_{false};
  std::string written_;
  std::thread reader_;
};

/// Some moments of a run: what the engine tells the view.
void play(LiveView& view, std::size_t tests) {
  RunLog log(view);
  RunStart start;
  std::string text;
  for (std::size_t i = 0; i < tests; ++i) text += "line " + std::to_string(i) + "\n";
  start.original = Document::single("x.txt", text);
  start.files = {"x.txt"};
  start.tokens = 2 * tests;
  start.bytes = text.size();
  start.jobs = 2;
  log.started(start);
  const EditList edits(start.original, std::vector<Edit>(3));
  for (std::size_t i = 1; i < tests; ++i) {
    if (i % 10 == 1) log.list_began({.number = i, .stage = "lines/gallop", .edits = &edits});
    log.slot_changed({SlotChange::Phase::start, i % 2, i % 3 == 0, false, {}});
    Activity activity;
    activity.started = i;
    log.activity(activity);
    Verdict verdict;
    verdict.exit_status = 1;
    verdict.output = "refused\n";
    log.tested({}, verdict);
    Told told;
    told.stage = "lines/gallop";
    told.outcome = i % 2 ? Outcome::interesting : Outcome::uninteresting;
    log.told(told);
    text.erase(0, text.find('\n') + 1);
    const Document best = Document::single("x.txt", text);
    log.improved({.number = i,
                  .list = 1,
                  .stage = "lines/gallop",
                  .tokens = 2 * (tests - i),
                  .bytes = text.size(),
                  .lines = tests - i,
                  .document = &best});
    log.slot_changed({SlotChange::Phase::end, i % 2, false, false, {}});
    if (i % 50 == 0) {
      log.noticed({Notice::Kind::warning, "a warning"});
      view.print("printed\n");
    }
    std::this_thread::sleep_for(1ms);
  }
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(LiveView, EventsKeysAndSizesComeTogetherAndTheTerminalIsAsBefore) {
  OwnTerminal terminal;
  const termios before = terminal.modes();
  std::atomic<int> stops = 0, skips = 0, pauses = 0;
  {
    LiveView view({.style = LiveView::Style::view,
                   .coloured = true,
                   .unicode = true,
                   .keys = true,
                   .controls = {.stop = [&] { ++stops; },
                                .skip = [&] { ++skips; },
                                .pause = [&](bool) { ++pauses; }}});
    std::thread keys([&] {
      for (const std::string_view typed : {"v", "G", "\x1b[A", "\x1b[C", " ", "d", "j", "t", "o",
                                           "?", "q", "p", "p", "ss", "s", "q"}) {
        terminal.type(typed);
        std::this_thread::sleep_for(60ms);
      }
      for (const int columns : {40, 9, 200, 80}) {
        terminal.resize(columns, columns / 4);
        std::this_thread::sleep_for(120ms);
      }
      terminal.type("v");  // and it ends with a page on the screen
    });
    play(view, 400);
    keys.join();
    std::this_thread::sleep_for(300ms);
  }
  const termios after = terminal.modes();
  EXPECT_EQ(before.c_lflag, after.c_lflag);
  EXPECT_EQ(before.c_cc[VMIN], after.c_cc[VMIN]);
  const std::string written = terminal.written();
  EXPECT_GT(count(written, "% removed"), 5u);
  EXPECT_EQ(count(written, "printed\r\n"), 7u);
  EXPECT_GT(count(written, "\x1b[?1049h"), 1u);
  EXPECT_EQ(count(written, "\x1b[?1049h"), count(written, "\x1b[?1049l"));
  EXPECT_EQ(pauses, 2);
  EXPECT_EQ(skips, 1) << "the first s asks, the second skips, the third asks again";
  EXPECT_EQ(stops, 0) << "q must be pressed twice";
}

}  // namespace
}  // namespace whittle
