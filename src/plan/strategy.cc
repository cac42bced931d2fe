#include "plan/strategy.h"

#include <set>

namespace whittle {

std::string_view intern(std::string_view name) {
  static std::set<std::string, std::less<>> names;  // its nodes never move
  const auto found = names.find(name);
  return found != names.end() ? *found : *names.emplace(name).first;
}

}  // namespace whittle
