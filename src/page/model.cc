// The page may stay open for days, and a run may have millions of tests. So the model keeps sums
// and bins whose number does not grow with the run, and a page asks for the changes since its last
// request.
#include "page/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ranges>

#include "document/diff.h"
#include "document/goal.h"
#include "page/text.h"
#include "report/event_json.h"
#include "report/words.h"

namespace whittle {
namespace {

using nlohmann::json;

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Seconds with as many digits as a curve can show.
double rounded(double seconds) {
  return std::round(seconds * 1e4) / 1e4;
}

/// Above this size the text is not sent: browsers are slow with it, and nobody reads it.
constexpr std::size_t most_text = 4 << 20;
constexpr std::size_t most_coloured = 1 << 20;
/// Tests that ended and were not told. Above this many, all of them count as not needed.
constexpr std::size_t most_ahead = 100'000;

std::string text_json(const Document& document, const std::string& text) {
  if (document.files().empty() || text.size() > most_text) return R"({"text":null,"colours":[]})";
  json runs = json::array();
  if (text.size() <= most_coloured)
    for (const ColourRun& run : colours_of(document)) {
      runs.push_back(run.length);
      runs.push_back(static_cast<int>(run.colour));
    }
  return dumped({{"text", text}, {"colours", runs}});
}

double in_seconds(std::chrono::microseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void Model::started(const RunStart& event) {
  ++epoch_;
  version_ = 1;
  timeline_ = {};
  timeline_.start = json_of(event);
  original_ = event.original;
  original_text_ = last_text_ = shown_text(original_);
  text_json_.clear();
  size_of_original_ = {static_cast<std::int64_t>(event.tokens),
                       static_cast<std::int64_t>(event.bytes), measure(original_).lines};
}

void Model::advance(std::chrono::microseconds at) {
  ++version_;
  timeline_.now = std::max(timeline_.now, in_seconds(at));
}

void Model::noticed(const Notice& event) {
  advance(event.at);
  timeline_.notices.push_back(json_of(event));
}

void Model::resumed(const Resumed& event) {
  advance(event.at);
  timeline_.end.clear();
  timeline_.error.clear();
  timeline_.running.clear();
}

void Model::ended(const Report& report) {
  advance(report.time);
  timeline_.end = json_of(report);
}

void Model::failed(const RunFailed& event) {
  advance(event.at);
  timeline_.error = json_of(event);
}

std::size_t Model::number_of_pass(std::string_view stage) {
  const std::string_view name = pass_of(stage);
  const auto [known, is_new] = timeline_.pass_numbers.emplace(name, timeline_.passes.size());
  if (is_new) timeline_.passes.push_back(name);
  return known->second;
}

void Model::list_began(const ListBegan& event) {
  advance(event.at);
  const std::size_t pass = number_of_pass(event.stage);
  std::vector<LaneOfPass>& lanes = timeline_.lanes;
  // A run that was killed leaves a list without an end.
  if (!lanes.empty() && lanes.back().end < 0) lanes.back().end = timeline_.now;
  if (lanes.empty() || lanes.back().pass != pass)
    lanes.push_back({pass, timeline_.now, -1, timeline_.asked, timeline_.asked});
  else
    lanes.back().end = -1;
}

void Model::list_ended(const ListEnded& event) {
  advance(event.at);
  if (timeline_.lanes.empty()) return;
  timeline_.lanes.back().end = timeline_.now;
  timeline_.lanes.back().asked_end = timeline_.asked;
}

void Model::told(const Told& event) {
  advance(event.at);
  timeline_.asked = event.number;
  number_of_pass(event.stage);
  const bool tested = !event.remembered && !event.untested;
  TimeBin& bin = bin_at(timeline_.now);
  bin.tested += tested;
  bin.interesting += event.outcome == Outcome::interesting;
  bin.remembered += event.remembered;
  bin.timed_out += event.timed_out && !event.remembered;
  if (!timeline_.lanes.empty()) timeline_.lanes.back().asked_end = timeline_.asked;
  if (!tested) return;
  if (auto known = timeline_.ahead.extract(event.candidate)) settle(known.mapped(), Fate::used);
}

void Model::slot_changed(const SlotChange& event) {
  advance(event.at);
  if (event.phase == SlotChange::Phase::start) return begin_test(event);
  const auto found = timeline_.running.find(event.slot);
  if (found == timeline_.running.end()) return;
  const std::uint64_t number = found->second;
  timeline_.running.erase(found);
  if (TestBar* ended = bar(number)) end_test(*ended, number, event);
}

void Model::begin_test(const SlotChange& event) {
  timeline_.running[event.slot] = timeline_.first_bar + timeline_.bars.size();
  timeline_.bars.push_back(
      {.slot = event.slot, .begin = timeline_.now, .ahead = event.ahead, .version = version_});
  if (timeline_.bars.size() <= most_bars) return;
  timeline_.bars.pop_front();
  ++timeline_.first_bar;
}

void Model::end_test(TestBar& bar, std::uint64_t number, const SlotChange& event) {
  bar.end = timeline_.now;
  bar.version = version_;
  if (event.cancelled && !event.was_run) {  // it waited in a queue
    bar.end = bar.begin;
    bar.fate = Fate::in_vain;
    return;
  }
  bar.fate = event.cancelled ? Fate::in_vain : bar.ahead ? Fate::open : Fate::told;
  spread(bar.begin, bar.end, bar.fate);
  if (bar.fate != Fate::open) return;
  auto& ahead = timeline_.ahead;
  if (ahead.size() >= most_ahead)
    for (const auto& [candidate, test] : std::exchange(ahead, {})) settle(test, Fate::in_vain);
  ahead[event.candidate] = {bar.begin, bar.end, number};
}

void Model::settle(TestAhead test, Fate fate) {
  spread(test.begin, test.end, Fate::open, -1);
  spread(test.begin, test.end, fate);
  if (TestBar* known = bar(test.bar)) {
    known->fate = fate;
    known->version = version_;
  }
}

Model::TestBar* Model::bar(std::uint64_t number) {
  return number < timeline_.first_bar ? nullptr : &timeline_.bars[number - timeline_.first_bar];
}

void Model::improved(const BestFound& event) {
  advance(event.at);
  BestOnPage best{.found = event, .pass = number_of_pass(event.stage), .version = version_};
  best.found.document = nullptr;
  timeline_.bests.push_back(std::move(best));
}

void Model::take_best(std::size_t number, const Document& document) {
  const auto best = std::ranges::find(timeline_.bests | std::views::reverse, number,
                                      [](const BestOnPage& one) { return one.found.number; });
  if (best == timeline_.bests.rend() || original_text_.size() > most_text) return;
  std::string text = shown_text(document);
  json changes = json::array();
  for (const Change& change : text_changes(last_text_, text))
    changes.push_back({change.begin, change.end, change.replacement});
  last_text_ = std::move(text);
  best->changes = dumped(changes);
  best->version = ++version_;
}

void Model::widen_bins() {
  std::vector<TimeBin> wider((timeline_.bins.size() + 1) / 2);
  for (std::size_t i = 0; i < timeline_.bins.size(); ++i) {
    const TimeBin& bin = timeline_.bins[i];
    TimeBin& into = wider[i / 2];
    into.tested += bin.tested;
    into.interesting += bin.interesting;
    into.remembered += bin.remembered;
    into.timed_out += bin.timed_out;
    for (std::size_t fate = 0; fate < 4; ++fate) into.slots[fate] += bin.slots[fate];
    into.version = version_;
  }
  timeline_.bins = std::move(wider);
  timeline_.bin_width *= 2;
}

Model::TimeBin& Model::bin_at(double at) {
  const auto index = [&] { return static_cast<std::size_t>(at / timeline_.bin_width); };
  while (index() >= most_bins) widen_bins();
  std::vector<TimeBin>& bins = timeline_.bins;
  for (std::size_t i = bins.size(); i <= index(); ++i) bins.push_back({.version = version_});
  bins[index()].version = version_;
  return bins[index()];
}

void Model::spread(double begin, double end, Fate fate, double sign) {
  bin_at(end);  // the last one, so that the width does not change below
  const double width = timeline_.bin_width;
  for (auto i = static_cast<std::size_t>(begin / width); i < timeline_.bins.size(); ++i) {
    const double from = std::max(begin, static_cast<double>(i) * width);
    const double until = std::min(end, static_cast<double>(i + 1) * width);
    if (from >= end) break;
    timeline_.bins[i].slots[static_cast<std::size_t>(fate)] += sign * std::max(0.0, until - from);
    timeline_.bins[i].version = version_;
  }
}

namespace {

json counts_on_page(const RunState& state) {
  const ToldCounts& total = state.tally.total();
  return {{"asked", total.asked},
          {"tested", total.tested()},
          {"remembered", total.remembered},
          {"untested", total.untested},
          {"interesting", total.interesting},
          {"timed_out", total.timed_out},
          {"seconds", rounded(in_seconds(total.time))},
          {"started", state.tests_run()},
          {"cancelled", state.cancelled},
          {"running", state.running()},
          {"resumed", state.times_resumed}};
}

/// One row for each pass, in the order in which the page knows them.
json passes_on_page(const std::vector<std::string_view>& names, const RunState& state) {
  const std::vector<PassRow> known = passes_by_gain(state.tally.stages());
  json rows = json::array();
  for (const std::string_view name : names) {
    const auto row = std::ranges::find(known, name, &PassRow::name);
    const ToldCounts counts = row == known.end() ? ToldCounts() : row->counts;
    rows.push_back({name, counts.asked, counts.tested(), counts.remembered, counts.interesting,
                    counts.timed_out, rounded(in_seconds(counts.time)), counts.bests,
                    counts.tokens_removed, counts.bytes_removed});
  }
  return rows;
}

}  // namespace

std::string Model::news(Seen& seen, const RunState& state) const {
  const bool all = seen.epoch != epoch_;
  if (all) seen = {.epoch = epoch_};
  json news = {{"epoch", epoch_},
               {"now", rounded(timeline_.now)},
               {"counts", counts_on_page(state)},
               {"passes", passes_on_page(timeline_.passes, state)},
               {"removed", removed_share(state)},
               {"removed_of", counted_goal(state) == Goal::bytes ? "bytes" : "tokens"}};
  if (all) {
    news["all"] = true;
    news["original"] = {{"tokens", size_of_original_.tokens},
                        {"bytes", size_of_original_.bytes},
                        {"lines", size_of_original_.lines}};
  }
  if (!timeline_.start.empty() && seen.version == 0) news["start"] = json::parse(timeline_.start);
  if (!timeline_.end.empty()) {
    news["end"] = json::parse(timeline_.end);
    news["end"]["time"] = short_time(
        std::chrono::microseconds(std::llround(1e6 * news["end"]["seconds"].get<double>())));
  }
  if (!timeline_.error.empty()) news["error"] = json::parse(timeline_.error);
  for (; seen.notices < timeline_.notices.size(); ++seen.notices)
    news["notices"].push_back(json::parse(timeline_.notices[seen.notices]));
  add_lanes(news, seen);
  add_bests(news, seen);
  add_tests(news, seen);
  seen.version = version_;
  return dumped(news);
}

void Model::add_lanes(json& news, Seen& seen) const {
  // The last lane that the reader knows may have grown.
  const std::size_t first = seen.lanes == 0 ? 0 : seen.lanes - 1;
  json rows = json::array();
  for (std::size_t i = first; i < timeline_.lanes.size(); ++i) {
    const LaneOfPass& lane = timeline_.lanes[i];
    rows.push_back({lane.pass, rounded(lane.begin), lane.end < 0 ? -1 : rounded(lane.end),
                    lane.asked_begin, lane.asked_end});
  }
  news["lanes"] = {{"from", first}, {"rows", std::move(rows)}};
  seen.lanes = timeline_.lanes.size();
}

void Model::add_bests(json& news, const Seen& seen) const {
  json rows = json::array();
  for (const BestOnPage& best : timeline_.bests)
    if (const BestFound& found = best.found; best.version > seen.version)
      rows.push_back({found.number, rounded(in_seconds(found.at)), found.queries, found.tests,
                      found.list, best.pass, found.tokens, found.bytes, found.lines,
                      json::parse(best.changes)});
  news["bests"] = std::move(rows);
}

void Model::add_tests(json& news, const Seen& seen) const {
  const auto changed = std::ranges::find_if(
      timeline_.bins, [&](const TimeBin& bin) { return bin.version > seen.version; });
  json bins = json::array();
  for (auto bin = changed; bin != timeline_.bins.end(); ++bin) {
    json row = {bin->tested, bin->interesting, bin->remembered, bin->timed_out};
    for (double time : bin->slots) row.push_back(std::max(0.0, rounded(time)));
    bins.push_back(std::move(row));
  }
  news["bins"] = {{"width", timeline_.bin_width},
                  {"from", changed - timeline_.bins.begin()},
                  {"rows", std::move(bins)}};
  json bars = json::array();
  for (std::size_t i = 0; i < timeline_.bars.size(); ++i)
    if (const TestBar& one = timeline_.bars[i]; one.version > seen.version)
      bars.push_back({timeline_.first_bar + i, one.slot, rounded(one.begin),
                      one.end < 0 ? -1 : rounded(one.end),
                      one.end < 0 && !one.ahead ? 0 : static_cast<int>(one.fate)});
  news["bars"] = std::move(bars);
}

const std::string& Model::text() const {
  if (text_json_.empty()) text_json_ = text_json(original_, original_text_);
  return text_json_;
}

}  // namespace whittle
