/// The run folder that a stopped or killed run left beside FILE.
///
///     Result<Unfinished> unfinished = Unfinished::open("bug.c");
///     Request request = stored_request(*unfinished)->request;   // run/request_json.h
///     request.continues = std::move(*unfinished);
///     reduce(std::move(request), observer);
///
/// Every search is deterministic, so a run is continued by replaying it with the known outcomes. It
/// ends with the bytes of an undisturbed run.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace whittle {

class RunFolder;  // store/run_folder.h

class Unfinished {
 public:
  /// Opens and locks the run folder. `ErrorKind::stale` if there is none beside `file`, or if it
  /// cannot be read; `ErrorKind::busy` if the run is still active.
  static Result<Unfinished> open(const std::string& file);

  Unfinished(Unfinished&&) noexcept;
  Unfinished& operator=(Unfinished&&) noexcept;
  ~Unfinished();

  const RunFolder& folder() const { return *folder_; }
  RunFolder take() &&;

 private:
  explicit Unfinished(RunFolder folder);

  std::unique_ptr<RunFolder> folder_;
};

/// The run folder of a run whose result goes to `file`.
std::string run_folder_of(std::string file);

}  // namespace whittle
