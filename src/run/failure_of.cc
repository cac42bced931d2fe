#include "run/failure_of.h"

#include <cassert>

#include "base/reason.h"
#include "document/disk.h"
#include "run/chosen_test.h"
#include "run/stop.h"

namespace whittle {

Result<FileFailure> failure_of(const Request& request) {
  assert(request.test.timeout);
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, std::nullopt);
  const Result<ChosenTest> test = choose_test(
      request.test, loaded->document,
      {.slots = 1, .document_size = loaded->document.size(), .interrupt_fd = stop.fd()});
  if (!test && test.error().kind != ErrorKind::not_interesting)
    return std::unexpected(test.error());
  if (!test)
    return FileFailure{test.error().cause.reason == Reason::command_hangs
                           ? FileFailure::Kind::still_running
                           : FileFailure::Kind::none};
  if (test->interrupted) return FileFailure{FileFailure::Kind::interrupted};
  return FileFailure{FileFailure::Kind::fails, test->sentence};
}

}  // namespace whittle
