/// The folders tests run in, and how they go away again whatever a test left in them.
///
/// All of a run's folders are below one root, `whittle-scratch-PID-N` in /dev/shm when that has
/// room and lets programs run, else in $TMPDIR. The root is locked as long as its process lives;
/// roots without a living process are removed by the next run.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"
#include "document/document.h"

namespace whittle {

class Scratch {
 public:
  /// Makes the root in `parent`, or where it fits if that is empty: `room` is how many bytes the
  /// tests may need at one time. Removes what dead runs left there.
  static Result<Scratch> make(const std::string& parent, std::uint64_t room);
  Scratch(Scratch&&) = default;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  const std::string& root() const { return root_; }

  /// Makes the folder `name`, empty whatever was there before; gives its path.
  Result<std::string> fresh_folder(const std::string& name);
  /// Leaves the root and all in it behind for the user to look at; the next run removes it.
  void keep() { kept_ = true; }

 private:
  Scratch(std::string root, UniqueFd fd) : root_(std::move(root)), fd_(std::move(fd)) {}
  std::string root_;
  UniqueFd fd_;  // of the root; holds its lock
  bool kept_ = false;
};

/// Writes the files of `document` into the folder.
Result<void> write_document(const Document& document, const std::string& folder);

/// Removes the folder `name` of `parent` and all in it: never follows a symbolic link, gives itself
/// the permissions it needs, and takes any depth. Gives 0 or an error number.
int remove_tree(int parent, const std::string& name);

}  // namespace whittle
