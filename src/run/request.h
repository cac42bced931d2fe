/// The task of a run. Every member has a default, except the files and the test.
///
///     Request request;
///     request.files = {"bug.c"};
///     request.test.script = "./crash.sh";
///     Result<Report> report = reduce(std::move(request), observer);
///
/// A `Request` is data: nothing is checked before `reduce` is called. `request_json.h` writes and
/// reads it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "document/goal.h"
#include "document/units.h"
#include "failure/same_bug_level.h"
#include "oracle/conditions.h"
#include "plan/debloat/debloat_options.h"
#include "plan/effort.h"
#include "report/event.h"
#include "run/unfinished.h"
#include "run/until.h"

namespace whittle {

class StopSwitch;
class Controls;
class Hosts;

/// How several slots are used; docs/parallel.md explains each.
enum class Parallel : std::uint8_t { ahead, merge, off };

/// The search: passes, algorithm, goal. Together with the outcomes of the tests, these options
/// decide every question that is asked.
struct SearchOptions {
  std::string plan = "auto";
  AlgorithmOptions algorithm = {};
  /// Reduces one list of these units, and nothing else, instead of running a plan.
  std::optional<Unit> unit = {};
  std::optional<Goal> goal = {};  ///< default: bytes if most of the input is binary, else tokens
  std::optional<std::string> language = {};  ///< default: each file by its name and first line
  std::optional<std::string> grammar = {};   ///< a tree-sitter parser: "path/to/parser.so[:name]"
  std::vector<std::string> only = {};        ///< passes to use; empty: all
  std::vector<std::string> without = {};     ///< passes not to use
  std::vector<std::string> keep = {};        ///< text that matches one of these is not touched
  bool keep_names = false;                   ///< identifiers keep their spelling
  std::string listen = {};  ///< says why closures are refused: a command, or "auto"; empty: none
  bool no_listen = false;   ///< no such command is run
  /// Edits delete, and write nothing else. Default: what the rows of the languages say (by the plan
  /// `auto`).
  std::optional<bool> delete_only = {};
  /// Candidates with more syntax errors than the original are uninteresting without a test.
  /// Default: for files of strict formats without an error (by the plan `auto`).
  std::optional<bool> well_formed = {};
  /// A shell command that lists further edits of a document; empty: none. See docs/proposers.md.
  std::string propose = {};
  bool build_files = false;     ///< Makefile and the like are reduced with the rest of a folder
  DebloatOptions debloat = {};  ///< for the plan `debloat`
  Policy policy = Policy::refusals;
  Effort effort = Effort::normal;
  /// How often a tree plan goes through the tree at most, and whether it then leaves out its sweep
  /// over all single nodes.
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  bool no_sweep = false;
  /// Tries every single element once more at the end.
  bool verify = false;
  /// Default: merge if tests run on other hosts, else ahead.
  std::optional<Parallel> parallel = {};
  /// The number of questions that gallop keeps outstanding. Default: one; as many as slots if it
  /// merges.
  std::optional<std::size_t> width = {};
  /// The search stops after it was told this many outcomes that needed a test.
  std::size_t max_tests = std::numeric_limits<std::size_t>::max();
  /// The search stops as soon as one of these holds.
  std::vector<Until> until = {};
};

/// How a failure is kept that comes and goes.
enum class Flaky : std::uint8_t {
  stop,   ///< not at all: the run stops when the test contradicts itself
  half,   ///< the result fails at least half as often as the original
  rate,   ///< it fails at least as often as `TestOptions::least_rate` says
  raise,  ///< as `half`; and if the best fails more often, half of that is demanded
};

/// How a candidate is tested: by a script, or by a command and conditions on it.
struct TestOptions {
  /// Exits with 0 if the candidate is interesting. Empty if `conditions` has a command.
  std::string script = {};
  Conditions conditions = {};
  Flaky flaky = Flaky::stop;
  double least_rate = 0;  ///< above 0 and below 1, with `Flaky::rate`
  std::optional<std::chrono::microseconds> timeout = {};  ///< default: by the times seen
  std::uint64_t memory = 0;                               ///< bytes for each process; 0: no limit
  std::uint64_t processes = 0;  ///< of the user while a test runs; 0: no limit
  bool sandbox = false;
  /// A folder that tests see around the candidate: the current folder or one that contains it.
  std::optional<std::string> around = {};
  /// How closely a failure must agree with that of the golden run; default: as closely as it can.
  std::optional<SameBug> same_bug = {};
  bool allow_empty = false;  ///< otherwise it is an error if an empty document is interesting
  bool no_outputs = false;   ///< does not keep the output of refused tests
  std::vector<int> also_interesting = {};  ///< exit statuses whose candidates are saved on the side
};

/// Whether the record of a run (store/recorder.h) stays when the run has finished.
enum class KeepRecord : std::uint8_t { never, if_small, always };

/// A decoded form of FILE that is reduced instead of its bytes: the output of DECODE.
struct View {
  std::string name;  ///< for messages
  /// A shell command: reads FILE on standard input, prints the text to reduce.
  std::string decode;
  std::string encode;    ///< the way back
  std::string language;  ///< the language of the output of DECODE; empty: by the name of FILE
  std::string suffix;    ///< a suffix of FILE that does not describe the contents, such as ".gz"
  /// FILE is an archive: DECODE unpacks the file $1 into the folder $2, and ENCODE, run in that
  /// folder, prints the archive.
  bool is_archive = false;
};

/// Other hosts that run the tests, as data. The caller makes `Request::hosts` from it.
struct Elsewhere {
  std::optional<std::string> workers = {};  ///< the address of their server; "none": no other hosts
  std::optional<std::string> credentials = {}, ca = {};  ///< files
  std::vector<std::string> with = {};                    ///< files that the test needs there
  std::optional<std::chrono::microseconds> lease = {};
  bool share_outcomes = false;
};

/// How the caller itself was called, for reports. The run does not depend on it.
struct CallerWords {
  std::vector<std::string> options = {};
  std::vector<std::string> words = {};  ///< the other arguments
};

struct Request {
  std::vector<std::string> files = {};  ///< files, or folders
  std::optional<View> view = {};
  /// The place of the result; default: it replaces the files. "-": only in the `Report`, and the
  /// run folder is beside the file.
  std::optional<std::string> output = {};
  /// Removes the originals' copies in the end.
  bool tidy = false;
  KeepRecord record = KeepRecord::never;
  /// The caller reads the record when the run has ended, and removes it. Of one call: not stored.
  bool lend_record = false;
  /// Files that the caller writes during the run. Tests that see the files around them do not see
  /// these. Of one call: not stored.
  std::vector<std::string> own_files = {};
  /// The report names the compilers that a run of the test starts. Of one call: not stored.
  bool sees_programs = false;
  SearchOptions search = {};
  TestOptions test = {};
  std::optional<std::size_t> jobs = {};  ///< tests at one time; default: one for each core
  std::optional<std::chrono::microseconds> max_time = {};
  /// Ends the run early. If null, only `max_time` does. Must outlive the run.
  StopSwitch* stop = nullptr;
  /// Pauses the run or skips lists; may be null. Must outlive the run.
  Controls* controls = nullptr;
  /// Other hosts that run the tests (oracle/hosts.h); may be null. Must outlive the run.
  Hosts* hosts = nullptr;
  Elsewhere elsewhere = {};
  /// Also removes words of the command, and writes a script that runs it beside the result.
  bool reduce_command = false;
  std::string blamed = {};  ///< the optimisation that the failure needs, in words; for the report
  CallerWords caller = {};
  /// Says a notice in the caller's own terms, since notices are stored with the run; may be empty.
  std::function<Notice(Notice)> phrase = {};
  /// Continues this run instead of starting a new one.
  std::optional<Unfinished> continues = {};
  /// Overwrites existing files at `output`. Continues even if the test, the original or FILE has
  /// changed.
  bool force = false;
};

/// The request with a decision on everything that it leaves to the number of slots: whether the
/// search merges, and its width. A run that is continued with other slots is the same search.
Request with_defaults(Request request);

/// The number of tests that run at the same time: the number in the request, or one for each core.
std::size_t slots_of(const Request& request);

/// Whether the result is written to no file, as with `-o -`.
inline bool writes_no_file(const Request& request) {
  return request.output == "-";
}

/// The file or folder that a run is known by: its result is there, its run folder beside it.
const std::string& place_of(const Request& request);

/// The same, as messages show it.
std::string target_of(const Request& request);

}  // namespace whittle
