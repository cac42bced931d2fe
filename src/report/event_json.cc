// Each event lists its fields once, in `fields`. An `EventWriter` and an `EventReader` go through
// the same list, so that a line is read as it was written. The writer appends text and makes no
// tree of JSON: a run can have millions of queries. Reading without a tree takes 33,000 instead of
// 127,000 instructions a test (docs/rejected.md, "The page of a run").
#include "report/event_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "base/intern.h"
#include "base/json.h"

namespace whittle {
namespace {

using nlohmann::json;
using std::chrono::microseconds;

// The names of enumerators, in the order of the enumerators.
constexpr auto names_of(RunEnding) {
  return std::to_array<std::string_view>(
      {"finished", "no-gain", "max-tests", "max-time", "enough", "interrupted"});
}
constexpr auto names_of(ErrorKind) {
  return std::to_array<std::string_view>({"usage", "input", "test", "not-interesting", "disk",
                                          "scratch", "busy", "stale", "unreliable", "trivial",
                                          "internal"});
}
constexpr auto names_of(Notice::Kind) {
  return std::to_array<std::string_view>({"information", "hint", "warning"});
}
constexpr auto names_of(Goal) {
  return std::to_array<std::string_view>({"tokens", "bytes", "lines"});
}
constexpr auto names_of(SlotChange::Phase) {
  return std::to_array<std::string_view>({"start", "end"});
}
constexpr auto names_of(QueryKind) {
  std::array<std::string_view, 9> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = name_of(static_cast<QueryKind>(i));
  return all;
}

template <typename Value>
concept Named = requires(Value value) {
  names_of(value);
};

template <Named Value>
std::string_view name_in_line(Value value) {
  static constexpr auto names = names_of(Value());
  return names[static_cast<std::size_t>(value)];
}

/// A record may be damaged: no run takes longer than 30 years.
microseconds time_of(double seconds) {
  return microseconds(
      std::llround(1e6 * (std::isfinite(seconds) ? std::clamp(seconds, 0.0, 1e9) : 0)));
}

bool needs_no_escape(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

template <typename Value>
void append_value(std::string& line, const Value& value) {
  const auto out = std::back_inserter(line);
  if constexpr (Named<Value>)
    fmt::format_to(out, "\"{}\"", name_in_line(value));
  else if constexpr (std::is_same_v<Value, Outcome>)
    line += value == Outcome::interesting ? "true" : "false";
  else if constexpr (std::is_same_v<Value, microseconds>)
    fmt::format_to(out, "{:.6f}", std::chrono::duration<double>(value).count());
  else if constexpr (std::is_same_v<Value, Hash>)
    fmt::format_to(out, "\"{}\"", value.hex());
  else if constexpr (std::is_same_v<Value, std::optional<std::size_t>>)
    fmt::format_to(out, "{}", value.value_or(0));
  else if constexpr (std::is_floating_point_v<Value>)
    fmt::format_to(out, "{:.4f}", value);
  else if constexpr (std::is_arithmetic_v<Value>)
    fmt::format_to(out, "{}", value);
  else if constexpr (!std::is_convertible_v<Value, std::string_view>)
    line += json(value).dump(-1, ' ', false, json::error_handler_t::replace);
  else if (needs_no_escape(value))
    fmt::format_to(out, "\"{}\"", value);
  else
    line += json(value).dump(-1, ' ', false, json::error_handler_t::replace);
}

template <typename Value>
void read_value(const json& field, Value& value) {
  if constexpr (Named<Value>) {
    for (std::size_t i = 0; i < names_of(value).size(); ++i)
      if (field.get_ref<const std::string&>() == names_of(value)[i]) value = static_cast<Value>(i);
  } else if constexpr (std::is_same_v<Value, Outcome>) {
    value = outcome_of(field.get<bool>());
  } else if constexpr (std::is_same_v<Value, microseconds>) {
    value = time_of(field.get<double>());
  } else if constexpr (std::is_same_v<Value, std::string_view>) {
    value = intern(field.get_ref<const std::string&>());
  } else if constexpr (std::is_same_v<Value, Hash>) {
    value = hash_of_hex(field.get_ref<const std::string&>()).value_or(Hash());
  } else if constexpr (std::is_same_v<Value, std::optional<std::size_t>>) {
    value = field.get<std::size_t>();
  } else {
    field.get_to(value);
  }
}

struct EventWriter {
  std::string& line;
  Weights weights = Weights::left_out;

  template <typename Value>
  void operator()(std::string_view name, const Value& value) const {
    add_name(name);
    append_value(line, value);
  }
  /// A field that is written if it is not as usual.
  template <typename Value>
  void rare(std::string_view name, const Value& value, const Value& usual = Value()) const {
    if (value != usual) (*this)(name, value);
  }
  /// A field that follows from others, so it is not read.
  template <typename Value>
  void derived(std::string_view name, const Value& value) const {
    (*this)(name, value);
  }
  /// A field that is an object with fields of its own.
  template <typename Visit>
  void within(std::string_view name, Visit visit) const {
    add_name(name);
    line += '{';
    visit(*this);
    line += '}';
  }
  template <typename Value>
  void within(std::string_view name, const std::optional<Value>& value) const {
    if (value) within(name, [&](const EventWriter& inner) { fields(*value, inner); });
  }
  template <typename Value>
  void list(std::string_view name, const std::vector<Value>& values) const {
    if (values.empty()) return;
    add_name(name);
    line += '[';
    for (const Value& value : values) {
      line += line.back() == '[' ? "{" : ",{";
      fields(value, *this);
      line += '}';
    }
    line += ']';
  }

 private:
  void add_name(std::string_view name) const {
    fmt::format_to(std::back_inserter(line), "{}\"{}\":", line.back() == '{' ? "" : ",", name);
  }
};

/// A missing field leaves the member as it is; a field of another type throws.
struct EventReader {
  const json& line;
  static constexpr Weights weights = Weights::left_out;

  template <typename Value>
  void operator()(std::string_view name, Value& value) const {
    if (const auto field = line.find(name); field != line.end()) read_value(*field, value);
  }
  template <typename Value>
  void rare(std::string_view name, Value& value, const Value& /*usual*/ = Value()) const {
    (*this)(name, value);
  }
  template <typename Value>
  void derived(std::string_view, const Value&) const {}
  template <typename Visit>
  void within(std::string_view name, Visit visit) const {
    if (const auto field = line.find(name); field != line.end()) visit(EventReader{*field});
  }
  template <typename Value>
  void within(std::string_view name, std::optional<Value>& value) const {
    within(name, [&](const EventReader& inner) { fields(value.emplace(), inner); });
  }
  template <typename Value>
  void list(std::string_view name, std::vector<Value>& values) const {
    if (const auto found = line.find(name); found != line.end())
      for (const json& one : *found) fields(values.emplace_back(), EventReader{one});
  }
};

/// `Event`, const or not.
template <typename Value, typename Event>
concept Is = std::same_as<std::remove_const_t<Value>, Event>;

void fields(Is<RunStart> auto& event, const auto& field) {
  field.derived("event", std::string_view("start"));
  field.derived("schema", schema_version);
  field("version", event.version);
  field("files", event.files);
  field("command", event.command);
  field("options", event.options);
  field("words", event.words);
  field("plan", event.plan);
  field("algorithm", event.algorithm);
  field("goal", event.goal);
  field("jobs", event.jobs);
  field("known", event.known);
  field("tokens", event.tokens);
  field("bytes", event.bytes);
}

void fields(Is<Notice> auto& event, const auto& field) {
  field.derived("event", std::string_view("notice"));
  field("at", event.at);
  field("kind", event.kind);
  field("message", event.message);
  field("way_out", event.way_out);
}

void fields(Is<Resumed> auto& event, const auto& field) {
  field.derived("event", std::string_view("resume"));
  field("at", event.at);
  field("queries", event.queries);
  field("known", event.known);
}

void fields(Is<RunFailed> auto& event, const auto& field) {
  field.derived("event", std::string_view("error"));
  field("at", event.at);
  field("kind", event.error.kind);
  field("message", event.error.message);
  field("way_out", event.error.way_out);
  field("exit_code", event.exit_code);
}

void fields(Is<ListBegan> auto& event, const auto& field) {
  field.derived("event", std::string_view("list"));
  field.derived("phase", std::string_view("start"));
  field("at", event.at);
  field("list", event.number);
  field("stage", event.stage);
  field("elements", event.elements);
  field("weight", event.weight);
  if (field.weights == Weights::written && event.edits)
    field.derived("weights", event.edits->weights());
}

void fields(Is<ListEnded> auto& event, const auto& field) {
  field.derived("event", std::string_view("list"));
  field.derived("phase", std::string_view("end"));
  field("at", event.at);
  field("list", event.number);
  field("stage", event.stage);
  field("elements", event.elements);
  field("weight", event.weight);
  field("changed", event.changed);
  if (field.weights == Weights::written && event.kept)
    field.derived("stayed", event.kept->elements());
}

void fields(Is<BestFound> auto& event, const auto& field) {
  field.derived("event", std::string_view("best"));
  field("at", event.at);
  field("number", event.number);
  field("list", event.list);
  field("stage", event.stage);
  field("tokens", event.tokens);
  field("bytes", event.bytes);
  field("lines", event.lines);
}

void fields(Is<Told> auto& event, const auto& field) {
  field.derived("event", std::string_view("query"));
  field("at", event.at);
  field("list", event.list);
  field("stage", event.stage);
  field("kind", event.role.kind);
  field("round", event.role.round);
  field("parts", event.role.parts);
  field("part", event.role.part);
  field("step", event.role.step);
  field.rare("elements", event.elements);
  field.rare("tokens", event.tokens);
  field("likelihood", event.likelihood);
  field("candidate", event.candidate);
  field("bytes", event.bytes);
  field("interesting", event.outcome);
  field("remembered", event.remembered);
  field("timed_out", event.timed_out);
  field("seconds", event.duration);
  field.rare("untested", event.untested);
  field.rare("refused_by", event.refused_by);
}

void fields(Is<SlotChange> auto& event, const auto& field) {
  field.derived("event", std::string_view("slot"));
  field("at", event.at);
  field("slot", event.slot);
  field("phase", event.phase);
  field("ahead", event.ahead);
  field("cancelled", event.cancelled);
  field("candidate", event.candidate);
  field.rare("run", event.was_run, true);
}

void fields(Is<StepCounts> auto& step, const auto& field) {
  field("name", step.name);
  field("tested", step.tested);
  field("refused", step.refused);
  field("seconds", step.time);
  field("share", step.share);
}

void fields(Is<FunctionsLeft> auto& functions, const auto& field) {
  field("emptied", functions.emptied);
  field("kept", functions.kept);
  field("removed", functions.removed);
  field("statements_before", functions.statements_before);
  field("statements_after", functions.statements_after);
}

void fields(Is<Unambiguity> auto& unambiguity, const auto& field) {
  field.derived("ratio", unambiguity.ratio());
  field("trivial", unambiguity.trivial);
  field("successful", unambiguity.successful);
  field("unsuccessful", unambiguity.unsuccessful);
}

void fields(Is<Listening> auto& listening, const auto& field) {
  field("explained", listening.explained);
  field("refusals", listening.refusals);
  field("repairs", listening.repairs);
  field("repaired", listening.repaired);
}

void fields(Is<Probed> auto& probe, const auto& field) {
  field("recorder", probe.recorder);
  field("functions", probe.functions);
  field("never_ran", probe.never_ran);
}

void fields(Is<KeptRate> auto& rate, const auto& field) {
  field("failed", rate.result.failed);
  field("runs", rate.result.all);
  field("original_failed", rate.original.failed);
  field("original_runs", rate.original.all);
  field("least", rate.promised.least);
  field("withdrawn", rate.withdrawn);
}

void fields(Is<Report> auto& report, const auto& field) {
  field.derived("event", std::string_view("end"));
  field.derived("at", report.time);
  field("ending", report.ending);
  field("tokens", report.after.tokens);
  field("bytes", report.after.bytes);
  field("best", report.best_number);
  field("lists", report.lists);
  field("left_out", report.left_out);
  field("asked", report.counts.asked);
  field.derived("tested", report.counts.tested());
  field("remembered", report.counts.remembered);
  field("interesting", report.counts.interesting);
  field("timed_out", report.counts.timed_out);
  field.derived("started", report.tests_run());
  field("seconds", report.time);
  field.within("slots", [&](const auto& slots) {
    slots("testing", report.activity.testing);
    slots("told", report.counts.time);
    slots("thinking", report.activity.thinking);
    slots("nothing", report.activity.nothing);
  });
  field.rare("untested", report.counts.untested);
  field.rare("until", report.enough);
  field.rare("test", report.test_command);
  field.rare("failure", report.failure);
  field.rare("output", report.output);
  field.rare("blamed", report.blamed);
  field.rare("good", report.goods);
  field.rare("programs", report.programs);
  field.within("rate", report.rate);
  field.list("test_stages", report.steps);
  field.within("functions", report.functions);
  field.within("unambiguity", report.unambiguity);
  field.within("listening", report.listening);
  field.within("probe", report.probe);
}

template <typename Event>
RunEvent event_in(const json& line) {
  Event event;
  fields(event, EventReader{line});
  // A line has the tests of all calls together.
  if constexpr (std::is_same_v<Event, Report>) EventReader{line}("started", event.activity.started);
  return event;
}

RunEvent list_in(const json& line) {
  return line.value("phase", "") == "start" ? event_in<ListBegan>(line) : event_in<ListEnded>(line);
}

constexpr std::array readers = {
    std::pair("query", &event_in<Told>),
    std::pair("slot", &event_in<SlotChange>),
    std::pair("list", &list_in),
    std::pair("best", &event_in<BestFound>),
    std::pair("start", &event_in<RunStart>),
    std::pair("notice", &event_in<Notice>),
    std::pair("resume", &event_in<Resumed>),
    std::pair("end", &event_in<Report>),
    std::pair("error", &event_in<RunFailed>),
};

}  // namespace

template <typename Event>
void append_json(std::string& line, const Event& event, Weights weights) {
  line += '{';
  fields(event, EventWriter{line, weights});
  line += '}';
}
template void append_json(std::string&, const RunStart&, Weights);
template void append_json(std::string&, const Notice&, Weights);
template void append_json(std::string&, const Resumed&, Weights);
template void append_json(std::string&, const Report&, Weights);
template void append_json(std::string&, const RunFailed&, Weights);
template void append_json(std::string&, const ListBegan&, Weights);
template void append_json(std::string&, const ListEnded&, Weights);
template void append_json(std::string&, const Told&, Weights);
template void append_json(std::string&, const SlotChange&, Weights);
template void append_json(std::string&, const BestFound&, Weights);

std::optional<RunEvent> event_of(std::string_view text) {
  const json line = parse_json(text);
  if (!line.is_object()) return std::nullopt;
  try {
    const std::string kind = line.value("event", "");
    for (const auto& [name, read] : readers)
      if (kind == name) return read(line);
  } catch (const json::exception&) {  // not as we write it
  }
  return std::nullopt;
}

std::string_view name_of(RunEnding ending) {
  return name_in_line(ending);
}

std::optional<Hash> hash_of_hex(std::string_view digits) {
  Hash hash;
  if (digits.size() != 2 * Hash::size) return std::nullopt;
  const char* const middle = digits.data() + Hash::size;
  const char* const end = middle + Hash::size;
  if (std::from_chars(digits.data(), middle, hash.high, 16).ptr != middle ||
      std::from_chars(middle, end, hash.low, 16).ptr != end)
    return std::nullopt;
  return hash;
}

void tell(Observer& observer, const RunEvent& event) {
  struct Call {
    Observer& to;
    void operator()(const RunStart& what) const { to.started(what); }
    void operator()(const Notice& what) const { to.noticed(what); }
    void operator()(const Resumed& what) const { to.resumed(what); }
    void operator()(const Report& what) const { to.ended(what); }
    void operator()(const RunFailed& what) const { to.failed(what); }
    void operator()(const ListBegan& what) const { to.list_began(what); }
    void operator()(const ListEnded& what) const { to.list_ended(what); }
    void operator()(const Told& what) const { to.told(what); }
    void operator()(const SlotChange& what) const { to.slot_changed(what); }
    void operator()(const BestFound& what) const { to.improved(what); }
  };
  std::visit(Call{observer}, event);
}

}  // namespace whittle
