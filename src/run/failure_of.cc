#include "run/failure_of.h"

#include <cassert>
#include <chrono>

#include "document/disk.h"
#include "run/chosen_test.h"
#include "run/stop.h"

namespace whittle {

Result<FileFailure> failure_of(const Request& request) {
  assert(request.test.timeout);
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, std::nullopt);
  const auto started = std::chrono::steady_clock::now();
  const Result<ChosenTest> test = choose_test(
      request.test, loaded->document,
      {.slots = 1, .document_size = loaded->document.size(), .interrupt_fd = stop.fd()});
  const bool reached_limit = std::chrono::steady_clock::now() - started >= *request.test.timeout;
  if (!test && test.error().kind != ErrorKind::not_interesting)
    return std::unexpected(test.error());
  if (!test)
    return FileFailure{reached_limit ? FileFailure::Kind::still_running : FileFailure::Kind::none};
  if (test->interrupted) return FileFailure{FileFailure::Kind::interrupted};
  return FileFailure{FileFailure::Kind::fails,
                     *test->spec.steps[test->spec.main_step].expect.signature};
}

}  // namespace whittle
