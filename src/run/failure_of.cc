#include "run/failure_of.h"

#include "document/disk.h"
#include "run/chosen_test.h"
#include "run/stop.h"

namespace whittle {

Result<std::optional<Signature>> failure_of(const Request& request) {
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, std::nullopt);
  const Result<ChosenTest> test = choose_test(
      request.test, loaded->document,
      {.slots = 1, .document_size = loaded->document.size(), .interrupt_fd = stop.fd()});
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return std::nullopt;
  return test->spec.steps[test->spec.main_step].expect.signature;
}

}  // namespace whittle
