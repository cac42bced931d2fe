#include "report/progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/words.h"

namespace whittle {

Progress::Progress(const Tally& tally, std::FILE* to, Style style, std::size_t bytes_at_start)
    : tally_(tally), to_(to), style_(style), bytes_at_start_(bytes_at_start) {}

void Progress::told(const Told& /*event*/) {
  show_if_due();
}
void Progress::activity(const Activity& /*event*/) {
  show_if_due();
}

void Progress::show_if_due() {
  if (style_ == Style::none) return;
  const auto now = Clock::now();
  const auto pause =
      style_ == Style::terminal ? std::chrono::milliseconds(100) : std::chrono::seconds(5);
  if (now - shown_ < pause) return;
  shown_ = now;
  if (style_ == Style::plain) {
    fmt::print(to_, "{}\n", line());
  } else {
    winsize size{};
    // Three columns stay free: a terminal shows ^C there, and must not begin a new line for it.
    const bool is_known = ioctl(fileno(to_), TIOCGWINSZ, &size) == 0 && size.ws_col > 3;
    fmt::print(to_, "\r{}\x1b[K", is_known ? line(size.ws_col - 3u) : line());
    on_screen_ = true;
  }
  std::fflush(to_);
}

void Progress::clear() {
  if (!on_screen_) return;
  fmt::print(to_, "\r\x1b[K");
  std::fflush(to_);
  on_screen_ = false;
}

std::string Progress::line(std::size_t width) const {
  const auto time = Clock::now() - started_;
  const double seconds = std::chrono::duration<double>(time).count();
  const Activity& activity = tally_.activity();
  const std::string parts[] = {
      fmt::format("{:>5}", clock_time(std::chrono::duration_cast<std::chrono::seconds>(time))),
      fmt::format("{} -> {} bytes", with_commas(bytes_at_start_), with_commas(tally_.bytes())),
      std::string(tally_.stage()),
      fmt::format("{} running", activity.running),
      fmt::format("{}, {} used", counted(activity.started, "test"),
                  with_commas(tally_.total().tested())),
      fmt::format("{:.1f}/s", static_cast<double>(activity.started) / std::max(seconds, 0.001))};
  std::string text;
  for (const std::string& part : parts) {
    const std::string_view gap = text.empty() ? "" : "  ";
    if (text.size() + gap.size() + part.size() <= width) text.append(gap).append(part);
  }
  return text;
}

}  // namespace whittle
