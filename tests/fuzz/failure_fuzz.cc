// Any output is read as a failure without harm, and the failure that was read from an output is
// shown by that output at each level. The first byte is the exit status.
#include <cstdint>

#include "fuzz/must.h"

#include "failure/same_bug.h"
#include "failure/shown.h"

using namespace whittle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const CommandRun run =
      run_that_printed({reinterpret_cast<const char*>(data) + 1, size - 1}, data[0]);
  const Failure failure = failure_in(run);
  must(!failure.sentence().empty());
  if (!failure.is_failure()) return 0;
  for (const SameBug level : {SameBug::any, SameBug::kind, SameBug::message, SameBug::frames})
    must(BugMatcher(wanted_bug(failure, level)).shown_by(run));
  must(observed_again(failure, failure).sentence() == failure.sentence());
  return 0;
}
