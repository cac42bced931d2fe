/// The files that tests see around the candidate: `--around FOLDER`.
///
/// A test that needs a large tree must not cost a copy of it, and must not change it. Where the
/// system lets us, the test sees FOLDER through an overlay (sandbox_linux.h): in its place, with
/// the candidate in it, and files that it writes there vanish with the test. Elsewhere each test
/// gets folders of its own and links to the files of one copy, which are read-only also for root
/// (`Launch::obeys_modes`).
///
/// Links to folders would be quicker but wrong: `lib/../src/FILE`, read through a link
/// to lib, is the FILE of the folder that the link leads to, not the candidate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace whittle {

struct Surroundings {
  std::string folder;  ///< by its absolute path
  std::string place;   ///< where in it tests run; empty: at its top
  /// Paths that tests do not see unless the candidate has them; each begins at `folder`.
  std::vector<std::string> hidden;
};

/// Hides those paths of the surroundings that are not in `upper`, the upper folder of the overlay.
Result<void> hide_in(const std::string& upper, const Surroundings& surroundings);

/// The number of bytes of all files in the folder.
std::uint64_t size_of_tree(const std::string& folder);

/// A copy of the surroundings that nobody is allowed to write to.
class LinkedCopy {
 public:
  /// Copies all files into the folder `copy`, which is empty.
  static Result<LinkedCopy> make(const Surroundings& surroundings, std::string copy);

  /// Makes the same folders in `folder`, and in them links to the files of the copy.
  Result<void> link_into(const std::string& folder) const;

 private:
  struct Entry {
    enum class Kind : std::uint8_t { folder, file, link } kind;
    std::string path;    // from the top
    std::string target;  // of a link
  };
  LinkedCopy(std::string original, std::string copy)
      : original_(std::move(original)), copy_(std::move(copy)) {}
  std::string original_, copy_;
  std::vector<Entry> entries_;  // each folder before its contents
};

}  // namespace whittle
