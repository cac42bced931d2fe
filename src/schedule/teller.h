/// Tells observers each outcome that a search is told, and counts those that had to be tested.
#pragma once

#include <cstddef>

#include "base/hash.h"
#include "base/verdict.h"
#include "document/token_counter.h"
#include "report/event.h"
#include "schedule/memo.h"
#include "schedule/search.h"

namespace whittle {

class Teller {
 public:
  /// At most `tests` outcomes that had to be tested may be told.
  Teller(Observer& observer, Memo& memo, std::size_t tests)
      : observer_(observer), memo_(memo), tests_(tests) {}

  bool is_spent() const { return used_ == tests_; }
  /// Whether this candidate's outcome may still be told: one that was told before costs nothing.
  bool may_tell(const Hash& candidate) const { return !is_spent() || memo_.was_told(candidate); }

  /// `render()` gives the candidate, and is called only if somebody wants to see it. Says whether
  /// it was the candidate's first time. Requires: `may_tell`.
  template <typename Render>
  bool tell(const Question& question, const Hash& candidate, std::size_t bytes,
            const Verdict& verdict, Render render) {
    const bool is_new = memo_.mark_told(candidate);
    used_ += is_new && !verdict.untested;
    Told event{.stage = question.stage,
               .list = question.list,
               .role = question.role,
               .likelihood = question.likelihood,
               .elements = {},
               .candidate = candidate,
               .outcome = verdict.outcome,
               .remembered = !is_new,
               .timed_out = verdict.timed_out,
               .untested = verdict.untested,
               .duration = verdict.duration,
               .bytes = bytes,
               .tokens = {}};
    if (observer_.wants_counts()) {
      event.elements = question.kept.count();
      event.tokens = count_tokens_(render());
    }
    observer_.told(event);
    if (verdict.outcome == Outcome::interesting) observer_.interesting(render());
    return is_new;
  }

 private:
  Observer& observer_;
  Memo& memo_;
  std::size_t tests_;
  std::size_t used_ = 0;  // outcomes told that had to be tested
  TokenCounter count_tokens_;
};

}  // namespace whittle
