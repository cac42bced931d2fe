/// What happened, as plain values: the progress line, the summary and the JSON file are made of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

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

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void told(const Told& /*event*/) {}
  virtual void activity(const Activity& /*event*/) {}
  /// The search was just told that this candidate is interesting.
  virtual void interesting(const Document& /*candidate*/) {}
  /// A test ended, told or not: what the journal keeps.
  virtual void tested(const Hash& /*candidate*/, const Verdict& /*verdict*/) {}
};

}  // namespace whittle
