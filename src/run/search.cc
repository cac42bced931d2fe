#include "run/search.h"

#include <fmt/format.h>
#include <utility>

namespace whittle {
namespace {

/// The user's test as reports show it: a command, a script, or stages.
std::vector<std::string> test_of(const TestOptions& test) {
  if (!test.conditions.command.empty()) return test.conditions.command;
  if (!test.script.empty()) return {test.script};
  std::vector<std::string> stages;
  for (const auto& [name, command] : test.conditions.stages)
    stages.push_back(fmt::format("{}={}", name, command));
  return stages;
}

RunStart facts_at_start(Opened& opened) {
  const Ready& ready = opened.ready;
  const Request& request = ready.request;
  RunStart start = start_of(ready.search, ready.original, opened.oracle().slots(),
                            ready.verdict_on_original.duration);
  start.known = opened.known;
  start.replays = opened.beginning != Beginning::anew;
  start.files = request.files;
  start.target = target_of(request);
  start.command = test_of(request.test);
  start.steps = step_names(ready.test.spec);
  start.options = request.caller.options;
  start.words = request.caller.words;
  return start;
}

/// Hints about missing programs, at the first search of a run.
void add_hints(const Opened& opened, Notices& notices) {
  const Ready& ready = opened.ready;
  if (opened.beginning == Beginning::again) return;
  if (const auto foreign = foreign_grammars(ready.search, ready.original)) notices.add(*foreign);
  if (opened.beginning == Beginning::resumed) return;
  if (const auto missing = missing_tool(ready.search, ready.original)) notices.add(*missing);
}

/// A candidate is refused after few runs, so every fourth good one is refused by bad luck. That is
/// cheap while there are others to try, but the neighbours of the result have no other chance. So
/// the plan runs once more from the result, and a refusal counts only if the careful test of the
/// result would refuse too. That depends on the recorded runs alone, so a run that is resumed asks
/// about the same neighbours.
Result<Prepared> begin_last_look(Opened& opened, const Document& result) {
  KeptRate& rate = *opened.ready.rate;
  rate.is_last_look = true;
  opened.ready.oracle->decide_by(rate.test());
  opened.memo.doubt_refusals(
      [&rate](const Runs& runs) { return rate.test().after(runs) == RateTest::Decision::refused; });
  return make_search(opened.ready.recipe, result);
}

void end_last_look(Opened& opened) {
  if (!opened.ready.rate || !std::exchange(opened.ready.rate->is_last_look, false)) return;
  opened.ready.oracle->decide_by(opened.ready.rate->test());
  opened.memo.doubt_refusals({});
}

}  // namespace

Result<SearchOutcome> search(Opened& opened, RunLog& log, Notices& notices) {
  Result<std::vector<std::size_t>> earlier_skips = opened.folder.skips();
  if (!earlier_skips) return std::unexpected(earlier_skips.error());
  // First, since the rest takes a while on many megabytes: a user who interrupts it is told how to
  // continue.
  const RunStart start = facts_at_start(opened);
  log.started(start);
  auto watchers = std::make_unique<Watchers>(opened, std::move(*earlier_skips), log, notices);
  if (start.replays)
    log.continue_after(watchers->recorder.earlier(), opened.beginning == Beginning::again
                                                         ? RunLog::Earlier::search
                                                         : RunLog::Earlier::call);
  add_hints(opened, notices);
  const Ready& ready = opened.ready;
  SearchCalls calls{.skips = [&watchers = *watchers] { return watchers.skips_list(); }};
  if (opened.ready.rate)
    calls.last_look = [&opened](const Document& result) { return begin_last_look(opened, result); };
  Result<SearchEnd> end = run_search(ready.search, ready.request.search, ready.original,
                                     watchers->oracle, opened.memo, log, calls);
  end_last_look(opened);
  watchers->flaky.rest();  // the result is tested next, and no other test may be running then
  watchers->other_failures.flush();
  const Result<void> flushed = watchers->journal.flush();
  if (!end) return std::unexpected(end.error());
  if (!flushed) return std::unexpected(flushed.error());
  if (opened.elsewhere)
    if (std::vector<Hash> revoked = opened.elsewhere->take_revoked(); !revoked.empty())
      return Revoked{std::move(revoked)};
  if (std::vector<Hash> withdrawn = watchers->flaky.take_withdrawn(); !withdrawn.empty())
    return Revoked{std::move(withdrawn), Revoked::How::refused};
  // The record has the acceptances, and the search begins again with them.
  if (opened.memo.overturned()) return Revoked{};
  return Searched{std::move(watchers), std::move(*end)};
}

std::vector<std::string> step_names(const TestSpec& spec) {
  std::vector<std::string> names;
  for (const Step& step : spec.steps) names.push_back(step.name.empty() ? "test" : step.name);
  return names;
}

}  // namespace whittle
