#include "page/flat_event.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace whittle {
namespace {

/// Takes a text in quotes from the front. Nothing if it has escapes.
std::optional<std::string_view> take_text(std::string_view& rest) {
  if (!rest.starts_with('"')) return std::nullopt;
  const std::size_t end = rest.find_first_of("\"\\", 1);
  if (end == rest.npos || rest[end] == '\\') return std::nullopt;
  const std::string_view text = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return text;
}

bool take(std::string_view& rest, char c) {
  if (!rest.starts_with(c)) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<FlatEvent> FlatEvent::read(std::string_view line) {
  FlatEvent event;
  if (!take(line, '{')) return std::nullopt;
  do {
    const std::optional<std::string_view> name = take_text(line);
    if (!name || !take(line, ':') || event.size_ == most_fields) return std::nullopt;
    Field& field = event.fields_[event.size_++];
    field.name = *name;
    field.is_text = line.starts_with('"');
    if (field.is_text) {
      const std::optional<std::string_view> text = take_text(line);
      if (!text) return std::nullopt;
      field.value = *text;
    } else {
      field.value = line.substr(0, line.find_first_of(",}"));
      if (field.value.empty() || field.value.find_first_of("[{\" ") != field.value.npos)
        return std::nullopt;
      line.remove_prefix(field.value.size());
    }
  } while (take(line, ','));
  if (line != "}") return std::nullopt;
  return event;
}

const FlatEvent::Field* FlatEvent::find(std::string_view name) const {
  const auto* end = fields_.begin() + size_;
  const auto* found =
      std::find_if(fields_.begin(), end, [&](const Field& field) { return field.name == name; });
  return found == end ? nullptr : found;
}

std::string_view FlatEvent::text(std::string_view name) const {
  const Field* field = find(name);
  return field && field->is_text ? field->value : std::string_view();
}

std::string_view FlatEvent::value(std::string_view name) const {
  const Field* field = find(name);
  return field && !field->is_text ? field->value : std::string_view();
}

double FlatEvent::number(std::string_view name) const {
  const std::string_view digits = value(name);
  double number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return std::isfinite(number) ? number : 0;  // "nan" is read as well
}

std::size_t FlatEvent::count(std::string_view name) const {
  const std::string_view digits = value(name);
  std::size_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return count;
}

}  // namespace whittle
