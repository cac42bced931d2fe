#include "run/watchers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/reason.h"
#include "failure/same_bug.h"

namespace whittle {
namespace {

/// Fewer runs say little about a rate.
constexpr std::size_t runs_to_raise = 10;

/// `Flaky::raise`: demands more of candidates if the best fails more often than was known.
void raise_rate(Ready& ready, const Runs& runs_of_best) {
  PromisedRate& promised = ready.rate->promised;
  const double rate = surely_above(runs_of_best);
  if (runs_of_best.all < runs_to_raise || rate / 2 <= promised.least) return;
  promised = {.least = rate / 2, .aimed = std::max(rate, promised.aimed)};
  ready.oracle->decide_by(ready.rate->test());
}

FlakyWatch::Options flaky_options(Ready& ready) {
  FlakyWatch::Options options{
      .on_contradiction =
          [&ready](FlakyWatch::Answers answers) {
            return fail(ErrorKind::unreliable, {Reason::contradiction},
                        fmt::format("{} answered the same candidate differently ({} interesting, "
                                    "{} not)",
                                    ready.test.name, answers.interesting, answers.uninteresting),
                        "find out why, or keep its rate: test.flaky = half");
          },
      .rates = ready.rate.has_value()};
  if (ready.rate && ready.request.test.flaky == Flaky::raise) {
    options.on_kept = [&ready](const Runs& runs) { raise_rate(ready, runs); };
    options.runs_wanted = runs_to_raise;
  }
  return options;
}

/// The folder for other failures, and the notices about them.
OtherFailures::Options other_failures_of(Opened& run, Notices& notices) {
  const Request& request = run.ready.request;
  return {.bugs_folder = request.tidy ? "" : bugs_folder_of(place_of(request)),
          .request = run.ready.identity.options,
          .statuses = request.test.also_interesting,
          .file = request.files.front(),
          .as_on_disk =
              [&run](const Document& candidate) { return run.ready.files->as_on_disk(candidate); },
          .not_these = {other_sentence(run.ready.on_original)},
          .on_new =
              [&notices](const KeptBug& bug) {
                notices.add(Notice::Kind::information,
                            fmt::format("another failure was seen: {}; kept in {}", bug.failure,
                                        bug.folder));
              },
          .on_trouble =
              [&notices](const Error& error) {
                notices.add(Notice::Kind::warning, "other failures are not kept: " + error.message);
              }};
}

}  // namespace

Watchers::Watchers(Opened& run, std::vector<std::size_t> earlier_skips, RunLog& its_log,
                   Notices& all_notices)
    : opened(run),
      log(its_log),
      notices(all_notices),
      journal(
          run.folder,
          [&run](const Document& best) {
            // If the result goes to no file, the journal has the only copy of the best.
            if (writes_no_file(run.ready.request))
              return run.folder.append({.document = best}, Durability::whole);
            return save(run, best, Durability::whole);
          },
          run.publishing_parts),
      recorder(
          run.folder.path(), run.ready.original,
          run.beginning == Beginning::anew ? Recorder::Mode::begins : Recorder::Mode::continues,
          !run.ready.request.test.no_outputs),
      flaky(*run.ready.oracle, flaky_options(run.ready)),
      // Other hosts are compared with one another instead.
      other_failures(run.elsewhere ? static_cast<Oracle&>(*run.elsewhere) : flaky,
                     other_failures_of(run, all_notices)),
      oracle(other_failures, run.ready.request.controls, run.ready.stop.fd()),
      skips(run.ready.request.controls, std::move(earlier_skips)),
      journal_reads(log, journal),
      recorder_reads(log, recorder),
      skips_read(log, skips) {
  recorder.tested(run.ready.original.hash(), run.ready.verdict_on_original);
}

bool Watchers::skips_list() {
  if (!skips.take()) return false;
  // Written to the journal first: a run that is resumed must skip it too.
  if (skips.take_is_new() && !opened.folder.append({.skip = skips.place()})) return false;
  notices.add(Notice::Kind::warning,
              fmt::format("the rest of a list of {} was skipped, so the result may be larger",
                          log.state().stage));
  return true;
}

}  // namespace whittle
