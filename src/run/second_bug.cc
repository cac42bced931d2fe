#include "run/second_bug.h"

#include <algorithm>

#include "oracle/golden.h"
#include "run/complements.h"

namespace whittle {
namespace {

bool is_worth_looking(const Opened& opened, const Confirmed& confirmed) {
  const Ending ending = confirmed.searched.end.ending;
  return opened.ready.on_original.is_crash() && confirmed.passed && confirmed.unconfirmed == 0 &&
         ending != Ending::interrupted && ending != Ending::tests_spent &&
         confirmed.searched.watchers->other_failures.keeps_any();
}

/// A twentieth of the tests of the run, and at least enough for a bisection of a few hundred lines.
std::size_t most_tests(const Confirmed& confirmed) {
  return std::clamp<std::size_t>(confirmed.searched.watchers->log.state().tally.total().asked / 20,
                                 12, 24);
}

}  // namespace

void look_for_second_bug(Opened& opened, const Confirmed& confirmed, Notices& notices) {
  if (!is_worth_looking(opened, confirmed)) return;
  const Ready& ready = opened.ready;
  OtherFailures& others = confirmed.searched.watchers->other_failures;
  const auto most_time = limit_on_empty(ready.verdict_on_original.duration);
  Complements complements(ready.original, confirmed.result);
  for (std::size_t left = most_tests(confirmed); left > 0 && complements.next(); --left) {
    const Document& candidate = *complements.next();
    const Result<Witness> witness = ready.oracle->run_aside(candidate, most_time);
    if (!witness) {
      notices.add(Notice::Kind::warning,
                  "no second bug was looked for: " + witness.error().message);
      break;
    }
    if (witness->interrupted) break;
    others.saw(candidate, witness->verdict);
    complements.observe(witness->verdict.outcome == Outcome::interesting ? Complement::fails_alike
                        : others.is_other(witness->verdict) ? Complement::fails_differently
                                                            : Complement::shows_nothing);
  }
  others.flush();
}

}  // namespace whittle
