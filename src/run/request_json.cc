// The members of each struct are listed once, in `members_of`. Two archives walk them: one writes
// the members that differ from their defaults, the other one reads the members that are there. So a
// journal of an older version without a new member is read with the default of that member.
#include "run/request_json.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "base/json.h"
#include "base/reason.h"
#include "document/disk.h"
#include "run/request_words.h"
#include "store/run_folder.h"

namespace whittle {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 1;

/// A string if it survives a round trip through JSON, otherwise its bytes as numbers.
Json text_to_json(const std::string& text) {
  const Json value = text;
  const std::string line = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (Json::parse(line, nullptr, false) == value) return value;
  Json bytes = Json::array();
  for (const char byte : text) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

bool text_from_json(const Json& json, std::string& text) {
  if (json.is_string()) {
    text = json.get<std::string>();
    return true;
  }
  if (!json.is_array()) return false;
  text.clear();
  for (const Json& byte : json) {
    if (!byte.is_number_unsigned() || byte.get<std::uint64_t>() > 0xff) return false;
    text += static_cast<char>(byte.get<std::uint8_t>());
  }
  return true;
}

// One list of members for each struct; `walk` is called with the name and the member.
template <typename Walk>
void members_of(AlgorithmOptions& a, Walk walk) {
  walk("name", a.name);
  walk("order", a.order);
  walk("direction", a.direction);
  walk("after_success", a.after_success);
  walk("granularity", a.granularity);
  walk("sigma", a.sigma);
  walk("expected", a.expected);
  walk("threshold", a.threshold);
  walk("seed", a.seed);
  walk("start", a.start);
  walk("rate", a.rate);
  walk("infer", a.infer);
  walk("one_minimal", a.one_minimal);
  walk("fixpoint", a.fixpoint);
}
template <typename Walk>
void members_of(DebloatOptions& d, Walk walk) {
  walk("without_dependencies", d.without_dependencies);
  walk("without_dead_code", d.without_dead_code);
}
template <typename Walk>
void members_of(SearchOptions& s, Walk walk) {
  walk("plan", s.plan);
  walk("algorithm", s.algorithm);
  walk("unit", s.unit);
  walk("goal", s.goal);
  walk("language", s.language);
  walk("grammar", s.grammar);
  walk("only", s.only);
  walk("without", s.without);
  walk("keep", s.keep);
  walk("keep_names", s.keep_names);
  walk("listen", s.listen);
  walk("no_listen", s.no_listen);
  walk("delete_only", s.delete_only);
  walk("well_formed", s.well_formed);
  walk("propose", s.propose);
  walk("build_files", s.build_files);
  walk("debloat", s.debloat);
  walk("policy", s.policy);
  walk("effort", s.effort);
  walk("rounds", s.rounds);
  walk("no_sweep", s.no_sweep);
  walk("verify", s.verify);
  walk("parallel", s.parallel);
  walk("width", s.width);
}
template <typename Walk>
void members_of(TestStage& t, Walk walk) {
  walk("name", t.name);
  walk("command", t.command);
}
template <typename Walk>
void members_of(Conditions& c, Walk walk) {
  walk("command", c.command);
  walk("versus", c.versus);
  walk("exits", c.exits);
  walk("signals", c.signals);
  walk("stdout_has", c.stdout_has);
  walk("stderr_has", c.stderr_has);
  walk("output_has", c.output_has);
  walk("output_lacks", c.output_lacks);
  walk("slower_than", c.slower_than);
  walk("prechecks", c.prechecks);
  walk("valid", c.valid);
  walk("compiler_accepts", c.compiler_accepts);
  walk("stages", c.stages);
  walk("goods", c.goods);
}
template <typename Walk>
void members_of(TestOptions& t, Walk walk) {
  walk("script", t.script);
  walk("conditions", t.conditions);
  walk("flaky", t.flaky);
  walk("least_rate", t.least_rate);
  walk("timeout", t.timeout);
  walk("memory", t.memory);
  walk("processes", t.processes);
  walk("sandbox", t.sandbox);
  walk("around", t.around);
  walk("same_bug", t.same_bug);
  walk("allow_empty", t.allow_empty);
  walk("no_outputs", t.no_outputs);
  walk("also_interesting", t.also_interesting);
}
template <typename Walk>
void members_of(View& v, Walk walk) {
  walk("name", v.name);
  walk("decode", v.decode);
  walk("encode", v.encode);
  walk("language", v.language);
  walk("suffix", v.suffix);
  walk("is_archive", v.is_archive);
}
template <typename Walk>
void members_of(Elsewhere& e, Walk walk) {
  walk("workers", e.workers);
  walk("credentials", e.credentials);
  walk("ca", e.ca);
  walk("with", e.with);
  walk("lease", e.lease);
  walk("share_outcomes", e.share_outcomes);
}
template <typename Walk>
void members_of(CallerWords& c, Walk walk) {
  walk("options", c.options);
  walk("words", c.words);
}
template <typename Walk>
void members_of(Request& r, Walk walk) {
  walk("files", r.files);
  walk("view", r.view);
  walk("output", r.output);
  walk("tidy", r.tidy);
  walk("record", r.record);
  walk("search", r.search);
  walk("test", r.test);
  walk("jobs", r.jobs);
  walk("reduce_command", r.reduce_command);
  walk("blamed", r.blamed);
  walk("elsewhere", r.elsewhere);
  walk("caller", r.caller);
}

template <typename Value>
constexpr const auto& words_of_values() {
  if constexpr (std::is_same_v<Value, Unit>) return unit_words;
  if constexpr (std::is_same_v<Value, Goal>) return goal_words;
  if constexpr (std::is_same_v<Value, Order>) return order_words;
  if constexpr (std::is_same_v<Value, Direction>) return direction_words;
  if constexpr (std::is_same_v<Value, AfterSuccess>) return after_success_words;
  if constexpr (std::is_same_v<Value, Parallel>) return parallel_words;
  if constexpr (std::is_same_v<Value, Effort>) return effort_words;
  if constexpr (std::is_same_v<Value, Policy>) return policy_words;
  if constexpr (std::is_same_v<Value, SameBug>) return same_bug_words;
  if constexpr (std::is_same_v<Value, KeepRecord>) return record_words;
  if constexpr (std::is_same_v<Value, Flaky>) return flaky_words;
}

template <typename T>
concept HasMembers = requires(T& value) {
  members_of(value, [](const char*, auto&) {});
};

Json to_value(const std::string& text) {
  return text_to_json(text);
}
Json to_value(std::chrono::microseconds time) {
  return time.count();
}
template <typename T>
requires std::is_arithmetic_v<T> Json to_value(T number) {
  return number;
}
template <typename T>
requires std::is_enum_v<T> Json to_value(T value) {
  const auto& words = words_of_values<T>();
  const auto found = std::ranges::find(words, value, [](const auto& one) { return one.second; });
  return std::string(found->first);
}
template <HasMembers T>
Json to_value(const T& value);
template <typename T>
Json to_value(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& one : list) json.push_back(to_value(one));
  return json;
}
template <typename T>
Json to_value(const std::optional<T>& value) {
  return value ? to_value(*value) : Json();
}
/// Only the members that differ from those of a new value.
template <HasMembers T>
Json to_value(const T& value) {
  Json json = Json::object(), defaults = Json::object();
  const auto write_to = [](Json& object) {
    return [&object](const char* name, const auto& member) { object[name] = to_value(member); };
  };
  T fresh{};
  members_of(const_cast<T&>(value), write_to(json));
  members_of(fresh, write_to(defaults));
  for (const auto& [name, by_default] : defaults.items())
    if (json[name] == by_default) json.erase(name);
  return json;
}

bool from_value(const Json& json, std::string& text) {
  return text_from_json(json, text);
}
bool from_value(const Json& json, bool& value) {
  if (!json.is_boolean()) return false;
  value = json.get<bool>();
  return true;
}
bool from_value(const Json& json, std::chrono::microseconds& time) {
  if (!json.is_number_integer()) return false;
  time = std::chrono::microseconds(json.get<std::chrono::microseconds::rep>());
  return true;
}
template <typename T>
requires std::is_arithmetic_v<T>
bool from_value(const Json& json, T& number) {
  if (!json.is_number() || (std::is_unsigned_v<T> && !json.is_number_unsigned())) return false;
  if (std::is_integral_v<T> && !json.is_number_integer()) return false;
  number = json.get<T>();
  return true;
}
template <typename T>
requires std::is_enum_v<T>
bool from_value(const Json& json, T& value) {
  const auto& words = words_of_values<T>();
  if (!json.is_string()) return false;
  const auto found =
      std::ranges::find(words, json.get<std::string>(), [](const auto& one) { return one.first; });
  if (found == words.end()) return false;
  value = found->second;
  return true;
}
template <HasMembers T>
bool from_value(const Json& json, T& value);
template <typename T>
bool from_value(const Json& json, std::vector<T>& list) {
  if (!json.is_array()) return false;
  list.clear();
  return std::ranges::all_of(json,
                             [&](const Json& one) { return from_value(one, list.emplace_back()); });
}
template <typename T>
bool from_value(const Json& json, std::optional<T>& value) {
  return from_value(json, value.emplace());
}
template <HasMembers T>
bool from_value(const Json& json, T& value) {
  if (!json.is_object()) return false;
  bool fits = true;
  std::size_t known = 0;
  members_of(value, [&](const char* name, auto& member) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    ++known;
    fits = from_value(*found, member) && fits;
  });
  return fits && known == json.size();  // a member that we do not know may change everything
}

/// Whether everything in `part` is in `whole`: members of objects, elements of lists, values.
bool contains(const Json& whole, const Json& part) {
  if (part.is_object())
    return whole.is_object() && std::ranges::all_of(part.items(), [&](const auto& member) {
             const auto found = whole.find(member.key());
             return found != whole.end() && contains(*found, member.value());
           });
  if (part.is_array() && whole.is_array())
    return std::ranges::all_of(part,
                               [&](const Json& one) { return std::ranges::count(whole, one) > 0; });
  return whole == part;
}

}  // namespace

std::string to_json(const Request& request, const std::string& folder) {
  return Json{
      {"version", format_version}, {"folder", to_value(folder)}, {"request", to_value(request)}}
      .dump();
}

Result<StoredRequest> stored_request(const Unfinished& unfinished) {
  const RunFolder& folder = unfinished.folder();
  if (std::optional<StoredRequest> stored = request_from_json(folder.identity().options))
    return std::move(*stored);
  return fail(ErrorKind::stale, {Reason::run_has_no_request},
              fmt::format("{} does not contain the request of its run", shown(folder.path())),
              "start a new run");
}

std::optional<StoredRequest> request_from_json(std::string_view text) {
  const Json json = parse_json(text);
  if (!json.is_object() || json.value("version", Json()) != format_version) return std::nullopt;
  StoredRequest stored;
  if (!json.contains("folder") || !from_value(json["folder"], stored.folder)) return std::nullopt;
  if (!json.contains("request") || !from_value(json["request"], stored.request))
    return std::nullopt;
  return stored;
}

bool has_settings_of(const Request& stored, const Request& given) {
  return contains(to_value(stored), to_value(given));
}

}  // namespace whittle
