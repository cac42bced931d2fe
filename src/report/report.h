/// The report that a run returns when it has ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rate.h"
#include "document/document.h"
#include "document/goal.h"
#include "report/tally.h"

namespace whittle {

/// The result of `SearchOptions::verify`.
struct Verified {
  std::string_view element;  ///< "node", "line": the elements that were tried one by one
  std::size_t tried = 0;
  Measure before, after;     ///< the result before and after verification
  bool was_minimal = false;  ///< verification removed nothing
};

/// The functions that the plan `debloat` has left of a program: those with a body, by name.
struct FunctionsLeft {
  std::vector<std::string> kept, emptied, removed;
  std::size_t statements_before = 0, statements_after = 0;  ///< of all functions
};

/// The functions and blocks of the original that a recorder saw (docs/probes.md).
struct Probed {
  std::string recorder = {};
  std::size_t functions = 0;  ///< with a body
  std::size_t never_ran = 0;  ///< of those
};

/// Another failure that was seen, with the smallest candidate that shows it.
struct KeptBug {
  std::size_t number = 0;
  std::string failure = {};  ///< in words
  std::string folder = {};   ///< where the candidate is
  std::size_t bytes = 0;     ///< of the candidate
};

struct Report {
  RunEnding ending = RunEnding::finished;
  Document original, result;
  Measure before, after;
  std::string target;            ///< where the result is
  std::string original_at = {};  ///< where the original is; empty if nowhere
  std::string history_at = {};   ///< the record that stays for `history`; empty if none does
  std::size_t jobs = 0;
  std::size_t known = 0;   ///< outcomes of earlier calls, if the run was resumed
  std::size_t shared = 0;  ///< outcomes that came from other runs, see `--share-outcomes`
  bool confirmed = false;  ///< the result passed a last test, from a clean folder
  std::optional<KeptRate> rate = {};  ///< if the failure comes and goes
  std::string test_name;              ///< the script, or the command
  std::string test_command = {};      ///< as a shell would run it on the result
  std::string failure = {};  ///< the failure that was kept, in words; empty: a script decides
  std::string output = {};   ///< the first lines of its output in the last test
  std::string blamed = {};   ///< the optimisation that the failure needs, in words
  std::vector<std::string> goods = {};     ///< commands that accept the result
  std::vector<std::string> programs = {};  ///< that the test runs, as far as they are known
  ToldCounts counts;
  std::map<std::string_view, ToldCounts> stages;
  std::vector<StepCounts> steps = {};  ///< of the test, if it has several
  Activity activity;
  std::size_t lists = 0;                   ///< that were worked on
  std::optional<Unambiguity> unambiguity;  ///< of the algorithm `combine` only
  std::optional<Listening> listening;      ///< if a reason was looked for
  std::optional<Probed> probe = {};        ///< if a recorder saw something
  std::optional<Verified> verified = {};
  std::optional<FunctionsLeft> functions = {};  ///< after the plan `debloat` only
  /// Edits of the result that were not tried because earlier refusals make them hopeless. If the
  /// search has finished, all others were.
  std::size_t left_out = 0;
  bool only_deleted = false;  ///< edits wrote nothing, in at least one file
  bool has_new_text =
      false;  ///< the result has tokens that the original lacks, or in another order
  std::size_t new_errors = 0;  ///< syntax errors of files that had none
  /// `only_deleted` and candidates that were not tested follow from the format, not from a request.
  bool chose_delete_only = false, chose_well_formed = false;
  /// How many of the last bests did not pass the final test. If not 0, the result is an earlier
  /// best.
  std::size_t unconfirmed = 0;
  /// Which best the result is, counted from 1; 0: the original.
  std::size_t best_number = 0;
  std::vector<Notice> notices = {};  ///< all of the run, in order
  std::vector<KeptBug> bugs = {};    ///< other failures that were seen, in order of their numbers
  std::string enough = {};           ///< the condition that ended the run, if `ending` is `enough`
  /// Bytes of binary files that could not be removed, only written over by blanks.
  std::size_t blanks = 0;
  std::chrono::microseconds time{0};  ///< of the run, in all of its calls

  /// The tests of all calls of the run.
  std::size_t tests_run() const { return activity.run() + known; }
};

}  // namespace whittle
