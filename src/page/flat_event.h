/// An event without lists and objects in it: all but the first and the last of a run, and notices.
/// Queries and slots come by the hundred each second; a tree of JSON for each was most of what the
/// server of a page did.
///
///     if (const auto event = FlatEvent::read(line); event && event->text("event") == "query") ...
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace whittle {

class FlatEvent {
 public:
  /// Nothing if the line is not an object, or is not as simple. What is read points into the line.
  static std::optional<FlatEvent> read(std::string_view line);

  /// Each gives zero, nothing or `otherwise` if there is no such field or if it is of another kind.
  std::string_view text(std::string_view name) const;
  double number(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  bool is(std::string_view name, bool otherwise = false) const {
    const std::string_view found = value(name);
    return found.empty() ? otherwise : found == "true";
  }

 private:
  static constexpr std::size_t most_fields = 32;
  struct Field {
    std::string_view name, value;  // a text is without its quotes
    bool is_text = false;
  };
  const Field* find(std::string_view name) const;
  /// Of a field that is no text.
  std::string_view value(std::string_view name) const;

  std::array<Field, most_fields> fields_;
  std::size_t size_ = 0;
};

}  // namespace whittle
