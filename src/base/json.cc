#include "base/json.h"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace whittle {
namespace {

/// Counts brackets outside of strings. The text may be no JSON.
bool is_too_deep(std::string_view text) {
  int levels = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_in_string = !is_in_string;
    if (is_in_string && text[i] == '\\') ++i;
    if (is_in_string) continue;
    if ((text[i] == '[' || text[i] == '{') && ++levels > most_json_levels) return true;
    if (text[i] == ']' || text[i] == '}') --levels;
  }
  return false;
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
  if (is_too_deep(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace whittle
