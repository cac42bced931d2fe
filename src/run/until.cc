// Sizes are compared when a best is found, in the order of the search, so the same run stops at the
// same best. Only `no gain in TIME` looks at a clock.
#include "run/until.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "base/duration.h"

namespace whittle {
namespace {

struct UntilUnit {
  std::string_view unit;
  Until::Kind kind;
  double factor;
};

constexpr std::array words = {
    UntilUnit{"%", Until::Kind::share, 1},
    UntilUnit{"", Until::Kind::bytes, 1},
    UntilUnit{"B", Until::Kind::bytes, 1},
    UntilUnit{"byte", Until::Kind::bytes, 1},
    UntilUnit{"bytes", Until::Kind::bytes, 1},
    UntilUnit{"k", Until::Kind::bytes, 1024},
    UntilUnit{"K", Until::Kind::bytes, 1024},
    UntilUnit{"kB", Until::Kind::bytes, 1024},
    UntilUnit{"KB", Until::Kind::bytes, 1024},
    UntilUnit{"M", Until::Kind::bytes, 1024 * 1024},
    UntilUnit{"MB", Until::Kind::bytes, 1024 * 1024},
    UntilUnit{"token", Until::Kind::tokens, 1},
    UntilUnit{"tokens", Until::Kind::tokens, 1},
    UntilUnit{"line", Until::Kind::lines, 1},
    UntilUnit{"lines", Until::Kind::lines, 1},
};

}  // namespace

Result<Until> parse_until(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorKind::usage,
                fmt::format("'{}' is not a size to stop at; write it as 50%, 2KB, '100 tokens', "
                            "'20 lines' or 'no gain in 10m'",
                            text));
  };
  Until until;
  until.text = text;
  if (constexpr std::string_view no_gain = "no gain in "; text.starts_with(no_gain)) {
    const Result<std::chrono::microseconds> time = parse_duration(text.substr(no_gain.size()));
    if (!time) return std::unexpected(time.error());
    until.kind = Until::Kind::no_gain;
    until.time = *time;
    return until;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number) || number < 0) return wrong();
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const UntilUnit& word : words)
    if (word.unit == unit) {
      if (word.kind == Until::Kind::share && number >= 100) return wrong();
      until.kind = word.kind;
      until.number = number * word.factor;
      return until;
    }
  return wrong();
}

UntilWatch::UntilWatch(std::vector<Until> until, const Document& original, Goal goal)
    : until_(std::move(until)), goal_(goal), original_(measure(original)) {}

void UntilWatch::improved(const BestFound& event) {
  last_gain_ = Clock::now();
  const Measure size{static_cast<std::int64_t>(event.tokens),
                     static_cast<std::int64_t>(event.bytes),
                     static_cast<std::int64_t>(event.lines)};
  for (const Until& until : until_)
    if (!reached_ && holds(until, size)) reached_ = until.text;
}

bool UntilWatch::holds(const Until& until, const Measure& size) const {
  switch (until.kind) {
    case Until::Kind::share:
      return static_cast<double>(size.of(goal_)) * 100 <=
             until.number * static_cast<double>(original_.of(goal_));
    case Until::Kind::bytes:
      return static_cast<double>(size.bytes) <= until.number;
    case Until::Kind::tokens:
      return static_cast<double>(size.tokens) <= until.number;
    case Until::Kind::lines:
      return static_cast<double>(size.lines) <= until.number;
    case Until::Kind::no_gain:
      return false;
  }
  return false;
}

std::optional<std::string> UntilWatch::reached() const {
  if (reached_) return reached_;
  for (const Until& until : until_)
    if (until.kind == Until::Kind::no_gain && Clock::now() - last_gain_ >= until.time)
      return until.text;
  return std::nullopt;
}

}  // namespace whittle
