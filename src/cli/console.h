/// The output on standard error: notices, the display of the run, and the summary at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/interrupt.h"
#include "report/event.h"
#include "report/live_view.h"
#include "report/report.h"

namespace whittle {

/// Prints "whittle: ", the prefix and the message, then each line of `more`, indented.
void print_message(std::string_view prefix, std::string_view message, std::string_view more);

/// A text for standard error, wrapped at the width of the terminal; all lines but the first are
/// indented.
std::string in_columns(std::string_view text, std::size_t indent);

/// How a run is shown while it is going on.
enum class ProgressStyle : std::uint8_t { by_terminal, view, plain, none };

class Console final : public Observer {
 public:
  struct Style {
    bool quiet = false;          ///< only warnings and errors
    bool verbose = false;        ///< also prints a row for each stage
    bool prints_result = false;  ///< the result goes to standard output at the end
    bool shows_result = true;    ///< a short result is shown after the summary, on a terminal
    ProgressStyle progress = ProgressStyle::by_terminal;
  };
  /// The console gives `interrupt` the text to print if the process must end at once. `interrupt`
  /// must outlive the console.
  Console(Style style, Interrupt& interrupt, LiveView::Controls controls = {});

  /// Ends the view; for a run that ends with an error.
  void finish() { live_.finish(); }

  void joins(const std::shared_ptr<const SharedState>& state) override { live_.joins(state); }
  void started(const RunStart& event) override;
  void noticed(const Notice& event) override;
  void ended(const Report& report) override;

 private:
  Style style_;
  Interrupt& interrupt_;
  LiveView live_;
  bool has_begun_ = false;
};

}  // namespace whittle
