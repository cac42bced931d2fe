/// Detects that a program of the test is changed or deleted while tests run.
///
/// `check` is called before each verdict is returned: the answer of a changed test is worthless and
/// must not get into the memo. It costs one `stat` for each program as long as none was touched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "oracle/test_spec.h"

namespace whittle {

class ProgramWatch {
 public:
  /// Records the programs of all steps as they are now.
  explicit ProgramWatch(const TestSpec& spec);

  /// An error that names the program: `ErrorKind::test` if it was deleted, `ErrorKind::stale` if it
  /// was changed. A script that was only touched, or saved with the same content, is unchanged.
  Result<void> check();

 private:
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  // modification time
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Program {
    std::string path;
    Stamp stamp;
    std::optional<Hash> content;  // of a script; compiled programs can be too large to hash
  };
  static std::optional<Stamp> stamp_of(const std::string& path);
  static std::optional<Hash> content_of_script(const std::string& path);

  std::vector<Program> programs_;
};

}  // namespace whittle
