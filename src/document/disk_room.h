/// The free space on the file system of a folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/statvfs.h>

namespace whittle {

struct DiskRoom {
  std::uint64_t free = 0;  ///< bytes that this user may still write
  bool is_read_only = false;
  bool runs_programs = true;
};
/// Nothing if it cannot be found out, as for a folder that does not exist.
inline std::optional<DiskRoom> disk_room(const std::string& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return std::nullopt;
  return DiskRoom{.free = std::uint64_t{disk.f_bavail} * disk.f_frsize,
                  .is_read_only = (disk.f_flag & ST_RDONLY) != 0,
                  .runs_programs = (disk.f_flag & ST_NOEXEC) == 0};
}

}  // namespace whittle
