#include "report/tally.h"

#include <algorithm>

namespace whittle {

double share_of_time(const StepCounts& step, const std::vector<StepCounts>& all) {
  std::chrono::microseconds time{0};
  for (const StepCounts& one : all) time += one.time;
  return time.count() > 0
             ? static_cast<double>(step.time.count()) / static_cast<double>(time.count())
             : 0;
}

Counts& Counts::operator+=(const Counts& other) {
  asked += other.asked;
  remembered += other.remembered;
  interesting += other.interesting;
  timed_out += other.timed_out;
  untested += other.untested;
  time += other.time;
  bytes_removed += other.bytes_removed;
  tokens_removed += other.tokens_removed;
  return *this;
}

void Tally::improved(const BestFound& event) {
  const std::size_t removed = tokens_ - std::min(tokens_, event.tokens);
  tokens_ = std::min(tokens_, event.tokens);
  total_.tokens_removed += removed;
  // The formatter is no stage of the search.
  if (event.list != 0) stages_[event.stage].tokens_removed += removed;
}

void Tally::told(const Told& event) {
  std::size_t removed = 0;
  if (event.outcome == Outcome::interesting && event.bytes < bytes_) {
    removed = bytes_ - event.bytes;
    bytes_ = event.bytes;
  }
  stage_ = event.stage;
  count(total_, event, removed);
  count(stages_[event.stage], event, removed);
  count_round(event);
  if (!event.remembered) count_steps(event);
  if (event.role.kind == QueryKind::repair) {
    ++listening_.repairs;
    if (event.outcome == Outcome::interesting) ++listening_.repaired;
  }
}

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

void Tally::count(Counts& counts, const Told& event, std::size_t removed) {
  ++counts.asked;
  if (event.remembered) ++counts.remembered;
  if (event.outcome == Outcome::interesting) ++counts.interesting;
  if (!event.remembered) {
    counts.time += event.duration;
    if (event.timed_out) ++counts.timed_out;
    if (event.untested) ++counts.untested;
  }
  counts.bytes_removed += removed;
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
