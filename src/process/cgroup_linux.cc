#include "process/cgroup_linux.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string_view>
#include <sys/stat.h>

namespace whittle {
namespace {

/// The folder of the group that this process is in; empty if there is none.
std::string own_group() {
  std::string mount, path;
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::size_t dash = line.find(" - cgroup2 ");
    std::istringstream fields(line.substr(0, dash));
    std::string skipped, root, point;
    fields >> skipped >> skipped >> skipped >> root >> point;
    if (dash != std::string::npos && root == "/") mount = point;
  }
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) path = line.substr(3);
  return mount.empty() || path.empty() ? "" : mount + path;
}

constexpr const char* group_prefix = "whittle-";

void remove_groups_of_the_dead(const std::string& own) {
  std::error_code problem;
  std::filesystem::directory_iterator entry(own, problem);
  // Other runs remove groups at the same time: incrementing can fail too.
  for (; !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(group_prefix)) continue;
    const int pid = std::atoi(name.c_str() + std::strlen(group_prefix));
    if (pid <= 0 || ::kill(pid, 0) == 0 || errno != ESRCH) continue;
    std::ofstream(entry->path() / "cgroup.kill") << "1";
    // If something in it is still dying, the next run removes it.
    ::rmdir(entry->path().c_str());
  }
}

}  // namespace

std::unique_ptr<ControlGroup> ControlGroup::make() {
  static std::atomic<unsigned> number = 0;
  const std::string own = own_group();
  if (own.empty()) return nullptr;
  remove_groups_of_the_dead(own);
  const std::string folder = fmt::format("{}/{}{}-{}", own, group_prefix, ::getpid(), number++);
  if (::mkdir(folder.c_str(), 0755)) return nullptr;
  std::unique_ptr<ControlGroup> group(new ControlGroup(folder));
  group->procs_ = UniqueFd(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  group->kill_ = UniqueFd(::open((folder + "/cgroup.kill").c_str(), O_WRONLY | O_CLOEXEC));
  group->events_ = UniqueFd(::open((folder + "/cgroup.events").c_str(), O_RDONLY | O_CLOEXEC));
  if (!group->procs_ || !group->kill_ || !group->events_) return nullptr;
  return group;
}

ControlGroup::~ControlGroup() {
  ::rmdir(folder_.c_str());
}

void ControlGroup::kill_all() {
  if (::write(kill_.get(), "1", 1) != 1) return;
  for (int i = 0; i < 1000; ++i) {
    char text[256];
    const ssize_t size = ::pread(events_.get(), text, sizeof text, 0);
    if (size <= 0) return;
    const std::string_view events(text, static_cast<std::size_t>(size));
    if (events.find("populated 0") != std::string_view::npos) return;
    ::usleep(i < 10 ? 50 : 1000);
  }
}

}  // namespace whittle
