// The steps of a run. Each step is a function in a file of its own, from the value of the step
// before it to a value of its own. Two ways lead off the straight line, and both are visible here:
// a run that is stopped before it changed anything, and outcomes that are revoked, after which the
// search begins again.
#include "run/reduce.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <variant>

#include "base/reason.h"
#include "run/confirm.h"
#include "run/first_tests.h"
#include "run/lost_validity.h"
#include "run/open.h"
#include "run/prepare.h"
#include "run/probe_original.h"
#include "run/programs_run.h"
#include "run/publish.h"
#include "run/reproducer.h"
#include "run/search.h"
#include "run/second_bug.h"

namespace whittle {
namespace {

/// One limit for all parts of a run.
class TimeAllowed {
 public:
  explicit TimeAllowed(std::optional<std::chrono::microseconds> time) : time_(time) {}
  /// At least a millisecond: a limit of 0 would be none.
  std::optional<std::chrono::microseconds> left() const {
    if (!time_) return std::nullopt;
    const auto used = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_);
    return std::max<std::chrono::microseconds>(std::chrono::milliseconds(1), *time_ - used);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::chrono::microseconds> time_;
  Clock::time_point begin_ = Clock::now();
};

Notice drift_notice(const Opened& opened, const Confirmed& confirmed) {
  const std::string before = opened.ready.on_original.sentence(),
                    now = confirmed.drifted_to.sentence();
  return {Notice::Kind::warning,
          fmt::format("the result shows another failure than the original: {}; before: {}", now,
                      before),
          "to keep the failure of the original: test.same_bug = frames",
          {Reason::failure_drifted, {before, now}}};
}

/// Searches until there is a result whose outcomes nobody doubts.
Result<Confirmed> find_result(Opened& opened, RunLog& log, Notices& notices) {
  while (true) {
    Result<SearchOutcome> searched = search(opened, log, notices);
    if (!searched) return std::unexpected(searched.error());
    Result<Confirmation> confirmed = Revoked{};
    if (auto* done = std::get_if<Searched>(&*searched))
      confirmed = confirm(opened, std::move(*done));
    else
      confirmed = std::get<Revoked>(std::move(*searched));
    if (!confirmed) return std::unexpected(confirmed.error());
    if (auto* result = std::get_if<Confirmed>(&*confirmed)) {
      if (result->drifted_to.is_failure()) notices.add(drift_notice(opened, *result));
      return std::move(*result);
    }
    if (Result<void> forgotten = forget(opened, std::get<Revoked>(*confirmed)); !forgotten)
      return std::unexpected(forgotten.error());
  }
}

}  // namespace

Result<Report> reduce(Request request, Observer& observer) {
  RunLog log(observer);
  Notices notices(log, request.phrase);
  request = with_defaults(std::move(request));
  const TimeAllowed allowed(request.max_time);
  if (request.reduce_command && !request.continues) {
    Result<Request> shorter = with_shorter_command(std::move(request), notices);
    if (!shorter) return std::unexpected(shorter.error());
    request = std::move(*shorter);
    request.max_time = allowed.left();
  }
  Result<Preparation> prepared = prepare(std::move(request), notices);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto* stopped = std::get_if<StoppedEarly>(&*prepared))
    return log.end(std::move(stopped->report));
  Result<Opened> opened = open(std::get<Ready>(std::move(*prepared)), notices);
  if (!opened) return std::unexpected(opened.error());
  const Ready& ready = opened->ready;
  // From here on there may be a best so far, which an error message must mention.
  const auto with_best = [&](const Error& error) {
    return std::unexpected(with_way_on(error, ready.request));
  };
  if (const Result<void> probed = probe_original(*opened, notices); !probed)
    return with_best(probed.error());
  if (ready.request.sees_programs) opened->compilers = compilers_run(opened->ready);
  const Result<Confirmed> confirmed = find_result(*opened, log, notices);
  if (!confirmed) return with_best(confirmed.error());
  const Result<Published> published = publish(*opened, *confirmed);
  if (!published) return with_best(published.error());
  if (*published == Published::nothing)
    return std::unexpected(accepts_too_much(ready.request, ready.original, ready.test, {}, {}));
  look_for_second_bug(*opened, *confirmed, notices);
  look_for_lost_validity(*opened, *confirmed, notices);
  if (ready.request.reduce_command && confirmed->unconfirmed == 0 &&
      ready.stop.reason() != StopReasons::Reason::user)
    if (Result<void> written = write_reproducer(ready.request, allowed.left(), notices); !written)
      return with_best(written.error());
  Report report = log.end(report_of(*opened, *confirmed));
  if (const Result<void> closed = close(*opened, *confirmed, report); !closed) {
    // The result is in its place, so this is a warning and no error.
    notices.add(Notice::Kind::warning, closed.error().message, "remove it by hand");
    report.notices = log.state().notices;
  }
  if (const Error* failure = observer.failure())
    return fail(failure->kind, failure->message, "the result is in " + report.target);
  return report;
}

}  // namespace whittle
