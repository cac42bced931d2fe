/// The events of a run, as plain values.
///
/// A source fills in the members that it knows: the scheduler knows the outcome of a query,
/// `RunLog` (run_log.h) adds numbers and times and passes the event on to its readers. A record on
/// disk is another source of the same values (event_json.h). Members that are pointers, spans and
/// functions are borrowed: they are valid during the call only, and null in an event that was read
/// from a record.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/lack.h"
#include "base/outcome.h"
#include "base/query_role.h"
#include "base/result.h"
#include "base/verdict.h"
#include "document/document.h"
#include "document/edit.h"
#include "document/goal.h"

namespace whittle {

/// A run begins. Its original is known to be interesting.
struct RunStart {
  std::string version;               ///< of whittle
  std::vector<std::string> files;    ///< the files to reduce, as the user named them
  std::string target;                ///< where the result will be; empty if it stays in memory
  std::vector<std::string> command;  ///< the user's test
  std::vector<std::string> options;  ///< those that shape the search
  std::vector<std::string> words;    ///< the other arguments as the user gave them, if known
  std::string plan;
  std::string algorithm;
  Goal goal = Goal::tokens;
  std::size_t jobs = 0;
  std::size_t tokens = 0;  ///< of the original, as `bytes`
  std::size_t bytes = 0;
  std::chrono::microseconds test_takes{0};  ///< on the original
  std::size_t known = 0;                    ///< outcomes of earlier calls, if the run is resumed
  Document original;
  std::string parsed_as;  ///< "c by tree-sitter, 5 errors ..."; empty if no tree is used
  std::vector<std::string> steps = {};  ///< of the test, by name
  /// The events up to `resumed` repeat those of an earlier call of the run, or of an earlier
  /// search.
  bool replays = false;
};

/// Why a run that met no error ended.
enum class RunEnding : std::uint8_t { finished, no_gain, max_tests, max_time, enough, interrupted };

/// A search begins to work on a list of edits.
struct ListBegan {
  std::size_t number = 0;  ///< counts the lists of a run, from 1
  std::string_view stage;
  const EditList* edits = nullptr;
  std::size_t elements = 0;  ///< how many edits there are; set by the log
  std::uint64_t weight = 0;  ///< of all of them; set by the log
  std::chrono::microseconds at{0};
};

/// A search has no more questions about a list. A run that is stopped leaves a list without an end.
struct ListEnded {
  std::size_t number = 0;
  std::string_view stage;
  const EditList* edits = nullptr;
  const Subset* kept = nullptr;  ///< the edits that were not applied
  bool changed = false;          ///< whether the document was changed
  std::size_t elements = 0;      ///< how many were not applied; set by the log
  std::uint64_t weight = 0;      ///< of those; set by the log
  std::chrono::microseconds at{0};
};

/// A search was told an outcome. Comes in the order of a run on one slot, whatever the slots.
struct Told {
  std::string_view stage;
  std::size_t list = 0;  ///< the number of its list
  QueryRole role = {};
  double likelihood = 0.5;              ///< of being interesting, as the algorithm estimated it
  const Subset* kept = nullptr;         ///< elements of the list
  std::optional<std::size_t> elements;  ///< of the list, that the candidate keeps, if counted
  Hash candidate;
  Outcome outcome = Outcome::uninteresting;
  bool remembered = false;  ///< told before; no test was run for it
  bool timed_out = false;
  bool untested = false;  ///< refused without a test, see `Verdict`
  std::chrono::microseconds duration{0};
  std::size_t bytes = 0;                                       ///< of the candidate
  std::optional<std::size_t> tokens;                           ///< of the candidate, if counted
  std::span<const std::chrono::microseconds> step_times = {};  ///< as in `Verdict`
  std::size_t last_step = 0;
  int exit_status = 0;  ///< of the test, as a shell shows it
  /// Gives the candidate, which may have to be rendered for it.
  std::function<Document()> render = {};
  std::size_t number = 0;            ///< counts the queries of a run, from 1; set by the log
  std::string_view refused_by = {};  ///< the name of that step, if the test has several; the same
  std::chrono::microseconds at{0};
};

/// An interesting candidate that is smaller than all before it. The result of the formatter, which
/// comes last, counts as one too.
struct BestFound {
  std::size_t number = 0;  ///< from 1; the original is number 0
  std::size_t list = 0;    ///< the number of its list; 0 for the formatter
  std::string_view stage;
  std::size_t tokens = 0, bytes = 0, lines = 0;
  const Document* document = nullptr;
  std::size_t queries = 0;  ///< how many were told before; set by the log
  std::size_t tests = 0;    ///< how many of those needed a test; set by the log
  std::chrono::microseconds at{0};
};

/// A test starts or ends in a slot.
struct SlotChange {
  enum class Phase : std::uint8_t { start, end };
  Phase phase = Phase::start;
  std::size_t slot = 0;    ///< from 0
  bool ahead = false;      ///< the search does not wait for it yet, and perhaps never will
  bool cancelled = false;  ///< at the end: it was stopped because nobody needed it any more
  Hash candidate;
  bool was_run = true;  ///< at the end: false as for `Oracle::never_run`
  std::chrono::microseconds at{0};
};

/// The search looked for the reason why the candidate that was told last is not interesting, and
/// found it or not.
struct Explained {
  std::string_view stage;
  std::size_t list = 0;
  Hash candidate;
  std::vector<Lack> needs;  ///< pieces and the pieces that they lack, as numbers of edits; sorted
  bool asks_again = false;  ///< the search will ask about it again, with the missing pieces
};

/// A test was started, or a started one was stopped because nobody needed it any more.
struct Activity {
  std::size_t running = 0;    ///< tests running now
  std::size_t started = 0;    ///< tests started so far
  std::size_t cancelled = 0;  ///< of those, stopped before they ended
  std::size_t never_run = 0;  ///< of those started, as `Oracle::never_run`
  /// The use of the slots so far. Times are added up over all slots, so that on N slots the three
  /// together are N times the time since the start.
  std::chrono::microseconds testing{0};  ///< running tests, whether their outcomes were told or not
  std::chrono::microseconds thinking{0};  ///< free while the next candidate was found and written
  std::chrono::microseconds nothing{0};   ///< free because there was nothing to test

  /// Tests that were really run, to their end or not.
  std::size_t run() const { return started - never_run; }
};

/// Something that is not an error but that the user should know.
struct Notice {
  enum class Kind : std::uint8_t { information, hint, warning };
  Kind kind = Kind::information;
  std::string message;
  std::string way_out = {};  ///< further lines: the way out
  Cause cause = {};          ///< the same for programs
  std::chrono::microseconds at{0};
};

/// The replay of earlier calls is over: from here on, outcomes are new.
struct Resumed {
  std::size_t queries = 0;  ///< that were replayed
  std::size_t known = 0;    ///< outcomes of earlier calls
  bool differs = false;     ///< the replay left the way of the earlier calls after these queries
  std::chrono::microseconds at{0};
};

/// The run ended with an error.
struct RunFailed {
  Error error;
  int exit_code = 0;
  std::chrono::microseconds at{0};
};

struct Report;      // report/report.h
class SharedState;  // report/run_log.h

class Observer {
 public:
  virtual ~Observer() = default;
  /// This observer will be told the events of a log. Other threads may look at its state, also
  /// between events.
  virtual void joins(const std::shared_ptr<const SharedState>& /*state*/) {}
  /// The original is interesting, and the search begins. Comes again if the search begins anew.
  virtual void started(const RunStart& /*event*/) {}
  virtual void noticed(const Notice& /*event*/) {}
  virtual void resumed(const Resumed& /*event*/) {}
  /// The run has ended without an error.
  virtual void ended(const Report& /*event*/) {}
  virtual void failed(const RunFailed& /*event*/) {}
  virtual void list_began(const ListBegan& /*event*/) {}
  virtual void list_ended(const ListEnded& /*event*/) {}
  virtual void told(const Told& /*event*/) {}
  virtual void explained(const Explained& /*event*/) {}
  virtual void activity(const Activity& /*event*/) {}
  virtual void slot_changed(const SlotChange& /*event*/) {}
  /// The search was just told that this candidate is interesting.
  virtual void interesting(const Document& /*candidate*/) {}
  /// The candidate is the new best. In a replay, the bests from before come again.
  virtual void improved(const BestFound& /*event*/) {}
  /// A test ended, whether its outcome will be told or not. The journal keeps these.
  virtual void tested(const Hash& /*candidate*/, const Verdict& /*verdict*/) {}

  /// Whether `Told::elements` and `Told::tokens` are to be counted, which takes time for each
  /// query.
  virtual bool wants_counts() const { return false; }
  /// The first thing that went wrong in this observer, if anything did. The scheduler then ends the
  /// run with that error.
  virtual const Error* failure() const { return nullptr; }
};

}  // namespace whittle
