#include "page/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ranges>

#include "page/flat_event.h"
#include "page/text.h"

#include "document/diff.h"
#include "document/goal.h"

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
constexpr double longest_run = 1e9;  // seconds

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

}  // namespace

void Model::reset() {
  ++epoch_;
  version_ = 0;
  now_ = 0;
  start_.clear();
  end_.clear();
  error_.clear();
  last_text_ = original_text_;
  total_ = {};
  started_ = cancelled_ = resumed_ = 0;
  passes_.clear();
  pass_numbers_.clear();
  lanes_.clear();
  bests_.clear();
  notices_.clear();
  bin_width_ = 0.05;
  bins_.clear();
  bars_.clear();
  first_bar_ = 0;
  running_.clear();
  ahead_.clear();
}

void Model::begin(const Document& original) {
  original_ = original;
  original_text_ = shown_text(original);
  text_json_.clear();
  original_lines_ = static_cast<std::size_t>(measure(original).lines);
  reset();
}

void Model::take(std::string_view line) {
  if (const std::optional<FlatEvent> event = FlatEvent::read(line)) {
    const std::string_view kind = event->text("event");
    for (const auto& [name, take] :
         {std::pair("query", &Model::on_query), std::pair("slot", &Model::on_slot),
          std::pair("list", &Model::on_list), std::pair("best", &Model::on_best)})
      if (kind == name) {
        advance(event->number("at"));
        return (this->*take)(*event);
      }
  }
  const json event = json::parse(line, nullptr, false);
  if (!event.is_object()) return;
  try {
    take_event(event);
  } catch (const json::exception&) {  // not as we write it
  }
}

void Model::advance(double at) {
  ++version_;
  now_ = std::clamp(at, now_, longest_run);
}

void Model::take_event(const json& event) {
  const std::string kind = event.value("event", "");
  if (kind == "start" && !start_.empty()) reset();
  advance(event.value("at", 0.0));
  if (kind == "start")
    on_start(event);
  else if (kind == "notice")
    notices_.push_back(dumped(event));
  else if (kind == "resume")
    ++resumed_, end_.clear(), error_.clear(), running_.clear();
  else if (kind == "end")
    end_ = dumped(event);
  else if (kind == "error")
    error_ = dumped(event);
}

void Model::on_start(const json& event) {
  start_ = dumped(event);
  original_tokens_ = event.value("tokens", std::size_t{0});
  original_bytes_ = event.value("bytes", std::size_t{0});
}

std::size_t Model::pass_of(std::string_view stage) {
  const std::string_view name = stage.substr(0, stage.find('/'));
  if (const auto known = pass_numbers_.find(name); known != pass_numbers_.end())
    return known->second;
  passes_.push_back({.name = std::string(name), .counts = {}});
  pass_numbers_.emplace(name, passes_.size() - 1);
  return passes_.size() - 1;
}

void Model::on_list(const FlatEvent& event) {
  const std::size_t pass = pass_of(event.text("stage"));
  if (event.text("phase") == "start") {
    // A run that was killed leaves a list without an end.
    if (!lanes_.empty() && lanes_.back().end < 0) lanes_.back().end = now_;
    if (lanes_.empty() || lanes_.back().pass != pass)
      lanes_.push_back({pass, now_, -1, total_.asked, total_.asked});
    else
      lanes_.back().end = -1;
  } else if (!lanes_.empty()) {
    lanes_.back().end = now_;
  }
  if (!lanes_.empty()) lanes_.back().asked_end = total_.asked;
}

void Model::on_query(const FlatEvent& event) {
  const auto is = [&](const char* name) { return event.is(name); };
  Pass& pass = passes_[pass_of(event.text("stage"))];
  Bin& bin = bin_at(now_);
  const bool tested = !is("remembered") && !is("untested");
  for (Counts* counts : {&total_, &pass.counts}) {
    ++counts->asked;
    counts->tested += tested;
    counts->remembered += is("remembered");
    counts->untested += is("untested");
    counts->interesting += is("interesting");
    counts->timed_out += is("timed_out");
    if (tested) counts->seconds += event.number("seconds");
  }
  bin.tested += tested;
  bin.interesting += is("interesting");
  bin.remembered += is("remembered");
  bin.timed_out += is("timed_out");
  if (!lanes_.empty()) lanes_.back().asked_end = total_.asked;
  if (!tested) return;
  if (auto known = ahead_.extract(std::string(event.text("candidate"))))
    settle(known.mapped(), Fate::used);
}

void Model::on_slot(const FlatEvent& event) {
  const std::size_t slot = event.count("slot");
  if (event.text("phase") == "start") {
    ++started_;
    running_[slot] = first_bar_ + bars_.size();
    bars_.push_back({.slot = slot, .begin = now_, .ahead = event.is("ahead"), .version = version_});
    if (bars_.size() > most_bars) {
      bars_.pop_front();
      ++first_bar_;
    }
    return;
  }
  const auto found = running_.find(slot);
  if (found == running_.end()) return;
  const std::uint64_t number = found->second;
  running_.erase(found);
  Bar* ended = bar(number);
  if (!ended) return;
  ended->end = now_;
  ended->version = version_;
  const bool cancelled = event.is("cancelled");
  const bool was_run = event.is("run", true);
  started_ -= !was_run;
  if (cancelled && !was_run) {  // it waited in a queue
    ended->end = ended->begin;
    ended->fate = Fate::in_vain;
    return;
  }
  cancelled_ += cancelled;
  ended->fate = cancelled ? Fate::in_vain : ended->ahead ? Fate::open : Fate::told;
  spread(ended->begin, now_, ended->fate);
  if (ended->fate != Fate::open) return;
  if (ahead_.size() >= most_ahead) {
    for (const auto& [candidate, test] : ahead_) settle(test, Fate::in_vain);
    ahead_.clear();
  }
  ahead_[std::string(event.text("candidate"))] = {ended->begin, now_, number};
}

void Model::settle(Ahead test, Fate fate) {
  spread(test.begin, test.end, Fate::open, -1);
  spread(test.begin, test.end, fate);
  if (Bar* known = bar(test.bar)) {
    known->fate = fate;
    known->version = version_;
  }
}

Model::Bar* Model::bar(std::uint64_t number) {
  return number < first_bar_ ? nullptr : &bars_[number - first_bar_];
}

void Model::on_best(const FlatEvent& event) {
  const std::size_t pass = pass_of(event.text("stage"));
  BestRow best;
  best.number = event.count("number");
  best.at = now_;
  best.asked = total_.asked;
  best.tested = total_.tested;
  best.list = event.count("list");
  best.pass = pass;
  best.tokens = event.count("tokens");
  best.bytes = event.count("bytes");
  best.lines = event.count("lines");
  best.version = version_;
  const auto change = [](std::size_t before, std::size_t after) {
    return static_cast<std::int64_t>(before) - static_cast<std::int64_t>(after);
  };
  passes_[pass].bests += 1;
  passes_[pass].tokens +=
      change(bests_.empty() ? original_tokens_ : bests_.back().tokens, best.tokens);
  passes_[pass].bytes += change(bests_.empty() ? original_bytes_ : bests_.back().bytes, best.bytes);
  bests_.push_back(std::move(best));
}

void Model::take_best(std::size_t number, const Document& document) {
  const auto best = std::ranges::find(bests_ | std::views::reverse, number, &BestRow::number);
  if (best == bests_.rend() || original_text_.size() > most_text) return;
  std::string text = shown_text(document);
  json changes = json::array();
  for (const Change& change : text_changes(last_text_, text))
    changes.push_back({change.begin, change.end, change.replacement});
  last_text_ = std::move(text);
  best->changes = dumped(changes);
  best->version = ++version_;
}

Model::Bin& Model::bin_at(double at) {
  std::size_t index = static_cast<std::size_t>(std::max(0.0, at) / bin_width_);
  while (index >= most_bins) {
    std::vector<Bin> wider((bins_.size() + 1) / 2);
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      Bin& into = wider[i / 2];
      into.tested += bins_[i].tested;
      into.interesting += bins_[i].interesting;
      into.remembered += bins_[i].remembered;
      into.timed_out += bins_[i].timed_out;
      for (std::size_t fate = 0; fate < 4; ++fate) into.slots[fate] += bins_[i].slots[fate];
      into.version = version_;
    }
    bins_ = std::move(wider);
    bin_width_ *= 2;
    index = static_cast<std::size_t>(at / bin_width_);
  }
  if (index >= bins_.size()) {
    const std::size_t old = bins_.size();
    bins_.resize(index + 1);
    for (std::size_t i = old; i < bins_.size(); ++i) bins_[i].version = version_;
  }
  bins_[index].version = version_;
  return bins_[index];
}

void Model::spread(double begin, double end, Fate fate, double sign) {
  bin_at(end);  // the last one, so that the width does not change below
  for (auto i = static_cast<std::size_t>(begin / bin_width_); i < bins_.size(); ++i) {
    const double from = std::max(begin, static_cast<double>(i) * bin_width_);
    const double until = std::min(end, static_cast<double>(i + 1) * bin_width_);
    if (from >= end) break;
    bins_[i].slots[static_cast<std::size_t>(fate)] += sign * std::max(0.0, until - from);
    bins_[i].version = version_;
  }
}

std::string Model::news(Seen& seen) const {
  const bool all = seen.epoch != epoch_;
  if (all) seen = {.epoch = epoch_};
  json news = {{"epoch", epoch_}, {"now", rounded(now_)}};
  if (all) {
    news["all"] = true;
    news["original"] = {
        {"tokens", original_tokens_}, {"bytes", original_bytes_}, {"lines", original_lines_}};
  }
  if (!start_.empty() && seen.version == 0) news["start"] = json::parse(start_);
  if (!end_.empty()) news["end"] = json::parse(end_);
  if (!error_.empty()) news["error"] = json::parse(error_);
  news["counts"] = {{"asked", total_.asked},
                    {"tested", total_.tested},
                    {"remembered", total_.remembered},
                    {"untested", total_.untested},
                    {"interesting", total_.interesting},
                    {"timed_out", total_.timed_out},
                    {"seconds", rounded(total_.seconds)},
                    {"started", started_},
                    {"cancelled", cancelled_},
                    {"running", running_.size()},
                    {"resumed", resumed_}};

  json passes = json::array();
  for (const Pass& pass : passes_)
    passes.push_back({pass.name, pass.counts.asked, pass.counts.tested, pass.counts.remembered,
                      pass.counts.interesting, pass.counts.timed_out, rounded(pass.counts.seconds),
                      pass.bests, pass.tokens, pass.bytes});
  news["passes"] = std::move(passes);

  // The last lane that the reader knows may have grown.
  const std::size_t lane = seen.lanes == 0 ? 0 : seen.lanes - 1;
  json lanes = json::array();
  for (std::size_t i = lane; i < lanes_.size(); ++i)
    lanes.push_back({lanes_[i].pass, rounded(lanes_[i].begin),
                     lanes_[i].end < 0 ? -1 : rounded(lanes_[i].end), lanes_[i].asked_begin,
                     lanes_[i].asked_end});
  news["lanes"] = {{"from", lane}, {"rows", std::move(lanes)}};
  seen.lanes = lanes_.size();

  json bests = json::array();
  for (const BestRow& best : bests_)
    if (best.version > seen.version)
      bests.push_back({best.number, rounded(best.at), best.asked, best.tested, best.list, best.pass,
                       best.tokens, best.bytes, best.lines, json::parse(best.changes)});
  news["bests"] = std::move(bests);

  for (; seen.notices < notices_.size(); ++seen.notices)
    news["notices"].push_back(json::parse(notices_[seen.notices]));

  const auto changed =
      std::ranges::find_if(bins_, [&](const Bin& bin) { return bin.version > seen.version; });
  json bins = json::array();
  for (auto bin = changed; bin != bins_.end(); ++bin) {
    json row = {bin->tested, bin->interesting, bin->remembered, bin->timed_out};
    for (double seconds : bin->slots) row.push_back(std::max(0.0, rounded(seconds)));
    bins.push_back(std::move(row));
  }
  news["bins"] = {
      {"width", bin_width_}, {"from", changed - bins_.begin()}, {"rows", std::move(bins)}};

  json bars = json::array();
  for (std::size_t i = 0; i < bars_.size(); ++i)
    if (const Bar& one = bars_[i]; one.version > seen.version)
      bars.push_back({first_bar_ + i, one.slot, rounded(one.begin),
                      one.end < 0 ? -1 : rounded(one.end),
                      one.end < 0 && !one.ahead ? 0 : static_cast<int>(one.fate)});
  news["bars"] = std::move(bars);
  seen.version = version_;
  return dumped(news);
}

const std::string& Model::text() const {
  if (text_json_.empty()) text_json_ = text_json(original_, original_text_);
  return text_json_;
}

}  // namespace whittle
