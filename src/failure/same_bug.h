/// Which failures count as the one that was asked for.
///
/// The decision is made by patterns over lines only: how the command ended, a line that must be
/// there, and the first frames of the stack. A shell script decides the same with grep (see
/// `make_spec.cc`), and a worker on another host needs no table of formats.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/pattern.h"
#include "failure/failure.h"
#include "failure/same_bug_level.h"

namespace whittle {

const char* name_of(SameBug level);

/// The failure to keep, as patterns.
struct WantedBug {
  SameBug level = SameBug::any;
  int signal = 0;
  int exit_status = 0;
  std::vector<std::string> lines = {};  ///< each must match a line of the output
  std::string frame_line = {};          ///< matches the lines that are frames
  std::string skipped_line = {};        ///< and these are frames that do not count
  bool from_the_end = false;            ///< the last frames of the output count, not the first
  /// The first frames must match these, in the order in which they are printed.
  std::vector<std::string> frames = {};
  std::string sentence = {};  ///< in words

  friend bool operator==(const WantedBug&, const WantedBug&) = default;
};

/// The strictest level that `failure` supports: one that has no frames supports no `frames`.
SameBug strictest(const Failure& failure);

/// Requires: `failure.is_failure()`. A level that the failure does not support becomes the next
/// weaker one.
WantedBug wanted_bug(const Failure& failure, SameBug level);

/// The part of `failure` that stays the same when it is seen again as `again`, under another name
/// and in another folder: words of the message that differ are masked, and frames are kept up to
/// the first one that differs.
Failure observed_again(Failure failure, const Failure& again);

/// What belongs to the candidate.
struct CandidateParts {
  std::function<bool(const std::string& word)> has_word;
  /// Whether this source file, program or library is the candidate or is made from it; nothing if
  /// that cannot be told.
  std::function<std::optional<bool>(const std::string& place)> has_place;
};

/// Drops the frames behind the first one whose function is in the candidate: callers inside the
/// candidate must be removable. Also drops a place in a file of the candidate.
Failure without_callers_in(Failure failure, const CandidateParts& candidate);

/// Decides for many runs whether they show one failure.
class BugMatcher {
 public:
  explicit BugMatcher(WantedBug bug);
  bool shown_by(const CommandRun& run) const;
  const WantedBug& wanted() const { return wanted_; }

 private:
  bool has_frames(BytesView err, BytesView out) const;

  WantedBug wanted_;
  std::vector<Pattern> lines_, frames_;
  std::optional<Pattern> frame_line_, skipped_line_;
};

/// The failure in words, with three frames at most: the name under which it is kept as another
/// failure. Empty if it is no crash, or one that a broken input may cause as well.
std::string other_sentence(Failure failure);

/// `other_sentence` of `run`'s failure if it is not `wanted`; otherwise empty. An error message or
/// an exit status does not count, because every broken candidate ends like that.
std::string other_failure(const CommandRun& run, const std::optional<BugMatcher>& wanted);

}  // namespace whittle
