// One place numbers events, gives them times and decides which candidate is the best. Journal,
// recorder, JSON file, terminal and page are readers that only show or store: with the counts in
// one place, they cannot disagree.
//
// A resumed run replays its queries from the start. During the replay, events get the times of the
// earlier call (`last_at_`), so that curves and records continue without a jump. The replay ends at
// the first query that differs: the test is random, or `--force` was given.
#include "report/run_log.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "report/report.h"

namespace whittle {

RunLog::RunLog(Observer& audience, Times times) : times_(times) {
  readers_.add(audience);
  audience.joins(shared_);
}

RunLog::RunLog(Observer& audience, Now now) : RunLog(audience) {
  now_ = std::move(now);
}

// A reader that is added late is told the start and the notices so far. The first observer, which
// is the caller's own, stays the last one to be told: when it hears of a best, the journal has it.
void RunLog::add(Observer& reader) {
  readers_.add_before_last(reader);
  reader.joins(shared_);
  if (!state().start) return;
  reader.started(*state().start);
  for (const Notice& notice : state().notices) reader.noticed(notice);
}

void RunLog::continue_after(std::vector<EarlierQuery> queries, Earlier where) {
  earlier_ = std::move(queries);
  replayed_ = 0;
  last_at_ = {};
  if (earlier_.empty()) return end_replay(false);
  if (where == Earlier::search) return;
  const std::scoped_lock guard(shared_->mutex_);
  shared_->state_.began -= earlier_.back().at;  // the time goes on where the earlier call left it
}

void RunLog::end_replay(bool differs) {
  earlier_.resize(replayed_);
  resumed({.queries = replayed_, .known = state().known, .differs = differs});
}

std::chrono::microseconds RunLog::now() const {
  if (now_) return now_();
  return std::chrono::duration_cast<std::chrono::microseconds>(RunState::Clock::now() -
                                                               state().began);
}

template <typename Event>
Event RunLog::timed(Event event) const {
  if (times_ == Times::from_clock) event.at = is_replaying() ? last_at_ : now();
  return event;
}

/// Changes the state before the readers are told, because readers look at the state.
template <typename... Values>
void RunLog::pass_on(void (Observer::*how)(const Values&...), const Values&... values) {
  {
    const std::scoped_lock guard(shared_->mutex_);
    (shared_->state_.*how)(values...);
  }
  readers_.all(how, values...);
}

void RunLog::started(const RunStart& event) {
  bests_ = RecentBests(event.original);
  size_of_best_ = measure(event.original);
  pass_on(&Observer::started, event);
}

void RunLog::noticed(const Notice& event) {
  pass_on(&Observer::noticed, timed(event));
}

void RunLog::resumed(const Resumed& event) {
  pass_on(&Observer::resumed, timed(event));
}

void RunLog::ended(const Report& report) {
  pass_on(&Observer::ended, report);
}

void RunLog::failed(const RunFailed& event) {
  pass_on(&Observer::failed, timed(event));
}

Report RunLog::end(Report report) {
  // Settled first: the figures are those of the result, not of a later best that failed its test.
  Tally tally = state().tally;
  tally.settle(report.best_number);
  report.counts = tally.total();
  report.stages = tally.stages();
  report.activity = tally.activity();
  if (tally.listening().refusals > 0) report.listening = tally.listening();
  report.steps = tally.steps();
  report.lists = state().list.number;
  report.known = state().known;
  report.notices = state().notices;
  report.time = now();
  if (const auto& start = state().start) {
    if (start->algorithm == "combine") report.unambiguity = tally.unambiguity();
    for (std::size_t step = 0; step < std::min(report.steps.size(), start->steps.size()); ++step)
      report.steps[step].name = start->steps[step];
  }
  ended(report);
  return report;
}

void RunLog::list_began(const ListBegan& event) {
  ListBegan list = timed(event);
  if (list.edits) {
    const std::vector<Weight> weights = list.edits->weights();
    list.elements = weights.size();
    list.weight = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  }
  pass_on(&Observer::list_began, list);
}

void RunLog::list_ended(const ListEnded& event) {
  ListEnded list = timed(event);
  if (list.edits && list.kept) {
    list.elements = list.kept->count();
    list.weight = 0;
    list.kept->for_each([&](std::size_t edit) { list.weight += list.edits->edits()[edit].weight; });
  }
  pass_on(&Observer::list_ended, list);
}

void RunLog::told(const Told& event) {
  if (is_replaying()) {
    const EarlierQuery then = earlier_[replayed_];
    last_at_ = then.at;
    // The test is random, or the user changed it and forced us to continue: the earlier queries
    // from here on are no longer part of the run.
    if (then.candidate != event.candidate || then.outcome != event.outcome) end_replay(true);
  }
  Told told = timed(event);
  list_ = told.list;
  told.number = state().tally.total().asked + 1;
  const auto& start = state().start;
  if (told.outcome == Outcome::uninteresting && start && told.last_step < start->steps.size() &&
      !told.step_times.empty())
    told.refused_by = start->steps[told.last_step];
  pass_on(&Observer::told, told);
  if (is_replaying() && ++replayed_ == earlier_.size()) end_replay(false);
}

void RunLog::explained(const Explained& event) {
  pass_on(&Observer::explained, event);
}

void RunLog::activity(const Activity& event) {
  pass_on(&Observer::activity, event);
}

void RunLog::slot_changed(const SlotChange& event) {
  pass_on(&Observer::slot_changed, timed(event));
}

void RunLog::interesting(const Document& candidate) {
  pass_on(&Observer::interesting, candidate);
  if (!state().start) return;
  const Goal goal = state().start->goal;
  const Measure size = measure(candidate);
  // Counts decide nearly always; the texts are compared only if all counts are equal.
  const auto order = compare(goal, size, size_of_best_);
  if (order > 0 || (order == 0 && !is_smaller(goal, candidate, bests_.best()))) return;
  size_of_best_ = size;
  improved({.number = bests_.count() + 1,
            .list = list_,
            .stage = state().stage,
            .tokens = static_cast<std::size_t>(size.tokens),
            .bytes = static_cast<std::size_t>(size.bytes),
            .lines = static_cast<std::size_t>(size.lines),
            .document = &candidate});
}

void RunLog::improved(const BestFound& event) {
  BestFound best = timed(event);
  const ToldCounts& total = state().tally.total();
  best.queries = total.asked;
  best.tests = total.tested();
  bests_.add(best.document ? *best.document : Document());
  pass_on(&Observer::improved, best);
}

void RunLog::tested(const Hash& candidate, const Verdict& verdict) {
  pass_on(&Observer::tested, candidate, verdict);
}

}  // namespace whittle
