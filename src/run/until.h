/// When a result is small enough: `--until`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "document/goal.h"
#include "report/event.h"

namespace whittle {

struct Until {
  /// `share` is in percent of the original, counted in the unit of the goal.
  enum class Kind : std::uint8_t { share, bytes, tokens, lines, no_gain };
  Kind kind = Kind::share;
  double number = 0;                  ///< at most so many; for all but `no_gain`
  std::chrono::microseconds time{0};  ///< for `no_gain`
  std::string text;                   ///< as the user wrote it
};

/// "50%", "2KB", "100 tokens", "20 lines", "no gain in 10m".
Result<Until> parse_until(std::string_view text);

/// Watches a search and says when one of the conditions holds.
class UntilWatch final : public Observer {
 public:
  UntilWatch(std::vector<Until> until, const Document& original, Goal goal);

  void improved(const BestFound& event) override;
  /// The condition that holds, as the user wrote it.
  std::optional<std::string> reached() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool holds(const Until& until, const Measure& size) const;

  std::vector<Until> until_;
  Goal goal_;
  Measure original_;
  Clock::time_point last_gain_ = Clock::now();
  std::optional<std::string> reached_;
};

}  // namespace whittle
