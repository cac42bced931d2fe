/// Documents on disk: loading files and folders, keeping the originals, and writing results so that
/// at every moment either the old or the new bytes are there.
///
///     Result<Loaded> loaded = load({"bug.c"});
///     loaded->home.keep_originals(loaded->document);       // bug.c.orig
///     loaded->home.save(smaller);                          // cheap: as often as one likes
///     loaded->home.save(smallest, Durability::synced);     // survives a power cut
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "document/document.h"
#include "document/new_file.h"

namespace whittle {

/// The place of a document on disk, and the files that are known to be there.
class Home {
 public:
  /// From now on, results are written to `output` and the loaded files are left alone. A single
  /// file becomes `output`, or is written into it if that is a folder; a single folder becomes
  /// `output`; several arguments are written into the folder `output`, each under its own path.
  Result<void> redirect(const std::string& output);

  /// From now on nothing is written at all.
  void detach() { detached_ = redirected_ = true; }

  /// From now on, files are made in `folder` and renamed from there, if that is possible: tests
  /// that see the folders around them do not see this one. Removes what a killed run left in it.
  void make_files_in(const std::string& folder);

  /// Whether `redirect(output)` would lead to the very files that were loaded.
  bool is_at(const std::string& output) const;

  /// A file that `redirect(output)` and saving `document` would overwrite, if there is one.
  std::optional<std::string> in_the_way(const std::string& output, const Document& document) const;

  /// Copies the loaded files to `NAME.orig` beside each argument, and returns the paths of the
  /// copies that it made. An existing copy is never overwritten: if it differs, the new one is
  /// `NAME.orig.1`, and so on. Does nothing after `redirect`.
  Result<std::vector<std::string>> keep_originals(const Document& original) const;

  /// The same for any document and with another suffix, also after `redirect`.
  Result<std::vector<std::string>> keep_copies(const Document& document,
                                               const std::string& suffix) const;

  /// Makes the disk hold `document`: writes the files that changed since the last save, each
  /// replaced atomically, then removes those that the document no longer has. Touches only paths of
  /// the document that was loaded. A symlink given as an argument is written through to its target.
  /// If it fails, every file has either its old or its new content. Fails with `ErrorKind::stale`
  /// if another program has changed a file that would be replaced or removed.
  Result<void> save(const Document& document, Durability durability = Durability::renamed);

  /// Looks up which files of `original` are at their places now. From here on the others are
  /// unknown: a file that appeared since is never replaced or removed.
  Result<void> find(const Document& original);
  /// The files that are known to be on disk.
  Document found() const;

  /// The places that are written to, by canonical paths: the arguments or, after `redirect`, the
  /// output. Nothing after `detach`.
  std::vector<std::string> places() const;

  /// Whether a path lies in a folder that was given. Requires: no `redirect` before.
  bool contains(const std::string& path) const;

  /// The path of a file of the document; for messages and for the summary.
  std::string path_of(const std::string& file) const;

 private:
  friend Result<struct Loaded> load(const std::vector<std::string>& arguments);
  friend Result<struct Loaded> load_again(const std::vector<std::string>& arguments,
                                          const Document& original);

  struct Root {
    std::string given;   // the argument, as the user wrote it
    std::string inside;  // its path in the document
    std::string path;    // the place of results
    bool is_folder = false;
  };
  Result<void> add_root(const std::string& argument, bool is_folder);
  const Root& root_of(const std::string& file) const;
  std::string place_in(const std::string& output, const Root& root) const;
  /// Removes the temporaries of killed runs where the files of a document are written.
  void remove_temporaries(const Document& document) const;
  Rights rights_of_folder(const std::string& folder) const;
  Result<void> write(const std::string& path, const File& file, Durability durability) const;
  Result<void> copy_to(const std::string& copy, const std::vector<File>& files,
                       const Root& root) const;
  Result<void> remove(const std::string& file, File::Kind kind);
  /// The fields of stat(2), without `st_`, that change if somebody writes the file.
  struct Stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    std::int64_t seconds, nanoseconds;
    explicit Stamp(const struct stat& status);
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  /// Checks that the file of this path is on disk as it is known to be, or not at all.
  Result<void> check_unchanged(const std::string& file);

  std::vector<Root> roots_;
  bool redirected_ = false;
  std::string output_;   // after `redirect`
  std::string made_in_;  // the folder of temporary files, if it is another one than that of a file
  bool detached_ = false;
  // Files that are known to be on disk, by path in the document.
  std::map<std::string, File> saved_;
  // The stamps of files that were read or written, and of files that may be overwritten.
  std::map<std::string, Stamp> stamps_;
  std::set<std::string> unsynced_;  // those of them that a power cut could undo
  // The rights of the files and folders that were loaded, by path in the document. A folder of
  // which only we may read must not become one that others may read, just because its files do.
  std::map<std::string, Rights> rights_;
};

struct Loaded {
  Document document;
  Home home;
};

/// Loads files and folders in the given order; the contents of a folder are sorted by path. Paths
/// below the current folder keep their path, others are known by their last part. Modes, symlinks
/// inside folders and empty folders are kept. Anything that cannot be kept is an error.
/// Half-written files of a killed process are removed.
Result<Loaded> load(const std::vector<std::string>& arguments);

/// The same for a run that is continued: loads only the files of `original`, those that are there.
Result<Loaded> load_again(const std::vector<std::string>& arguments, const Document& original);

/// Whether a symbolic link is read through. Not in a run folder.
enum class Links : std::uint8_t { followed, refused };

/// Opens a file for reading. A pipe, a socket or a device is an error: nobody may keep us waiting.
Result<UniqueFd> open_file(const std::string& path, Links links = Links::followed);

/// The bytes of one file.
Result<Bytes> read_file(const std::string& path, Links links = Links::followed);

}  // namespace whittle
