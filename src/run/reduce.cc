// The recipe of a run. Each step is a function in a file of its own, from the value of the step
// before it to a value of its own. Two ways lead off the straight line, and both are visible here:
// a run that is stopped before it changed anything, and outcomes that are revoked, after which the
// search begins again.
#include "run/reduce.h"

#include <chrono>
#include <utility>
#include <variant>

#include "run/confirm.h"
#include "run/first_tests.h"
#include "run/open.h"
#include "run/prepare.h"
#include "run/publish.h"
#include "run/reproducer.h"
#include "run/search.h"

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::microseconds since(Clock::time_point began) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began);
}

/// Tells the observer that the run has ended.
Result<Report> ended(Report report, Observer& observer) {
  observer.ended(report);
  if (const Error* failure = observer.failure())
    return fail(failure->kind, failure->message, "the result is in " + report.target);
  return report;
}

/// Searches until there is a result whose outcomes nobody doubts.
Result<Confirmed> find_result(Opened& opened, Observer& observer, Notices& notices) {
  while (true) {
    Result<SearchOutcome> searched = search(opened, observer, notices);
    if (!searched) return std::unexpected(searched.error());
    Result<Confirmation> confirmed = Revoked{};
    if (auto* done = std::get_if<Searched>(&*searched))
      confirmed = confirm(opened, std::move(*done));
    else
      confirmed = std::get<Revoked>(std::move(*searched));
    if (!confirmed) return std::unexpected(confirmed.error());
    if (auto* result = std::get_if<Confirmed>(&*confirmed)) return std::move(*result);
    const std::vector<Hash>& doubtful = std::get<Revoked>(*confirmed).candidates;
    if (Result<void> forgotten = forget(opened, doubtful); !forgotten)
      return std::unexpected(forgotten.error());
  }
}

}  // namespace

Result<Report> reduce(Request request, Observer& observer) {
  const Clock::time_point began = Clock::now();
  Notices notices(observer, request.phrase);
  request = with_defaults(std::move(request));
  if (request.reduce_command && !request.continues) {
    Result<Request> shorter = with_shorter_command(std::move(request), notices);
    if (!shorter) return std::unexpected(shorter.error());
    request = std::move(*shorter);
  }
  Result<Preparation> prepared = prepare(std::move(request), notices);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto* stopped = std::get_if<StoppedEarly>(&*prepared)) {
    stopped->report.notices = notices.all();
    stopped->report.time = since(began);
    return ended(std::move(stopped->report), observer);
  }
  Result<Opened> opened = open(std::get<Ready>(std::move(*prepared)), notices);
  if (!opened) return std::unexpected(opened.error());
  const Ready& ready = opened->ready;
  // From here on there is a best so far, which an error must not hide.
  const auto with_best = [&](const Error& error) {
    return std::unexpected(with_way_on(error, ready.request));
  };
  const Result<Confirmed> confirmed = find_result(*opened, observer, notices);
  if (!confirmed) return with_best(confirmed.error());
  const Result<Published> published = publish(*opened, *confirmed);
  if (!published) return with_best(published.error());
  if (*published == Published::nothing)
    return std::unexpected(accepts_too_much(ready.request, ready.original, ready.test));
  if (ready.request.reduce_command && confirmed->unconfirmed == 0 &&
      ready.stop.reason() != StopReasons::Reason::user)
    if (Result<void> written = write_reproducer(ready.request, notices); !written)
      return with_best(written.error());
  Report report = report_of(*opened, *confirmed, notices);
  report.time = since(began);
  if (Result<void> closed = close(*opened, *confirmed, report); !closed)
    return with_best(closed.error());
  return ended(std::move(report), observer);
}

}  // namespace whittle
