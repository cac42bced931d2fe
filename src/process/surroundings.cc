#include "process/surroundings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace whittle {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> cannot(const char* what, const std::string& path, int problem) {
  return fail(problem == ENOSPC || problem == EDQUOT || problem == EROFS ? ErrorKind::disk
                                                                         : ErrorKind::scratch,
              fmt::format("cannot {} {}: {}", what, path, std::strerror(problem)));
}

void make_folders_above(const std::string& top, const std::string& path) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    ::mkdir((top + "/" + path.substr(0, slash)).c_str(), 0755);
}

}  // namespace

Result<void> hide_in(const std::string& upper, const Surroundings& surroundings) {
  for (const std::string& path : surroundings.hidden) {
    const std::string place = upper + "/" + path;
    make_folders_above(upper, path);
    // How an overlay stores that something was removed. If a folder of `path` is hidden as a
    // whole, there is nothing to do.
    if (::mknod(place.c_str(), S_IFCHR, 0) && errno != EEXIST && errno != ENOTDIR)
      return cannot("hide", place, errno);
  }
  return {};
}

std::uint64_t size_of_tree(const std::string& folder) {
  std::uint64_t size = 0;
  std::error_code problem;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && !at->is_symlink(ignored)) size += at->file_size(ignored);
  }
  return size;
}

Result<LinkedCopy> LinkedCopy::make(const Surroundings& surroundings, std::string copy) {
  LinkedCopy result(surroundings.folder, std::move(copy));
  const std::set<std::string> hidden(surroundings.hidden.begin(), surroundings.hidden.end());
  std::error_code problem;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator at(surroundings.folder, options, problem);
  for (const fs::recursive_directory_iterator end; !problem && at != end; at.increment(problem)) {
    const std::string path = at->path().string().substr(surroundings.folder.size() + 1);
    const std::string place = result.copy_ + "/" + path;
    std::error_code wrong;
    const fs::file_status status = at->symlink_status(wrong);
    if (hidden.contains(path)) {
      at.disable_recursion_pending();
    } else if (fs::is_directory(status)) {
      if (::mkdir(place.c_str(), 0755)) return cannot("make", place, errno);
      result.entries_.push_back({Entry::Kind::folder, path, {}});
    } else if (fs::is_symlink(status)) {
      result.entries_.push_back({Entry::Kind::link, path, fs::read_symlink(*at, wrong).string()});
    } else if (fs::is_regular_file(status)) {
      // A test could not read files that we may not read.
      if (::access(at->path().c_str(), R_OK)) continue;
      if (fs::copy_file(at->path(), place, wrong); wrong)
        return cannot("write", place, wrong.value());
      const auto writing =
          fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
      fs::permissions(place, writing, fs::perm_options::remove, wrong);
      result.entries_.push_back({Entry::Kind::file, path, {}});
    }
  }
  if (problem) return cannot("read", surroundings.folder, problem.value());
  return result;
}

Result<void> LinkedCopy::link_into(const std::string& folder) const {
  for (const Entry& entry : entries_) {
    const std::string place = folder + "/" + entry.path;
    if (entry.kind == Entry::Kind::folder) {
      if (::mkdir(place.c_str(), 0755)) return cannot("make", place, errno);
      continue;
    }
    std::string target = entry.kind == Entry::Kind::file ? copy_ + "/" + entry.path : entry.target;
    // An absolute link into the user's folder would let the test write there.
    if (entry.kind == Entry::Kind::link && target.starts_with(original_ + "/"))
      target = folder + target.substr(original_.size());
    if (::symlink(target.c_str(), place.c_str())) return cannot("make", place, errno);
  }
  return {};
}

}  // namespace whittle
