// The figures of the summary must add up: the tokens removed by all stages are the difference
// between the original and the result. So each best counts the difference from the best before it,
// and bests that failed the last test are taken back (`settle`).
#include "report/tally.h"

namespace whittle {

ToldCounts& ToldCounts::operator+=(const ToldCounts& other) {
  asked += other.asked;
  remembered += other.remembered;
  interesting += other.interesting;
  timed_out += other.timed_out;
  untested += other.untested;
  time += other.time;
  bests += other.bests;
  bytes_removed += other.bytes_removed;
  tokens_removed += other.tokens_removed;
  return *this;
}

void Tally::started(const RunStart& event) {
  bests_ = {{{}, static_cast<std::int64_t>(event.tokens), static_cast<std::int64_t>(event.bytes)}};
}

void Tally::improved(const BestFound& event) {
  bests_.push_back({event.stage, static_cast<std::int64_t>(event.tokens),
                    static_cast<std::int64_t>(event.bytes)});
  count_removed(event.stage, bests_[bests_.size() - 2], bests_.back(), 1);
}

void Tally::settle(std::size_t number) {
  for (; bests_.size() > number + 1; bests_.pop_back())
    count_removed(bests_.back().stage, bests_[bests_.size() - 2], bests_.back(), -1);
}

void Tally::count_removed(std::string_view stage, const SizedBest& before, const SizedBest& after,
                          int sign) {
  for (ToldCounts* counts : {&total_, &stages_[stage]}) {
    counts->bests += static_cast<std::size_t>(sign);
    counts->tokens_removed += sign * (before.tokens - after.tokens);
    counts->bytes_removed += sign * (before.bytes - after.bytes);
  }
}

void Tally::told(const Told& event) {
  count(total_, event);
  count(stages_[event.stage], event);
  count_round(event);
  if (!event.remembered) count_steps(event);
  if (event.role.kind == QueryKind::repair) {
    ++listening_.repairs;
    if (event.outcome == Outcome::interesting) ++listening_.repaired;
  }
}

// The figures of a scheduler start at 0 with each search of a run (a verification, a search after
// revoked outcomes). If they go down, a new search has begun, and the figures of the earlier ones
// are added.
void Tally::activity(const Activity& event) {
  const auto time = [](const Activity& one) { return one.testing + one.thinking + one.nothing; };
  const bool is_new = event.started < latest_.started || time(event) < time(latest_);
  if (is_new) before_ = activity_;
  latest_ = activity_ = event;
  activity_.started += before_.started;
  activity_.cancelled += before_.cancelled;
  activity_.never_run += before_.never_run;
  activity_.testing += before_.testing;
  activity_.thinking += before_.thinking;
  activity_.nothing += before_.nothing;
}

void Tally::explained(const Explained& event) {
  ++listening_.refusals;
  if (!event.needs.empty()) ++listening_.explained;
}

void Tally::count(ToldCounts& counts, const Told& event) {
  ++counts.asked;
  if (event.remembered) ++counts.remembered;
  if (event.outcome == Outcome::interesting) ++counts.interesting;
  if (event.remembered) return;
  counts.time += event.duration;
  if (event.timed_out) ++counts.timed_out;
  if (event.untested) ++counts.untested;
}

void Tally::count_steps(const Told& event) {
  if (steps_.size() < event.step_times.size()) steps_.resize(event.step_times.size());
  for (std::size_t step = 0; step < event.step_times.size(); ++step) {
    ++steps_[step].tested;
    steps_[step].time += event.step_times[step];
  }
  if (event.outcome == Outcome::uninteresting && event.last_step < event.step_times.size())
    ++steps_[event.last_step].refused;
}

std::vector<StepCounts> Tally::steps() const {
  std::chrono::duration<double> time{0};
  for (const StepCounts& step : steps_) time += step.time;
  std::vector<StepCounts> all = steps_;
  if (time.count() > 0)
    for (StepCounts& step : all) step.share = step.time / time;
  return all;
}

/// A combination of one part is never asked about, since it was just found interesting. So trivial
/// rounds are known only when the next round begins.
void Tally::count_round(const Told& event) {
  if (event.list != round_.list || event.role.step != round_.step ||
      event.role.round != round_.number) {
    unambiguity_ = unambiguity();
    round_ = {event.list, event.role.step, event.role.round};
  }
  const bool interesting = event.outcome == Outcome::interesting;
  if (event.role.kind == QueryKind::combination)
    ++(interesting ? unambiguity_.successful : unambiguity_.unsuccessful);
  if (event.role.kind == QueryKind::complement || event.role.kind == QueryKind::single)
    round_.removable += interesting;
}

Unambiguity Tally::unambiguity() const {
  Unambiguity now = unambiguity_;
  now.trivial += round_.removable == 1;
  return now;
}

}  // namespace whittle
