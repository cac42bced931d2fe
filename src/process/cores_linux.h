/// How many cores this process may keep busy: the default of `-j`.
#pragma once

#include <cstddef>
#include <filesystem>

namespace whittle {

/// The number of cores for this process: the smaller of the number that the affinity allows and the
/// number that the control groups around the process grant (cpu.max in version 2, cpu.cfs_quota_us
/// in version 1). A part of a core counts as one; at least 1. Tests give another `root` for /proc
/// and /sys/fs/cgroup.
std::size_t available_cores(const std::filesystem::path& root = "/");

}  // namespace whittle
