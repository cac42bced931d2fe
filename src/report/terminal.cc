// The place of the cursor between two pictures decides what a `kill -9` leaves. The shell prints
// its word ("Killed") and its prompt at the cursor, and the guardian erases the picture, in either
// order. So the cursor waits on an empty line above the picture: all that the shell prints lies
// before the cursor, all that is left of the picture lies behind it, and the guardian erases from
// the cursor on. With the cursor below the picture, the guardian would have to go up, and erase the
// shell's lines.
#include "report/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/helper_linux.h"
#include "report/words.h"

namespace whittle {
namespace {

constexpr std::string_view enter_page = "\x1b[?1049h", leave_page_code = "\x1b[?1049l";
constexpr std::string_view erase_below = "\x1b[J";  // from the cursor to the end of the screen
/// The messages to the guardian: whether keys are read directly, and whether a screen is shown.
constexpr char nothing_taken = '0', keys_taken = '1', page_shown = '2', all_given_back = '3';

/// Lives in a child. Resets the terminal if our end comes while we have changed it. If we give
/// everything back ourselves, it must not touch the terminal: the next program may own it.
[[noreturn]] void guard(int pipe, int in, int out, const termios& before) {
  char state = nothing_taken;
  for (;;) {
    char next = 0;
    const ssize_t size = ::read(pipe, &next, 1);
    if (size == 1) state = next;
    if (state == all_given_back) ::_exit(0);
    if (size == 0 || (size < 0 && errno != EINTR)) break;
  }
  if (state == page_shown) (void)!::write(out, leave_page_code.data(), leave_page_code.size());
  if (state != nothing_taken) {
    ::tcsetattr(in, TCSANOW, &before);
    (void)!::write(out, erase_below.data(), erase_below.size());
  }
  ::_exit(0);
}

}  // namespace

Terminal::Terminal(int out, int in, bool coloured) : out_(out), in_(in), coloured_(coloured) {
  if (in_ < 0 || ::tcgetattr(in_, &before_) != 0) {
    in_ = -1;
    return;
  }
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    in_ = -1;
    return;
  }
  // No signal reaches the guardian: Ctrl-C is for us, and a program in the background may change
  // the terminal only with SIGTTOU blocked.
  const std::array<int, 3> kept{in_, out_, ends[0]};
  guardian_ = fork_helper(kept, [this] { guard(2, 0, 1, before_); });
  ::close(ends[0]);
  to_guardian_ = UniqueFd(ends[1]);
  if (guardian_ < 0) in_ = -1;
}

Terminal::~Terminal() {
  release();
  if (guardian_ <= 0) return;
  (void)!::write(to_guardian_.get(), &all_given_back, 1);
  while (::waitpid(guardian_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Terminal::Size> Terminal::size_of(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return std::nullopt;
  return Size{size.ws_col, size.ws_row};
}

bool Terminal::is_ours() const {
  const pid_t foreground = ::tcgetpgrp(out_);
  return foreground < 0 || foreground == ::getpgrp();
}

void Terminal::tell_guardian() {
  if (guardian_ <= 0) return;
  const char state = in_page_ ? page_shown : has_keys_ ? keys_taken : nothing_taken;
  (void)!::write(to_guardian_.get(), &state, 1);
}

void Terminal::take_keys() {
  // Read each time: after `fg`, a shell may set its own modes a moment after we continue.
  termios now{};
  if (in_ < 0 || ::tcgetattr(in_, &now) != 0 || !(now.c_lflag & ICANON)) return;
  before_ = now;
  // Ctrl-C and Ctrl-Z still send signals, and output is handled as before.
  now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  // A read waits for a key: if we are killed, the shell may read before the guardian has reset
  // this, and must not mistake it for the end of its input.
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  has_keys_ = true;
  tell_guardian();
  ::tcsetattr(in_, TCSANOW, &now);
}

void Terminal::release() {
  leave_page();
  clear();
  if (!has_keys_) return;
  ::tcsetattr(in_, TCSANOW, &before_);
  has_keys_ = false;
  tell_guardian();
}

void Terminal::draw(const std::vector<Line>& lines) {
  const std::size_t width = size().width;
  std::string text = "\r";
  // A terminal that became narrower has broken our lines into several.
  if (lines.size() < drawn_lines_ || width != drawn_width_) text += erase_below;
  for (const Line& line : lines) text += '\n' + painted(line, coloured_) + "\x1b[K";
  if (!lines.empty()) text += fmt::format("\x1b[{}A\r", lines.size());
  write(text);
  drawn_lines_ = lines.size();
  drawn_width_ = width;
}

void Terminal::clear() {
  if (drawn_lines_ > 0) draw({});
}

void Terminal::print(std::string_view text) {
  clear();
  write(text);
}

std::size_t Terminal::page_rows() const {
  return std::max<std::size_t>(3, size().height) - 2;
}

void Terminal::show(const Page& page, std::size_t first, std::size_t column) {
  const std::size_t width = std::max<std::size_t>(2, size().width) - 1;
  const std::size_t rows = page_rows(), all = page.lines.size();
  std::string text =
      "\x1b[H" + painted(cut({{page.title, Paint::bold}}, width), coloured_) + "\x1b[K";
  for (std::size_t i = first; i < first + rows; ++i) {
    text += "\r\n";
    if (i < all) {
      const Line line = without_front(page.lines[i], column);
      const bool is_longer = columns(line) > width;
      text += painted(cut(line, width - is_longer), coloured_);
      if (is_longer) text += painted({{">", Paint::dim}}, coloured_);
    }
    text += "\x1b[K";
  }
  const std::size_t last = std::min(all, first + rows);
  const std::string place = last - first == all
                                ? ""
                                : fmt::format("lines {} to {} of {}   ", with_commas(first + 1),
                                              with_commas(last), with_commas(all));
  text += "\r\n" + painted(cut({{place + "q: back   ?: keys", Paint::dim}}, width), coloured_) +
          "\x1b[K";
  if (!in_page_) {
    in_page_ = true;
    tell_guardian();
    write(enter_page);
    last_page_.clear();
  }
  if (text == last_page_) return;
  write(text);
  last_page_ = std::move(text);
}

void Terminal::leave_page() {
  if (!in_page_) return;
  write(leave_page_code);
  in_page_ = false;
  tell_guardian();
}

void Terminal::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t size = ::write(out_, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;  // nobody sees it any more
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

}  // namespace whittle
