/// The golden runs: a command runs on the original to find out which failure to keep.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/local_oracle.h"

namespace whittle {

/// Runs the main command of `spec` on the original, without any expectation, and returns how it
/// fails; nothing if the user interrupts. `ErrorKind::not_interesting` if it does not fail or does
/// not end in time. A command that fails only sometimes runs until it fails, at most `most` times.
/// Two more runs, one of them in another folder and under another name, show what varies; the
/// failure does not contain it. If `most` is more than 1, there are so many runs until four more
/// have failed, at most `most`.
///
/// If the command does the same on an empty file, or ends in the same way on the first half of the
/// original and prints something else, the message is a line that tells them apart, if there is
/// one. If it succeeds and warns of something that an empty file does not cause, the warning is the
/// failure. With `compare` off this is not tried. The empty file is the original without the
/// content of all files but those in `fixed`.
Result<std::optional<Failure>> golden_run(const TestSpec& spec, const Document& original,
                                          LocalOracle::Options options, std::size_t most = 1,
                                          bool compare = true,
                                          const std::vector<std::string>& fixed = {});

/// The failure in a run on `document`; paths that the document contains are part of its message.
Failure failure_on(const Document& document, const CommandRun& run);

/// Without the frames behind the first one whose function is in the document: callers inside the
/// candidate must be removable. A function is in the document if its file is, or if its file or
/// program was written after `since`, when the first test began.
Failure without_candidate_callers(Failure failure, const Document& document,
                                  std::filesystem::file_time_type since);

/// `document` with nothing in its regular files, except those in `except`.
Document emptied(const Document& document, const std::vector<std::string>& except = {});

/// The time that the test of an empty input may take if the test of the original took `took`: a
/// test that hangs on an empty input must not cost a long time limit at every start.
std::chrono::microseconds limit_on_empty(std::chrono::microseconds took);

}  // namespace whittle
