/// The folders that tests and tools run in, and how they are removed whatever is left in them.
///
/// All folders of one owner are below one root: `whittle-scratch-PID-N` in /dev/shm if that has
/// room and lets programs run, else in $TMPDIR. The root is locked as long as its owner lives. The
/// next run removes roots that nobody has locked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "document/document.h"

namespace whittle {

class Scratch {
 public:
  /// Makes the root in `parent`. If that is empty, chooses a place with room for `room` bytes,
  /// which the tests may need at one time. Removes the roots that dead runs left there.
  static Result<Scratch> make(const std::string& parent, std::uint64_t room);
  Scratch(Scratch&&) = default;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  const std::string& root() const { return root_; }

  /// Makes the folder `name`, and empties it if it exists; gives its path.
  Result<std::string> fresh_folder(const std::string& name);
  /// Removes the folder `name`, with everything in it.
  void remove(const std::string& name);
  /// Leaves the root and all in it behind for the user to look at. A run that starts ten minutes
  /// later, or after that, removes it.
  void keep();
  /// Takes `keep` back.
  void keep_no_more() { kept_ = false; }

 private:
  Scratch(std::string root, UniqueFd fd) : root_(std::move(root)), fd_(std::move(fd)) {}
  std::string root_;
  UniqueFd fd_;  // of the root; holds its lock
  bool kept_ = false;
};

/// Whether the path leads from a folder to something in it, by its names alone: no "..", no empty
/// name, no slash at the front.
bool is_inner_path(std::string_view path);

/// Writes the files of `document` into the folder, and nothing outside it, whatever names, links
/// and modes the document has. An error of kind `input` names a path that leads out of it.
Result<void> write_document(const Document& document, const std::string& folder);
/// The same for a document that another host sent: the kernel sees to it too (confined_linux.h).
Result<void> write_strange_document(const Document& document, const std::string& folder);

/// Removes the folder `name` of `parent` and everything in it, at any depth. Never follows a
/// symbolic link, and gives itself the permissions that it needs. Gives 0 or an error number.
int remove_tree(int parent, const std::string& name);

}  // namespace whittle
