#include "base/intern.h"

#include <mutex>
#include <set>
#include <string>

namespace whittle {

std::string_view intern(std::string_view name) {
  static std::mutex mutex;                          // other runs may work on other threads
  static std::set<std::string, std::less<>> names;  // its nodes never move
  const std::lock_guard lock(mutex);
  const auto found = names.find(name);
  return found != names.end() ? *found : *names.emplace(name).first;
}

}  // namespace whittle
