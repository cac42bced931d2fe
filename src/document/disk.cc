// A save writes each changed file under a temporary name and renames it (new_file.h). Without a
// sync, a save of a small file takes well below a millisecond; with one, 5 ms on a usual disk. Who
// saves decides how often that can be afforded (store/journal.cc).
#include "document/disk.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/reason.h"

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

std::string_view kind_name(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "a folder";
}

std::unexpected<Error> not_a_file(const std::string& path, mode_t mode) {
  return fail(ErrorKind::input, fmt::format("{} is {}, not a file", shown(path), kind_name(mode)));
}

/// Names in a folder without . and .. and without temporaries. Temporaries that killed processes
/// left are removed. Nothing if the folder cannot be read, with errno set.
std::optional<std::vector<std::string>> names_in(const std::string& path) {
  DIR* const folder = ::opendir(path.c_str());
  if (!folder) return std::nullopt;
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (is_temporary(name))
      remove_if_left(path + "/" + std::string(name));
    else if (name != "." && name != "..")
      names.emplace_back(name);
  }
  ::closedir(folder);
  return names;
}

/// The file or link at `path`, which the document knows as `inside`. A folder has no bytes.
Result<File> read_entry(const std::string& path, const std::string& inside,
                        const struct stat& status) {
  const Rights rights = rights_of(path, status);
  if (S_ISDIR(status.st_mode)) return File{inside, rights.mode, share(""), File::Kind::folder};
  if (S_ISLNK(status.st_mode)) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) return cannot_read(path, error.value());
    return File{inside, 0777, share(target.string()), File::Kind::symlink};
  }
  if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
  Result<Bytes> bytes = read_file(path);
  if (!bytes) return std::unexpected(bytes.error());
  return File{inside, rights.mode, share(*std::move(bytes)), File::Kind::regular};
}

/// Everything below a folder, in order of path.
class FolderReader {
 public:
  /// Adds the entry at `path`, which the document knows as `inside`.
  Result<void> read(const std::string& path, const std::string& inside) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return cannot_read(path, errno);
    rights_.emplace(inside, rights_of(path, status));
    std::optional<std::vector<std::string>> names = names_in(path);
    if (!names) return cannot_read(path, errno);
    std::sort(names->begin(), names->end());
    if (names->empty())
      files_.push_back({inside, rights_.at(inside).mode, share(""), File::Kind::folder});
    for (const std::string& name : *names)
      if (auto read = read_below(path + "/" + name, inside + "/" + name); !read) return read;
    return {};
  }
  std::vector<File> take() { return std::move(files_); }
  std::map<std::string, Rights> take_rights() { return std::move(rights_); }

 private:
  Result<void> read_below(const std::string& path, const std::string& inside) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return cannot_read(path, errno);
    if (S_ISDIR(status.st_mode)) return read(path, inside);
    Result<File> file = read_entry(path, inside, status);
    if (!file) return std::unexpected(file.error());
    rights_.emplace(inside, rights_of(path, status));
    files_.push_back(*std::move(file));
    return {};
  }

  std::vector<File> files_;
  std::map<std::string, Rights> rights_;
};

/// weakly_canonical keeps the slash at the end of a folder's name.
std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// The path a document knows an argument by.
std::string path_inside(const std::string& argument) {
  fs::path path = fs::path(argument).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // `project/`
  if (path.is_absolute() || *path.begin() == "..") path = path.filename();
  return path.string();
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
  } else if (Result<File> file = read_entry(path, inside, status)) {
    found.push_back(*std::move(file));
  }
  // A copy may have fewer rights than its original, where that has a group that we are not in.
  return std::ranges::equal(found, files, [](const File& a, const File& b) {
    return a.path == b.path && a.kind == b.kind && *a.bytes == *b.bytes;
  });
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

}  // namespace

Result<UniqueFd> open_file(const std::string& path, Links links) {
  // Without O_NONBLOCK opening a pipe would wait for somebody to write.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (links == Links::refused ? O_NOFOLLOW : 0);
  UniqueFd file(::open(path.c_str(), flags));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return cannot_read(path, errno);
  if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
  return file;
}

Result<Bytes> read_file(const std::string& path, Links links) {
  const Result<UniqueFd> opened = open_file(path, links);
  if (!opened) return std::unexpected(opened.error());
  const UniqueFd& file = *opened;
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return cannot_read(path, errno);
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

Result<void> Home::add_root(const std::string& argument, bool is_folder) {
  // Results are written through a symlink: to replace the link by a file would surprise.
  std::error_code error;
  const fs::path real = fs::weakly_canonical(argument, error);
  if (error) return cannot_read(argument, error.value());
  std::string inside = path_inside(argument);
  if (inside == "." || inside == ".." || inside.empty()) inside = real.filename().string();
  for (const Root& other : roots_)
    if (is_below(inside, other.inside) || is_below(other.inside, inside))
      return fail(ErrorKind::usage,
                  fmt::format("{} and {} would both be {} in the folder the test runs in",
                              shown(other.given), shown(argument), shown(inside)),
                  "give each file once, by a path below the current folder");
  remove_all_left(folder_of(without_slash(real.string())));  // by a killed run
  roots_.push_back({argument, std::move(inside), without_slash(real.string()), is_folder});
  return {};
}

Result<Loaded> load(const std::vector<std::string>& arguments) {
  std::vector<File> files;
  Loaded loaded;
  Home& home = loaded.home;
  for (const std::string& argument : arguments) {
    struct stat status {};
    if (::stat(argument.c_str(), &status) != 0) return cannot_read(argument, errno);
    if (auto added = home.add_root(argument, S_ISDIR(status.st_mode)); !added)
      return std::unexpected(added.error());
    const Home::Root& root = home.roots_.back();
    if (root.is_folder) {
      FolderReader reader;
      if (auto read = reader.read(argument, root.inside); !read)
        return std::unexpected(read.error());
      for (File& file : reader.take()) files.push_back(std::move(file));
      home.rights_.merge(reader.take_rights());
    } else {
      Result<File> file = read_entry(argument, root.inside, status);
      if (!file) return std::unexpected(file.error());
      home.rights_.emplace(root.inside, rights_of(argument, status));
      home.stamps_.emplace(root.inside, Home::Stamp(status));
      files.push_back(*std::move(file));
    }
  }
  for (const File& file : files) home.saved_.emplace(file.path, file);
  loaded.document = Document(std::move(files));
  return loaded;
}

Result<Loaded> load_again(const std::vector<std::string>& arguments, const Document& original) {
  Loaded loaded;
  for (const std::string& argument : arguments) {
    struct stat status {};
    if (::stat(argument.c_str(), &status) != 0 && errno != ENOENT)
      return cannot_read(argument, errno);
    if (auto added = loaded.home.add_root(argument, S_ISDIR(status.st_mode)); !added)
      return std::unexpected(added.error());
    Home::Root& root = loaded.home.roots_.back();
    for (const File& file : original.files())
      root.is_folder = root.is_folder || file.path.starts_with(root.inside + "/");
  }
  if (auto found = loaded.home.find(original); !found) return std::unexpected(found.error());
  loaded.document = loaded.home.found();
  return loaded;
}

Result<void> Home::find(const Document& original) {
  saved_.clear();
  for (const File& file : original.files()) {
    const Root& root = root_of(file.path);
    struct stat status {};
    // The folders that lead to it, from the top. Files behind a link are not part of the folder.
    for (std::size_t end = file.path.find('/', root.inside.size()); end != std::string::npos;
         end = file.path.find('/', end + 1)) {
      const std::string folder = file.path.substr(0, end), place = path_of(folder);
      if (::lstat(place.c_str(), &status) != 0) continue;
      if (S_ISLNK(status.st_mode) && folder != root.inside)
        return fail(ErrorKind::stale, fmt::format("{} was a folder and is a link", shown(place)));
      rights_.emplace(folder, rights_of(place, status));
    }
    const std::string place = path_of(file.path);
    if (::lstat(place.c_str(), &status) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return cannot_read(place, errno);
      continue;
    }
    Result<File> now = read_entry(place, file.path, status);
    if (!now) return std::unexpected(now.error());
    rights_.insert_or_assign(file.path, rights_of(place, status));
    stamps_.insert_or_assign(file.path, Stamp(status));
    saved_.emplace(file.path, *std::move(now));
  }
  remove_temporaries(original);
  return {};
}

void Home::remove_temporaries(const Document& document) const {
  std::set<std::string> folders;
  for (const Root& root : roots_) folders.insert(folder_of(root.path));
  for (const File& file : document.files()) folders.insert(folder_of(path_of(file.path)));
  for (const std::string& folder : folders) remove_all_left(folder);
}

Document Home::found() const {
  std::vector<File> files;
  for (const auto& [path, file] : saved_) files.push_back(file);
  return Document(std::move(files));
}

std::vector<std::string> Home::places() const {
  if (detached_) return {};
  if (redirected_) return {output_};
  std::vector<std::string> places;
  for (const Root& root : roots_) places.push_back(root.path);
  return places;
}

bool Home::contains(const std::string& path) const {
  std::error_code error;
  const std::string place = fs::weakly_canonical(path, error).string();
  return std::ranges::any_of(
      roots_, [&](const Root& root) { return root.is_folder && is_below(place, root.path); });
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

/// The place of `root` if results are written to `output`.
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
    return !error && without_slash(place.string()) == root.path;
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
    std::error_code ignored;
    root.path = without_slash(fs::weakly_canonical(place_in(output, root), ignored).string());
  }
  const Document loaded = found();
  remove_temporaries(loaded);
  std::error_code ignored;
  output_ = without_slash(fs::weakly_canonical(output, ignored).string());
  redirected_ = true;
  saved_.clear();
  stamps_.clear();
  // The caller knows of files that are in the way now (`in_the_way`), but of no later ones.
  for (const File& file : loaded.files())
    if (::lstat(path_of(file.path).c_str(), &status) == 0)
      stamps_.emplace(file.path, Stamp(status));
  return {};
}

void Home::make_files_in(const std::string& folder) {
  std::error_code ignored;
  made_in_ = fs::weakly_canonical(folder, ignored).string();
  remove_all_left(made_in_);
}

Result<std::vector<std::string>> Home::keep_originals(const Document& original) const {
  if (redirected_) return std::vector<std::string>();
  return keep_copies(original, ".orig");
}

Result<std::vector<std::string>> Home::keep_copies(const Document& document,
                                                   const std::string& suffix) const {
  std::vector<std::string> copies;
  for (const Root& root : roots_) {
    std::vector<File> files;
    for (const File& file : document.files())
      if (is_below(file.path, root.inside)) files.push_back(file);
    if (files.empty()) continue;
    fs::path name = root.given;
    if (name.filename().empty()) name = name.parent_path();
    if (name.filename() == "." || name.filename() == "..") name = root.path;
    std::string copy = name.string() + suffix;
    remove_all_left(folder_of(copy));
    for (int number = 1;; ++number) {
      struct stat status {};
      if (::lstat(copy.c_str(), &status) != 0) {
        if (auto copied = copy_to(copy, files, root); !copied)
          return std::unexpected(copied.error());
        copies.push_back(copy);
        break;
      }
      if (is_copy(copy, files, root.inside)) break;
      copy = fmt::format("{}{}.{}", name.string(), suffix, number);
    }
  }
  return copies;
}

/// A folder of the document that was not loaded, since the user removed it, is for nobody else.
Rights Home::rights_of_folder(const std::string& folder) const {
  const auto found = rights_.find(folder);
  return found == rights_.end() ? Rights(0700) : found->second;
}

Result<void> Home::write(const std::string& path, const File& file, Durability durability) const {
  const auto known = rights_.find(file.path);
  const std::optional<gid_t> group =
      known == rights_.end() ? std::nullopt : known->second.for_group;
  const Root& root = root_of(file.path);
  // Also the copy of a file in a folder that others may not enter is not for them.
  const auto here = [&](const Rights& rights) {
    return redirected_ ? rights_elsewhere(rights, root.given, path) : rights;
  };
  const Rights rights = here({file.mode, group});
  if (file.kind == File::Kind::folder) return make_folders(path, rights, durability);
  const std::string& inside = root.inside;
  const std::string below = file.path.substr(inside.size());
  const std::string top = path.substr(0, path.size() - below.size());
  // A single file may be written into a new folder of the user's choice.
  if (below.empty())
    if (auto made = make_folders(folder_of(path), 0755, durability); !made) return made;
  for (std::size_t end = 0; end < below.size();
       end = std::min(below.size(), below.find('/', end + 1)))
    if (auto made = make_folders(top + below.substr(0, end),
                                 here(rights_of_folder(inside + below.substr(0, end))), durability);
        !made)
      return made;
  if (file.kind == File::Kind::symlink) return write_symlink(path, *file.bytes, made_in_);
  return write_file(path, *file.bytes, rights, durability, IfThere::is_replaced, made_in_);
}

/// Writes `files`, which are those of `root`, to `copy`. Only a whole copy gets that name.
Result<void> Home::copy_to(const std::string& copy, const std::vector<File>& files,
                           const Root& root) const {
  if (files.size() == 1 && files[0].path == root.inside && files[0].kind == File::Kind::regular) {
    const auto known = rights_.find(root.inside);
    return write_file(
        copy, *files[0].bytes,
        {files[0].mode, known == rights_.end() ? std::nullopt : known->second.for_group},
        Durability::synced, IfThere::is_kept, made_in_);
  }
  Result<NewFolder> folder = NewFolder::beside(copy);
  if (!folder) return std::unexpected(folder.error());
  std::set<std::string> inner;
  for (const File& file : files) {
    const std::string below = file.path.substr(root.inside.size());
    if (auto written = write(folder->path() + below, file, Durability::synced); !written)
      return written;
    for (std::size_t end = below.rfind('/'); end != std::string::npos && end > 0;
         end = below.rfind('/', end - 1))
      inner.insert(below.substr(0, end));
  }
  for (const std::string& below : inner) sync_folder(folder->path() + below);
  return folder->name(copy, rights_of_folder(root.inside));
}

Home::Stamp::Stamp(const struct stat& status)
    : device(status.st_dev),
      inode(status.st_ino),
      size(status.st_size),
      seconds(status.st_ctim.tv_sec),
      nanoseconds(status.st_ctim.tv_nsec) {}

Result<void> Home::check_unchanged(const std::string& file) {
  const std::string place = path_of(file);
  struct stat status {};
  if (::lstat(place.c_str(), &status) != 0) return {};
  const Stamp now(status);
  if (const auto then = stamps_.find(file); then != stamps_.end() && then->second == now) return {};
  // Its rights may have changed, or the same bytes were written again.
  const auto known = saved_.find(file);
  const Result<File> there = read_entry(place, file, status);
  if (!there || known == saved_.end() || there->kind != known->second.kind ||
      *there->bytes != *known->second.bytes)
    return fail(ErrorKind::stale, {Reason::file_has_changed, {shown(place)}},
                fmt::format("{} was changed by another program during the run", shown(place)),
                "it was not overwritten");
  stamps_.insert_or_assign(file, now);
  return {};
}

Result<void> Home::save(const Document& document, Durability durability) {
  if (detached_) return {};
  for (const File& file : document.files()) {
    const auto known = saved_.find(file.path);
    const bool is_there = known != saved_.end() && known->second == file;
    const bool is_enough = durability != Durability::synced || !unsynced_.contains(file.path);
    if (is_there && is_enough) continue;
    if (file.kind != File::Kind::folder)
      if (auto unchanged = check_unchanged(file.path); !unchanged) return unchanged;
    const std::string place = path_of(file.path);
    if (auto written = write(place, file, durability); !written) return written;
    saved_.insert_or_assign(file.path, file);
    struct stat status {};
    if (::lstat(place.c_str(), &status) == 0) stamps_.insert_or_assign(file.path, Stamp(status));
    if (durability != Durability::synced)
      unsynced_.insert(file.path);
    else
      unsynced_.erase(file.path);
  }
  if (saved_.size() == document.files().size()) return {};  // no file was removed
  std::map<std::string, File> gone = saved_;
  for (const File& file : document.files()) gone.erase(file.path);
  for (const auto& [path, file] : gone) {
    if (auto unchanged = check_unchanged(path); !unchanged) return unchanged;
    if (auto removed = remove(path, file.kind); !removed) return removed;
  }
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
