/// Tells observers each outcome that a search is told, and counts those that had to be tested.
///
/// Limits count told outcomes, not tests that ran: how many tests run ahead depends on the slots
/// and on timing, and a limit must stop at the same place for any number of slots.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/hash.h"
#include "base/verdict.h"
#include "document/token_counter.h"
#include "report/event.h"
#include "schedule/memo.h"
#include "schedule/search.h"

namespace whittle {

class Teller {
 public:
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

  /// At most `tests` outcomes that had to be tested may be told, and `patience` of them in a row
  /// that remove no token.
  Teller(Observer& observer, Memo& memo, std::size_t tests, std::size_t patience = no_limit)
      : observer_(observer), memo_(memo), tests_(tests), patience_(patience) {}

  bool is_spent() const { return used_ == tests_; }
  bool is_out_of_patience() const { return in_vain_ >= patience_; }
  /// Whether this candidate's outcome may still be told: one that was told before costs nothing.
  bool may_tell(const Hash& candidate) const { return !is_spent() || memo_.was_told(candidate); }

  /// `render()` returns the candidate, and is called only if an observer wants to see it. Returns
  /// whether the candidate was told for the first time. Requires: `may_tell`.
  template <typename Render>
  bool tell(const Question& question, const Hash& candidate, std::size_t bytes,
            const Verdict& verdict, Render render) {
    const bool is_new = memo_.mark_told(candidate);
    used_ += is_new && !verdict.untested;
    Told event{.stage = question.stage,
               .list = question.list,
               .role = question.role,
               .likelihood = question.likelihood,
               .kept = &question.kept,
               .elements = {},
               .candidate = candidate,
               .outcome = verdict.outcome,
               .remembered = !is_new,
               .timed_out = verdict.timed_out,
               .untested = verdict.untested,
               .duration = verdict.duration,
               .bytes = bytes,
               .tokens = {},
               .step_times = verdict.step_times,
               .last_step = verdict.last_step,
               .exit_status = verdict.exit_status,
               .render = [&render]() -> Document { return render(); }};
    if (observer_.wants_counts()) {
      event.elements = question.kept.count();
      event.tokens = count_tokens_(render());
    }
    if (patience_ != no_limit) {
      in_vain_ += is_new;
      if (verdict.outcome == Outcome::interesting) {
        const std::size_t tokens = event.tokens ? *event.tokens : count_tokens_(render());
        if (tokens < least_tokens_) in_vain_ = 0;
        least_tokens_ = std::min(least_tokens_, tokens);
      }
    }
    observer_.told(event);
    if (verdict.outcome == Outcome::interesting) observer_.interesting(render());
    return is_new;
  }

 private:
  Observer& observer_;
  Memo& memo_;
  std::size_t tests_;
  std::size_t patience_;
  std::size_t used_ = 0;     // outcomes told that had to be tested
  std::size_t in_vain_ = 0;  // those of them since the last that removed a token
  std::size_t least_tokens_ = no_limit;
  TokenCounter count_tokens_;
};

}  // namespace whittle
