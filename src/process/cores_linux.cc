#include "process/cores_linux.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sched.h>
#include <string>
#include <string_view>

namespace whittle {
namespace {

namespace fs = std::filesystem;

constexpr double no_limit = std::numeric_limits<double>::infinity();

std::optional<double> number_in(const fs::path& file) {
  std::ifstream stream(file);
  double number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

/// "QUOTA PERIOD" or "max PERIOD".
double granted_by_v2(const fs::path& group) {
  std::ifstream stream(group / "cpu.max");
  double quota = 0, period = 0;
  return stream >> quota >> period && period > 0 ? quota / period : no_limit;
}

/// A quota of -1 means no limit.
double granted_by_v1(const fs::path& group) {
  const auto quota = number_in(group / "cpu.cfs_quota_us");
  const auto period = number_in(group / "cpu.cfs_period_us");
  return quota && period && *quota > 0 && *period > 0 ? *quota / *period : no_limit;
}

/// The least that a group or a group around it grants. In a container the name may be the host's
/// and lead nowhere; the mount point is then the group itself.
double granted(const fs::path& mount, std::string_view group, double (*by)(const fs::path&)) {
  double least = by(mount);
  fs::path place = mount;
  for (const fs::path& part : fs::path(group).relative_path()) {
    place /= part;
    least = std::min(least, by(place));
  }
  return least;
}

/// Whether `list`, separated by commas, has "cpu".
bool has_cpu(std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == "cpu") return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

}  // namespace

std::size_t available_cores(const fs::path& root) {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails on machines with more than 1,024 cores; there the user can give -j.
  double cores = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;

  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "NUMBER:CONTROLLERS:GROUP"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      cores = std::min(cores, granted(mounts, group, granted_by_v2));
    } else if (has_cpu(controllers)) {
      for (const std::string& mount : {std::string("cpu"), controllers})
        cores = std::min(cores, granted(mounts / mount, group, granted_by_v1));
    }
  }
  return static_cast<std::size_t>(std::max(1.0, std::ceil(cores)));
}

}  // namespace whittle
