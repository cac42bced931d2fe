// A save writes each changed file to a temporary file beside it and renames that file. Without
// fsync, a save of a small file takes well below a millisecond, so the best so far can be written
// on every success. The rename is enough if whittle is killed; only the last save must also survive
// a crash of the machine.
#include "document/disk.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/unique_fd.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::unexpected<Error> cannot_read(const std::string& path, int error) {
  if (error == ENOENT)
    return fail(ErrorKind::input, fmt::format("{} does not exist", shown(path)),
                path == "-" ? "standard input cannot be reduced; write it to a file first" : "");
  if (error == EACCES)
    return fail(ErrorKind::input, fmt::format("{} cannot be read: {}", shown(path), reason(error)),
                "try: ls -l " + shown(path));
  return fail(ErrorKind::input, fmt::format("{} cannot be read: {}", shown(path), reason(error)));
}

std::unexpected<Error> cannot_write(const std::string& path, int error) {
  const bool no_room = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return fail(
      ErrorKind::disk, fmt::format("{} cannot be written: {}", shown(path), reason(error)),
      no_room ? "the file is unchanged; free some space and run again" : "the file is unchanged");
}

std::string_view kind_name(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "a folder";
}

std::unexpected<Error> not_a_file(const std::string& path, mode_t mode) {
  return fail(ErrorKind::input, fmt::format("{} is {}, not a file", shown(path), kind_name(mode)));
}

/// The folder a path is in, for opening.
std::string folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// A name in the same folder that no user would choose. The process number keeps processes apart,
/// the thread's number the runs of one process. It does not contain the file's own name, which may
/// be as long as names can be.
std::string temporary_beside(const std::string& path) {
  const std::string name = fmt::format(".whittle-{}-{}.tmp", ::getpid(), ::gettid());
  return (fs::path(folder_of(path)) / name).string();
}

/// Whether a name is one of those, whoever's.
bool is_temporary(std::string_view name, pid_t& process) {
  constexpr std::string_view prefix = ".whittle-", suffix = ".tmp";
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return false;
  name.remove_prefix(prefix.size());
  name.remove_suffix(suffix.size());
  const char* const stop = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data(), stop, process);
  if (error != std::errc() || process <= 0) return false;
  if (end == stop) return true;  // as whittle 0.1 named them
  pid_t thread = 0;
  const auto [last, problem] = std::from_chars(end + 1, stop, thread);
  return *end == '-' && problem == std::errc() && last == stop;
}

/// Removes the temporary at `path` unless the process that is writing it lives.
void remove_if_left(const std::string& path, pid_t process) {
  if (::kill(process, 0) != 0 && errno == ESRCH) ::unlink(path.c_str());
}

/// Names in a folder without . and .. and without temporaries, of which those that killed processes
/// left are removed. Nothing if the folder cannot be read, with errno set.
std::optional<std::vector<std::string>> names_in(const std::string& path) {
  DIR* const folder = ::opendir(path.c_str());
  if (!folder) return std::nullopt;
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    pid_t process = 0;
    if (is_temporary(name, process))
      remove_if_left(path + "/" + std::string(name), process);
    else if (name != "." && name != "..")
      names.emplace_back(name);
  }
  ::closedir(folder);
  return names;
}

int write_all(int descriptor, BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void sync_folder(const std::string& folder) {
  // Not every file system lets folders be synced; there is nothing to be done about those.
  if (const UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened)
    ::fsync(opened.get());
}

/// Makes a symlink, in place of whatever is there.
Result<void> write_symlink(const std::string& path, const Bytes& target) {
  const std::string temporary = temporary_beside(path);
  ::unlink(temporary.c_str());
  if (::symlink(target.c_str(), temporary.c_str()) != 0) return cannot_write(path, errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return cannot_write(path, error);
  }
  return {};
}

Result<void> make_folders(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (std::error_code ignored; error && !fs::is_directory(path, ignored))
    return cannot_write(path, error.value());
  return {};
}

Result<void> write_entry(const std::string& path, const File& file, Durability durability) {
  if (file.kind == File::Kind::folder) {
    if (auto made = make_folders(path); !made) return made;
    if (::chmod(path.c_str(), file.mode) != 0) return cannot_write(path, errno);
    return {};
  }
  if (auto made = make_folders(folder_of(path)); !made) return made;
  if (file.kind == File::Kind::symlink) return write_symlink(path, *file.bytes);
  return write_file(path, *file.bytes, file.mode, durability);
}

/// Everything below a folder, in order of path.
class FolderReader {
 public:
  /// Adds what is at `path`, which the document knows as `inside`.
  Result<void> read(const std::string& path, const std::string& inside) {
    std::optional<std::vector<std::string>> names = names_in(path);
    if (!names) return cannot_read(path, errno);
    std::sort(names->begin(), names->end());
    if (names->empty()) {
      struct stat status {};
      if (::stat(path.c_str(), &status) != 0) return cannot_read(path, errno);
      files_.push_back({inside, status.st_mode & 07777u, share(""), File::Kind::folder});
    }
    for (const std::string& name : *names)
      if (auto read = read_entry(path + "/" + name, inside + "/" + name); !read) return read;
    return {};
  }
  std::vector<File> take() { return std::move(files_); }

 private:
  Result<void> read_entry(const std::string& path, const std::string& inside) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return cannot_read(path, errno);
    if (S_ISDIR(status.st_mode)) return read(path, inside);
    if (S_ISLNK(status.st_mode)) {
      std::error_code error;
      const fs::path target = fs::read_symlink(path, error);
      if (error) return cannot_read(path, error.value());
      files_.push_back({inside, 0777, share(target.string()), File::Kind::symlink});
      return {};
    }
    if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
    Result<Bytes> bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    files_.push_back(
        {inside, status.st_mode & 07777u, share(*std::move(bytes)), File::Kind::regular});
    return {};
  }

  std::vector<File> files_;
};

/// The path a document knows an argument by.
std::string path_inside(const std::string& argument) {
  fs::path path = fs::path(argument).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // `project/`
  if (path.is_absolute() || *path.begin() == "..") path = path.filename();
  return path.string();
}

/// Writes `files`, of which `inside` is the first part of every path, to `copy`. Only a whole copy
/// gets that name.
Result<void> copy_to(const std::string& copy, const std::vector<File>& files,
                     const std::string& inside) {
  const bool is_file = files.size() == 1 && files[0].path == inside;
  const std::string part = is_file ? copy : copy + ".part";
  std::error_code ignored;
  if (!is_file) fs::remove_all(part, ignored);
  for (const File& file : files) {
    auto written = write_entry(part + file.path.substr(inside.size()), file, Durability::synced);
    if (written) continue;
    if (!is_file) fs::remove_all(part, ignored);
    return written;
  }
  if (!is_file && ::rename(part.c_str(), copy.c_str()) != 0) return cannot_write(copy, errno);
  return {};
}

/// Whether a copy of just these files is at `path`.
bool is_copy(const std::string& path, const std::vector<File>& files, const std::string& inside) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return false;
  std::vector<File> found;
  if (S_ISDIR(status.st_mode)) {
    FolderReader reader;
    if (!reader.read(path, inside)) return false;
    found = reader.take();
  } else if (S_ISREG(status.st_mode)) {
    Result<Bytes> bytes = read_file(path);
    if (!bytes) return false;
    found.push_back(
        {inside, status.st_mode & 07777u, share(*std::move(bytes)), File::Kind::regular});
  }
  return found == files;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

}  // namespace

std::string shown(const std::string& path) {
  if (path.empty()) return "''";
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
  });
  if (plain) return path;
  std::string text;
  for (const char c : path) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)
      text += c;
    else
      text +=
          c == '\n' ? std::string("\\n") : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return "'" + text + "'";
}

Result<Bytes> read_file(const std::string& path) {
  // Without O_NONBLOCK opening a pipe would wait for somebody to write.
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return cannot_read(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return cannot_read(path, errno);
  if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
  Bytes bytes;
  // One more than it should hold: the read that fills less than it could is the last.
  bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  std::size_t size = 0;
  for (;;) {
    const ssize_t count = ::read(file.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(path, errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size == bytes.size()) bytes.resize(size * 2);
  }
  bytes.resize(size);
  return bytes;
}

Result<void> write_file(const std::string& path, BytesView bytes, std::uint32_t mode,
                        Durability durability) {
  const std::string temporary = temporary_beside(path);
  const auto give_up = [&](int error) {
    ::unlink(temporary.c_str());
    return cannot_write(path, error);
  };
  ::unlink(temporary.c_str());  // left by a process of the same number that was killed
  UniqueFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return cannot_write(path, errno);
  if (const int error = write_all(file.get(), bytes)) return give_up(error);
  // Whoever owned the file still does, if we may decide that; root running whittle must not
  // take a user's file away. Before chmod, since chown clears set-user-ID bits.
  if (struct stat old{}; ::geteuid() == 0 && ::stat(path.c_str(), &old) == 0) [[maybe_unused]]
    const int ignored = ::fchown(file.get(), old.st_uid, old.st_gid);
  if (::fchmod(file.get(), mode) != 0) return give_up(errno);
  if (durability == Durability::synced && ::fsync(file.get()) != 0) return give_up(errno);
  if (!file.close()) return give_up(errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) return give_up(errno);
  if (durability == Durability::synced) sync_folder(folder_of(path));
  return {};
}

Result<Loaded> load(const std::vector<std::string>& arguments, Missing missing) {
  std::vector<File> files;
  Loaded loaded;
  for (const std::string& argument : arguments) {
    struct stat status {};
    const bool is_there = ::stat(argument.c_str(), &status) == 0;
    if (!is_there && (errno != ENOENT || missing == Missing::is_an_error))
      return cannot_read(argument, errno);
    // Results are written through a symlink: to replace the link by a file would surprise.
    std::error_code error;
    const fs::path real = fs::weakly_canonical(argument, error);
    if (error) return cannot_read(argument, error.value());
    const bool is_folder = S_ISDIR(status.st_mode);
    std::string inside = path_inside(argument);
    if (inside == "." || inside == ".." || inside.empty()) inside = real.filename().string();
    for (const Home::Root& other : loaded.home.roots_)
      if (is_below(inside, other.inside) || is_below(other.inside, inside))
        return fail(ErrorKind::usage,
                    fmt::format("{} and {} would both be {} in the folder the test runs in",
                                shown(other.given), shown(argument), shown(inside)),
                    "give each file once, by a path below the current folder");
    if (is_folder) {
      FolderReader reader;
      if (auto read = reader.read(argument, inside); !read) return std::unexpected(read.error());
      for (File& file : reader.take()) files.push_back(std::move(file));
    } else if (is_there) {
      Result<Bytes> bytes = read_file(argument);
      if (!bytes) return std::unexpected(bytes.error());
      files.push_back(
          {inside, status.st_mode & 07777u, share(*std::move(bytes)), File::Kind::regular});
    }
    if (!is_folder) names_in(folder_of(real.string()));  // removes what a killed run left
    loaded.home.roots_.push_back({argument, inside, real.string(), is_folder});
  }
  for (const File& file : files) loaded.home.saved_.emplace(file.path, file);
  loaded.document = Document(std::move(files));
  return loaded;
}

const Home::Root& Home::root_of(const std::string& file) const {
  const auto found = std::find_if(roots_.begin(), roots_.end(),
                                  [&](const Root& root) { return is_below(file, root.inside); });
  return found == roots_.end() ? roots_.front() : *found;
}

std::string Home::path_of(const std::string& file) const {
  const Root& root = root_of(file);
  return is_below(file, root.inside) ? root.path + file.substr(root.inside.size())
                                     : folder_of(root.path) + "/" + file;
}

/// Where `root` goes if results go to `output`.
std::string Home::place_in(const std::string& output, const Root& root) const {
  std::error_code ignored;
  if (roots_.size() > 1) return output + "/" + root.inside;
  if (!root.is_folder && (output.ends_with('/') || fs::is_directory(output, ignored)))
    return output + "/" + fs::path(root.inside).filename().string();
  return output;
}

bool Home::is_at(const std::string& output) const {
  return std::all_of(roots_.begin(), roots_.end(), [&](const Root& root) {
    std::error_code error;
    const fs::path place = fs::weakly_canonical(place_in(output, root), error);
    // weakly_canonical keeps the slash at the end of a folder's name.
    return !error && (place.filename().empty() ? place.parent_path() : place) == root.path;
  });
}

std::optional<std::string> Home::in_the_way(const std::string& output,
                                            const Document& document) const {
  for (const File& file : document.files()) {
    const Root& root = root_of(file.path);
    const std::string place = place_in(output, root) + file.path.substr(root.inside.size());
    struct stat status {};
    if (::lstat(place.c_str(), &status) != 0) continue;
    if (!S_ISDIR(status.st_mode) || file.kind != File::Kind::folder) return place;
  }
  return std::nullopt;
}

Result<void> Home::redirect(const std::string& output) {
  struct stat status {};
  const bool exists = ::stat(output.c_str(), &status) == 0;
  const bool is_folder = exists && S_ISDIR(status.st_mode);
  const bool single_file = roots_.size() == 1 && !roots_[0].is_folder;
  if (exists && !is_folder && !single_file)
    return fail(ErrorKind::usage,
                fmt::format("{} is a file, and the result is a folder", shown(output)));
  if (exists && !is_folder && !S_ISREG(status.st_mode)) return not_a_file(output, status.st_mode);
  for (Root& root : roots_) {
    root.path = place_in(output, root);
    names_in(folder_of(root.path));  // removes what a killed run left
  }
  redirected_ = true;
  saved_.clear();
  return {};
}

Result<std::vector<std::string>> Home::keep_originals(const Document& original) const {
  std::vector<std::string> copies;
  if (redirected_) return copies;
  for (const Root& root : roots_) {
    std::vector<File> files;
    for (const File& file : original.files())
      if (is_below(file.path, root.inside)) files.push_back(file);
    fs::path name = root.given;
    if (name.filename().empty()) name = name.parent_path();
    if (name.filename() == "." || name.filename() == "..") name = root.path;
    std::string copy = name.string() + ".orig";
    for (int number = 1;; ++number) {
      struct stat status {};
      if (::lstat(copy.c_str(), &status) != 0) {
        if (auto copied = copy_to(copy, files, root.inside); !copied)
          return std::unexpected(copied.error());
        copies.push_back(copy);
        break;
      }
      if (is_copy(copy, files, root.inside)) break;
      copy = fmt::format("{}.orig.{}", name.string(), number);
    }
  }
  return copies;
}

Result<void> Home::save(const Document& document, Durability durability) {
  if (detached_) return {};
  for (const File& file : document.files()) {
    const auto known = saved_.find(file.path);
    const bool is_there = known != saved_.end() && known->second == file;
    const bool is_enough = durability == Durability::renamed || !unsynced_.contains(file.path);
    if (is_there && is_enough) continue;
    if (auto written = write_entry(path_of(file.path), file, durability); !written) return written;
    saved_.insert_or_assign(file.path, file);
    if (durability == Durability::renamed)
      unsynced_.insert(file.path);
    else
      unsynced_.erase(file.path);
  }
  if (saved_.size() == document.files().size()) return {};  // nothing went
  std::map<std::string, File> gone = saved_;
  for (const File& file : document.files()) gone.erase(file.path);
  for (const auto& [path, file] : gone)
    if (auto removed = remove(path, file.kind); !removed) return removed;
  return {};
}

Result<void> Home::remove(const std::string& file, File::Kind kind) {
  const std::string place = path_of(file);
  const int failed = kind == File::Kind::folder ? ::rmdir(place.c_str()) : ::unlink(place.c_str());
  if (failed && errno != ENOENT && errno != ENOTEMPTY) return cannot_write(place, errno);
  saved_.erase(file);
  unsynced_.erase(file);
  // Folders that this emptied go too, but for the one that was given.
  const Root& root = root_of(file);
  for (std::string folder = file; folder.size() > root.inside.size();) {
    folder.resize(folder.rfind('/'));
    if (folder.size() <= root.inside.size() || saved_.contains(folder)) break;
    if (::rmdir(path_of(folder).c_str()) != 0) break;
  }
  return {};
}

}  // namespace whittle
