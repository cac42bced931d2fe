/// How many cores this process may keep busy: what `-j` is by default.
#pragma once

#include <cstddef>
#include <filesystem>

namespace whittle {

/// The least of what affinity allows and what the control groups around the process grant (version
/// 2's cpu.max, version 1's cpu.cfs_quota_us), a part of a core counting as one; at least 1.
/// `root` is where proc and sys/fs/cgroup are, for tests.
std::size_t available_cores(const std::filesystem::path& root = "/");

}  // namespace whittle
