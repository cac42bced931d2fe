#include "process/confined_linux.h"

#include <cstdint>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "base/unique_fd.h"

namespace whittle {
namespace {

/// Everything that makes, changes, moves or removes a file.
constexpr std::uint64_t all_changes =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;
/// The rights that writing a document needs.
constexpr std::uint64_t allowed_changes = LANDLOCK_ACCESS_FS_WRITE_FILE |
                                          LANDLOCK_ACCESS_FS_MAKE_DIR |
                                          LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// Cutting a file, which kernels know since version 3 of Landlock (Linux 6.2) and our headers may
/// not.
constexpr std::uint64_t truncation = 1U << 14;
constexpr int version_with_truncation = 3;

std::uint64_t all_changes_here() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0},
                                 LANDLOCK_CREATE_RULESET_VERSION);
  return version < version_with_truncation ? all_changes : all_changes | truncation;
}

/// Gives up what root may do with files of others, for the calling thread only: Landlock does not
/// look at chmod and chown.
bool drop_privileges() {
  __user_cap_header_struct who{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct nothing[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capset, &who, nothing) == 0;
}

/// Restricts the calling thread for the rest of its life.
bool restrict_to(const std::string& folder) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = all_changes_here();
  const UniqueFd rules(static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, std::uint32_t{0})));
  const UniqueFd place(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!rules || !place) return false;
  landlock_path_beneath_attr below{};
  below.allowed_access = allowed_changes | (handled.handled_access_fs & truncation);
  below.parent_fd = place.get();
  return ::syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH, &below,
                   std::uint32_t{0}) == 0 &&
         ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules.get(), std::uint32_t{0}) == 0 &&
         drop_privileges();
}

}  // namespace

bool confined_to(const std::string& folder, const std::function<void()>& work) {
  bool is_confined = false;
  try {
    std::jthread([&] {
      is_confined = restrict_to(folder);
      work();
    });
  } catch (const std::system_error&) {  // no thread
    work();
  }
  return is_confined;
}

}  // namespace whittle
