/// What happened, as plain values: the progress line, the summary and the JSON file are made of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/outcome.h"
#include "document/document.h"
#include "oracle/oracle.h"

namespace whittle {

/// A search was told an outcome. Comes in the order of a run on one slot, whatever the slots.
struct Told {
  std::string_view stage;
  Hash candidate;
  Outcome outcome = Outcome::uninteresting;
  bool remembered = false;  ///< no test was run for it
  bool timed_out = false;
  std::chrono::microseconds duration{0};
  std::size_t bytes = 0;     ///< of the candidate
  bool combination = false;  ///< of removals that each work alone
};

/// A test was started, or a started one was stopped because nobody needed it any more.
struct Activity {
  std::size_t running = 0;    ///< tests running now
  std::size_t started = 0;    ///< tests started so far
  std::size_t cancelled = 0;  ///< of those, stopped before they ended
  /// What the slots did all the time, added up over them: told or not, a test; nothing, since the
  /// next candidate was still being found and written; nothing, since there was none.
  std::chrono::microseconds testing{0}, thinking{0}, nothing{0};
};

/// What is known when a search begins.
struct RunStart {
  std::vector<std::string> files;
  std::string target;  ///< where the result will be
  std::string plan, algorithm;
  std::size_t jobs = 1;
  std::size_t tokens = 0, bytes = 0;        ///< of the original
  std::chrono::microseconds test_takes{0};  ///< on the original
  std::string parsed_as;  ///< "c by tree-sitter, 5 errors ..."; empty if no tree is used
};

/// Something that is no error but that the user should know.
struct Notice {
  enum class Kind : std::uint8_t { information, hint, warning };
  Kind kind = Kind::information;
  std::string message;
  std::string way_out = {};  ///< further lines: what to do about it
};

struct Report;  // report/report.h

class Observer {
 public:
  virtual ~Observer() = default;
  /// The original is interesting, and the search begins.
  virtual void started(const RunStart& /*event*/) {}
  virtual void noticed(const Notice& /*event*/) {}
  /// The run has ended without an error.
  virtual void ended(const Report& /*event*/) {}
  virtual void told(const Told& /*event*/) {}
  virtual void activity(const Activity& /*event*/) {}
  /// The search was just told that this candidate is interesting.
  virtual void interesting(const Document& /*candidate*/) {}
  /// A test ended, told or not: what the journal keeps.
  virtual void tested(const Hash& /*candidate*/, const Verdict& /*verdict*/) {}
};

}  // namespace whittle
