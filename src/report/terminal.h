/// The user's terminal: its size, a picture of a few lines that is redrawn in place, pages on the
/// alternate screen, and keys that need no Enter.
///
/// Whatever ends the process, the terminal is left as it was found. For `kill -9` there is a tiny
/// child process that waits for our end (a pipe closes) and resets the settings that we had changed
/// at that moment. One thread uses a terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <termios.h>
#include <vector>

#include "base/unique_fd.h"
#include "report/lines.h"
#include "report/pages.h"

namespace whittle {

class Terminal {
 public:
  /// Draws on `out`. Keys are read from `in`; -1: no keys.
  Terminal(int out, int in, bool coloured);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  struct Size {
    std::size_t width = 80, height = 24;
  };
  Size size() const { return size_of(out_).value_or(Size{}); }
  /// Nothing if this is no terminal, or if it does not know its size.
  static std::optional<Size> size_of(int fd);
  /// Whether we may use it: a shell may have put us into the background.
  bool is_ours() const;
  int keys() const { return in_; }

  /// Makes keys come one by one, unseen. Does nothing if they do already.
  void take_keys();
  /// Removes the picture or the page, and gives the keys back.
  void release();

  /// Draws the lines where the last ones were drawn: below an empty line, on which the cursor
  /// stays.
  void draw(const std::vector<Line>& lines);
  /// Removes the picture, so that something else can be printed.
  void clear();
  /// Prints whole lines above the picture.
  void print(std::string_view text);
  /// Shows the page from line `first` and column `column` on, in place of everything.
  void show(const Page& page, std::size_t first, std::size_t column);
  /// How many lines of a page are shown at once.
  std::size_t page_rows() const;
  /// Ends the page: the screen is as it was before it.
  void leave_page();

 private:
  void tell_guardian();
  void write(std::string_view text) const;

  int out_, in_;
  bool coloured_;
  termios before_{};
  bool has_keys_ = false;
  bool in_page_ = false;
  std::size_t drawn_lines_ = 0;  // of the picture, below the cursor
  std::size_t drawn_width_ = 0;  // the terminal's when they were drawn
  std::string last_page_;
  pid_t guardian_ = 0;
  UniqueFd to_guardian_;
};

}  // namespace whittle
