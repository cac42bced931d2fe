// The state has a bounded size, however long the run is: the curve is thinned out when it has too
// many points, and only the last outputs are kept. It is copied for each screen, so it must stay
// small.
#include "report/run_state.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "document/lexer.h"
#include "report/report.h"
#include "report/words.h"

namespace whittle {

void RunState::started(const RunStart& event) {
  start = event;
  tally = {};  // the search may begin anew
  tally.started(event);
  curve = {SizeAt{std::chrono::duration<double>(0), event.tokens, event.bytes, 0}};
  last_gain = Clock::now();
  list = {};
  list_of_gain = 0;
  best = {};
  best_number = blanks = 0;
  known = event.known;
  slots_run = cancelled = times_resumed = 0;
  tests_at_end.reset();
}

void RunState::resumed(const Resumed& event) {
  ++times_resumed;
  // Tests that were running at a kill have no outcome, and are run again.
  known = event.known;
  slots_run = cancelled = 0;
  tests_at_end.reset();
  // A record, which replays nothing, does not have the ends of tests that were running at a kill.
  if (start && !start->replays) slots.clear();
}

void RunState::ended(const Report& report) {
  tests_at_end = report.tests_run();
  tally.settle(report.best_number);
  // The last bests may have failed the final test.
  if (report.best_number != best_number)
    curve.push_back({report.time, static_cast<std::size_t>(report.after.tokens),
                     static_cast<std::size_t>(report.after.bytes),
                     static_cast<std::size_t>(report.after.lines)});
}

void RunState::list_began(const ListBegan& event) {
  // How far a list has come is known only where its edits are, in the process of the run.
  const std::size_t edits = event.edits ? event.elements : 0;
  list = {event.number, event.elements, 0, Subset::all(edits), Subset::none(edits)};
}

void RunState::told(const Told& event) {
  tally.told(event);
  stage = event.stage;
  ++list.queries;
  if (!event.kept || event.list != list.number || event.kept->size() != list.left.size()) return;
  if (event.outcome == Outcome::interesting) {
    list.left = *event.kept;
    return;
  }
  if (!event.kept->is_subset_of(list.left)) return;
  const Subset removed = list.left - *event.kept;
  if (removed.count() == 1) list.tried |= removed;
}

void RunState::slot_changed(const SlotChange& event) {
  // A record may be damaged: no run has as many slots.
  constexpr std::size_t most_slots = 100'000;
  if (event.slot >= most_slots) return;
  if (event.slot >= slots.size()) slots.resize(event.slot + 1);
  std::optional<BusySlot>& slot = slots[event.slot];
  if (event.phase == SlotChange::Phase::start) {
    ++slots_run;
    slot = BusySlot{Clock::now(), event.ahead};
  } else if (slot) {
    slots_run -= !event.was_run;
    cancelled += event.cancelled && event.was_run;
    slot.reset();
  }
}

void RunState::improved(const BestFound& event) {
  tally.improved(event);
  last_gain = Clock::now();
  list_of_gain = list.number;
  list.tried = Subset::none(list.left.size());  // an edit that was refused may be possible now
  best = event.document ? *event.document : Document();
  blanks = 0;
  if (start && start->goal == Goal::bytes)
    for (const File& file : best.files())
      if (!is_text(*file.bytes))
        blanks += static_cast<std::size_t>(std::ranges::count(*file.bytes, ' '));
  best_number = event.number;
  curve.push_back({event.at, event.tokens, event.bytes, event.lines});
  if (curve.size() < most_points) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < curve.size(); i += 2) curve[kept++] = curve[i];
  curve[kept] = curve.back();
  curve.resize(kept + 1);
}

void RunState::tested(const Hash& /*candidate*/, const Verdict& verdict) {
  if (verdict.outcome == Outcome::interesting) {
    if (!verdict.output.empty()) of_interesting = verdict.output;
    return;
  }
  if (verdict.output.empty()) return;
  printed.push_back({verdict.exit_status, verdict.output});
  if (printed.size() > most_printed) printed.pop_front();
}

std::size_t RunState::tests_run() const {
  if (tests_at_end) return *tests_at_end;
  // A record has no activity, only the changes of slots.
  return known + (tally.activity().started > 0 ? tally.activity().run() : slots_run);
}

std::size_t RunState::running() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(slots, [](const auto& slot) { return slot.has_value(); }));
}

RunState::TriedSince RunState::tried() const {
  Subset tried = list.tried;
  if (tried.size() == list.left.size()) tried &= list.left;
  return {list.number > list_of_gain ? list.number - list_of_gain - 1 : 0, tried.count(),
          list.left.count()};
}

std::string in_words(std::string_view stage) {
  const std::size_t slash = stage.find('/');
  if (slash == stage.npos) return std::string(stage);
  return fmt::format("{} by {}", stage.substr(0, slash), stage.substr(slash + 1));
}

std::string_view pass_of(std::string_view stage) {
  return stage.substr(0, stage.find('/'));
}

std::vector<PassRow> passes_by_gain(const std::map<std::string_view, ToldCounts>& stages) {
  std::vector<PassRow> rows;
  for (const auto& [stage, counts] : stages) {
    auto row = std::ranges::find(rows, pass_of(stage), &PassRow::name);
    if (row == rows.end()) row = rows.insert(row, {std::string(pass_of(stage)), {}});
    row->counts += counts;
  }
  std::ranges::stable_sort(rows, std::greater(), [](const PassRow& row) {
    return std::pair(row.counts.tokens_removed, row.counts.bytes_removed);
  });
  return rows;
}

Goal counted_goal(const RunState& state) {
  // The lines of the original are not counted.
  return state.start && state.start->goal == Goal::bytes ? Goal::bytes : Goal::tokens;
}

std::string removed_share(const RunState& state) {
  const bool by_bytes = counted_goal(state) == Goal::bytes;
  const auto size = [&](const RunState::SizeAt& at) {
    return static_cast<double>(by_bytes ? at.bytes : at.tokens);
  };
  const double before = size(state.curve.front());
  return percent_of(before - size(state.size()), before);
}

}  // namespace whittle
