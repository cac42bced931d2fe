#include "run/watchers.h"

#include <fmt/format.h>
#include <initializer_list>
#include <utility>

#include "base/reason.h"

namespace whittle {
namespace {

Journal::IsSmaller order_of(const Opened& opened) {
  return [goal = opened.ready.search.stage_maker->goal](const Document& a, const Document& b) {
    return is_smaller(goal, a, b);
  };
}

/// What happens when the test answers the same candidate differently.
Result<void> on_contradiction(Ready& ready, Notices& notices, FlakyWatch::Answers answers) {
  const std::string message =
      fmt::format("{} answered the same candidate differently ({} interesting, {} not)",
                  ready.test.name, answers.interesting, answers.uninteresting);
  if (ready.request.test.flaky == Flaky::stop)
    return fail(ErrorKind::unreliable, {Reason::contradiction}, message,
                "find out why, or see test.runs; or continue by majority: test.flaky");
  notices.add({Notice::Kind::warning,
               message,
               "see test.runs",
               {Reason::contradiction_ignored, {message}}});
  ready.oracle->require_majority();
  return {};
}

}  // namespace

Watchers::Watchers(Opened& run, std::vector<std::size_t> earlier_skips, Observer& observer,
                   Notices& all_notices)
    : opened(run),
      notices(all_notices),
      journal(run.folder, order_of(run),
              [&run](const Document& best) {
                // If the result goes to no file, the journal has the only copy of the best.
                if (writes_no_file(run.ready.request))
                  return run.folder.append({.document = best}, Durability::whole);
                return save(run, best, Durability::whole);
              }),
      tally(run.ready.original.size()),
      bests(run.ready.original, run.ready.search.stage_maker->goal, all),
      recorder(
          run.folder.path(), run.ready.original,
          run.beginning == Beginning::anew ? Recorder::Mode::begins : Recorder::Mode::continues,
          !run.ready.request.test.no_outputs),
      flaky(*run.ready.oracle,
            [&run, &all_notices](FlakyWatch::Answers answers) {
              return on_contradiction(run.ready, all_notices, answers);
            }),
      // Other hosts are compared with one another instead.
      other_failures(run.elsewhere ? static_cast<Oracle&>(*run.elsewhere) : flaky,
                     {.failures_folder = run.ready.request.test.other_failures.value_or(""),
                      .statuses = run.ready.request.test.also_interesting,
                      .file = run.ready.request.files.front()}),
      oracle(other_failures, run.ready.request.controls, run.ready.stop.fd()),
      skips(run.ready.request.controls, std::move(earlier_skips)) {
  for (Observer* one :
       std::initializer_list<Observer*>{&tally, &journal, &bests, &recorder, &skips, &observer})
    all.add(*one);
}

Watchers::~Watchers() {
  notices.leave(recorder);
}

void Watchers::begin(const RunStart& start) {
  tally.started(start);
  recorder.started(start);
  notices.join(recorder);
}

bool Watchers::skips_list() {
  if (!skips.take()) return false;
  // Written to the journal first: a run that is resumed must skip it too.
  if (skips.take_is_new() && !opened.folder.append({.skip = skips.place()})) return false;
  notices.add(Notice::Kind::warning,
              fmt::format("the rest of a list of {} was skipped, so the result may be larger",
                          tally.stage()));
  return true;
}

}  // namespace whittle
