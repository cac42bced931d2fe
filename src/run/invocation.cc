#include "run/invocation.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace whittle {
namespace {

using Json = nlohmann::json;

/// A string if it survives a round trip through JSON, otherwise its bytes as numbers.
Json to_value(const std::string& text) {
  const Json value = text;
  const std::string line = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (Json::parse(line, nullptr, false) == value) return value;
  Json bytes = Json::array();
  for (const char byte : text) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

std::optional<std::string> from_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return std::nullopt;
  std::string text;
  for (const Json& byte : value) {
    if (!byte.is_number_unsigned() || byte.get<std::uint64_t>() > 0xff) return std::nullopt;
    text += static_cast<char>(byte.get<std::uint8_t>());
  }
  return text;
}

}  // namespace

std::string to_json(const Invocation& invocation) {
  Json arguments = Json::array();
  for (const std::string& argument : invocation.arguments) arguments.push_back(to_value(argument));
  return Json{{"folder", to_value(invocation.folder)}, {"arguments", arguments}}.dump();
}

std::optional<Invocation> invocation_from(std::string_view json) {
  const Json stored = Json::parse(json, nullptr, false);
  if (!stored.is_object() || !stored.contains("folder") || !stored.contains("arguments"))
    return std::nullopt;
  const std::optional<std::string> folder = from_value(stored["folder"]);
  if (!folder || !stored["arguments"].is_array()) return std::nullopt;
  Invocation invocation{*folder, {}};
  for (const Json& value : stored["arguments"]) {
    const std::optional<std::string> argument = from_value(value);
    if (!argument) return std::nullopt;
    invocation.arguments.push_back(*argument);
  }
  return invocation;
}

}  // namespace whittle
