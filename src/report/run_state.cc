#include "report/run_state.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "document/lexer.h"

namespace whittle {

void RunState::started(const RunStart& event) {
  start = event;
  tally = Tally(event.bytes);
  tally.started(event);
  curve = {Point{std::chrono::duration<double>(0), event.tokens, event.bytes, 0}};
  last_gain = Clock::now();
}

void RunState::list_began(const ListBegan& event) {
  tally.list_began(event);
  const std::size_t edits = event.edits.size();
  list = {event.number, edits, 0, Subset::all(edits), Subset::none(edits)};
}

void RunState::told(const Told& event) {
  tally.told(event);
  ++list.queries;
  if (!event.kept || event.list != list.number || event.kept->size() != list.edits) return;
  if (event.outcome == Outcome::interesting) {
    list.left = *event.kept;
    return;
  }
  if (!event.kept->is_subset_of(list.left)) return;
  const Subset removed = list.left - *event.kept;
  if (removed.count() == 1) list.tried |= removed;
}

void RunState::slot_changed(const SlotChange& event) {
  if (event.slot >= slots.size()) slots.resize(event.slot + 1);
  if (event.phase == SlotChange::Phase::start)
    slots[event.slot] = Slot{Clock::now(), event.ahead};
  else
    slots[event.slot].reset();
}

void RunState::improved(const BestFound& event) {
  tally.improved(event);
  last_gain = Clock::now();
  list_of_gain = list.number;
  list.tried = Subset::none(list.edits);  // what was refused may be possible now
  best = event.document;
  blanks = 0;
  if (start && start->goal == Goal::bytes)
    for (const File& file : best.files())
      if (!is_text(*file.bytes))
        blanks += static_cast<std::size_t>(std::ranges::count(*file.bytes, ' '));
  best_number = event.number;
  curve.push_back({time(last_gain), event.tokens, event.bytes, event.lines});
  if (curve.size() < most_points) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < curve.size(); i += 2) curve[kept++] = curve[i];
  curve[kept] = curve.back();
  curve.resize(kept + 1);
}

void RunState::tested(const Hash&, const Verdict& verdict) {
  if (verdict.output.empty()) return;
  printed.push_back({verdict.exit_status, verdict.output});
  if (printed.size() > most_printed) printed.pop_front();
}

std::size_t RunState::running() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(slots, [](const auto& slot) { return slot.has_value(); }));
}

RunState::Tried RunState::tried() const {
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

std::vector<PassRow> passes_by_gain(const std::map<std::string_view, Counts>& stages) {
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

}  // namespace whittle
