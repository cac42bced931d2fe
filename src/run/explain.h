/// Why each line of a result is still there: the edits that were tried on it, and the answers of
/// the test.
///
/// Made from the record of a run (store/recording.h), also of one that was stopped or killed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/recording.h"

namespace whittle {

/// Something that was tried and refused, as seen from one line.
struct Attempt {
  std::string stage = {};
  std::string removed = {};                   ///< the text, or its first bytes
  std::string replacement = {};               ///< the text in its place; mostly nothing
  std::size_t first_line = 0, last_line = 0;  ///< that it touches, from 1
  bool whole_line = false;                    ///< it removes all of this line but blanks
  int exit_status = 0;
  bool timed_out = false, untested = false;
  std::string output = {};  ///< the first and last lines that the test printed, if they were kept
  std::string line = {};    ///< the one of them that matters
};

/// Another line that a message of the test named when this one was removed.
struct NeededBy {
  std::size_t line = 0;
  std::string message;
};

struct ExplainedLine {
  std::string file = {};
  std::size_t number = 0;  ///< from 1
  std::string text = {};
  std::vector<Attempt> attempts = {};  ///< those that touch the fewest lines first
  std::vector<NeededBy> needed_by = {};
  std::string not_tried = {};  ///< why, if there is no attempt
};

struct Explanation {
  std::vector<ExplainedLine> lines;
  std::size_t refusals = 0;  ///< that were recorded about this result
};

Result<Explanation> explain(const Recording& recording);

/// The explanation for people, and as JSON with one object for each line.
std::string to_text(const Explanation& explanation);
std::string to_json_lines(const Explanation& explanation);

}  // namespace whittle
