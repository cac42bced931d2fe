/// The events of a run as lines of JSON, and back. docs/json.md explains the fields,
/// docs/json-schema.json defines them; raise `schema_version` with each change that a reader could
/// notice.
///
/// This is the only writer and the only reader of these lines: `event_of(json_of(event))` is the
/// event again, without its borrowed members and without the fields that a line does not have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "report/event.h"
#include "report/report.h"

namespace whittle {

inline constexpr int schema_version = 1;

/// Any event that has a line.
using RunEvent = std::variant<RunStart, Notice, Resumed, Report, RunFailed, ListBegan, ListEnded,
                              Told, SlotChange, BestFound>;

/// Whether a `list` line has the weight of each element, and the elements that stayed.
enum class Weights : std::uint8_t { left_out, written };

/// Appends the line of an event, without its end. `Event` is one of those of `RunEvent`.
template <typename Event>
void append_json(std::string& line, const Event& event, Weights weights = Weights::left_out);

template <typename Event>
std::string json_of(const Event& event) {
  std::string line;
  append_json(line, event);
  return line;
}

/// The event of a line; nothing if the line is no event, as a kill leaves it.
std::optional<RunEvent> event_of(std::string_view line);

/// The name of an ending in an `end` line: "max-time".
std::string_view name_of(RunEnding ending);

/// The hash that `Hash::hex` wrote; nothing if these are not its digits.
std::optional<Hash> hash_of_hex(std::string_view digits);

/// Calls the function of `observer` for this event.
void tell(Observer& observer, const RunEvent& event);

}  // namespace whittle
