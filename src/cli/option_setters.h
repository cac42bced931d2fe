/// Functions that store the value of an option; a row of a table of options (`OptionRow`) names
/// one. A row needs only the member: `set_text<&SearchOptions::language>`.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/duration.h"
#include "cli/options.h"
#include "run/request_words.h"

namespace whittle {

inline constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();
inline constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// A whole number in [low, high].
template <typename Number>
Result<Number> parse_number(std::string_view text, Number low, Number high) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return fail(ErrorKind::usage,
                high == std::numeric_limits<Number>::max()
                    ? fmt::format("'{}' is not a number from {} up", text, low)
                    : fmt::format("'{}' is not a number from {} to {}", text, low, high));
  return number;
}

/// One of a few words.
template <typename Value, std::size_t count>
Result<Value> parse_word(std::string_view text, const WordTable<Value, count>& words) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : words) {
    if (name == text) return value;
    names.push_back(name);
  }
  return fail(ErrorKind::usage, fmt::format("'{}' is not one of {}", text, fmt::join(names, ", ")));
}

template <typename Target, typename Value>
Result<void> store(Target& target, Result<Value> value) {
  if (!value) return std::unexpected(value.error());
  target = *value;
  return {};
}

/// The field of `options` that a member pointer names, in whichever struct it is:
/// `in(options, &SearchOptions::plan)`. So a row of the table needs only the member.
template <typename T>
T& in(Options& options, T Options::*field) {
  return options.*field;
}
template <typename T>
T& in(Options& options, T Request::*field) {
  return options.request.*field;
}
template <typename T>
T& in(Options& options, T Elsewhere::*field) {
  return options.request.elsewhere.*field;
}
template <typename T>
T& in(Options& options, T SearchOptions::*field) {
  return options.request.search.*field;
}
template <typename T>
T& in(Options& options, T DebloatOptions::*field) {
  return options.request.search.debloat.*field;
}
template <typename T>
T& in(Options& options, T AlgorithmOptions::*field) {
  return options.request.search.algorithm.*field;
}
template <typename T>
T& in(Options& options, T TestOptions::*field) {
  return options.request.test.*field;
}
template <typename T>
T& in(Options& options, T Conditions::*field) {
  return options.request.test.conditions.*field;
}

template <auto flag>
Result<void> set(Options& options, std::string_view) {
  in(options, flag) = true;
  return {};
}
/// On, or off with "=off".
template <auto flag>
Result<void> set_switch(Options& options, std::string_view value) {
  if (!value.empty() && value != "off")
    return fail(ErrorKind::usage, fmt::format("'{}' is not off", value));
  in(options, flag) = value.empty();
  return {};
}
template <auto text>
Result<void> set_text(Options& options, std::string_view value) {
  in(options, text) = std::string(value);
  return {};
}
template <auto list>
Result<void> add_text(Options& options, std::string_view value) {
  in(options, list).emplace_back(value);
  return {};
}
/// Names separated by commas.
template <auto list>
Result<void> add_names(Options& options, std::string_view value) {
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (comma > 0) in(options, list).emplace_back(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return {};
}
template <auto list>
Result<void> add_statuses(Options& options, std::string_view value) {
  std::vector<int>& statuses = in(options, list);
  for (;;) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const Result<int> status = parse_number<int>(value.substr(0, comma), 0, 255);
    if (!status) return std::unexpected(status.error());
    statuses.push_back(*status);
    if (comma == value.size()) return {};
    value.remove_prefix(comma + 1);
  }
}
/// "512M", "2G", "800000k", or bytes.
inline Result<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t unit = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 'k':
      case 'K':
        unit = 1ull << 10;
        break;
      case 'M':
        unit = 1ull << 20;
        break;
      case 'G':
        unit = 1ull << 30;
        break;
      default:
        break;
    }
  }
  const std::string_view digits = unit == 1 ? text : text.substr(0, text.size() - 1);
  const Result<std::uint64_t> number = parse_number<std::uint64_t>(digits, 1, 1ull << 33);
  if (!number)
    return fail(ErrorKind::usage, fmt::format("'{}' is not a size; write it as 512M or 2G", text));
  return *number * unit;
}
template <auto duration>
Result<void> set_duration(Options& options, std::string_view value) {
  return store(in(options, duration), parse_duration(value));
}
template <auto size>
Result<void> set_size(Options& options, std::string_view value) {
  return store(in(options, size), parse_size(value));
}
/// A whole number in [low, high].
template <auto number, auto low, auto high>
Result<void> set_number(Options& options, std::string_view value) {
  return store(in(options, number),
               parse_number<std::remove_cv_t<decltype(high)>>(value, low, high));
}
template <auto word, const auto& words>
Result<void> set_word(Options& options, std::string_view value) {
  return store(in(options, word), parse_word(value, words));
}
/// A number above 0; nothing if it is none.
inline std::optional<double> parse_positive(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !(number > 0)) return {};
  return number;
}
template <auto field>
Result<void> set_probability(Options& options, std::string_view value) {
  const std::optional<double> number = parse_positive(value);
  if (!number || !(*number < 1))
    return fail(ErrorKind::usage, fmt::format("'{}' is not a number between 0 and 1", value));
  in(options, field) = number;
  return {};
}
}  // namespace whittle
